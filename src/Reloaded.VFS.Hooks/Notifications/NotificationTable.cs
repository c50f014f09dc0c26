using System.Runtime.InteropServices;

namespace Reloaded.VFS.Hooks.Notifications;

/// <summary>What managed code and the gates share: <c>struct rvfs_notifications</c> of <c>Native/notify.h</c>, field for field.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct NotificationTable
{
    /// <summary>How many places <see cref="Calls"/> has.</summary>
    public const int MostCalls = 256;

    /// <summary>How many places <see cref="Watches"/> has.</summary>
    public const int MostWatches = 128;

    /// <summary>Calls that are pending.</summary>
    public PendingCall* Calls;

    /// <summary>The generations of the handles that are watched; 0 is a free place. The gate of <c>NtClose</c> frees places.</summary>
    public ulong* Watches;

    /// <summary>Ends a claimed call: call, status, bytes. The game's memory must be filled by then.</summary>
    public delegate* unmanaged<PendingCall*, int, nuint, void> Finish;

    /// <summary>
    /// Has the file object of <see cref="PendingCall.Held"/> count as busy until the call ends: call, filter, tree. An NTSTATUS.
    /// </summary>
    public delegate* unmanaged<PendingCall*, uint, uint, int> Hold;

    /// <summary>The completion port that gets an empty packet when a watched handle was closed.</summary>
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

    /// <summary>How calls end whose handle is closed.</summary>
    public int ClosedStatus;

    /// <summary>Places in <see cref="Watches"/> that were ever used; 0 keeps the gates out of all this.</summary>
    public int WatchPlaces;
}
