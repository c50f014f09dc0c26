namespace Reloaded.VFS.Hooks.Gates;

/// <summary>Memory shared by managed code and gates: <c>struct rvfs_notifications</c> of <c>Native/notify.h</c>, field for field.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct NotificationTable
{
    /// <summary>The capacity of <see cref="Calls"/>.</summary>
    public const int MostCalls = 256;

    /// <summary>The capacity of <see cref="Watches"/>.</summary>
    public const int MostWatches = 128;

    /// <summary>The capacity of <see cref="Settling"/>.</summary>
    public const int MostSettling = 16;

    /// <summary>The pending calls.</summary>
    public PendingCall* Calls;

    /// <summary>The generations of watched handles; 0 marks a free slot. The gate of <c>NtClose</c> frees slots.</summary>
    public ulong* Watches;

    /// <summary>Completes a claimed call: call, status, bytes. The game's memory must be filled before.</summary>
    public delegate* unmanaged<PendingCall*, NtStatus, nuint, void> Finish;

    /// <summary>Keeps the file object of <see cref="PendingCall.Held"/> busy until the call completes: call, filter, tree.</summary>
    public delegate* unmanaged<PendingCall*, uint, uint, NtStatus> Hold;

    /// <summary>
    /// Waits, for some milliseconds at most, until watchers are notified of this thread's changes. Returns at once if nothing is watched.
    /// Not for the notifying thread.
    /// </summary>
    public delegate* unmanaged<void> Settle;

    /// <summary>Releases a thread that waits in <see cref="Settle"/>. The argument is the number of bytes of its packet.</summary>
    public delegate* unmanaged<uint, void> Settled;

    /// <summary>The slots of threads that wait in <see cref="Settle"/>: <see cref="MostSettling"/>, and auto-reset events.</summary>
    public SettlingThread* Settling;

    /// <summary>The completion port that gets an empty packet when a watched handle is closed.</summary>
    public nint Port;

    /// <summary><c>NtSetEvent</c>.</summary>
    public void* SetEvent;

    /// <summary><c>NtQueueApcThread</c>.</summary>
    public void* QueueApc;

    /// <summary><c>NtSetIoCompletion</c>.</summary>
    public void* SetCompletion;

    /// <summary><c>NtDelayExecution</c>.</summary>
    public void* Delay;

    /// <summary><c>NtQueryInformationThread</c>.</summary>
    public void* QueryThread;

    /// <summary><c>NtWaitForSingleObject</c>.</summary>
    public void* Wait;

    /// <summary>The status of calls whose handle is closed.</summary>
    public NtStatus ClosedStatus;

    /// <summary>The number of slots in <see cref="Watches"/> that were ever used; 0 makes the gates skip all notification work.</summary>
    public int WatchSlots;

    /// <summary>1 if anything is watched and the notifying thread runs: other threads then wait for it.</summary>
    public int Watching;
}

/// <summary>A thread that waits until its changes are reported: <c>struct rvfs_settling</c> of <c>Native/notify.h</c>.</summary>
[StructLayout(LayoutKind.Sequential)]
public struct SettlingThread
{
    /// <summary>The state, used by native code only.</summary>
    public ulong State;

    /// <summary>The auto-reset event; zero if there is none.</summary>
    public nint Event;
}
