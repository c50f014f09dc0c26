using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Mods.Diagnostics;

/// <summary>Writes files so that a reader sees either the old content or the new one, never a part of it.</summary>
internal static class AtomicFile
{
    /// <summary>Writes <paramref name="content"/> beside <paramref name="file"/> and renames that to it. Creates the folder.</summary>
    /// <param name="file">The file.</param>
    /// <param name="content">The whole content.</param>
    /// <param name="outlivesPowerCut">
    /// True if the content is on the disk before the name leads to it. That may take as long as the disk is busy, so a start doesn't wait
    /// for it with mere reports.
    /// </param>
    /// <exception cref="IOException">The folder can't be created or written to, or the disk is full; the old file is untouched.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be written to.</exception>
    public static void Write(string file, ReadOnlySpan<byte> content, bool outlivesPowerCut = true)
    {
        string temporary = NameBeside(file);
        try
        {
            using (var stream = new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None))
            {
                stream.Write(content);
                stream.Flush(outlivesPowerCut);
            }

            DiskRemoval.Replace(temporary, Path.GetFullPath(file));
        }
        catch
        {
            // The first error is the one to report.
            DiskRemoval.TryDeleteFile(temporary);
            throw;
        }
    }

    /// <summary>Creates a file under another name beside <paramref name="file"/> and then renames it to that. Creates the folder.</summary>
    /// <param name="file">The file.</param>
    /// <param name="make">Creates the complete file under the name that is passed to it.</param>
    /// <param name="replaces">True if a file of that name is replaced. Otherwise there must be none.</param>
    /// <inheritdoc cref="Write"/>
    public static void Put(string file, Action<string> make, bool replaces = true)
    {
        string temporary = NameBeside(file);
        try
        {
            make(temporary);
            DiskRemoval.Rename(temporary, Path.GetFullPath(file), replaces);
        }
        catch
        {
            DiskRemoval.TryDeleteFile(temporary);
            throw;
        }
    }

    /// <summary>Determines whether a path is one under which a killed process has left a file that it was writing.</summary>
    /// <param name="file">The absolute path of the file that was to be written.</param>
    /// <param name="path">The absolute path of another file.</param>
    public static bool IsLeftOf(string file, string path) => path.StartsWith(file + '.', StringComparison.Ordinal)
        && path.Length == file.Length + ".01234567.tmp".Length && path.EndsWith(".tmp", StringComparison.Ordinal)
        && path.AsSpan(file.Length + 1, 8).IndexOfAnyExcept("0123456789abcdef") < 0;

    private static string NameBeside(string file)
    {
        string full = Path.GetFullPath(file);
        if (Path.GetDirectoryName(full) is { } folder)
            Directory.CreateDirectory(folder);
        return $"{full}.{Guid.NewGuid().ToString("N")[..8]}.tmp";
    }
}
