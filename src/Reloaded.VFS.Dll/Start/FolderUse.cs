using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Dll.Start;

/// <summary>
/// Says that this process uses an overwrite folder: it has a file open, and a byte of it locked, as long as the process lives. By both a
/// start finds out whether another process uses the folder. A process that begins to use it meanwhile waits for its byte.
/// </summary>
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
    /// Says that this process uses the folder; waits, ten seconds at most, while another one has it for itself alone. Not thread-safe.
    /// </summary>
    /// <param name="file">The file that says so.</param>
    /// <exception cref="IOException">The file can't be had.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be opened.</exception>
    public static FolderUse Begin(string file) =>
        new(File.OpenHandle(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite));

    /// <summary>
    /// Whether no other process uses the folder, one of another Wine server included: these tell each other of locked bytes and of no share
    /// modes.
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

    /// <summary>Locks the first byte of a file; false at once if another process has it, one of another Wine server included.</summary>
    public static bool TryLock(SafeFileHandle file) => TryLock(file, 0, 1);

    /// <summary>Says no more that this process uses the folder.</summary>
    public void Dispose() => _file.Dispose();

    /// <summary>
    /// A byte that no other process has: ids of processes differ, but for those of two Wine servers. <see cref="End"/> where there is none.
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
