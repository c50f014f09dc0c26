using System.Collections.Concurrent;
using Reloaded.VFS.Changes;
using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>The notifier of programs that watch virtual folders: reports the changes in these.</summary>
/// <remarks>
/// Changes of mods come from the file system's snapshots, so no program is notified of a name before it can be opened; those of the game's
/// own folders come from the system. One thread does all this, and there is none until a program watches. A handler waits for it in two
/// places only, and for a moment: before a watch begins (<see cref="CatchUp"/>), and when it has changed something while there are watches
/// (<see cref="WaitUntilReported"/>).
/// </remarks>
/// <param name="view">What the game sees; its snapshots are followed.</param>
/// <param name="table">The table that the gates share.</param>
/// <param name="run">Runs an action on a thread that may start others: a handler may be called under the loader's lock.</param>
internal sealed unsafe partial class ChangeNotifier(MergedView view, NotificationTable* table, Action<Action> run) : IFolderWatches
{
    private const uint Capacity = 64;
    private const nuint WakeUp = 0, Settle = uint.MaxValue;
    private const int LongestCatchUp = 1000; // ms

    private readonly VirtualFileSystem _files = view.Files;
    private readonly ConcurrentDictionary<uint, VirtualWatch> _watches = [];
    private readonly ConcurrentDictionary<nuint, SourceWatch> _sources = [];
    private readonly ConcurrentQueue<QueuedChange> _queue = [];
    private readonly QuietLock _addLock = new();
    private readonly nint _port = Kernel32.CreateIoCompletionPort(DirectoryChanges.InvalidHandle, 0, 0, 1);
    private uint _lastSource;
    private uint _lastQueued;
    private bool _isRunning;
    private bool _isFollowing;
    private bool _isTelling;
    private volatile bool _isStopped;

    /// <summary>
    /// Gets a value indicating whether calls on handles that aren't for overlapped calls return with their result. Wine's own return at
    /// once on any handle; the variable makes the VFS behave there as on Windows, for tests.
    /// </summary>
    public bool Waits { get; } = !NtFunctions.IsWine || Environment.GetEnvironmentVariable("RVFS_NOTIFY_WAITS") == "1";

    /// <summary>Gets the table that the gates share.</summary>
    public NotificationTable* Table => table;

    /// <summary>Prepares for the first watch. Returns false if the system provides no completion port.</summary>
    public bool TryStart()
    {
        if (_port == 0)
            return false;
        table->Port = _port;
        table->SetEvent = (void*)NtSetEvent.Exported.Address;
        table->QueueApc = (void*)NtQueueApcThread.Exported.Address;
        table->SetCompletion = (void*)NtSetIoCompletion.Exported.Address;
        table->Delay = (void*)NtDelayExecution.Exported.Address;
        table->QueryThread = (void*)NtQueryInformationThread.Exported.Address;
        table->Wait = (void*)NtWaitForSingleObject.Exported.Address;
        table->ClosedStatus = NtFunctions.IsWine ? NtStatus.STATUS_HANDLES_CLOSED : NtStatus.STATUS_NOTIFY_CLEANUP;
        return true;
    }

    /// <summary>
    /// Follows the file system's changes, or stops that: while no program watches, publishing costs nothing. Called while the lock is held.
    /// </summary>
    private void Follow(bool follow)
    {
        _files.Replaced = follow ? change => Enqueue(new QueuedChange(change, 0, "", NextNumber())) : null;
        _files.FileAppended = follow ? (folder, name) => Enqueue(new QueuedChange(null, folder, name, NextNumber())) : null;
        _isFollowing = follow;
        Volatile.Write(ref table->Watching, follow && _isTelling ? 1 : 0);
    }

    /// <summary>
    /// Waits until the game's watches are notified of what this thread has just changed in a target, as they are without the VFS when such
    /// a call returns; for some milliseconds at most. Costs nothing while nothing is watched.
    /// </summary>
    public void WaitUntilReported()
    {
        if (IsWatching)
            table->Settle();
    }

    /// <summary>Gets a value indicating whether anything is watched now.</summary>
    public bool IsWatching => Volatile.Read(ref table->Watching) != 0;

