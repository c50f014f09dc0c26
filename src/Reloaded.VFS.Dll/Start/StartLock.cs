using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Configuration;

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

    /// <summary>Gets the overwrite folder.</summary>
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
