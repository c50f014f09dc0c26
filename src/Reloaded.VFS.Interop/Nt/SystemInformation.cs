namespace Reloaded.VFS.Interop.Nt;

/// <content>Ntdll: information about the system.</content>
public static unsafe partial class Ntdll
{
    /// <summary>Queries the system (<c>winternl.h</c>). Returns an NTSTATUS.</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-ntquerysysteminformation"/>
    [LibraryImport("ntdll")]
    public static partial NtStatus NtQuerySystemInformation(SYSTEM_INFORMATION_CLASS kind, void* information, uint length,
        uint* returned);
}

/// <summary>The classes of system information that are used here (<c>winternl.h</c>).</summary>
public enum SYSTEM_INFORMATION_CLASS : uint
{
    /// <summary><c>SYSTEM_CODEINTEGRITY_INFORMATION</c>: the code that may run.</summary>
    SystemCodeIntegrityInformation = 103,
}

/// <summary><c>wine_get_host_version</c>: the name and release of the system that Wine runs on (only in Wine).</summary>
public readonly unsafe partial struct WineGetHostVersion;

/// <summary><c>wine_get_version</c>: Wine's version, NUL-terminated ASCII (only in Wine).</summary>
public readonly unsafe partial struct WineGetVersion;
