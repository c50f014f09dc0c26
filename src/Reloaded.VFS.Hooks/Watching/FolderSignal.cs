using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>The signal of a folder's file object itself, besides the events of calls.</summary>
/// <remarks>
/// The system clears the signal when a call begins, and a call with an event of its own never sets it again. Only a call on the game's
/// handle does that.
/// </remarks>
internal static unsafe class FolderSignal
{
    private const uint MostBytes = 64 * 1024;

    // The system may still write here when the call is over, so this memory is never freed, and never read.
    private static readonly byte* s_buffer = (byte*)NativeMemory.Alloc(MostBytes);
    private static readonly IO_STATUS_BLOCK* s_result = (IO_STATUS_BLOCK*)NativeMemory.AllocZeroed((nuint)sizeof(IO_STATUS_BLOCK));
    private static readonly nint s_event = MakeEvent();

    /// <summary>
    /// Begins a call and cancels it. Its arguments are those of the game's call: the first call on a handle determines what the system
    /// reports through that handle for as long as it is open.
    /// </summary>
    /// <param name="folder">The game's handle, opened for overlapped calls.</param>
    /// <param name="filter">The kinds of changes.</param>
    /// <param name="tree">True to include folders below.</param>
    /// <param name="bytes">The length of the game's buffer in bytes, 0 for none.</param>
    public static void Reset(nint folder, CompletionFilter filter, bool tree, uint bytes)
    {
        var begin = new NtNotifyChangeDirectoryFile(GateTable.Original(GateIndex.NtNotifyChangeDirectoryFile));
        var cancel = new NtCancelIoFileEx(GateTable.Original(GateIndex.NtCancelIoFileEx));
        if (s_event == 0 || cancel.Address == 0)
            return;
        IO_STATUS_BLOCK cancelled;
        bytes = Math.Min(bytes, MostBytes);
        if (begin.Invoke(folder, s_event, null, null, s_result, bytes == 0 ? null : s_buffer, bytes, filter, tree ? (byte)1 : (byte)0)
            == NtStatus.STATUS_PENDING)
            cancel.Invoke(folder, s_result, &cancelled);
    }

    private static nint MakeEvent()
    {
        nint made = 0;
        return NtCreateEvent.Exported.Invoke(&made, EventAccess.EVENT_ALL_ACCESS, null, EventType.NotificationEvent, 0).IsSuccess()
            ? made
            : 0;
    }
}
