using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Dll.Watching;

/// <content>What calls of the game ask for, and wait for.</content>
internal sealed unsafe partial class LiveWatcher
{
    private const int MostTaken = 64;

    private readonly ErrandQueue _errands = new();
    private bool _isBusy; // with errands; of the watcher's thread

    /// <inheritdoc/>
    public Errand Rescan(string folder) => Send(new Errand(ErrandKind.Rescan, folder));

    /// <inheritdoc/>
    public Errand CatchUp() => Send(new Errand(ErrandKind.CatchUp, ""));

    /// <inheritdoc/>
    public Errand LetGo(string folder) => Send(new Errand(ErrandKind.LetGo, folder));

    /// <inheritdoc/>
    public void Deleted(string folder, bool isOpen) => Send(new Errand(isOpen ? ErrandKind.DeletedButOpen : ErrandKind.Deleted, folder));

    private Errand Send(Errand errand)
    {
        _errands.Add(errand);
        Kernel32.PostQueuedCompletionStatus(_port, 0, 0, null);
        return errand;
    }

    /// <summary>Does what calls of the game wait for, before anything else.</summary>
    private void RunErrands()
    {
        // What is found is followed, too, which leads here.
        if (_isBusy)
            return;
        _isBusy = true;
        while (!_stopped && _errands.TryTake(out Errand? errand))
        {
            try
            {
                switch (errand.Kind)
                {
                    case ErrandKind.LetGo:
                        LetGoOf(errand.Folder);
                        break;
                    case ErrandKind.Rescan:
                        // A rename that the system has told of goes with the snapshot that has it.
                        Receive(0);
                        Apply(errand);
                        break;
                    case ErrandKind.CatchUp:
                        CatchUpNow();
                        break;
                    default:
                        EndRelease(errand.Folder, errand.Kind == ErrandKind.DeletedButOpen);
                        break;
                }
            }
            finally
            {
                errand.Complete();
            }
        }

        _isBusy = false;
    }

    /// <summary>A real folder is being deleted: what has it open would keep its name.</summary>
    private void LetGoOf(string folder)
    {
        if (_watches.Release(folder))
            _live.Hold(folder);
    }

    /// <summary>
    /// Whatever is there now is found as something new; where the game still has the folder open, its name goes with that handle.
    /// </summary>
    private void EndRelease(string folder, bool isOpen)
    {
        if (!_watches.IsReleased(folder))
            return;
        if (!isOpen)
            _watches.Restore(folder);
        if (!_live.HasPending)
            _schedule.FirstTold();
        _live.Resume(folder);
        _schedule.Told();
    }

    /// <summary>Takes what has arrived, and applies it. A storm that doesn't end is left for later.</summary>
    private void CatchUpNow()
    {
        for (int i = 0; i < MostTaken && Receive(0); i++)
        {
        }

        for (int i = 0; i < MostTaken && _live.HasPending && !_stopped; i++)
            Apply(everything: true);
    }
}
