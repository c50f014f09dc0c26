using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Handles;

/// <summary>
/// Signals a file object, as the I/O manager does when a call without an event has ended. Only the I/O manager can: it is asked for
/// something that every file system answers at once and that changes nothing.
/// </summary>
internal static unsafe class FileSignal
{
    // Should it pend all the same, it ends when it likes: this is never freed, and never read.
    private static readonly IO_STATUS_BLOCK* s_result = (IO_STATUS_BLOCK*)NativeMemory.AllocZeroed((nuint)sizeof(IO_STATUS_BLOCK));

    /// <summary>
    /// Signals the object behind a handle that was opened for overlapped calls, unless it's signalled or can't be waited for.
    /// </summary>
    public static void Set(nint handle)
    {
        long now = 0;
        if (NtWaitForSingleObject.Exported.Invoke(handle, 0, &now) == NtStatus.STATUS_TIMEOUT)
            NtFsControlFile.Exported.Invoke(handle, 0, null, null, s_result, FsControlCode.FSCTL_IS_VOLUME_MOUNTED, null, 0, null, 0);
    }
}
