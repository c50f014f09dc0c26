using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>QueryInformationJobObject</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Tells of a job (<c>jobapi2.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/jobapi2/nf-jobapi2-queryinformationjobobject"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool QueryInformationJobObject(
        nint hJob, JOBOBJECTINFOCLASS JobObjectInformationClass, void* lpJobObjectInformation, uint cbJobObjectInformationLength,
        uint* lpReturnLength);
}
