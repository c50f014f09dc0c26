namespace Reloaded.VFS.Memory;

/// <summary>Native blocks that never move and are freed together, by <see cref="Dispose"/> or by the finaliser.</summary>
/// <remarks>An owner of pointers into the arena must keep the arena reachable. One writer at a time.</remarks>
internal sealed unsafe class NativeArena(NativeByteCounter? counter = null) : IDisposable
{
    /// <summary>Precedes every block: the list of blocks needs no managed memory.</summary>
    private struct Header
    {
        public Header* Next;
        public nuint Size;
    }

    // A shared block is as large as the whole arena so far, within these limits.
    private const nuint SmallestBlock = 1024;
    private const nuint LargestBlock = 64 * 1024;

    private const nuint HeaderBytes = 32;
    private const nuint LargestAlignment = 8;
    private const nuint LineBytes = 64;

    private static int s_live;
    private static readonly NativeByteCounter s_allBytes = new();

    private Header* _blocks;

    // The rest of the shared block.
    private byte* _free;
    private nuint _left;
    private nint _bytes;

    /// <summary>Gets the number of arenas of the process that hold memory.</summary>
    public static int Live => Volatile.Read(ref s_live);

    /// <summary>Gets the bytes that all arenas of the process hold.</summary>
    public static long AllBytes => s_allBytes.Value;

    /// <summary>Gets the native bytes held, headers and slack included.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>
    /// Allocates zeroed memory: in the shared block if small or reserved (<see cref="Reserve"/>), otherwise in a block of its own. The 32
    /// bytes before it are readable, with undefined content.
    /// </summary>
    /// <param name="size">The size in bytes.</param>
    /// <param name="alignment">The alignment: 2, 4 or 8.</param>
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

    /// <summary>Returns the number of bytes that <see cref="AllocateLines"/> takes.</summary>
    public static nuint SizeOfLines(nuint size) => size + LineBytes;

    /// <summary>Allocates uninitialised memory, always in a block of its own.</summary>
    public void* AllocateDirty(nuint size) => Add((Header*)NativeMemory.Alloc(checked(size + HeaderBytes)), size + HeaderBytes);

    /// <summary>
    /// Allocates one block for several allocations, because the system's allocator takes longer than everything else done with a small
    /// tree.
    /// </summary>
    /// <param name="size">The total size of the allocations in bytes.</param>
    /// <param name="count">The number of allocations.</param>
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
        s_allBytes.Add((nint)total);
        block->Next = _blocks;
        block->Size = total;
        _blocks = block;
        _bytes += (nint)total;
        counter?.Add((nint)total);
        return (byte*)block + HeaderBytes;
    }

    /// <summary>Copies text into a shared block.</summary>
    public char* AddText(ReadOnlySpan<char> text)
    {
        char* result = (char*)Allocate((nuint)text.Length * sizeof(char), sizeof(char));
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
        s_allBytes.Add(-_bytes);
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

/// <summary>A counter of the native bytes that one file system's arenas hold. Thread-safe: finalisers subtract on their thread.</summary>
/// <remarks>
/// As wide as a pointer: an object of a 32-bit process is aligned to four bytes, and a locked access of eight that crosses a cache line
/// locks the bus. Linux has a program that does so wait for 10 to 20 ms each time.
/// </remarks>
internal sealed unsafe class NativeByteCounter
{
    private nint _value;

    /// <summary>Gets the number of bytes allocated and not yet freed.</summary>
    public long Value => Volatile.Read(ref _value);

    public void Add(nint bytes)
    {
        if (sizeof(nint) == sizeof(long))
            Interlocked.Add(ref Unsafe.As<nint, long>(ref _value), bytes);
        else
            Interlocked.Add(ref Unsafe.As<nint, int>(ref _value), (int)bytes);
    }
}

/// <summary>A growing array in native memory. Not thread-safe.</summary>
/// <remarks>
/// <c>default</c> is an empty list. The owner frees the memory; a copy of the struct must not be used beside the original. Pointers and
/// spans into the list are valid until it grows. If memory runs out, <see cref="OutOfMemoryException"/> is thrown.
/// </remarks>
internal unsafe struct NativeList<T> : IDisposable
    where T : unmanaged
{
    private const long FirstCapacity = 64;

    private T* _items;
    private int _capacity;

    public int Count { get; private set; }

    /// <summary>Gets the first item; null if nothing was ever added.</summary>
    public readonly T* Items => _items;

    public readonly Span<T> Span => new(_items, Count);

    /// <summary>Gets the item at <paramref name="index"/>. The caller guarantees an index below <see cref="Count"/>.</summary>
    public readonly ref T this[int index] => ref _items[index];

    public void Add(in T item)
    {
        if (Count == _capacity)
            Grow(1);
        _items[Count++] = item;
    }

    /// <summary>Appends several uninitialised items for the caller to fill.</summary>
    public Span<T> Extend(int count)
    {
        if (count > _capacity - Count)
            Grow(count);
        var added = new Span<T>(_items + Count, count);
        Count += count;
        return added;
    }

    /// <summary>Drops the items from <paramref name="count"/> on; their memory stays.</summary>
    public void Truncate(int count) => Count = count;

    /// <summary>Frees the memory and leaves an empty list.</summary>
    public void Dispose()
    {
        NativeMemory.Free(_items);
        this = default;
    }

    private void Grow(int more)
    {
        int needed = checked(Count + more);
        int capacity = (int)Math.Max(needed, Math.Min(int.MaxValue, Math.Max(FirstCapacity, _capacity * 2L)));
        _items = (T*)NativeMemory.Realloc(_items, checked((nuint)capacity * (nuint)sizeof(T)));
        _capacity = capacity;
    }
}
