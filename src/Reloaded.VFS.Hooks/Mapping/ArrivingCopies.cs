using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Mapping;

/// <summary>
/// Copies that are just getting their names in the overwrite folder, in any process: the system has such a file open to rename it, and
/// refuses it meanwhile to a program that doesn't share it for deletion. A file in the folder for what isn't whole yet says so; it goes
/// with its handle, also when the process is killed. Rare beside opens: it asks the disk. Safe from any thread.
/// </summary>
/// <param name="folder">The folder for what isn't whole yet, in NT form.</param>
internal sealed class ArrivingCopies(string folder)
{
    private const string Ending = ".arriving";
    // Two processes have one id where each has a Wine server of its own.
    private readonly string _own = Guid.NewGuid().ToString("N")[..8];
    private int _count;

    /// <summary>Says so until what is returned is disposed of. Null where it can't be said, on a full disk.</summary>
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

    /// <summary>Whether any copy is arriving: what has arrived before this call is closed.</summary>
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
