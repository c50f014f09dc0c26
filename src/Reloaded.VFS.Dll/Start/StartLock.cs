using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Hooks.Overwriting;

namespace Reloaded.VFS.Dll.Start;

/// <summary>
/// The lock of a start that examines what an earlier run left beside the overwrite folder: one start at a time. From then on the process is
/// marked as using the folder for as long as it lives.
/// </summary>
internal sealed class StartLock : IDisposable
{
    private const int LockMilliseconds = 10_000, LockPause = 5;

    /// <summary>Held as long as the process lives: nothing is cleared while any process holds it.</summary>
    private static FolderUse? s_use;

    private readonly FileStream? _file;

    private StartLock(string overwrite, FileStream? file, bool isAlone) => (Overwrite, _file, IsAlone) = (overwrite, file, isAlone);

    public string Overwrite { get; }

    /// <summary>Gets a value indicating whether no other process uses the folder, so that a run begins.</summary>
    public bool IsAlone { get; }

    /// <summary>Waits for other starts and marks the folder as used by this process.</summary>
    /// <param name="overwrite">The overwrite folder, which must have its temporary folder.</param>
    public static StartLock Acquire(string overwrite)
    {
        string use = OverwritePlaces.UseFileOf(overwrite);
        // Without it, another start could also find itself alone between this start's exclusive open and its sharing.
        FileStream? file = Wait(OverwritePlaces.StartLockFileOf(overwrite));
        if (file is null)
            s_use ??= Share(use);
        return new StartLock(overwrite, file, file is not null && Hold(use));
    }

    /// <summary>Releases the lock for the next start.</summary>
    public void Dispose() => _file?.Dispose();

    /// <summary>Releases the lock and the mark that this process uses the folder.</summary>
    public void Leave()
    {
        Dispose();
        s_use?.Dispose();
        s_use = null;
    }

    /// <summary>Determines whether a call failed because the disk is full.</summary>
    public static bool IsDiskFull(Exception e) => OverwriteWriter.StatusOf(e) == NtStatus.STATUS_DISK_FULL;

    /// <summary>
    /// Waits for other starts. Returns null if one doesn't end or the file can't be opened (a full disk, an unwritable folder); nothing is
    /// cleared then.
    /// </summary>
    private static FileStream? Wait(string file)
    {
        long until = Environment.TickCount64 + LockMilliseconds;
        while (Environment.TickCount64 < until)
        {
            try
            {
                // The file is kept: on a full disk a new one couldn't be created while the leftovers to be cleared take the space.
                var turn = new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
                if (FolderUse.TryLock(turn.SafeFileHandle))
                    return turn;
                // A start of another Wine server has locked it.
                turn.Dispose();
                Thread.Sleep(LockPause);
            }
            catch (IOException e) when (OverwriteWriter.StatusOf(e) == NtStatus.STATUS_SHARING_VIOLATION)
            {
                // Another start has it open.
                Thread.Sleep(LockPause);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return null;
            }
        }

        return null;
    }

    /// <summary>Marks the folder as used by this process. Returns true if no other process uses it.</summary>
    private static bool Hold(string file)
    {
        try
        {
            s_use?.Dispose();
            s_use = null;
            // Fails while any process has the mark: those share the file only with processes that don't request exclusive access.
            new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None).Dispose();
            s_use = Share(file);
            return s_use?.IsAlone() == true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            s_use = Share(file);
            return false;
        }
    }

    private static FolderUse? Share(string file) =>
        FileErrors.Ignore(() => FolderUse.Begin(file), null);
}

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
