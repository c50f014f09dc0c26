using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Originals;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>
/// Native memory of one build: grows in chunks that never move, so that records keep their addresses; freed all at once. Used by one
/// thread. Out of memory throws <see cref="OutOfMemoryException"/>.
/// </summary>
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

    /// <summary>Room for at least <paramref name="minimum"/> bytes, aligned to 8, which <see cref="Commit"/> takes.</summary>
    internal byte* Reserve(int minimum, out int room)
    {
        if (_chunk is null || _chunk->Capacity - _chunk->Used < minimum)
            Grow(minimum);
        room = _chunk->Capacity - _chunk->Used;
        return (byte*)_chunk + HeaderBytes + _chunk->Used;
    }

    /// <summary>Takes the first <paramref name="bytes"/> of what <see cref="Reserve"/> showed.</summary>
    internal readonly void Commit(int bytes) => _chunk->Used += Math.Min(DirectoryRecord.Align(bytes), _chunk->Capacity - _chunk->Used);

    /// <summary><paramref name="bytes"/> bytes, aligned to 8, not cleared.</summary>
    internal byte* Allocate(int bytes)
    {
        byte* memory = Reserve(bytes, out _);
        Commit(bytes);
        return memory;
    }

    /// <summary>A copy of <paramref name="text"/>.</summary>
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
