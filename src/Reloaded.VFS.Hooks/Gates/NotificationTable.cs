using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>What managed code and the gates share: <c>struct rvfs_notifications</c> of <c>Native/notify.h</c>, field for field.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct NotificationTable
{
    /// <summary>How many places <see cref="Calls"/> has.</summary>
    public const int MostCalls = 256;

    /// <summary>How many places <see cref="Watches"/> has.</summary>
    public const int MostWatches = 128;

    /// <summary>How many places <see cref="Settling"/> has.</summary>
    public const int MostSettling = 16;

    /// <summary>Calls that are pending.</summary>
    public PendingCall* Calls;

    /// <summary>The generations of the handles that are watched; 0 is a free place. The gate of <c>NtClose</c> frees places.</summary>
    public ulong* Watches;

    /// <summary>Ends a claimed call: call, status, bytes. The game's memory must be filled by then.</summary>
    public delegate* unmanaged<PendingCall*, NtStatus, nuint, void> Finish;

    /// <summary>
    /// Has the file object of <see cref="PendingCall.Held"/> count as busy until the call ends: call, filter, tree.
    /// </summary>
    public delegate* unmanaged<PendingCall*, uint, uint, NtStatus> Hold;

    /// <summary>
    /// Waits until watches are told of what this thread has changed, some milliseconds at most; at once where nothing is watched. Any
    /// thread but the one that tells.
    /// </summary>
    public delegate* unmanaged<void> Settle;

    /// <summary>Lets a thread go that waits in <see cref="Settle"/>: its packet's number of bytes.</summary>
    public delegate* unmanaged<uint, void> Settled;

    /// <summary>The places of threads that wait so; <see cref="MostSettling"/>, each with an event that resets itself.</summary>
    public SettlingThread* Settling;

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

    /// <summary><c>NtWaitForSingleObject</c>.</summary>
    public void* Wait;

    /// <summary>How calls end whose handle is closed.</summary>
    public NtStatus ClosedStatus;

    /// <summary>Places in <see cref="Watches"/> that were ever used; 0 keeps the gates out of all this.</summary>
    public int WatchPlaces;

    /// <summary>1 where anything is watched now, and the thread that tells runs: others wait for it then.</summary>
    public int Watching;
}

/// <summary>A thread that waits until its changes are told: <c>struct rvfs_settling</c> of <c>Native/notify.h</c>.</summary>
[StructLayout(LayoutKind.Sequential)]
public struct SettlingThread
{
    /// <summary>Of native code alone.</summary>
    public ulong State;

    /// <summary>Resets itself; zero where there is none.</summary>
    public nint Event;
}
