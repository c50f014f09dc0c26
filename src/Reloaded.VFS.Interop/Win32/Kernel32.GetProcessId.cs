using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetProcessId</c>.</content>
public static partial class Kernel32
{
    /// <summary>A process's id (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-getprocessid"/>
    [LibraryImport("kernel32")]
    public static partial uint GetProcessId(nint process);
}
