using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// The signal that a folder's file object has itself, beside the events of calls: the system takes it away when a call begins, and a call
/// that has an event of its own never gives it back. Nothing but a call on the game's handle does that.
/// </summary>
internal static unsafe class FolderSignal
{
    private const uint MostBytes = 64 * 1024;

    // What the system may still write when the call is over is never freed, and never read.
    private static readonly byte* s_buffer = (byte*)NativeMemory.Alloc(MostBytes);
    private static readonly IO_STATUS_BLOCK* s_result = (IO_STATUS_BLOCK*)NativeMemory.AllocZeroed((nuint)sizeof(IO_STATUS_BLOCK));
    private static readonly nint s_event = MakeEvent();

    /// <summary>
    /// Begins a call and cancels it. It asks for what the game's call asks for: the first call on a handle decides what the system tells of
    /// through it, for as long as it's open.
    /// </summary>
    /// <param name="folder">The game's handle, opened for overlapped calls.</param>
    /// <param name="filter">Which changes count.</param>
    /// <param name="tree">Whether what is below counts.</param>
    /// <param name="bytes">Of the game's buffer, 0 for none.</param>
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
