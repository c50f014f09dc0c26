using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.Memory;

/// <summary>
/// A growing array in native memory whose items never move: each chunk has room for twice as many as the one before. Nothing is copied
/// while it grows, where a <see cref="NativeList{T}"/> of many megabytes would copy all of it into new memory each time.
/// <c>default</c> is an empty one. Its owner frees it: a copy must not be used beside it. Not thread-safe. Out of memory throws
/// <see cref="OutOfMemoryException"/>; the items that were there stay.
/// </summary>
internal unsafe struct NativeChunks<T> : IDisposable
    where T : unmanaged
{
    private const int FirstBytes = 4096, MostChunks = 31;

    [InlineArray(MostChunks)]
    private struct Chunks
    {
        private nint _first;
    }

    // Where item 0 would be, if each chunk reached so far back.
    private Chunks _chunks;
    private int _chunkCount;

    // The last chunk, and the number behind its last item.
    private T* _last;
    private int _end;

    private static int FirstBits => BitOperations.Log2((uint)(FirstBytes / sizeof(T)));

    /// <summary>How many items it has, those that <see cref="Extend"/> has left out included.</summary>
    public int Count { get; private set; }

    /// <summary>The item at <paramref name="index"/>, which the caller guarantees to be below <see cref="Count"/>.</summary>
    public readonly ref T this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref ((T*)_chunks[ChunkOf(index)])[index];
    }

    /// <summary>Appends one item.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(in T item)
    {
        if (Count == _end)
            AddChunk();
        _last[Count++] = item;
    }

    /// <summary>
    /// Appends several items of unknown content that lie side by side, for the caller to fill. Where the last chunk has no room for them,
    /// what is left of it is left out: items that count, and are zero.
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

    /// <summary>Takes back the last items.</summary>
    /// <param name="count">How many; the caller guarantees that one <see cref="Extend"/> has given them.</param>
    public void TakeBack(int count) => Count -= count;

    /// <summary>Copies all items, in order, to where the caller guarantees room for <see cref="Count"/> of them.</summary>
    public readonly void CopyTo(T* destination)
    {
        for (int chunk = 0; chunk < _chunkCount; chunk++)
        {
            int start = StartOf(chunk), count = Math.Min(StartOf(chunk + 1), Count) - start;
            Unsafe.CopyBlockUnaligned(destination + start, (T*)_chunks[chunk] + start, checked((uint)count * (uint)sizeof(T)));
        }
    }

    /// <summary>Frees the memory, and leaves an empty array.</summary>
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
