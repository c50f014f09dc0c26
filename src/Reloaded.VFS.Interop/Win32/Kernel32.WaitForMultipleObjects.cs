using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>WaitForMultipleObjects</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Waits for one or all of several handles (<c>synchapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-waitformultipleobjects"/>
    [LibraryImport("kernel32")]
    public static partial WaitResult WaitForMultipleObjects(uint nCount, nint* lpHandles, int bWaitAll, uint dwMilliseconds);

    /// <summary>Waits for one or all of several handles (<c>synchapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-waitformultipleobjects"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial WaitResult WaitForMultipleObjects(
        uint nCount, nint* lpHandles, [MarshalAs(UnmanagedType.Bool)] bool bWaitAll, uint dwMilliseconds);
}
