using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Handles;

/// <summary>The signal of a file object, set as the I/O manager does when a call without an event completes.</summary>
/// <remarks>
/// Only the I/O manager can signal a file object, so it is sent a request that every file system completes at once and that changes
/// nothing.
/// </remarks>
internal static unsafe class FileSignal
{
    // Never freed or read: if the request pends after all, it may complete at any time.
    private static readonly IO_STATUS_BLOCK* s_result = (IO_STATUS_BLOCK*)NativeMemory.AllocZeroed((nuint)sizeof(IO_STATUS_BLOCK));

    /// <summary>
    /// Signals the file object of a handle that was opened for overlapped calls, unless the object is signalled already or can't be waited
    /// for.
    /// </summary>
    public static void Set(nint handle)
    {
        long now = 0;
        if (NtWaitForSingleObject.Exported.Invoke(handle, 0, &now) == NtStatus.STATUS_TIMEOUT)
            NtFsControlFile.Exported.Invoke(handle, 0, null, null, s_result, FsControlCode.FSCTL_IS_VOLUME_MOUNTED, null, 0, null, 0);
    }
}
