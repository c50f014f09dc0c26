namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// A call that asks for changes in a folder, by either function. The game's pointers may be invalid: they are used through the safe copy,
/// or passed to the original untouched.
/// </summary>
/// <param name="event">The event to set when there are changes, or zero.</param>
/// <param name="apcRoutine">The APC to queue to this thread when there are changes, or null.</param>
/// <param name="buffer">The buffer for the records, or null.</param>
/// <param name="length">The length of the buffer, in bytes.</param>
/// <param name="completionFilter">The kinds of changes.</param>
/// <param name="watchTree">Not 0 to include folders below.</param>
/// <param name="isEx">True for a call of <c>NtNotifyChangeDirectoryFileEx</c>, which alone passes a class.</param>
internal readonly unsafe ref struct NotifyCall(
    nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* buffer, uint length,
    CompletionFilter completionFilter, byte watchTree, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass, bool isEx)
    : IHookedCall<NtStatus>
{
    public static string Failure => "a program that watches a folder isn't told of changes of mods";

    public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended) =>
        TryRun(view, out NtStatus status, ref ended) ? status : ended.With(AnswerWithoutVfs(view));

    public NtStatus AnswerWithoutVfs(MergedView view) => isEx
        ? new NtNotifyChangeDirectoryFileEx(GateTable.Original(GateIndex.NtNotifyChangeDirectoryFileEx)).Invoke(
            fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, buffer, length, completionFilter, watchTree, informationClass)
        : new NtNotifyChangeDirectoryFile(GateTable.Original(GateIndex.NtNotifyChangeDirectoryFile)).Invoke(
            fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, buffer, length, completionFilter, watchTree);

    /// <summary>Keeps the call until something changes. Returns false if the original has to answer.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="status">The game's status.</param>
    /// <param name="ended">Gets the status as soon as the call is kept.</param>
    private bool TryRun(MergedView view, out NtStatus status, ref Ended<NtStatus> ended)
    {
        status = NtStatus.STATUS_PENDING;
        return view.Watches is ChangeNotifier notifier && TryBegin(view, notifier, ref status, ref ended);
    }

    private bool TryBegin(MergedView view, ChangeNotifier notifier, ref NtStatus status, ref Ended<NtStatus> ended)
    {
        if (!TryGetFolder(view, out HandleEntry entry))
            return false;
        CompletionPort? port = view.Handles.Ports.TryGet(entry)?.Port;
        // The original allows only one of both.
        if (apcRoutine is not null && port is not null)
            return false;
        bool isSynchronous = !RealFiles.IsAsynchronous(fileHandle), waits = isSynchronous && notifier.Waits;
        using var handles = new NotifyHandles();
        if (!handles.TryOpen(@event, hasApc: apcRoutine is not null, waits)
            || notifier.GetOrAdd(entry, completionFilter, watchTree != 0, length, informationClass) is not { } watch
            || PendingCall.TryTake(notifier.Table) is var call && call is null)
            return false;
        if (watch.IsGone)
        {
            status = NtStatus.STATUS_DELETE_PENDING;
            Volatile.Write(ref call->State, PendingCall.Free);
            return true;
        }

        Fill(call, handles, port, isSynchronous, waits);
        BeginWatching(notifier, watch, call, isSynchronous);
        if (!watch.TryPend(call))
        {
            Volatile.Write(ref call->State, PendingCall.Free);
            return false;
        }

        ended.With(status);
        handles.HandOver();
        // Closed since the entry was read: the closing thread may have looked before this call was registered.
        Interlocked.MemoryBarrier();
        if (view.Handles.Get(fileHandle).Generation != entry.Generation && !view.Handles.IsInUse(entry.Generation))
            notifier.Close(watch);
        notifier.Complete(watch);
        if (waits)
            status = Wait(notifier, call, watch.Generation, handles.Wait);
        return true;
    }

    /// <summary>Finds the folder's entry. Returns false if the original has to answer.</summary>
    private bool TryGetFolder(MergedView view, out HandleEntry entry)
    {
        entry = view.Handles.Get(fileHandle);
        bool isKnown = entry.Kind == HandleKind.Folder;
        // The kernel refuses invalid arguments itself.
        if (entry.Kind == HandleKind.File || completionFilter == 0 || (completionFilter & ~ChangeFilter.Accepted) != 0
            || informationClass is not (DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyInformation
                or DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyExtendedInformation)
            || !GameMemory.CanWriteStatus(ioStatusBlock)
            || !(length == 0 || (GameMemory.CanWriteRecords(buffer) && GameMemory.CanWrite((byte*)buffer + length - 1))) || !MayList())
            return false;
        // Opened past the hooks: the handle may be bound to an unknown port, and the program would not be notified of the call's end.
        if ((!isKnown || entry.IsEarlier) && @event == 0 && apcRoutine is null && RealFiles.IsAsynchronous(fileHandle))
            return false;
        if (isKnown)
            return true;
        if (!UnmappedFolder.TryTrack(view, fileHandle))
            return false;
        entry = view.Handles.Get(fileHandle);
        return true;
    }

    /// <summary>Stores what the call's end needs.</summary>
    private void Fill(PendingCall* call, NotifyHandles handles, CompletionPort? port, bool isSynchronous, bool waits)
    {
        call->Event = handles.Event;
        call->Thread = handles.Thread;
        call->ApcRoutine = apcRoutine;
        call->ApcContext = apcContext;
        call->StatusBlock = ioStatusBlock;
        call->Buffer = length == 0 ? null : buffer;
        call->Length = length;
        uint threadId;
        GateTable.Native.Stamp(&threadId);
        call->ThreadId = threadId;
        call->InformationClass = informationClass;
        call->IsSynchronous = isSynchronous ? 1u : 0;
        call->Port = apcContext is not null && port is not null ? port.Find(out call->PortGeneration, out call->Key) : 0;
        // Only the folder's own handle is left to wait for.
        call->Held = @event == 0 && apcRoutine is null && call->Port == 0 && !waits ? fileHandle : 0;
    }

    /// <summary>Watches the game's own folder, by the notifier or, on the game's handle, by the system.</summary>
    private void BeginWatching(ChangeNotifier notifier, VirtualWatch watch, PendingCall* call, bool isSynchronous)
    {
        // Without a buffer the call reports only that something has changed: for the game's own folder the system itself reports that.
        bool isSystems = call->Held != 0 && call->Buffer is null;
        if (isSystems)
            notifier.Unregister(watch);
        else
            notifier.AddOwn(watch);
        if (@event != 0 && !isSynchronous)
            FolderSignal.Reset(fileHandle, completionFilter, watchTree != 0, call->Buffer is null ? 0 : length);
        if (call->Held == 0)
            return;
        notifier.Table->Hold(call, (uint)(isSystems ? completionFilter : ChangeFilter.Rare), watchTree != 0 ? 1u : 0);
        // Wine doesn't report the end of such a call: the next status is taken for it.
        if (NtFunctions.IsWine && !RealFiles.IsAsynchronous(fileHandle))
            call->HeldStatus = (nint)NtStatus.STATUS_SUCCESS;
    }

    /// <summary>
    /// Waits for the result like the I/O manager for a handle that wasn't opened for overlapped calls. On an alertable handle, an APC of
    /// the thread ends the wait, and the call. Such an APC is the game's own code, and runs as such.
    /// </summary>
    private NtStatus Wait(ChangeNotifier notifier, PendingCall* call, uint generation, nint wait)
    {
        nint* mark = GateTable.Native.GetThreadState();
        byte isAlertable = RealFiles.IsAlertable(fileHandle) ? (byte)1 : (byte)0;
        NtStatus woken = NtStatus.STATUS_USER_APC;
        while (woken is NtStatus.STATUS_USER_APC or NtStatus.STATUS_ALERTED)
        {
            *mark = (nint)ThreadMark.None;
            woken = NtWaitForSingleObject.Exported.Invoke(wait, isAlertable, null);
            *mark = (nint)ThreadMark.Inside;
            // Unless the call has just been answered: then the event is, or will be, set.
            if (woken != NtStatus.STATUS_SUCCESS && PendingCall.TryChange(call, generation, PendingCall.Pending, PendingCall.Claimed))
                notifier.Table->Finish(call, NtStatus.STATUS_CANCELLED, 0);
        }

        // Waiting has cleared an auto-reset event.
        if (@event != 0)
            NtSetEvent.Exported.Invoke(@event, null);
        NtStatus status;
        return GateTable.Native.TryCopy(&status, ioStatusBlock, sizeof(int)) != 0 ? status : NtStatus.STATUS_ACCESS_VIOLATION;
    }

    /// <summary>
    /// Determines whether the handle was opened with the right to list; without that right the original refuses the call.
    /// </summary>
    private bool MayList() =>
        RealFiles.TryGetAccess(fileHandle, out AccessMask access) && (access & AccessMask.FILE_LIST_DIRECTORY) != 0;
}
