using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>ResumeThread</c>.</content>
public static partial class Kernel32
{
    /// <summary>Lets a suspended thread run (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-resumethread"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint ResumeThread(nint hThread);
}
