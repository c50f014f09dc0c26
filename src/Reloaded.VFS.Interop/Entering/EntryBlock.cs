using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>
/// The block that is written to a new process for the DLL to find: <c>rvfs_entry_block</c> of <c>native.h</c>. 104 bytes on 64 bit, 80 on
/// 32 bit.
/// </summary>
/// <remarks>Pointers and handles are valid in that process.</remarks>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct EntryBlock
{
    /// <summary><see cref="ProcessEntry.Magic"/>.</summary>
    public ulong Magic;

    /// <summary><see cref="ProcessEntry.MagicEnd"/>.</summary>
    public ulong MagicEnd;

    /// <summary>The request. Its <see cref="EntryRequest.Done"/> is a semaphore.</summary>
    public EntryRequest Request;

    /// <summary>An event that stays set: releases threads that wait for the start.</summary>
    public nint Opened;

    /// <summary>A page that a thread reads after it has loaded the DLL, which runs the start.</summary>
    public nint Gate;

    /// <summary>Negative until a thread has loaded the DLL or failed to.</summary>
    public int Returned;

    /// <summary>The destination of the text that such a thread reads.</summary>
    public uint Copied;
}
