using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// Says that this process uses an overwrite folder: it has a file open, and a byte of it locked, as long as the process lives. By the open
/// file a start finds out whether another process uses the folder. By the locked byte a process that runs finds that out, without letting
/// go of the file: it locks all other bytes. A process that begins to use the folder meanwhile waits for its byte.
/// </summary>
public sealed class FolderUse : IDisposable
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
    /// Takes the folder for this process alone, at once. False where another process uses it, or another thread has it. Any thread.
    /// </summary>
    internal bool TryTakeWhole()
    {
        if (_own == End || _file.IsClosed || !TryLock(_file, 0, _own))
            return false;
        if (TryLock(_file, _own + 1, End - _own - 1))
            return true;
        Unlock(0, _own);
        return false;
    }

    /// <summary>Shares the folder again.</summary>
    internal void GiveBack()
    {
        Unlock(0, _own);
        Unlock(_own + 1, End - _own - 1);
    }

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
