namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// The handles that the VFS opens for one call that asks for changes. Disposing of the object closes those that the call hasn't taken over.
/// Used by one thread.
/// </summary>
internal sealed unsafe class NotifyHandles : IDisposable
{
    private const nint CurrentProcess = -1, CurrentThread = -2;

    private nint _event, _thread, _wait;

    /// <summary>Gets the event that is set at the call's end; 0 for none.</summary>
    public nint Event => _event;

    /// <summary>Gets the thread to which an APC is queued at the call's end; 0 for none.</summary>
    public nint Thread => _thread;

    /// <summary>
    /// Gets another handle of the event, for the thread that waits for the call's end: the call's own handle is closed with the call.
    /// </summary>
    public nint Wait => _wait;

    /// <summary>
    /// Opens the handles that a call needs, and clears the game's event. Returns false if the system refuses any of that.
    /// </summary>
    /// <param name="gameEvent">The event that the game asks to set; 0 for none.</param>
    /// <param name="hasApc">True if the game asks for an APC.</param>
    /// <param name="waits">True if the calling thread waits for the call's end.</param>
    public bool TryOpen(nint gameEvent, bool hasApc, bool waits)
    {
        if (gameEvent != 0 && !(TryDuplicate(gameEvent, out _event) && NtClearEvent.Exported.Invoke(gameEvent).IsSuccess()))
            return false;
        if (waits && _event == 0 && (_event = Signal.Create(EventType.NotificationEvent)) == 0)
            return false;
        return (!waits || TryDuplicate(_event, out _wait)) && (!hasApc || TryDuplicate(CurrentThread, out _thread));
    }

    /// <summary>Passes the handles to the pending call, whose end closes them from now on.</summary>
    public void HandOver() => (_event, _thread) = (0, 0);

    /// <summary>Closes the remaining handles.</summary>
    public void Dispose()
    {
        Close(ref _event);
        Close(ref _thread);
        Close(ref _wait);
    }

    private static void Close(ref nint handle)
    {
        if (handle != 0)
            RealFiles.Close(handle);
        handle = 0;
    }

    private static bool TryDuplicate(nint handle, out nint copy)
    {
        nint made = 0;
        var duplicate = new NtDuplicateObject(GateTable.Original(GateIndex.NtDuplicateObject));
        NtStatus status = duplicate.Invoke(CurrentProcess, handle, CurrentProcess, &made, 0, 0, DuplicateOptions.DUPLICATE_SAME_ACCESS);
        copy = made;
        return status.IsSuccess();
    }
}

/// <summary>The signal of a folder's file object itself, besides the events of calls.</summary>
/// <remarks>
/// The system clears the signal when a call begins, and a call with an event of its own never sets it again. Only a call on the game's
/// handle does that.
/// </remarks>
internal static unsafe class FolderSignal
{
    private const uint MostBytes = 64 * 1024;

    // The system may still write here when the call is over, so this memory is never freed, and never read.
    private static readonly byte* s_buffer = (byte*)NativeMemory.Alloc(MostBytes);
    private static readonly IO_STATUS_BLOCK* s_result = (IO_STATUS_BLOCK*)NativeMemory.AllocZeroed((nuint)sizeof(IO_STATUS_BLOCK));
    private static readonly nint s_event = Signal.Create(EventType.NotificationEvent);

    /// <summary>
    /// Begins a call and cancels it. Its arguments are those of the game's call: the first call on a handle determines what the system
    /// reports through that handle for as long as it is open.
    /// </summary>
    /// <param name="folder">The game's handle, opened for overlapped calls.</param>
    /// <param name="filter">The kinds of changes.</param>
    /// <param name="tree">True to include folders below.</param>
    /// <param name="bytes">The length of the game's buffer in bytes, 0 for none.</param>
    public static void Reset(nint folder, CompletionFilter filter, bool tree, uint bytes)
    {
        var begin = new NtNotifyChangeDirectoryFile(GateTable.Original(GateIndex.NtNotifyChangeDirectoryFile));
        var cancel = new NtCancelIoFileEx(GateTable.Original(GateIndex.NtCancelIoFileEx));
        if (s_event == 0 || cancel.Address == 0)
            return;
        IO_STATUS_BLOCK cancelled;
        bytes = Math.Min(bytes, MostBytes);
        if (begin.Invoke(folder, s_event, null, null, s_result, bytes == 0 ? null : s_buffer, bytes, filter, tree ? (byte)1 : (byte)0)
            == NtStatus.STATUS_PENDING)
            cancel.Invoke(folder, s_result, &cancelled);
    }
}
