using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about waits.</content>
public static unsafe partial class Kernel32
{
    /// <summary>An event; zero on failure (<c>synchapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-createeventw"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateEventW(void* lpEventAttributes, int bManualReset, int bInitialState, char* lpName);

    /// <summary>A semaphore; zero on failure (<c>winbase.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-createsemaphorew"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateSemaphoreW(void* lpSemaphoreAttributes, int lInitialCount, int lMaximumCount, char* lpName);

    /// <summary>The function is called once.</summary>
    public const uint WT_EXECUTEONLYONCE = 8;

    /// <summary>
    /// Has a function called on a thread of the system's pool when a handle is signalled, and whenever so much time has gone by
    /// (<c>winbase.h</c>).
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-registerwaitforsingleobject"/>
    [LibraryImport("kernel32")]
    public static partial int RegisterWaitForSingleObject(
        nint* phNewWaitObject, nint hObject, delegate* unmanaged<nint, byte, void> callback, nint context, uint dwMilliseconds,
        uint dwFlags);

    /// <summary>Ends that, without waiting for a call that runs (<c>winbase.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-unregisterwait"/>
    [LibraryImport("kernel32")]
    public static partial int UnregisterWait(nint waitHandle);

    /// <summary>Waits for one or all of several handles (<c>synchapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-waitformultipleobjects"/>
    [LibraryImport("kernel32")]
    public static partial WaitResult WaitForMultipleObjects(uint nCount, nint* lpHandles, int bWaitAll, uint dwMilliseconds);

    /// <summary>Waits for one or all of several handles (<c>synchapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-waitformultipleobjects"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial WaitResult WaitForMultipleObjects(
        uint nCount, nint* lpHandles, [MarshalAs(UnmanagedType.Bool)] bool bWaitAll, uint dwMilliseconds);

    /// <summary>Waits for one handle (<c>synchapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-waitforsingleobject"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial WaitResult WaitForSingleObject(nint hHandle, uint dwMilliseconds);
}

/// <summary>What ends a wait (<c>winbase.h</c>).</summary>
public enum WaitResult : uint
{
    /// <summary>The object is signalled; of several, the first.</summary>
    WAIT_OBJECT_0 = 0,

    /// <summary>The time is over.</summary>
    WAIT_TIMEOUT = 0x102,

    /// <summary>The wait itself has failed.</summary>
    WAIT_FAILED = 0xFFFFFFFF,
}
