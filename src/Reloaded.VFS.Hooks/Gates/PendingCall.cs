using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>
/// A call that waits for changes: <c>struct rvfs_pending_call</c> of <c>Native/notify.h</c>, field for field. Whoever has changed its state
/// from pending to claimed finishes it; no other thread touches it, nor the game's memory that it names.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct PendingCall
{
    internal const uint Free = 0, Filling = 1, Pending = 2, Claimed = 3;

    /// <summary>Low word: one of the states; high word: the generation of the handle's entry.</summary>
    public ulong State;

    /// <summary>A duplicate of the game's event, or zero.</summary>
    public nint Event;

    /// <summary>A handle of the thread that made the call, where an APC has to go to it, or zero.</summary>
    public nint Thread;

    /// <summary>The APC, or null.</summary>
    public void* ApcRoutine;

    /// <summary>The APC's argument.</summary>
    public void* ApcContext;

    /// <summary>The game's <c>IO_STATUS_BLOCK</c>.</summary>
    public void* StatusBlock;

    /// <summary>The game's buffer, or null.</summary>
    public void* Buffer;

    /// <summary>The port that the call reports to, under the game's own handle, or zero.</summary>
    public nint Port;

    /// <summary>The key that the handle has there.</summary>
    public nint Key;

    /// <summary>The folder's handle, where its file object is signalled at the end, or zero.</summary>
    public nint Held;

    /// <summary>Bytes of the buffer.</summary>
    public uint Length;

    /// <summary>The thread that made the call.</summary>
    public uint ThreadId;

    /// <summary>The class of the records.</summary>
    public DIRECTORY_NOTIFY_INFORMATION_CLASS InformationClass;

    /// <summary>Of the port's entry in the handle table: the game may close it.</summary>
    public uint PortGeneration;

    /// <summary>
    /// The status of the system's call that signals the file object of <see cref="Held"/>: pending until it has. Low word.
    /// </summary>
    public nint HeldStatus;

    /// <summary>The other half of its <c>IO_STATUS_BLOCK</c>.</summary>
    public nuint HeldInformation;

    /// <summary>1 where the handle wasn't opened for overlapped calls, so that the thread waits for the outcome.</summary>
    public uint IsSynchronous;

    /// <summary>Whether the system itself has told the program of a change, by its folder's handle: all that this call can tell.</summary>
    internal readonly bool IsTold => Held != 0 && Buffer is null && (NtStatus)HeldStatus != NtStatus.STATUS_PENDING;

    /// <summary>Takes a free place. Null where there is none.</summary>
    internal static PendingCall* TryTake(NotificationTable* table)
    {
        for (PendingCall* call = table->Calls; call != table->Calls + NotificationTable.MostCalls; call++)
        {
            if (Volatile.Read(ref call->State) == Free && Interlocked.CompareExchange(ref call->State, Filling, Free) == Free)
                return call;
        }

        return null;
    }

    /// <summary>Changes the state, if it is as expected.</summary>
    internal static bool TryChange(PendingCall* call, uint generation, uint from, uint to) =>
        Interlocked.CompareExchange(ref call->State, Make(generation, to), Make(generation, from)) == Make(generation, from);

    internal static ulong Make(uint generation, uint state) => ((ulong)generation << 32) | state;
}
