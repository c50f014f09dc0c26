using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// An event of the system's that one thread waits for: no code of the game's runs meanwhile, no APC and no message of an apartment, which
/// the runtime's own waits would let in. Thread-safe, but for <see cref="Dispose"/>. Where the system has no event to give nothing is
/// waited for.
/// </summary>
/// <param name="isReset">Whether a wait that ends resets it; else it stays set.</param>
internal sealed unsafe class Signal(bool isReset) : IDisposable
{
    private const long TicksPerMillisecond = -10_000; // negative: from now on

    private nint _handle = Make(isReset ? EventType.SynchronizationEvent : EventType.NotificationEvent);

    /// <summary>Ends the wait, or the next one.</summary>
    public void Set()
    {
        if (_handle != 0)
            NtSetEvent.Exported.Invoke(_handle, null);
    }

    /// <summary>Waits until it is set, so long at most. Whether it was.</summary>
    public bool Wait(int milliseconds)
    {
        long time = milliseconds * TicksPerMillisecond;
        return _handle != 0 && NtWaitForSingleObject.Exported.Invoke(_handle, 0, &time) == NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Gives the event back to the system. Once, when no thread uses it any more.</summary>
    public void Dispose()
    {
        if (_handle != 0)
            RealFiles.Close(_handle);
        _handle = 0;
    }

    private static nint Make(EventType type)
    {
        nint made = 0;
        return NtCreateEvent.Exported.Invoke(&made, EventAccess.EVENT_ALL_ACCESS, null, type, 0).IsSuccess() ? made : 0;
    }
}
