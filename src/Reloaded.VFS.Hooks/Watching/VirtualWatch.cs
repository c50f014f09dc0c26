using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// A handle of a folder that a program watches: the arguments of its first call, the changes that no call has received yet, and the waiting
/// calls.
/// </summary>
/// <remarks>Thread-safe; the lock is held only for operations on lists, never while the game's memory is accessed.</remarks>
/// <param name="generation">The generation of the handle's entry.</param>
/// <param name="slot">The index in the table of watches.</param>
/// <param name="pathId">The folder's stable id.</param>
/// <param name="path">The folder's canonical path.</param>
/// <param name="filter">The kinds of changes that are reported.</param>
/// <param name="tree">True to include folders below.</param>
/// <param name="capacity">The size of the changes that are kept between two calls, in bytes.</param>
/// <param name="informationClass">The class of the records.</param>
/// <param name="since">The number of the last queued change that isn't reported to it.</param>
internal sealed unsafe class VirtualWatch(uint generation, int slot, int pathId, string path, CompletionFilter filter, bool tree,
    uint capacity, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass, long since)
{
    private readonly QuietLock _lock = new();
    private readonly ChangeQueue _queue = new(capacity, informationClass);
    private readonly Queue<nint> _calls = new();
    private bool _isEnded;
    private bool _hasMods;
    private bool _isGone;

    public uint Generation { get; } = generation;
    public int Slot { get; } = slot;
    public int PathId { get; } = pathId;
    public string Path { get; } = path;
    public CompletionFilter Filter { get; } = filter;
    public bool IsTree { get; } = tree;
    public long Since { get; } = since;
    public uint Capacity { get; } = capacity;
    public List<SourceWatch> Sources { get; } = [];
    public QuietLock SourcesLock { get; } = new();

    /// <summary>
    /// Gets or sets a value indicating whether mods' folders were added to <see cref="Sources"/>, as far as the filter requires.
    /// </summary>
    public bool HasMods
    {
        get => Volatile.Read(ref _hasMods);
        set => Volatile.Write(ref _hasMods, value);
    }

    /// <summary>
    /// Gets or sets a value indicating whether the first half of a rename was no change for the game. Used by the notifier's thread.
    /// </summary>
    public bool IsOldNameHidden { get; set; }

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

    /// <summary>Marks changes as lost.</summary>
    public void Overflow()
    {
        using (_lock.Enter())
            _queue.Overflow();
    }

    /// <summary>
    /// Marks the folder as gone for good: earlier changes are delivered, and then calls end with <c>STATUS_DELETE_PENDING</c>.
    /// </summary>
    public void MarkGone()
    {
        using (_lock.Enter())
            _isGone = true;
    }

    /// <summary>Gets a value indicating whether the folder is gone, and no change is left to report.</summary>
    public bool IsGone
    {
        get
        {
            using (_lock.Enter())
                return _isGone && !_queue.HasAny;
        }
    }

    /// <summary>Takes over a filled call. Returns false if the watch has ended.</summary>
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

    /// <summary>Claims the oldest call, if there are changes for it, with these changes.</summary>
    /// <param name="changes">The changes; none if their names are lost.</param>
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

    /// <summary>Ends the watch, and claims the oldest call. No more calls are taken over.</summary>
    public bool TryEnd(out PendingCall* call)
    {
        using (_lock.Enter())
        {
            _isEnded = true;
            return TryClaim(out call);
        }
    }

    /// <summary>Claims the oldest call, whether there are changes or not.</summary>
    public bool TryClaimWaiting(out PendingCall* call)
    {
        using (_lock.Enter())
            return TryClaim(out call);
    }

    /// <summary>Claims the oldest call, if the folder is gone and no change is left to report.</summary>
    public bool TryClaimGone(out PendingCall* call)
    {
        call = null;
        using (_lock.Enter())
            return _isGone && !_queue.HasAny && TryClaim(out call);
    }

    /// <summary>Claims a call that the system has already answered.</summary>
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

/// <summary>A real folder that is watched, and what it is for the game.</summary>
/// <param name="Path">The real folder, in the form of <c>\\?\</c>.</param>
/// <param name="Folder">The canonical path of the virtual folder to which the reported names are relative.</param>
/// <param name="IsTree">True to include folders below.</param>
internal readonly record struct SourcePlace(string Path, string Folder, bool IsTree)
{
    /// <summary>Determines whether this folder lies below another one, on disk and for the game: the other's watch covers it.</summary>
    public bool IsBelow(SourcePlace other)
    {
        ReadOnlySpan<char> outer = NtPath.WithoutBackslash(other.Path);
        return Path.AsSpan().StartsWith(outer, StringComparison.Ordinal)
            && Path.AsSpan(outer.Length) is ['\\', ..] below
            && Folder.StartsWith(other.Folder, StringComparison.OrdinalIgnoreCase)
            && below.Equals(Folder.AsSpan(other.Folder.Length), StringComparison.OrdinalIgnoreCase);
    }
}

/// <summary>A real folder whose changes the system reports. Its packets come to the notifier's thread.</summary>
internal sealed class SourceWatch(nuint id, VirtualWatch owner, SourcePlace place, bool isOwn, CompletionFilter filter)
    : DirectoryWatch(id, Math.Clamp(owner.Capacity, FewestBytes, MostBytes), place.IsTree, filter)
{
    // A program with a large buffer expects many changes. For network folders Windows reports none if the buffer is larger than the maximum
    // (ReadDirectoryChangesW).
    private const uint FewestBytes = 16 * 1024, MostBytes = 64 * 1024;

    /// <summary>Gets the watch that receives the changes.</summary>
    public VirtualWatch Owner { get; } = owner;

    public SourcePlace Place { get; } = place;

    /// <summary>Gets a value indicating whether the folder is the game's own, and not a mod's.</summary>
    public bool IsOwn { get; } = isOwn;

    public List<Change> Parse(uint bytes)
    {
        var changes = new List<Change>();
        Parse(bytes, (name, action) => changes.Add(new Change((ChangeKind)action, name)));
        return changes;
    }
}