    /// <summary>
    /// Waits until the changes of mods so far, perhaps by the game itself, are seen before a watch begins, so that the watch doesn't report
    /// them.
    /// </summary>
    private void CatchUp()
    {
        if (view.Follower is not { } follower)
            return;
        using RescanRequest request = follower.CatchUp();
        request.Wait(LongestCatchUp);
    }

    private void MakeEvents()
    {
        for (int i = 0; i < NotificationTable.MostSettling; i++)
        {
            if (table->Settling[i].Event == 0)
                Volatile.Write(ref table->Settling[i].Event, Signal.Create(EventType.SynchronizationEvent));
        }
    }

    /// <summary>
    /// Returns the watch of a handle, created at its first call. Null if mods can't lie over the folder, or there is no room.
    /// </summary>
    /// <remarks>
    /// The lock is held while the watch is registered, and never while a folder is opened. From its registration on, the watch gets what is
    /// published. What was published before is in the snapshot that <see cref="AddMods"/> reads after it. Other threads may find the watch
    /// before its folders are open. A second call on the handle adds them itself, or waits until the first has, so that every pending call
    /// is notified of their changes. If the handle is closed meanwhile, the watch has ended, and no folder is added. If the mods change
    /// meanwhile, the folders are added anew, from a newer snapshot.
    /// </remarks>
    public VirtualWatch? GetOrAdd(in HandleEntry entry, CompletionFilter filter, bool tree, uint capacity,
        DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass)
    {
        if (!_watches.TryGetValue(entry.Generation, out VirtualWatch? watch))
        {
            if (entry.Generation == 0 || !TargetPaths.Contain(view, _files.Snapshot, _files.GetPath(entry.PathId)))
                return null;
            CatchUp();
            watch = Register(entry, filter, tree, capacity, informationClass);
        }

        if (watch is { HasMods: false })
            AddMods(watch);
        return watch;
    }

    /// <summary>Registers a watch. Returns null if there is no room.</summary>
    private VirtualWatch? Register(in HandleEntry entry, CompletionFilter filter, bool tree, uint capacity,
        DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass)
    {
        using (_addLock.Enter())
        {
            if (_watches.TryGetValue(entry.Generation, out VirtualWatch? known))
                return known;
            int slot = TakeSlot(entry.Generation);
            if (slot < 0)
                return null;
            if (_watches.IsEmpty)
            {
                MakeEvents();
                Follow(true);
            }

            var watch = new VirtualWatch(entry.Generation, slot, entry.PathId, _files.GetPath(entry.PathId).ToString(), filter, tree,
                capacity, informationClass, Volatile.Read(ref _lastQueued));
            _watches[entry.Generation] = watch;
            if (!_isRunning)
            {
                _isRunning = true;
                run(StartThread);
            }

            return watch;
        }
    }

    /// <summary>
    /// Reports a folder that is whited out, or no longer is, while a mod has it all the time: the snapshots don't know that. Can be called
    /// on any thread.
    /// </summary>
    /// <param name="path">The folder's canonical path.</param>
    /// <param name="isWhitedOut">True if the folder is gone for the game.</param>
    public void WhiteoutChanged(string path, bool isWhitedOut)
    {
        if (!_watches.IsEmpty)
            Enqueue(new QueuedChange(null, 0, path, NextNumber(), isWhitedOut));
    }

    /// <summary>Completes a waiting call with the changes for it. The calling thread holds no lock.</summary>
    public void Complete(VirtualWatch watch)
    {
        while (watch.TryComplete(out PendingCall* call, out Change[] changes))
        {
            byte[] records = Write(watch, call, changes);
            NtStatus status = records.Length == 0 ? NtStatus.STATUS_NOTIFY_ENUM_DIR : NtStatus.STATUS_SUCCESS;
            int bytes = records.Length;
            fixed (byte* from = records)
            {
                if (bytes > 0 && GateTable.Native.TryCopy(call->Buffer, from, (nuint)bytes) == 0)
                    (status, bytes) = (NtStatus.STATUS_ACCESS_VIOLATION, 0);
            }

            // A program that waits for the folder's handle can't tell its calls apart: that handle is signalled now. The program's next
            // call is not among them.
            var others = new List<nint>();
            while (call->Held != 0 && watch.TryClaimWaiting(out PendingCall* other))
                others.Add((nint)other);
            table->Finish(call, status, (nuint)bytes);
            foreach (nint other in others)
                table->Finish((PendingCall*)other, NtStatus.STATUS_NOTIFY_ENUM_DIR, 0);
        }

        while (watch.TryClaimGone(out PendingCall* call))
            table->Finish(call, NtStatus.STATUS_DELETE_PENDING, 0);
        // Disabled meanwhile: no thread would ever answer.
        if (!GateTable.IsEnabled)
            End(watch);
    }

