namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>
/// The native memory of one build, in chunks that never move, so that records keep their addresses. Freed all at once. Not thread-safe.
/// </summary>
/// <remarks>If memory runs out, <see cref="OutOfMemoryException"/> is thrown.</remarks>
internal unsafe struct ListingArena : IDisposable
{
    private const int FirstChunk = 64 * 1024;
    private const int LargestChunk = 1024 * 1024;

    private Chunk* _chunk;

    private struct Chunk
    {
        internal Chunk* Previous;
        internal int Capacity;
        internal int Used;
    }

    private static int HeaderBytes => DirectoryRecord.Align(sizeof(Chunk));

    /// <summary>Returns room for at least <paramref name="minimum"/> bytes, aligned to 8. <see cref="Commit"/> allocates it.</summary>
    internal byte* Reserve(int minimum, out int room)
    {
        if (_chunk is null || _chunk->Capacity - _chunk->Used < minimum)
            Grow(minimum);
        room = _chunk->Capacity - _chunk->Used;
        return (byte*)_chunk + HeaderBytes + _chunk->Used;
    }

    /// <summary>Allocates the first <paramref name="bytes"/> bytes of the result of <see cref="Reserve"/>.</summary>
    internal readonly void Commit(int bytes) => _chunk->Used += Math.Min(DirectoryRecord.Align(bytes), _chunk->Capacity - _chunk->Used);

    /// <summary>Allocates <paramref name="bytes"/> bytes, aligned to 8, uninitialised.</summary>
    internal byte* Allocate(int bytes)
    {
        byte* memory = Reserve(bytes, out _);
        Commit(bytes);
        return memory;
    }

    internal char* Copy(scoped ReadOnlySpan<char> text)
    {
        char* copy = (char*)Allocate(text.Length * sizeof(char));
        text.CopyTo(new Span<char>(copy, text.Length));
        return copy;
    }

    /// <summary>Frees everything.</summary>
    public void Dispose()
    {
        while (_chunk is not null)
        {
            Chunk* previous = _chunk->Previous;
            NativeMemory.Free(_chunk);
            _chunk = previous;
        }
    }

    private void Grow(int minimum)
    {
        int capacity = _chunk is null ? FirstChunk : Math.Min(_chunk->Capacity * 2, LargestChunk);
        capacity = Math.Max(capacity, DirectoryRecord.Align(minimum));
        var grown = (Chunk*)NativeMemory.Alloc((nuint)(HeaderBytes + capacity));
        *grown = new Chunk { Previous = _chunk, Capacity = capacity };
        _chunk = grown;
    }
}
