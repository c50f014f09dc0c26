using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>AssignProcessToJobObject</c>.</content>
public static partial class Kernel32
{
    /// <summary>Puts a process into a job (<c>jobapi2.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/jobapi2/nf-jobapi2-assignprocesstojobobject"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool AssignProcessToJobObject(nint hJob, nint hProcess);
}
