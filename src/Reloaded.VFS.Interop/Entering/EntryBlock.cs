using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>
/// What is written into a new process for the DLL to find: <c>rvfs_entry_block</c> of <c>native.h</c>. 104 bytes on 64 bit, 80 on 32 bit.
/// Pointers and handles are that process's own.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct EntryBlock
{
    /// <summary><see cref="ProcessEntry.Magic"/>.</summary>
    public ulong Magic;

    /// <summary><see cref="ProcessEntry.MagicEnd"/>.</summary>
    public ulong MagicEnd;

    /// <summary>The start. Its <see cref="EntryRequest.Done"/> is a semaphore.</summary>
    public EntryRequest Request;

    /// <summary>An event that stays set: threads that wait for the start may go on.</summary>
    public nint Opened;

    /// <summary>A page that a thread reads when it has had the DLL loaded: the start runs then.</summary>
    public nint Gate;

    /// <summary>Below zero until a thread has had the DLL loaded, or couldn't.</summary>
    public int Returned;

    /// <summary>The text that such a thread reads is copied to this field.</summary>
    public uint Copied;
}
