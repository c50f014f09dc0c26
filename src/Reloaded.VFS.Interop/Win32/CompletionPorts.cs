using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about completion ports.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Makes a port (file handle -1), or connects a handle to one; zero on failure (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/createiocompletionport"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateIoCompletionPort(
        nint fileHandle, nint existingCompletionPort, nuint completionKey, uint numberOfConcurrentThreads);

    /// <summary>Makes a port (file handle -1), or connects a handle to one; zero on failure (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/createiocompletionport"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateIoCompletionPort(
        nint FileHandle, nint ExistingCompletionPort, nint CompletionKey, uint NumberOfConcurrentThreads);

    /// <summary>Takes a packet that has arrived at a port, waiting if none has (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/ioapiset/nf-ioapiset-getqueuedcompletionstatus"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetQueuedCompletionStatus(
        nint CompletionPort, out uint lpNumberOfBytesTransferred, out nint lpCompletionKey, out nint lpOverlapped, uint dwMilliseconds);

    /// <summary>Takes what has arrived at a port, waiting if nothing has; 0 when the time is over (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/getqueuedcompletionstatusex-func"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int GetQueuedCompletionStatusEx(
        nint completionPort, OverlappedEntry* lpCompletionPortEntries, uint ulCount, uint* ulNumEntriesRemoved, uint dwMilliseconds,
        int fAlertable);

    /// <summary>Sends a packet to a port; 0 on failure (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/postqueuedcompletionstatus"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int PostQueuedCompletionStatus(
        nint completionPort, uint dwNumberOfBytesTransferred, nuint dwCompletionKey, void* lpOverlapped);
}

/// <summary><c>OVERLAPPED_ENTRY</c>: one packet of a completion port.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct OverlappedEntry
{
    /// <summary>The handle's key.</summary>
    public nuint CompletionKey;

    /// <summary>The call that it is about.</summary>
    public NativeOverlapped* Overlapped;

    /// <summary>The NTSTATUS.</summary>
    public nuint Internal;

    /// <summary>Bytes.</summary>
    public uint NumberOfBytesTransferred;
}
