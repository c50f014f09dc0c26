namespace Reloaded.VFS.Interop.Nt;

/// <summary>What is asked of a process's memory: the classes that are used here (<c>ntifs.h</c>; phnt: <c>ntmmapi.h</c>).</summary>
public enum MEMORY_INFORMATION_CLASS : uint
{
    /// <summary><c>MEMORY_BASIC_INFORMATION</c>.</summary>
    MemoryBasicInformation = 0,

    /// <summary>A <c>UNICODE_STRING</c>: the kernel's own name of the file that is mapped there.</summary>
    MemoryMappedFilenameInformation = 2,
}
