using System.Runtime.InteropServices;

namespace Reloaded.VFS.Memory;

/// <summary>
/// Owns native blocks that never move and are freed together: by <see cref="Dispose"/>, or by the finaliser once nothing refers to the
/// arena. Whoever hands out pointers into it must keep it reachable. One writer at a time.
/// </summary>
internal sealed unsafe class NativeArena(NativeByteCounter? counter = null) : IDisposable
{
    /// <summary>In front of every block: the arena's list of blocks costs no managed memory.</summary>
    private struct Header
    {
        public Header* Next;
        public nuint Size;
    }

    // Shared blocks take as much as the arena has already, within these.
    private const nuint SmallestBlock = 1024;
    private const nuint LargestBlock = 64 * 1024;

    private const nuint HeaderBytes = 32;
    private const nuint LargestAlignment = 8;
    private const nuint LineBytes = 64;

    private static int s_live;
    private static long s_allBytes;

    private Header* _blocks;

    // What is left of the shared block.
    private byte* _free;
    private nuint _left;
    private long _bytes;

    /// <summary>How many arenas of the process hold memory.</summary>
    public static int Live => Volatile.Read(ref s_live);

    /// <summary>What all of them hold.</summary>
    public static long AllBytes => Volatile.Read(ref s_allBytes);

    /// <summary>Native bytes held, headers and slack included.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>
    /// Zeroed memory: of the shared block where it is small or <see cref="Reserve"/>d, else a block of its own. The 32 bytes in front of it
    /// can be read, whatever they are.
    /// </summary>
    /// <param name="size">Bytes.</param>
    /// <param name="alignment">2, 4 or 8.</param>
    public void* Allocate(nuint size, nuint alignment = LargestAlignment)
    {
        nuint padding = (0 - (nuint)_free) & (alignment - 1);
        if (size + padding > _left)
        {
            nuint block = Math.Clamp((nuint)_bytes, SmallestBlock, LargestBlock);
            if (size > block / 4)
                return AddZeroed(size);
            Share(block - HeaderBytes);
            padding = 0;
        }

        byte* result = _free + padding;
        _free = result + size;
        _left -= size + padding;
        return result;
    }

    /// <summary>Allocates memory that begins at a cache line.</summary>
    public void* AllocateLines(nuint size) => (void*)(((nuint)Allocate(SizeOfLines(size)) + (LineBytes - 1)) & ~(LineBytes - 1));

    /// <summary>What <see cref="AllocateLines"/> takes.</summary>
    public static nuint SizeOfLines(nuint size) => size + LineBytes;

    /// <summary>Memory of any content; always a block of its own.</summary>
    public void* AllocateDirty(nuint size) => Add((Header*)NativeMemory.Alloc(checked(size + HeaderBytes)), size + HeaderBytes);

    /// <summary>
    /// Makes one block of what several allocations will take: the system's allocator is slower than all that is done with a small tree.
    /// </summary>
    /// <param name="size">Their bytes.</param>
    /// <param name="count">How many they are.</param>
    public void Reserve(nuint size, int count)
    {
        size = checked(size + ((nuint)count * (LargestAlignment - 1)));
        if (size > _left)
            Share(size);
    }

    private void Share(nuint size)
    {
        _free = (byte*)AddZeroed(size);
        _left = size;
    }

    private void* AddZeroed(nuint size) => Add((Header*)NativeMemory.AllocZeroed(checked(size + HeaderBytes)), size + HeaderBytes);

    private void* Add(Header* block, nuint total)
    {
        if (_blocks is null)
            Interlocked.Increment(ref s_live);
        Interlocked.Add(ref s_allBytes, (long)total);
        block->Next = _blocks;
        block->Size = total;
        _blocks = block;
        _bytes += (long)total;
        counter?.Add((long)total);
        return (byte*)block + HeaderBytes;
    }

    /// <summary>Room for text in a shared block.</summary>
    public char* AllocateText(int length) => (char*)Allocate((nuint)length * sizeof(char), sizeof(char));

    /// <summary>Copies text into a shared block.</summary>
    public char* AddText(ReadOnlySpan<char> text)
    {
        char* result = AllocateText(text.Length);
        text.CopyTo(new Span<char>(result, text.Length));
        return result;
    }

    public void Dispose()
    {
        Free();
        GC.SuppressFinalize(this);
    }

    ~NativeArena() => Free();

    private void Free()
    {
        Header* block = _blocks;
        if (block is not null)
            Interlocked.Decrement(ref s_live);
        Interlocked.Add(ref s_allBytes, -_bytes);
        _blocks = null;
        _free = null;
        _left = 0;
        while (block is not null)
        {
            Header* next = block->Next;
            NativeMemory.Free(block);
            block = next;
        }

        counter?.Add(-_bytes);
        _bytes = 0;
    }
}

/// <summary>
/// Counts the native bytes that the arenas of one file system hold. Thread-safe: finalisers subtract from their own thread.
/// </summary>
internal sealed class NativeByteCounter
{
    private long _value;

    /// <summary>Bytes allocated and not yet freed.</summary>
    public long Value => Volatile.Read(ref _value);

    public void Add(long bytes) => Interlocked.Add(ref _value, bytes);
}
