namespace Reloaded.VFS.Interop.Nt;

/// <summary>Functions of ntdll that the system binds, in a file for each family: here memory.</summary>
public static unsafe partial class Ntdll
{
    /// <summary>Creates a section of a file, or of the paging file (<c>ntifs.h</c>). Returns an NTSTATUS.</summary>
    /// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntcreatesection"/>
    [LibraryImport("ntdll")]
    public static partial uint NtCreateSection(
        nint* section, uint access, void* attributes, long* size, uint protection, uint kind, nint file);
}

/// <summary>The classes of memory information that are used here (<c>ntifs.h</c>; phnt: <c>ntmmapi.h</c>).</summary>
public enum MEMORY_INFORMATION_CLASS : uint
{
    /// <summary><c>MEMORY_BASIC_INFORMATION</c>.</summary>
    MemoryBasicInformation = 0,

    /// <summary>A <c>UNICODE_STRING</c>: the kernel's own name of the mapped file.</summary>
    MemoryMappedFilenameInformation = 2,
}

/// <summary><c>NtQueryVirtualMemory</c>: queries a process's memory (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryvirtualmemory"/>
public readonly unsafe partial struct NtQueryVirtualMemory;
