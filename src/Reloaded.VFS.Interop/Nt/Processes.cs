using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using unsafe NtQueryInformationProcessFunction = delegate* unmanaged<
    nint, Reloaded.VFS.Interop.Nt.PROCESSINFOCLASS, void*, uint, uint*, Reloaded.VFS.Interop.Nt.NtStatus>;

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
/// <param name="address">The address of the function or of its trampoline; zero if the system lacks the function.</param>
public readonly unsafe struct NtQueryInformationProcess(nint address)
{
    /// <summary>Gets ntdll's export of this name.</summary>
    public static NtQueryInformationProcess Exported => new(SystemExports.NtQueryInformationProcess);

    /// <summary>Gets the function's address, or zero if the system lacks the function.</summary>
    public nint Address => address;

    /// <summary>Calls the function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint processHandle, PROCESSINFOCLASS processInformationClass, void* processInformation, uint length,
        uint* returnLength) =>
        ((NtQueryInformationProcessFunction)address)(processHandle, processInformationClass, processInformation, length, returnLength);
}

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

/// <summary>
/// <c>RtlGetCurrentPeb</c>: returns the address of this process's environment block (phnt: ntrtl.h). Undocumented by Microsoft.
/// </summary>
/// <param name="address">The address of the function or of its trampoline; zero if the system lacks the function.</param>
public readonly unsafe struct RtlGetCurrentPeb(nint address)
{
    /// <summary>Gets ntdll's export of this name.</summary>
    public static RtlGetCurrentPeb Exported => new(SystemExports.RtlGetCurrentPeb);

    /// <summary>Gets the function's address, or zero if the system lacks the function.</summary>
    public nint Address => address;

    /// <summary>Calls the function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void* Invoke() =>
        ((delegate* unmanaged<void*>)address)();
}

/// <summary>
/// <c>RtlWow64GetProcessMachines</c>: the machine types of a process and of the system; Windows 10 1709 and later (phnt: ntrtl.h).
/// Undocumented by Microsoft.
/// </summary>
/// <param name="address">The address of the function or of its trampoline; zero if the system lacks the function.</param>
public readonly unsafe struct RtlWow64GetProcessMachines(nint address)
{
    /// <summary>Gets ntdll's export of this name.</summary>
    public static RtlWow64GetProcessMachines Exported => new(SystemExports.RtlWow64GetProcessMachines);

    /// <summary>Gets the function's address, or zero if the system lacks the function.</summary>
    public nint Address => address;

    /// <summary>Calls the function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint processHandle, ushort* processMachine, ushort* nativeMachine) =>
        ((delegate* unmanaged<nint, ushort*, ushort*, NtStatus>)address)(processHandle, processMachine, nativeMachine);
}
