using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetStartupInfoW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>What this process was started with (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-getstartupinfow"/>
    [LibraryImport("kernel32")]
    public static partial void GetStartupInfoW(STARTUPINFOW* lpStartupInfo);
}
