namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// A call that asks for changes in a folder, by either function. The game's pointers may be invalid: they are used through the safe copy,
/// or passed to the original untouched.
/// </summary>
internal unsafe ref struct NotifyCall
{
    public nint FileHandle;

    /// <summary>The event to set when there are changes, or zero.</summary>
    public nint Event;

    /// <summary>The APC to queue to this thread when there are changes, or null.</summary>
    public void* ApcRoutine;

    public void* ApcContext;
    public void* IoStatusBlock;

    /// <summary>The buffer for the records, or null.</summary>
    public void* Buffer;

    /// <summary>The length of the buffer, in bytes.</summary>
    public uint Length;

    /// <summary>The kinds of changes.</summary>
    public CompletionFilter CompletionFilter;

    /// <summary>True to include folders below.</summary>
    public bool WatchTree;

    public DIRECTORY_NOTIFY_INFORMATION_CLASS InformationClass;

    /// <summary>The outcome of a call for the program if the VFS fails.</summary>
    public const string Failure = "a program that watches a folder isn't told of changes of mods";

    /// <summary>Keeps the call until something changes. Returns false if the original has to answer.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="status">The game's status.</param>
    /// <param name="ended">Gets the status as soon as the call is kept.</param>
    public readonly bool TryRun(MergedView view, out NtStatus status, ref Ended<NtStatus> ended)
    {
        status = NtStatus.STATUS_PENDING;
        return view.Watches is ChangeNotifier notifier && TryBegin(view, notifier, ref status, ref ended);
    }

    private readonly bool TryBegin(MergedView view, ChangeNotifier notifier, ref NtStatus status, ref Ended<NtStatus> ended)
    {
        if (!TryGetFolder(view, out HandleEntry entry))
            return false;
        CompletionPort? port = view.Handles.Ports.TryGet(entry)?.Port;
        // The original allows only one of both.
        if (ApcRoutine is not null && port is not null)
            return false;
        bool isSynchronous = !RealFiles.IsAsynchronous(FileHandle), waits = isSynchronous && notifier.Waits;
        using var handles = new NotifyHandles();
        if (!handles.TryOpen(Event, hasApc: ApcRoutine is not null, waits)
            || notifier.GetOrAdd(entry, CompletionFilter, WatchTree, Length, InformationClass) is not { } watch
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
        if (view.Handles.Get(FileHandle).Generation != entry.Generation && !view.Handles.IsInUse(entry.Generation))
            notifier.Close(watch);
        notifier.Complete(watch);
        if (waits)
            status = Wait(notifier, call, watch.Generation, handles.Wait);
        return true;
    }

    /// <summary>Finds the folder's entry. Returns false if the original has to answer.</summary>
    private readonly bool TryGetFolder(MergedView view, out HandleEntry entry)
    {
        entry = view.Handles.Get(FileHandle);
        bool isKnown = entry.Kind == HandleKind.Folder;
        // The kernel refuses invalid arguments itself.
        if (entry.Kind == HandleKind.File || CompletionFilter == 0 || (CompletionFilter & ~ChangeFilter.Accepted) != 0
            || InformationClass is not (DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyInformation
                or DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyExtendedInformation)
            || !CanWriteStatus() || !CanWriteBuffer() || !MayList())
            return false;
        // Opened past the hooks: the handle may be bound to an unknown port, and the program would not be notified of the call's end.
        if ((!isKnown || entry.IsEarlier) && Event == 0 && ApcRoutine is null && RealFiles.IsAsynchronous(FileHandle))
            return false;
        if (isKnown)
            return true;
        if (!UnmappedFolder.TryTrack(view, FileHandle))
            return false;
        entry = view.Handles.Get(FileHandle);
        return true;
    }

    /// <summary>Stores what the call's end needs.</summary>
    private readonly void Fill(PendingCall* call, NotifyHandles handles, CompletionPort? port, bool isSynchronous, bool waits)
    {
        call->Event = handles.Event;
        call->Thread = handles.Thread;
        call->ApcRoutine = ApcRoutine;
        call->ApcContext = ApcContext;
        call->StatusBlock = IoStatusBlock;
        call->Buffer = Length == 0 ? null : Buffer;
        call->Length = Length;
        uint threadId;
        GateTable.Native.Stamp(&threadId);
        call->ThreadId = threadId;
        call->InformationClass = InformationClass;
        call->IsSynchronous = isSynchronous ? 1u : 0;
        call->Port = ApcContext is not null && port is not null ? port.Find(out call->PortGeneration, out call->Key) : 0;
        // Only the folder's own handle is left to wait for.
        call->Held = Event == 0 && ApcRoutine is null && call->Port == 0 && !waits ? FileHandle : 0;
    }

    /// <summary>Watches the game's own folder, by the notifier or, on the game's handle, by the system.</summary>
    private readonly void BeginWatching(ChangeNotifier notifier, VirtualWatch watch, PendingCall* call, bool isSynchronous)
    {
        // Without a buffer the call reports only that something has changed: for the game's own folder the system itself reports that.
        bool isSystems = call->Held != 0 && call->Buffer is null;
        if (isSystems)
            notifier.Unregister(watch);
        else
            notifier.AddOwn(watch);
        if (Event != 0 && !isSynchronous)
            FolderSignal.Reset(FileHandle, CompletionFilter, WatchTree, call->Buffer is null ? 0 : Length);
        if (call->Held == 0)
            return;
        notifier.Table->Hold(call, (uint)(isSystems ? CompletionFilter : ChangeFilter.Rare), WatchTree ? 1u : 0);
        // Wine doesn't report the end of such a call: the next status is taken for it.
        if (NtFunctions.IsWine && !RealFiles.IsAsynchronous(FileHandle))
            call->HeldStatus = (nint)NtStatus.STATUS_SUCCESS;
    }

    /// <summary>
    /// Waits for the result like the I/O manager for a handle that wasn't opened for overlapped calls. On an alertable handle, an APC of
    /// the thread ends the wait, and the call. Such an APC is the game's own code, and runs as such.
    /// </summary>
    private readonly NtStatus Wait(ChangeNotifier notifier, PendingCall* call, uint generation, nint wait)
    {
        nint* mark = GateTable.Native.GetThreadState();
        byte isAlertable = RealFiles.IsAlertable(FileHandle) ? (byte)1 : (byte)0;
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
        if (Event != 0)
            NtSetEvent.Exported.Invoke(Event, null);
        NtStatus status;
        return Copy(&status, IoStatusBlock, sizeof(int)) ? status : NtStatus.STATUS_ACCESS_VIOLATION;
    }

    /// <summary>
    /// Determines whether the handle was opened with the right to list; without that right the original refuses the call.
    /// </summary>
    private readonly bool MayList() =>
        RealFiles.TryGetAccess(FileHandle, out AccessMask access) && (access & AccessMask.FILE_LIST_DIRECTORY) != 0;

    private readonly bool CanWriteStatus()
    {
        IO_STATUS_BLOCK copy;
        return IoStatusBlock is not null && ((nuint)IoStatusBlock & (nuint)(sizeof(nint) - 1)) == 0
            && Copy(&copy, IoStatusBlock, (uint)sizeof(IO_STATUS_BLOCK))
            && Copy(IoStatusBlock, &copy, (uint)sizeof(IO_STATUS_BLOCK));
    }

    private readonly bool CanWriteBuffer()
    {
        byte copy;
        return Length == 0
            || (Buffer is not null && ((nuint)Buffer & (sizeof(uint) - 1)) == 0 && Copy(&copy, Buffer, 1) && Copy(Buffer, &copy, 1)
            && Copy(&copy, (byte*)Buffer + Length - 1, 1) && Copy((byte*)Buffer + Length - 1, &copy, 1));
    }

    private static bool Copy(void* destination, void* source, uint bytes) => GateTable.Native.TryCopy(destination, source, bytes) != 0;
}
