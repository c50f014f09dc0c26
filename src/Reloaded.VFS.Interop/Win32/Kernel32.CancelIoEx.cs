using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>CancelIoEx</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>
    /// Cancels a call on a handle, or all of them (null), whichever thread has begun it; 0 where there is none (<c>ioapiset.h</c>).
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/cancelioex-func"/>
    [LibraryImport("kernel32")]
    public static partial int CancelIoEx(nint hFile, NativeOverlapped* lpOverlapped);
}
