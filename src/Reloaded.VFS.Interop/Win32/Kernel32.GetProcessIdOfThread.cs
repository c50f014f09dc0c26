using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetProcessIdOfThread</c>.</content>
public static partial class Kernel32
{
    /// <summary>The id of a thread's process (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-getprocessidofthread"/>
    [LibraryImport("kernel32")]
    public static partial uint GetProcessIdOfThread(nint thread);
}
