using Reloaded.VFS.Hooks.Following;

namespace Reloaded.VFS.Dll.Watching;

/// <content>Requests of the game's calls, which wait for them.</content>
internal sealed unsafe partial class LiveWatcher
{
    private const int MostTaken = 64;

    private readonly RescanQueue _rescans = new();
    private bool _isBusy; // handles requests; used by the watcher's thread

    public RescanRequest Rescan(string folder) => Send(new RescanRequest(RescanKind.Rescan, folder));
    public RescanRequest CatchUp() => Send(new RescanRequest(RescanKind.CatchUp, ""));
    public RescanRequest Release(string folder) => Send(new RescanRequest(RescanKind.Release, folder));
    public void Deleted(string folder, bool isOpen) =>
        Send(new RescanRequest(isOpen ? RescanKind.DeletedButOpen : RescanKind.Deleted, folder));

    private RescanRequest Send(RescanRequest request)
    {
        _rescans.Add(request);
        Kernel32.PostQueuedCompletionStatus(_port, 0, 0, null);
        return request;
    }

    /// <summary>Handles the requests of the game's calls, before anything else.</summary>
    private void RunRescans()
    {
        // New folders are followed, which leads here again.
        if (_isBusy)
            return;
        _isBusy = true;
        while (!_stopped && _rescans.TryTake(out RescanRequest? request))
        {
            try
            {
                switch (request.Kind)
                {
                    case RescanKind.Release:
                        ReleaseFolder(request.Folder);
                        break;
                    case RescanKind.Rescan:
                        // A reported rename is published together with the snapshot that has it.
                        Receive(0);
                        Apply(request);
                        break;
                    case RescanKind.CatchUp:
                        _watches.LookAtPlaces(_live);
                        CatchUpNow();
                        if (_isShareableOld)
                            _shareable = _live.GetShareable();
                        _isShareableOld = false;
                        break;
                    default:
                        EndRelease(request.Folder, request.Kind == RescanKind.DeletedButOpen);
                        break;
                }
            }
            finally
            {
                request.Complete();
            }
        }

        _isBusy = false;
    }

    /// <summary>Stops keeping open a real folder that is being deleted: an open handle would keep its name.</summary>
    private void ReleaseFolder(string folder)
    {
        if (_watches.Release(folder))
            _live.Hold(folder);
    }

    /// <summary>
    /// Examines the path of a deleted folder again: whatever is there is new. If the game still has the folder open, its name goes with
    /// that handle.
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

    /// <summary>Receives and applies all reported changes. An endless burst is left for later.</summary>
    private void CatchUpNow()
    {
        int now = Environment.TickCount;
        bool isAll = false;
        for (int i = 0; i < MostTaken && !isAll; i++)
            isAll = !Receive(0);
        for (int i = 0; i < MostTaken && _live.HasPending && !_stopped; i++)
            Apply(everything: true);
        if (isAll)
            NoteKnown(now);
    }
}
