using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about completion ports.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Creates a port (file handle -1), or binds a handle to one; zero on failure (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/createiocompletionport"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateIoCompletionPort(
        nint fileHandle, nint existingCompletionPort, nuint completionKey, uint numberOfConcurrentThreads);

    /// <summary>Creates a port (file handle -1), or binds a handle to one; zero on failure (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/createiocompletionport"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateIoCompletionPort(
        nint FileHandle, nint ExistingCompletionPort, nint CompletionKey, uint NumberOfConcurrentThreads);

    /// <summary>Dequeues a packet from a port, and waits if there is none (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/ioapiset/nf-ioapiset-getqueuedcompletionstatus"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetQueuedCompletionStatus(
        nint CompletionPort, out uint lpNumberOfBytesTransferred, out nint lpCompletionKey, out nint lpOverlapped, uint dwMilliseconds);

    /// <summary>Dequeues packets from a port, and waits if there are none; 0 after the timeout (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/getqueuedcompletionstatusex-func"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int GetQueuedCompletionStatusEx(
        nint completionPort, OverlappedEntry* lpCompletionPortEntries, uint ulCount, uint* ulNumEntriesRemoved, uint dwMilliseconds,
        int fAlertable);

    /// <summary>Posts a packet to a port; 0 on failure (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/postqueuedcompletionstatus"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int PostQueuedCompletionStatus(
        nint completionPort, uint dwNumberOfBytesTransferred, nuint dwCompletionKey, void* lpOverlapped);
}

/// <summary><c>OVERLAPPED_ENTRY</c>: one packet of a completion port.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct OverlappedEntry
{
    /// <summary>The handle's completion key.</summary>
    public nuint CompletionKey;

    /// <summary>The call that completed.</summary>
    public NativeOverlapped* Overlapped;

    /// <summary>The NTSTATUS.</summary>
    public nuint Internal;

    /// <summary>The number of bytes transferred.</summary>
    public uint NumberOfBytesTransferred;
}
