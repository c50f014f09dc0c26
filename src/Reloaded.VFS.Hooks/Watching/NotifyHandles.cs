using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// The handles that the VFS opens for one call that asks for changes. What the call hasn't taken over by then is closed when this is
/// disposed of. Used by one thread.
/// </summary>
internal sealed unsafe class NotifyHandles : IDisposable
{
    private const nint CurrentProcess = -1, CurrentThread = -2;

    private nint _event, _thread, _wait;

    /// <summary>The event that the call's end sets; 0 for none.</summary>
    public nint Event => _event;

    /// <summary>The thread that the call's end queues an APC to; 0 for none.</summary>
    public nint Thread => _thread;

    /// <summary>
    /// Another handle of the event, for the thread that waits for the call's end: the call's own handle is closed with the call.
    /// </summary>
    public nint Wait => _wait;

    /// <summary>Opens what a call needs, and clears the game's event. False where the system refuses any of that.</summary>
    /// <param name="gameEvent">The event that the game wants set; 0 for none.</param>
    /// <param name="hasApc">Whether the game wants an APC.</param>
    /// <param name="waits">Whether the calling thread waits for the call's end.</param>
    public bool TryOpen(nint gameEvent, bool hasApc, bool waits)
    {
        if (gameEvent != 0 && !(TryDuplicate(gameEvent, out _event) && NtClearEvent.Exported.Invoke(gameEvent).IsSuccess()))
            return false;
        if (waits && _event == 0 && !TryCreateEvent(out _event))
            return false;
        return (!waits || TryDuplicate(_event, out _wait)) && (!hasApc || TryDuplicate(CurrentThread, out _thread));
    }

    /// <summary>The call is pending: its end closes what it has, from now on.</summary>
    public void HandOver() => (_event, _thread) = (0, 0);

    /// <summary>Closes what is left.</summary>
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

    private static bool TryCreateEvent(out nint handle)
    {
        nint made = 0;
        bool isMade = NtCreateEvent.Exported.Invoke(&made, EventAccess.EVENT_ALL_ACCESS, null, EventType.NotificationEvent, 0).IsSuccess();
        handle = made;
        return isMade;
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
