using Reloaded.VFS.Interop.Win32;
using static Reloaded.VFS.Interop.Win32.VirtualMemory;

namespace Reloaded.VFS.Hooks.Patching;

/// <summary>A block of code pages within a near jump of some module. Never freed: a thread may be inside.</summary>
/// <remarks>Filled while only writable, and sealed before anything runs in it: no page is writable and executable at once.</remarks>
/// <param name="address">The pages, which are writable.</param>
/// <param name="size">The size in bytes.</param>
internal sealed unsafe class NearMemory(byte* address, int size)
{
    /// <summary>The granularity of <c>VirtualAlloc</c>.</summary>
    private const ulong Granularity = 0x10000;

    /// <summary>A little less than the reach of <c>rel32</c>, so that every byte of the block and of the module is within reach.</summary>
    private const ulong Reach = 0x7000_0000;

    private int _used;

    /// <summary>Allocates free pages near <paramref name="anchor"/>. Returns null if there are none.</summary>
    public static NearMemory? TryAllocate(nint anchor)
    {
        if (sizeof(nint) == 4)
            return AllocateAt(null);

        ulong center = (ulong)anchor & ~(Granularity - 1);
        ulong lowest = center > Reach ? center - Reach : Granularity;
        return Search(center, lowest, down: true) ?? Search(center, center + Reach, down: false);
    }

    /// <summary>Reserves <paramref name="bytes"/> bytes, 16-aligned. Null if the block is full. Only before <see cref="Seal"/>.</summary>
    public byte* Reserve(int bytes)
    {
        int start = (_used + 15) & ~15;
        if (start + bytes > size)
            return null;
        _used = start + bytes;
        return address + start;
    }

    /// <summary>Determines whether a near jump can lead from a function to each byte of the block, and back.</summary>
    public bool Reaches(nint function) =>
        (ulong)Math.Abs(function - (nint)address) < Reach && (ulong)Math.Abs(function - (nint)(address + size)) < Reach;

    /// <summary>Makes the pages executable and no longer writable.</summary>
    public bool Seal()
    {
        uint old;
        return Kernel32.VirtualProtect(address, (nuint)size, PAGE_EXECUTE_READ, &old) != 0
            && Kernel32.FlushInstructionCache(-1, address, (nuint)size) != 0;
    }

    private static NearMemory? AllocateAt(void* wanted)
    {
        void* pages = Kernel32.VirtualAlloc(wanted, (nuint)Granularity, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        return pages is null ? null : new NearMemory((byte*)pages, (int)Granularity);
    }

    private static NearMemory? Search(ulong from, ulong limit, bool down)
    {
        MEMORY_BASIC_INFORMATION region;
        ulong at = from;
        while (down ? at >= limit : at <= limit)
        {
            if (Kernel32.VirtualQuery((void*)at, &region, (nuint)sizeof(MEMORY_BASIC_INFORMATION)) == 0)
                return null;
            ulong start = (ulong)region.BaseAddress, end = start + region.RegionSize;
            if (region.State == MEM_FREE)
            {
                ulong candidate = down ? (end - Granularity) & ~(Granularity - 1) : (start + Granularity - 1) & ~(Granularity - 1);
                if (candidate >= start && candidate + Granularity <= end && (down ? candidate >= limit : candidate <= limit)
                    && AllocateAt((void*)candidate) is { } block)
                    return block;
            }

            if (down && start <= Granularity)
                return null;
            at = down
                ? ((ulong)(region.AllocationBase is not null && region.State != MEM_FREE ? region.AllocationBase : region.BaseAddress)) - 1
                : end;
        }

        return null;
    }
}

/// <summary>The blocks of code pages of one installation, shared by functions within reach. Not thread-safe.</summary>
/// <param name="allocate">Allocates a block near a function, or returns null if none fits (<see cref="NearMemory.TryAllocate"/>).</param>
internal sealed class NearBlocks(Func<nint, NearMemory?> allocate)
{
    private readonly List<NearMemory> _blocks = [];

    /// <summary>Returns a block within reach of a function, a new one if necessary; null if there is no room.</summary>
    public NearMemory? For(nint function)
    {
        NearMemory? block = _blocks.Find(other => other.Reaches(function));
        if (block is null && (block = allocate(function)) is not null)
            _blocks.Add(block);
        return block;
    }
}
