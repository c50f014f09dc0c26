using System.Runtime.InteropServices;

namespace Reloaded.VFS.Hooks.Listing;

/// <summary>
/// Native memory of one build: grows in chunks that never move, so that records keep their addresses; freed all at once. Used by one
/// thread. Out of memory throws <see cref="OutOfMemoryException"/>.
/// </summary>
internal unsafe struct ListingArena : IDisposable
{
    private const int FirstChunk = 64 * 1024;
    private const int LargestChunk = 1024 * 1024;

    private Chunk* chunk;

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
        if (chunk == null || chunk->Capacity - chunk->Used < minimum)
            Grow(minimum);
        room = chunk->Capacity - chunk->Used;
        return (byte*)chunk + HeaderBytes + chunk->Used;
    }

    /// <summary>Takes the first <paramref name="bytes"/> of what <see cref="Reserve"/> showed.</summary>
    internal readonly void Commit(int bytes) => chunk->Used += Math.Min(DirectoryRecord.Align(bytes), chunk->Capacity - chunk->Used);

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
        while (chunk != null)
        {
            Chunk* previous = chunk->Previous;
            NativeMemory.Free(chunk);
            chunk = previous;
        }
    }

    private void Grow(int minimum)
    {
        int capacity = chunk == null ? FirstChunk : Math.Min(chunk->Capacity * 2, LargestChunk);
        capacity = Math.Max(capacity, DirectoryRecord.Align(minimum));
        var grown = (Chunk*)NativeMemory.Alloc((nuint)(HeaderBytes + capacity));
        *grown = new Chunk { Previous = chunk, Capacity = capacity };
        chunk = grown;
    }
}
