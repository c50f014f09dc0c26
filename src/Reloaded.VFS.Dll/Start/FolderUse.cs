using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Dll.Start;

/// <summary>
/// The mark that this process uses an overwrite folder: an open file, with a byte of it locked, as long as the process lives.
/// </summary>
/// <remarks>
/// A start can tell from both whether another process uses the folder. A process that begins to use the folder meanwhile waits for its
/// byte.
/// </remarks>
internal sealed class FolderUse : IDisposable
{
    private const int LongestWait = 10_000, Pause = 5; // milliseconds
    private const ulong End = 1ul << 62;

    private readonly SafeFileHandle _file;
    private readonly ulong _own;

    private FolderUse(SafeFileHandle file)
    {
        _file = file;
        _own = LockOwn(file);
    }

    /// <summary>
    /// Marks the folder as used by this process. Waits, ten seconds at most, while another process has exclusive use. Not thread-safe.
    /// </summary>
    /// <param name="file">The file with the marks.</param>
    /// <exception cref="IOException">The file can't be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied.</exception>
    public static FolderUse Begin(string file) =>
        new(File.OpenHandle(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite));

    /// <summary>
    /// Determines whether no other process uses the folder, including processes of another Wine server. Wine servers share byte locks, but
    /// not share modes.
    /// </summary>
    public bool IsAlone()
    {
        if (_own == End || !TryLock(_file, 0, _own))
            return false;
        bool isAlone = TryLock(_file, _own + 1, End - _own - 1);
        Unlock(0, _own);
        if (isAlone)
            Unlock(_own + 1, End - _own - 1);
        return isAlone;
    }

    /// <summary>
    /// Locks the first byte of a file. Returns false at once if another process has locked it, including one of another Wine server.
    /// </summary>
    public static bool TryLock(SafeFileHandle file) => TryLock(file, 0, 1);

    /// <summary>Removes the mark.</summary>
    public void Dispose() => _file.Dispose();

    /// <summary>
    /// Locks a byte that no other process has and returns its offset, or <see cref="End"/> on failure. Process ids differ, except between
    /// two Wine servers.
    /// </summary>
    private static ulong LockOwn(SafeFileHandle file)
    {
        long until = Environment.TickCount64 + LongestWait;
        for (ulong turn = 1; Environment.TickCount64 < until; turn++)
        {
            ulong own = turn << 32 | (uint)Environment.ProcessId;
            if (TryLock(file, own, 1))
                return own;
            Thread.Sleep(Pause);
        }

        return End;
    }

    private static bool TryLock(SafeFileHandle file, ulong from, ulong count) => Kernel32.LockFile(
        file.DangerousGetHandle(), (uint)from, (uint)(from >> 32), (uint)count, (uint)(count >> 32)) != 0;

    private void Unlock(ulong from, ulong count) => Kernel32.UnlockFile(
        _file.DangerousGetHandle(), (uint)from, (uint)(from >> 32), (uint)count, (uint)(count >> 32));
}
