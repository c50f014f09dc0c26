using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetQueuedCompletionStatus</c>.</content>
public static partial class Kernel32
{
    /// <summary>Takes a packet that has arrived at a port, waiting if none has (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/ioapiset/nf-ioapiset-getqueuedcompletionstatus"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetQueuedCompletionStatus(
        nint CompletionPort, out uint lpNumberOfBytesTransferred, out nint lpCompletionKey, out nint lpOverlapped, uint dwMilliseconds);
}
