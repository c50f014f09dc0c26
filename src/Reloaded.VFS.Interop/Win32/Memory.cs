namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about memory.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Makes newly written code visible to every processor (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-flushinstructioncache"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int FlushInstructionCache(nint hProcess, void* lpBaseAddress, nuint dwSize);

    /// <summary>Returns the process's heap (<c>heapapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/heapapi/nf-heapapi-getprocessheap"/>
    [LibraryImport("kernel32")]
    public static partial nint GetProcessHeap();

    /// <summary>Frees memory of a heap (<c>heapapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/heapapi/nf-heapapi-heapfree"/>
    [LibraryImport("kernel32")]
    public static partial int HeapFree(nint hHeap, uint dwFlags, void* lpMem);

    /// <summary>Maps a section; null on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-mapviewoffile"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial void* MapViewOfFile(
        nint hFileMappingObject, SectionAccess dwDesiredAccess, uint dwFileOffsetHigh, uint dwFileOffsetLow, nuint dwNumberOfBytesToMap);

    /// <summary>Reads another process's memory; 0 on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-readprocessmemory"/>
    [LibraryImport("kernel32")]
    public static partial int ReadProcessMemory(nint hProcess, nint lpBaseAddress, void* lpBuffer, nuint nSize, nuint* lpNumberOfBytesRead);

    /// <summary>Unmaps a section; 0 on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-unmapviewoffile"/>
    [LibraryImport("kernel32")]
    public static partial int UnmapViewOfFile(void* lpBaseAddress);

    /// <summary>Allocates pages, zeroed; null on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualalloc"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial void* VirtualAlloc(void* lpAddress, nuint dwSize, uint flAllocationType, uint flProtect);

    /// <summary>Allocates memory in another process (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualallocex"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint VirtualAllocEx(nint hProcess, nint lpAddress, nuint dwSize, uint flAllocationType, uint flProtect);

    /// <summary>Frees pages; 0 on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualfree"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int VirtualFree(void* lpAddress, nuint dwSize, uint dwFreeType);

    /// <summary>Changes the protection of pages; 0 on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualprotect"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int VirtualProtect(void* lpAddress, nuint dwSize, uint flNewProtect, uint* lpflOldProtect);

    /// <summary>Changes the protection of another process's pages (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualprotectex"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool VirtualProtectEx(nint hProcess, nint lpAddress, nuint dwSize, uint flNewProtect, out uint lpflOldProtect);

    /// <summary>Describes the pages at an address. Returns the number of bytes written, 0 on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualquery"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nuint VirtualQuery(void* lpAddress, MEMORY_BASIC_INFORMATION* lpBuffer, nuint dwLength);

    /// <summary>Describes the pages at an address. Returns the number of bytes written, 0 on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-virtualquery"/>
    [LibraryImport("kernel32")]
    public static partial nuint VirtualQuery(nint address, void* information, nuint length);

    /// <summary>Writes to another process's memory; 0 on failure (<c>memoryapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/memoryapi/nf-memoryapi-writeprocessmemory"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int WriteProcessMemory(
        nint hProcess, nint lpBaseAddress, void* lpBuffer, nuint nSize, nuint* lpNumberOfBytesWritten);
}

/// <summary>Access to a section, and to a view of it (<c>memoryapi.h</c>, <c>winnt.h</c>): that which is used here.</summary>
[Flags]
public enum SectionAccess : uint
{
    /// <summary>No access.</summary>
    None = 0,

    /// <summary><c>SECTION_QUERY</c>. Of a view, <c>FILE_MAP_COPY</c>: what is written is this process's own.</summary>
    SECTION_QUERY = 1,

    /// <summary><c>SECTION_MAP_WRITE</c>, <c>FILE_MAP_WRITE</c>.</summary>
    SECTION_MAP_WRITE = 2,

    /// <summary><c>SECTION_MAP_READ</c>, <c>FILE_MAP_READ</c>.</summary>
    SECTION_MAP_READ = 4,
}

/// <summary>Page protections and allocation types (<c>memoryapi.h</c>).</summary>
public static unsafe class VirtualMemory
{
    /// <summary><c>MEM_COMMIT</c>.</summary>
    public const uint MEM_COMMIT = 0x1000;

    /// <summary><c>MEM_RESERVE</c>.</summary>
    public const uint MEM_RESERVE = 0x2000;

    /// <summary><c>MEM_RELEASE</c>.</summary>
    public const uint MEM_RELEASE = 0x8000;

    /// <summary><c>MEM_IMAGE</c>, a type: pages of a module.</summary>
    public const uint MEM_IMAGE = 0x1000000;

    /// <summary><c>MEM_FREE</c>, a state.</summary>
    public const uint MEM_FREE = 0x10000;

    /// <summary><c>PAGE_READWRITE</c>.</summary>
    public const uint PAGE_READWRITE = 0x04;

    /// <summary><c>PAGE_EXECUTE_READ</c>.</summary>
    public const uint PAGE_EXECUTE_READ = 0x20;

    /// <summary><c>PAGE_EXECUTE_READWRITE</c>: used only while an entry is being patched.</summary>
    public const uint PAGE_EXECUTE_READWRITE = 0x40;
}

/// <summary>A run of pages with the same attributes (<c>winnt.h</c>). 48 bytes on 64 bit, 28 on 32 bit.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct MEMORY_BASIC_INFORMATION
{
    /// <summary>The first page.</summary>
    public void* BaseAddress;

    /// <summary>The start of the allocation that contains the pages.</summary>
    public void* AllocationBase;

    /// <summary>The protection at allocation. On 64 bit a partition id and padding follow.</summary>
    public nuint AllocationProtect;

    /// <summary>The size of the run in bytes.</summary>
    public nuint RegionSize;

    /// <summary><c>MEM_COMMIT</c>, <c>MEM_RESERVE</c> or <c>MEM_FREE</c>.</summary>
    public uint State;

    /// <summary>The current protection.</summary>
    public uint Protect;

    /// <summary>The type: private, mapped or image.</summary>
    public uint Type;
}
