namespace Reloaded.VFS.Interop.Nt;

/// <summary>The classes of process information that are used here (<c>winternl.h</c>).</summary>
public enum PROCESSINFOCLASS : uint
{
    /// <summary><c>PROCESS_BASIC_INFORMATION</c>: the address of the environment block, and the id.</summary>
    ProcessBasicInformation = 0,

    /// <summary>The address of the 32-bit environment block of a 32-bit process; zero for a 64-bit one (<c>ntddk.h</c>).</summary>
    ProcessWow64Information = 26,

    /// <summary><c>PROCESS_HANDLE_SNAPSHOT_INFORMATION</c>: the handles; Windows 8 and later (phnt: <c>ntpsapi.h</c>).</summary>
    ProcessHandleInformation = 51,
}

/// <summary><c>Machine</c> of an image's headers: the target processor (<c>winnt.h</c>): those that are used here.</summary>
public static class ImageMachine
{
    /// <summary>x86, or any processor in a .NET program.</summary>
    public const ushort IMAGE_FILE_MACHINE_I386 = 0x14C;

    /// <summary>x64.</summary>
    public const ushort IMAGE_FILE_MACHINE_AMD64 = 0x8664;

    /// <summary>ARM64.</summary>
    public const ushort IMAGE_FILE_MACHINE_ARM64 = 0xAA64;
}

/// <summary><c>NtQueryInformationProcess</c>: queries a process (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-ntqueryinformationprocess"/>
public readonly unsafe partial struct NtQueryInformationProcess;

/// <summary>The result of <c>ProcessBasicInformation</c> (<c>winternl.h</c>; phnt: <c>ntpsapi.h</c>).</summary>
[StructLayout(LayoutKind.Sequential)]
public struct PROCESS_BASIC_INFORMATION
{
    /// <summary>The process's exit code; <c>STATUS_PENDING</c> while it runs.</summary>
    public NtStatus ExitStatus;

    /// <summary>The address of the process environment block (PEB).</summary>
    public nint PebBaseAddress;

    /// <summary>The processors that the process may use.</summary>
    public nint AffinityMask;

    /// <summary>The process's priority.</summary>
    public int BasePriority;

    /// <summary>The process's id.</summary>
    public nint UniqueProcessId;

    /// <summary>The creator's id.</summary>
    public nint InheritedFromUniqueProcessId;
}

/// <summary><c>RtlGetCurrentPeb</c>: returns the address of this process's environment block (phnt: ntrtl.h). Not documented.</summary>
public readonly unsafe partial struct RtlGetCurrentPeb;

/// <summary>
/// <c>RtlWow64GetProcessMachines</c>: the machine types of a process and of the system; Windows 10 1709 and later (phnt: ntrtl.h).
/// Undocumented by Microsoft.
/// </summary>
public readonly unsafe partial struct RtlWow64GetProcessMachines;
