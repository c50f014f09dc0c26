using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, Reloaded.VFS.Interop.Nt.THREADINFOCLASS, void*, uint, uint*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtQueryInformationThread</c>: tells of a thread (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-ntqueryinformationthread"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryInformationThread(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtQueryInformationThread Exported => new(SystemExports.NtQueryInformationThread);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint threadHandle, THREADINFOCLASS threadInformationClass, void* threadInformation, uint length,
        uint* returnLength) =>
        ((Function)address)(threadHandle, threadInformationClass, threadInformation, length, returnLength);
}
