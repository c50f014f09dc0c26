using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, Reloaded.VFS.Interop.Nt.PROCESSINFOCLASS, void*, uint, uint*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtQueryInformationProcess</c>: tells of a process (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-ntqueryinformationprocess"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryInformationProcess(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtQueryInformationProcess Exported => new(SystemExports.NtQueryInformationProcess);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint processHandle, PROCESSINFOCLASS processInformationClass, void* processInformation, uint length,
        uint* returnLength) =>
        ((Function)address)(processHandle, processInformationClass, processInformation, length, returnLength);
}
