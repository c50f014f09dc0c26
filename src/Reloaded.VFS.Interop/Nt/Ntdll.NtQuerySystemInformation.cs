using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <content><c>NtQuerySystemInformation</c>.</content>
public static unsafe partial class Ntdll
{
    /// <summary>Tells of the system. An NTSTATUS (<c>winternl.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-ntquerysysteminformation"/>
    [LibraryImport("ntdll")]
    public static partial NtStatus NtQuerySystemInformation(SYSTEM_INFORMATION_CLASS kind, void* information, uint length,
        uint* returned);
}
