using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Mods.Archives;

/// <summary>An archive in the mods folder, as it was when it was looked at. Immutable.</summary>
/// <param name="Path">Its path.</param>
/// <param name="Size">Its size in bytes.</param>
/// <param name="Time">Its time of change in ticks, UTC.</param>
internal sealed record ArchiveFile(string Path, long Size, long Time)
{
    private static readonly string[] s_extensions = [".zip", ".7z", ".rar"];

    /// <summary>The name of the file.</summary>
    public string Name => System.IO.Path.GetFileName(Path);

    /// <summary>Whether a file's name is that of an archive.</summary>
    public static bool IsArchive(ReadOnlySpan<char> name)
    {
        foreach (string extension in s_extensions)
        {
            if (name.Length > extension.Length && name.EndsWith(extension, StringComparison.OrdinalIgnoreCase))
                return true;
        }

        return false;
    }

    /// <summary>Looks at a file; null where it can't be looked at.</summary>
    public static ArchiveFile? Of(string path)
    {
        try
        {
            var info = new FileInfo(path);
            return info.Exists ? new ArchiveFile(path, info.Length, info.LastWriteTimeUtc.Ticks) : null;
        }
        catch (Exception e) when (FolderReader.IsFileSystemError(e))
        {
            return null;
        }
    }
}
