namespace Reloaded.VFS.Hooks.Gates;

/// <summary>A pending call for change notifications: <c>struct rvfs_pending_call</c> of <c>Native/notify.h</c>, field for field.</summary>
/// <remarks>
/// The thread that changes the state from pending to claimed completes the call; no other thread accesses the call, or the game's memory
/// that it refers to.
/// </remarks>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct PendingCall
{
    internal const uint Free = 0, Filling = 1, Pending = 2, Claimed = 3;

    /// <summary>The state in the low word; the generation of the handle's entry in the high word.</summary>
    public ulong State;

    /// <summary>A duplicate of the game's event, or zero.</summary>
    public nint Event;

    /// <summary>A handle of the calling thread if an APC has to be queued to it, or zero.</summary>
    public nint Thread;

    /// <summary>The APC routine, or null.</summary>
    public void* ApcRoutine;

    /// <summary>The APC's argument.</summary>
    public void* ApcContext;

    /// <summary>The game's <c>IO_STATUS_BLOCK</c>.</summary>
    public void* StatusBlock;

    /// <summary>The game's buffer, or null.</summary>
    public void* Buffer;

    /// <summary>The port that the call reports to, by the game's own handle, or zero.</summary>
    public nint Port;

    /// <summary>The handle's completion key at the port.</summary>
    public nint Key;

    /// <summary>The folder's handle if its file object is signalled at the end, or zero.</summary>
    public nint Held;

    /// <summary>The size of the buffer in bytes.</summary>
    public uint Length;

    /// <summary>The id of the calling thread.</summary>
    public uint ThreadId;

    /// <summary>The class of the records.</summary>
    public DIRECTORY_NOTIFY_INFORMATION_CLASS InformationClass;

    /// <summary>The generation of the port's entry in the handle table: the game may close the port.</summary>
    public uint PortGeneration;

    /// <summary>
    /// The status of the system's call that signals the file object of <see cref="Held"/>, in the low word; pending until it completes.
    /// </summary>
    public nint HeldStatus;

    /// <summary>The information field of that call's <c>IO_STATUS_BLOCK</c>.</summary>
    public nuint HeldInformation;

    /// <summary>1 if the handle wasn't opened for overlapped calls, so that the thread waits for the result.</summary>
    public uint IsSynchronous;

    /// <summary>
    /// Gets a value indicating whether the system itself has reported a change by the folder's handle, which is all that this call can
    /// report.
    /// </summary>
    internal readonly bool IsTold => Held != 0 && Buffer is null && (NtStatus)HeldStatus != NtStatus.STATUS_PENDING;

    /// <summary>Takes a free slot. Returns null if there is none.</summary>
    internal static PendingCall* TryTake(NotificationTable* table)
    {
        for (PendingCall* call = table->Calls; call != table->Calls + NotificationTable.MostCalls; call++)
        {
            if (Volatile.Read(ref call->State) == Free && Interlocked.CompareExchange(ref call->State, Filling, Free) == Free)
                return call;
        }

        return null;
    }

    /// <summary>Changes the state if it is as expected.</summary>
    internal static bool TryChange(PendingCall* call, uint generation, uint from, uint to) =>
        Interlocked.CompareExchange(ref call->State, Make(generation, to), Make(generation, from)) == Make(generation, from);

    internal static ulong Make(uint generation, uint state) => ((ulong)generation << 32) | state;
}
