using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>PostQueuedCompletionStatus</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Sends a packet to a port; 0 on failure (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/postqueuedcompletionstatus"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int PostQueuedCompletionStatus(
        nint completionPort, uint dwNumberOfBytesTransferred, nuint dwCompletionKey, void* lpOverlapped);
}
