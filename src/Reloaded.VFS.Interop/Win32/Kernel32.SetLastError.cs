using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>SetLastError</c>.</content>
public static partial class Kernel32
{
    /// <summary>Sets this thread's last error (<c>errhandlingapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/errhandlingapi/nf-errhandlingapi-setlasterror"/>
    [LibraryImport("kernel32")]
    public static partial void SetLastError(uint dwErrCode);
}
