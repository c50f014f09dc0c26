using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Dll.Start;

/// <summary>
/// The lock of a start that looks at what an earlier run has left beside the overwrite folder: one start at a time. From then on, as long
/// as it lives, the process says that it uses the folder.
/// </summary>
internal sealed class StartLock : IDisposable
{
    private const int LockMilliseconds = 10_000, LockPause = 5;

    /// <summary>Held as long as the process lives: while any process holds it nothing is cleared away.</summary>
    private static FolderUse? s_use;

    private readonly FileStream? _file;

    private StartLock(string overwrite, FileStream? file, bool isAlone) => (Overwrite, _file, IsAlone) = (overwrite, file, isAlone);

    /// <summary>The overwrite folder.</summary>
    public string Overwrite { get; }

    /// <summary>Whether no other process uses the folder, so that a run begins.</summary>
    public bool IsAlone { get; }

    /// <summary>Waits for other starts, and says that this process uses the folder.</summary>
    /// <param name="overwrite">The overwrite folder; its temporary folder is there.</param>
    public static StartLock Acquire(string overwrite)
    {
        string use = OverwritePlaces.UseFileOf(overwrite);
        // Between asking for the folder alone and sharing it, another start would find itself alone, too.
        FileStream? file = Wait(OverwritePlaces.StartLockFileOf(overwrite));
        if (file is null)
            s_use ??= Share(use);
        return new StartLock(overwrite, file, file is not null && Hold(use));
    }

    /// <summary>Lets the next start look.</summary>
    public void Dispose() => _file?.Dispose();

    /// <summary>Lets the next start look, and says no more that this process uses the folder.</summary>
    public void Leave()
    {
        Dispose();
        s_use?.Dispose();
        s_use = null;
    }

    /// <summary>Whether a call has failed because the disk is full.</summary>
    public static bool IsDiskFull(Exception e) => OverwriteWriter.StatusOf(e) == NtStatus.STATUS_DISK_FULL;

    /// <summary>
    /// Waits for other starts. Null where one doesn't end, or the file can't be had (the disk is full, the folder can't be written):
    /// nothing is cleared away then.
    /// </summary>
    private static FileStream? Wait(string file)
    {
        long until = Environment.TickCount64 + LockMilliseconds;
        while (Environment.TickCount64 < until)
        {
            try
            {
                // It stays: on a full disk, where what is to be cleared away takes the room, none could be made.
                var turn = new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
                if (FolderUse.TryLock(turn.SafeFileHandle))
                    return turn;
                // A start of another Wine server has it.
                turn.Dispose();
                Thread.Sleep(LockPause);
            }
            catch (IOException e) when (OverwriteWriter.StatusOf(e) == NtStatus.STATUS_SHARING_VIOLATION)
            {
                // Another start has it.
                Thread.Sleep(LockPause);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return null;
            }
        }

        return null;
    }

    /// <summary>Says that this process uses the folder. Whether no other does.</summary>
    private static bool Hold(string file)
    {
        try
        {
            s_use?.Dispose();
            s_use = null;
            // Whoever has it open shares it with those alone who don't ask for all of it.
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

    private static FolderUse? Share(string file)
    {
        try
        {
            return FolderUse.Begin(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
