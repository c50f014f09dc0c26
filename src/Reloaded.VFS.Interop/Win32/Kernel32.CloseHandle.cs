using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>CloseHandle</c>.</content>
public static partial class Kernel32
{
    /// <summary>Closes a handle; 0 on failure (<c>handleapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/handleapi/nf-handleapi-closehandle"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int CloseHandle(nint hObject);
}
