using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>CreateSemaphoreW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>A semaphore; zero on failure (<c>winbase.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-createsemaphorew"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateSemaphoreW(void* lpSemaphoreAttributes, int lInitialCount, int lMaximumCount, char* lpName);
}
