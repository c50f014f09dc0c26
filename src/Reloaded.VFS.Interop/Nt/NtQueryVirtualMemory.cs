using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, void*, Reloaded.VFS.Interop.Nt.MEMORY_INFORMATION_CLASS, void*, nuint, nuint*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtQueryVirtualMemory</c>: tells of a process's memory (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryvirtualmemory"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryVirtualMemory(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint processHandle, void* baseAddress, MEMORY_INFORMATION_CLASS memoryInformationClass, void* memoryInformation, nuint length,
        nuint* returnLength) =>
        ((Function)address)(processHandle, baseAddress, memoryInformationClass, memoryInformation, length, returnLength);
}
