using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <content>Ntdll: what the system tells of itself.</content>
public static unsafe partial class Ntdll
{
    /// <summary>Tells of the system. An NTSTATUS (<c>winternl.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-ntquerysysteminformation"/>
    [LibraryImport("ntdll")]
    public static partial NtStatus NtQuerySystemInformation(SYSTEM_INFORMATION_CLASS kind, void* information, uint length,
        uint* returned);
}

/// <summary>What is asked of the system: the classes that are used here (<c>winternl.h</c>).</summary>
public enum SYSTEM_INFORMATION_CLASS : uint
{
    /// <summary><c>SYSTEM_CODEINTEGRITY_INFORMATION</c>: which code may run.</summary>
    SystemCodeIntegrityInformation = 103,
}
