using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>Page protections and allocation of <c>memoryapi.h</c>.</summary>
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

    /// <summary><c>PAGE_EXECUTE_READWRITE</c>: only while an entry is being patched.</summary>
    public const uint PAGE_EXECUTE_READWRITE = 0x40;
}

/// <summary>A run of pages that are alike (<c>winnt.h</c>). 48 bytes on 64 bit, 28 on 32 bit.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct MEMORY_BASIC_INFORMATION
{
    /// <summary>The first of them.</summary>
    public void* BaseAddress;

    /// <summary>Where the allocation that they're part of begins.</summary>
    public void* AllocationBase;

    /// <summary>The protection it was allocated with. On 64 bit a partition id and padding follow it.</summary>
    public nuint AllocationProtect;

    /// <summary>Bytes in the run.</summary>
    public nuint RegionSize;

    /// <summary><c>MEM_COMMIT</c>, <c>MEM_RESERVE</c> or <c>MEM_FREE</c>.</summary>
    public uint State;

    /// <summary>The protection now.</summary>
    public uint Protect;

    /// <summary>Private, mapped or image.</summary>
    public uint Type;
}
