using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>TerminateProcess</c>.</content>
public static partial class Kernel32
{
    /// <summary>Ends a process (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-terminateprocess"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int TerminateProcess(nint hProcess, uint uExitCode);
}
