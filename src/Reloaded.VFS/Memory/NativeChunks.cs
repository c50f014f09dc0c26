using System.Numerics;

namespace Reloaded.VFS.Memory;

/// <summary>A growing array in native memory whose items never move: each chunk is twice as large as the last. Not thread-safe.</summary>
/// <remarks>
/// Growing copies nothing, unlike a <see cref="NativeList{T}"/>, which would copy many megabytes. <c>default</c> is an empty array. The
/// owner frees the memory; a copy of the struct must not be used beside the original. If memory runs out,
/// <see cref="OutOfMemoryException"/> is thrown and the existing items stay.
/// </remarks>
internal unsafe struct NativeChunks<T> : IDisposable
    where T : unmanaged
{
    private const int FirstBytes = 4096, MostChunks = 31;

    [InlineArray(MostChunks)]
    private struct Chunks
    {
        private nint _first;
    }

    // The address that item 0 would have if the chunk extended that far down.
    private Chunks _chunks;
    private int _chunkCount;

    // The last chunk, and the index after its last item.
    private T* _last;
    private int _end;

    private static int FirstBits => BitOperations.Log2((uint)(FirstBytes / sizeof(T)));

    /// <summary>Gets the number of items, including the unused ones that <see cref="Extend"/> leaves at the end of a chunk.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the item at <paramref name="index"/>. The caller guarantees an index below <see cref="Count"/>.</summary>
    public readonly ref T this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref ((T*)_chunks[ChunkOf(index)])[index];
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(in T item)
    {
        if (Count == _end)
            AddChunk();
        _last[Count++] = item;
    }

    /// <summary>
    /// Appends several contiguous, uninitialised items for the caller to fill. If the last chunk is too short for them, its rest becomes
    /// unused items, which count and are zero.
    /// </summary>
    public Span<T> Extend(int count)
    {
        while (count > _end - Count)
        {
            new Span<T>(_last + Count, _end - Count).Clear();
            Count = _end;
            AddChunk();
        }

        var added = new Span<T>(_last + Count, count);
        Count += count;
        return added;
    }

    /// <summary>Removes the last items.</summary>
    /// <param name="count">The number of items; the caller guarantees that one call of <see cref="Extend"/> returned them.</param>
    public void RemoveLast(int count) => Count -= count;

    /// <summary>Copies all items in order. The caller guarantees room for <see cref="Count"/> items.</summary>
    public readonly void CopyTo(T* destination)
    {
        for (int chunk = 0; chunk < _chunkCount; chunk++)
        {
            int start = StartOf(chunk), count = Math.Min(StartOf(chunk + 1), Count) - start;
            Unsafe.CopyBlockUnaligned(destination + start, (T*)_chunks[chunk] + start, checked((uint)count * (uint)sizeof(T)));
        }
    }

    /// <summary>Frees the memory and leaves an empty array.</summary>
    public void Dispose()
    {
        for (int chunk = 0; chunk < _chunkCount; chunk++)
            NativeMemory.Free((T*)_chunks[chunk] + StartOf(chunk));
        this = default;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int ChunkOf(int index) => BitOperations.Log2((uint)index + (1u << FirstBits)) - FirstBits;

    private static int StartOf(int chunk) => (int)Math.Min(((1L << chunk) - 1) << FirstBits, int.MaxValue);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AddChunk()
    {
        int start = StartOf(_chunkCount);
        if (start == int.MaxValue)
            throw new OutOfMemoryException();
        int end = StartOf(_chunkCount + 1);
        _last = (T*)NativeMemory.Alloc((nuint)(end - start), (nuint)sizeof(T)) - start;
        _chunks[_chunkCount++] = (nint)_last;
        _end = end;
    }
}
