using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetQueuedCompletionStatusEx</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Takes what has arrived at a port, waiting if nothing has; 0 when the time is over (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/getqueuedcompletionstatusex-func"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int GetQueuedCompletionStatusEx(
        nint completionPort, OverlappedEntry* lpCompletionPortEntries, uint ulCount, uint* ulNumEntriesRemoved, uint dwMilliseconds,
        int fAlertable);
}