    private byte[] Write(VirtualWatch watch, PendingCall* call, Change[] changes)
    {
        try
        {
            return call->Buffer is null
                ? []
                : ChangeRecords.Write(changes, call->Length, call->InformationClass, change => Describe(watch, change));
        }
        catch (Exception e)
        {
            // Out of memory: a claimed call has to end all the same, and reports that there were changes.
            HandlerFaults.Note("a program that watches a folder was told of changes, but not of which", e);
            return [];
        }
    }

    /// <summary>Ends calls that the system has already answered by signalling the folder's handle: the program begins another.</summary>
    public void Unregister(VirtualWatch watch)
    {
        while (watch.TryClaimTold(out PendingCall* call))
        {
            call->Held = 0;
            table->Finish(call, NtStatus.STATUS_NOTIFY_ENUM_DIR, 0);
        }
    }

    /// <summary>
    /// Ends every waiting call with the status for a change, and leaves later ones to the system, since names mean something else from now
    /// on. Can be called on any thread; new watches after that are served again.
    /// </summary>
    public void EndAll()
    {
        foreach (VirtualWatch watch in _watches.Values)
            End(watch);
    }

    /// <summary>Ends every waiting call, and serves none any more (<see cref="EndAll"/>).</summary>
    public void Stop()
    {
        _isStopped = true;
        EndAll();
        using (_addLock.Enter())
            Follow(false);
        Wake();
    }

    /// <summary>
    /// Ends a watch whose last handle is closed. When the method returns, the VFS no longer has the watched folders open: a folder that is
    /// removed next is gone at once, and can be made again.
    /// </summary>
    public void HandleClosed(uint generation)
    {
        if (_watches.TryGetValue(generation, out VirtualWatch? watch) && !view.Handles.IsInUse(generation))
            Close(watch);
    }

    /// <summary>Ends the calls of a watch whose last handle is closed.</summary>
    public void Close(VirtualWatch watch) => End(watch, table->ClosedStatus);

    private void End(VirtualWatch watch, NtStatus status = NtStatus.STATUS_NOTIFY_ENUM_DIR)
    {
        while (watch.TryEnd(out PendingCall* call))
            table->Finish(call, status, 0);
        using (watch.SourcesLock.Enter())
            watch.Sources.ForEach(source => source.Close());
        Interlocked.CompareExchange(ref table->Watches[watch.Slot], 0, watch.Generation);
        // Last: a thread that closes the watched handle and doesn't find the watch any more continues, and may remove the folder at once.
        _watches.TryRemove(watch.Generation, out _);
    }

    private int TakeSlot(uint generation)
    {
        for (int i = 0; i < NotificationTable.MostWatches; i++)
        {
            if (Interlocked.CompareExchange(ref table->Watches[i], generation, 0) != 0)
                continue;
            if (i >= table->WatchSlots)
                Volatile.Write(ref table->WatchSlots, i + 1);
            return i;
        }

        return -1;
    }

    private void Enqueue(QueuedChange change)
    {
        _queue.Enqueue(change);
        Wake();
    }

    private void Wake() => Kernel32.PostQueuedCompletionStatus(_port, 0, WakeUp, null);

    private long NextNumber() => Interlocked.Increment(ref _lastQueued);

    /// <summary>A new snapshot, or a file that was added to the current one, or a folder's whiteout.</summary>
    private sealed record QueuedChange(PublishedChange? Published, int Folder, string Name, long Number, bool? IsWhitedOut = null);
}
