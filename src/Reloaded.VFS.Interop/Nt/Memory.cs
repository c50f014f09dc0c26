using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using unsafe NtQueryVirtualMemoryFunction = delegate* unmanaged<
    nint, void*, Reloaded.VFS.Interop.Nt.MEMORY_INFORMATION_CLASS, void*, nuint, nuint*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>Functions of ntdll that the system binds, in a file for each family of them: here memory.</summary>
public static unsafe partial class Ntdll
{
    /// <summary>Makes a section of a file. An NTSTATUS (<c>ntifs.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntcreatesection"/>
    [LibraryImport("ntdll")]
    public static partial uint NtCreateSection(
        nint* section, uint access, void* attributes, long* size, uint protection, uint kind, nint file);
}

/// <summary>What is asked of a process's memory: the classes that are used here (<c>ntifs.h</c>; phnt: <c>ntmmapi.h</c>).</summary>
public enum MEMORY_INFORMATION_CLASS : uint
{
    /// <summary><c>MEMORY_BASIC_INFORMATION</c>.</summary>
    MemoryBasicInformation = 0,

    /// <summary>A <c>UNICODE_STRING</c>: the kernel's own name of the file that is mapped there.</summary>
    MemoryMappedFilenameInformation = 2,
}

/// <summary><c>NtQueryVirtualMemory</c>: tells of a process's memory (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryvirtualmemory"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryVirtualMemory(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(NtQueryVirtualMemoryFunction function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint processHandle, void* baseAddress, MEMORY_INFORMATION_CLASS memoryInformationClass, void* memoryInformation, nuint length,
        nuint* returnLength) =>
        ((NtQueryVirtualMemoryFunction)address)(
            processHandle, baseAddress, memoryInformationClass, memoryInformation, length, returnLength);
}
