using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetLastError</c>.</content>
public static partial class Kernel32
{
    /// <summary>This thread's last error (<c>errhandlingapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/errhandlingapi/nf-errhandlingapi-getlasterror"/>
    [LibraryImport("kernel32")]
    public static partial uint GetLastError();
}
