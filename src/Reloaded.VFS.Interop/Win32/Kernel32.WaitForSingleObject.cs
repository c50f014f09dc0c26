using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>WaitForSingleObject</c>.</content>
public static partial class Kernel32
{
    /// <summary>Waits for one handle (<c>synchapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-waitforsingleobject"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial WaitResult WaitForSingleObject(nint hHandle, uint dwMilliseconds);
}
