using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Journaling;

/// <summary>This process's part of the record of what the overwrite folder covers. Safe from any thread.</summary>
/// <remarks>
/// Each process has a log of its own, so that no line of one can be truncated by another. If a line can't be written the game continues:
/// the copy then stays, and no update is reported.
/// </remarks>
/// <param name="file">The log, which is created with its first line; a Win32 path.</param>
/// <param name="sources">
/// The folders by whose names files in them are recorded: of two nested folders the inner one first.
/// </param>
public sealed class CoveredLog(string file, IReadOnlyList<JournaledRoot> sources)
{
    private readonly Lock _adding = new();
    private FileStream? _log;

    /// <summary>Records a file that something is about to cover. Does nothing if the file doesn't exist, or is a folder.</summary>
    /// <param name="kind">The kind of what covers the file.</param>
    /// <param name="place">The name in the overwrite folder, as in the journal.</param>
    /// <param name="source">The file, in NT form.</param>
    internal void Add(CoveredKind kind, string place, string source)
    {
        try
        {
            if (new FileInfo(NtPath.ToLongWin32(source)) is not { Exists: true } covered
                || !FileTimes.TryRead(source, out _, out DateTime written))
                return;
            byte[] line = CoveredFiles.Encoding.GetBytes(
                new CoveredFile(kind, place, NameOf(source), covered.Length, written).Line);
            lock (_adding)
            {
                _log ??= new FileStream(file, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
                _log.Write(line);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // A full disk, or a name that no log can contain.
        }
    }

    private string NameOf(string source)
    {
        foreach (JournaledRoot root in sources)
        {
            if (source.Length > root.Folder.Length + 1 && VirtualPath.IsSameOrBelow(source, root.Folder))
                return string.Concat(root.Name, @"\", source.AsSpan(root.Folder.Length + 1));
        }

        return NtPath.ToWin32(source);
    }
}
