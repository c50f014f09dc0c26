using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>OpenProcess</c>.</content>
public static partial class Kernel32
{
    /// <summary>A handle of a process; zero on failure (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-openprocess"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint OpenProcess(
        ProcessAccess dwDesiredAccess, [MarshalAs(UnmanagedType.Bool)] bool bInheritHandle, uint dwProcessId);
}
