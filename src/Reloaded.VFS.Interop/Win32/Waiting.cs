namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about waits.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Creates an event; zero on failure (<c>synchapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-createeventw"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateEventW(void* lpEventAttributes, int bManualReset, int bInitialState, char* lpName);

    /// <summary>Creates a semaphore; zero on failure (<c>winbase.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-createsemaphorew"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateSemaphoreW(void* lpSemaphoreAttributes, int lInitialCount, int lMaximumCount, char* lpName);

    /// <summary>The function is called once.</summary>
    public const uint WT_EXECUTEONLYONCE = 8;

    /// <summary>
    /// Registers a function that a thread of the system's pool calls when a handle is signalled, and after each timeout (<c>winbase.h</c>).
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-registerwaitforsingleobject"/>
    [LibraryImport("kernel32")]
    public static partial int RegisterWaitForSingleObject(
        nint* phNewWaitObject, nint hObject, delegate* unmanaged<nint, byte, void> callback, nint context, uint dwMilliseconds,
        uint dwFlags);

    /// <summary>Cancels a registered wait. Doesn't wait for a callback that is already running (<c>winbase.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-unregisterwait"/>
    [LibraryImport("kernel32")]
    public static partial int UnregisterWait(nint waitHandle);

    /// <summary>Waits for one or all of several handles (<c>synchapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-waitformultipleobjects"/>
    [LibraryImport("kernel32")]
    public static partial WaitResult WaitForMultipleObjects(uint nCount, nint* lpHandles, int bWaitAll, uint dwMilliseconds);

    /// <summary>Waits for one handle (<c>synchapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-waitforsingleobject"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial WaitResult WaitForSingleObject(nint hHandle, uint dwMilliseconds);
}

/// <summary>The results of a wait (<c>winbase.h</c>).</summary>
public enum WaitResult : uint
{
    /// <summary>The object is signalled; of several, the first one.</summary>
    WAIT_OBJECT_0 = 0,

    /// <summary>The timeout has elapsed.</summary>
    WAIT_TIMEOUT = 0x102,
}

/// <content>Kernel32: functions about completion ports.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Creates a port (file handle -1), or binds a handle to one; zero on failure (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/createiocompletionport"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateIoCompletionPort(
        nint fileHandle, nint existingCompletionPort, nuint completionKey, uint numberOfConcurrentThreads);

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
