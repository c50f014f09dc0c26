using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>SetInformationJobObject</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Changes a job (<c>jobapi2.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/jobapi2/nf-jobapi2-setinformationjobobject"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool SetInformationJobObject(
        nint hJob, JOBOBJECTINFOCLASS JobObjectInformationClass, void* lpJobObjectInformation, uint cbJobObjectInformationLength);
}
