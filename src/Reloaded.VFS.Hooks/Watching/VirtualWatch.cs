using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// A handle of a folder that a program watches: what its first call asked for, the changes that no call has taken yet, and the calls that
/// wait. Thread-safe; the lock is held for no longer than a list takes, never while the game's memory is touched.
/// </summary>
/// <param name="generation">Of the handle's entry.</param>
/// <param name="place">In the table of watches.</param>
/// <param name="pathId">The folder's stable id.</param>
/// <param name="path">Its canonical path.</param>
/// <param name="filter">What it is told of.</param>
/// <param name="tree">Whether what is below counts.</param>
/// <param name="capacity">Bytes of changes that are kept between two calls.</param>
/// <param name="informationClass">Of the records.</param>
/// <param name="since">The number of the last queued change that it isn't told.</param>
internal sealed unsafe class VirtualWatch(uint generation, int place, int pathId, string path, CompletionFilter filter, bool tree,
    uint capacity, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass, long since)
{
    private readonly QuietLock _lock = new();
    private readonly ChangeQueue _queue = new(capacity, informationClass);
    private readonly Queue<nint> _calls = new();
    private bool _isEnded;
    private bool _hasMods;
    private bool _isGone;

    public uint Generation { get; } = generation;

    public int Place { get; } = place;

    public int PathId { get; } = pathId;

    public string Path { get; } = path;

    public CompletionFilter Filter { get; } = filter;

    public bool IsTree { get; } = tree;

    public long Since { get; } = since;

    public uint Capacity { get; } = capacity;

    /// <summary>The real folders that are watched for it.</summary>
    public List<SourceWatch> Sources { get; } = [];

    /// <summary>Held while <see cref="Sources"/> is read or changed.</summary>
    public QuietLock SourcesLock { get; } = new();

    /// <summary>Whether mods' folders were added to <see cref="Sources"/>, as far as its filter wants them.</summary>
    public bool HasMods
    {
        get => Volatile.Read(ref _hasMods);
        set => Volatile.Write(ref _hasMods, value);
    }

    /// <summary>Of a rename whose first half was no change to the game; of the notifier's thread.</summary>
    public bool IsOldNameHidden { get; set; }

    /// <summary>Whether it takes part in anything still.</summary>
    public bool IsEnded
    {
        get
        {
            using (_lock.Enter())
                return _isEnded;
        }
    }

    public void Add(in Change change)
    {
        using (_lock.Enter())
            _queue.Add(change);
    }

    /// <summary>There are changes whose names are lost.</summary>
    public void Overflow()
    {
        using (_lock.Enter())
            _queue.Overflow();
    }

    /// <summary>
    /// The folder is gone for good: what was told until then is handed out, and then calls end with <c>STATUS_DELETE_PENDING</c>.
    /// </summary>
    public void MarkGone()
    {
        using (_lock.Enter())
            _isGone = true;
    }

    /// <summary>Whether the folder is gone, and there is nothing left to tell.</summary>
    public bool IsGone
    {
        get
        {
            using (_lock.Enter())
                return _isGone && !_queue.HasAny;
        }
    }

    /// <summary>Takes over a filled call. False where the watch has ended.</summary>
    public bool TryPend(PendingCall* call)
    {
        using (_lock.Enter())
        {
            if (_isEnded)
                return false;
            _calls.Enqueue((nint)call);
            Volatile.Write(ref call->State, PendingCall.Make(Generation, PendingCall.Pending));
            return true;
        }
    }

    /// <summary>Claims the oldest call, if there is something to tell, with what it is told.</summary>
    /// <param name="call">The call.</param>
    /// <param name="changes">The changes; none where they can't be named.</param>
    public bool TryComplete(out PendingCall* call, out Change[] changes)
    {
        call = null;
        changes = [];
        using (_lock.Enter())
        {
            if (!_queue.HasAny || !TryClaim(out call))
                return false;
            changes = _queue.Dequeue();
            return true;
        }
    }

    /// <summary>Claims the oldest call. No more are taken over from then on.</summary>
    public bool TryEnd(out PendingCall* call)
    {
        using (_lock.Enter())
        {
            _isEnded = true;
            return TryClaim(out call);
        }
    }

    /// <summary>Claims the oldest call whatever there is to tell.</summary>
    public bool TryClaimWaiting(out PendingCall* call)
    {
        using (_lock.Enter())
            return TryClaim(out call);
    }

    /// <summary>Claims the oldest call, if the folder is gone and there is nothing left to tell.</summary>
    public bool TryClaimGone(out PendingCall* call)
    {
        call = null;
        using (_lock.Enter())
            return _isGone && !_queue.HasAny && TryClaim(out call);
    }

    /// <summary>Claims a call that has nothing left to tell.</summary>
    public bool TryClaimTold(out PendingCall* call)
    {
        using (_lock.Enter())
        {
            foreach (nint waiting in _calls)
            {
                call = (PendingCall*)waiting;
                if (call->IsTold && PendingCall.TryChange(call, Generation, PendingCall.Pending, PendingCall.Claimed))
                    return true;
            }
        }

        call = null;
        return false;
    }

    private bool TryClaim(out PendingCall* call)
    {
        while (_calls.TryDequeue(out nint next))
        {
            call = (PendingCall*)next;
            // Cancelled since, or ended with its handle.
            if (PendingCall.TryChange(call, Generation, PendingCall.Pending, PendingCall.Claimed))
                return true;
        }

        call = null;
        return false;
    }
}
