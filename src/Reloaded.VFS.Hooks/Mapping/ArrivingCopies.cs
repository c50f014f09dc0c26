using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Mapping;

/// <summary>
/// Copies that are just getting their names in the overwrite folder, in any process. Rare compared to opens: it asks the disk. Safe from
/// any thread.
/// </summary>
/// <remarks>
/// The system has such a file open to rename it, and meanwhile refuses it to a program that doesn't share it for deletion. A file in the
/// folder for unfinished files announces that; it is deleted with its handle, even if the process is killed.
/// </remarks>
/// <param name="folder">The folder for unfinished files, in NT form.</param>
internal sealed class ArrivingCopies(string folder)
{
    private const string Ending = ".arriving";
    // Two processes may have the same id if each has a Wine server of its own.
    private readonly string _own = Guid.NewGuid().ToString("N")[..8];
    private int _count;

    /// <summary>Announces a copy until the returned object is disposed of. Returns null if that isn't possible, on a full disk.</summary>
    public FileStream? Announce()
    {
        string path = string.Create(null, $@"{folder}\{Environment.ProcessId}-{_own}-{Interlocked.Increment(ref _count)}{Ending}");
        try
        {
            return DiskRemoval.OpenPassing(NtPath.ToLongWin32(path), FileMode.Create, FileShare.ReadWrite | FileShare.Delete);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Determines whether any copy is arriving. If none is, the files that arrived before this call are closed.</summary>
    public bool IsAny()
    {
        try
        {
            return Directory.EnumerateFiles(NtPath.ToLongWin32(folder), "*" + Ending).Any();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
