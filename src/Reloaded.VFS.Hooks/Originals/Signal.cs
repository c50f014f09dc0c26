using System.Diagnostics;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>A system event that one thread waits for. Thread-safe, except for <see cref="Dispose"/>.</summary>
/// <remarks>
/// During a wait no code of the game runs: no APC and no apartment message, which the runtime's own waits would let in. If the system can't
/// create an event, waits return at once.
/// </remarks>
/// <param name="isReset">True if a wait that ends resets the event; otherwise it stays set.</param>
internal sealed unsafe class Signal(bool isReset) : IDisposable
{
    private const long TicksPerMillisecond = -10_000; // negative: from now on

    private nint _handle = Create(isReset ? EventType.SynchronizationEvent : EventType.NotificationEvent);

    /// <summary>Ends the wait, or the next one.</summary>
    public void Set()
    {
        if (_handle != 0)
            NtSetEvent.Exported.Invoke(_handle, null);
    }

    /// <summary>Waits until the event is set, or the time-out passes. Returns true if it is set.</summary>
    public bool Wait(int milliseconds)
    {
        long time = milliseconds * TicksPerMillisecond;
        return _handle != 0 && NtWaitForSingleObject.Exported.Invoke(_handle, 0, &time) == NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Closes the event. Call once, when no thread uses it any more.</summary>
    public void Dispose()
    {
        if (_handle != 0)
            RealFiles.Close(_handle);
        _handle = 0;
    }

    /// <summary>Creates an event. Returns its handle, which the caller closes, or 0 if the system can't create one.</summary>
    public static nint Create(EventType type)
    {
        nint made = 0;
        return NtCreateEvent.Exported.Invoke(&made, EventAccess.EVENT_ALL_ACCESS, null, type, 0).IsSuccess() ? made : 0;
    }
}

/// <summary>
/// Pauses of a game's thread until another process has done something for which this process gets no event. No code of the game runs
/// meanwhile.
/// </summary>
/// <param name="mostMilliseconds">The maximum total time.</param>
internal readonly struct ShortPauses(int mostMilliseconds)
{
    private const long Pause = -2 * TimeSpan.TicksPerMillisecond; // from now on

    private readonly long _began = Stopwatch.GetTimestamp();

    /// <summary>Waits for two milliseconds. Returns false at once if the time-out has passed.</summary>
    public unsafe bool TryPause()
    {
        if (Stopwatch.GetElapsedTime(_began).TotalMilliseconds >= mostMilliseconds)
            return false;
        long pause = Pause;
        NtDelayExecution.Exported.Invoke(0, &pause);
        return true;
    }
}
