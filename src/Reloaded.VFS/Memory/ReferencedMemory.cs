using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Memory;

/// <summary>
/// Native records of any size that never move and are freed together, named by 32-bit references: a record that an entry leads to costs the
/// entry four bytes. One writer at a time; readers resolve references through <see cref="Chunks"/>. The memory is its arena's.
/// </summary>
internal sealed unsafe class ReferencedMemory
{
    // A reference is the chunk's number and the place in it, in units of eight bytes.
    private const int Unit = 8;
    private const int PlaceBits = 15;
    private const int FewestChunks = 8;
    private const nuint SmallestChunk = 2 * 1024;
    private const nuint LargestChunk = (nuint)Unit << PlaceBits;

    /// <summary>Bytes behind any record that can be read, whatever they are.</summary>
    public const int Slack = 32;

    private readonly NativeByteCounter? _counter;
    private NativeArena? _arena;
    private nint _chunks;
    private int _count;
    private int _capacity;
    private byte* _chunk;
    private nuint _used;
    private nuint _size;
    private nuint _total;

    /// <summary>In an arena of its own, which isn't made before there is a record.</summary>
    public ReferencedMemory(NativeByteCounter counter) => _counter = counter;

    /// <summary>In an arena that has other things, too.</summary>
    public ReferencedMemory(NativeArena arena) => _arena = arena;

    /// <summary>Native bytes held.</summary>
    public long NativeBytes => (long)Volatile.Read(ref _total);

    /// <summary>
    /// Where the chunks begin. Replaced by a copy when it grows: what a reader has taken is good for every reference given out before that,
    /// as long as this object is kept alive.
    /// </summary>
    public byte** Chunks => (byte**)Volatile.Read(ref _chunks);

    /// <summary>The record that a reference names.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void* Resolve(byte** chunks, uint reference) =>
        chunks[reference >> PlaceBits] + ((reference & ((1u << PlaceBits) - 1)) * Unit);

    /// <inheritdoc cref="Resolve(byte**, uint)"/>
    public void* Resolve(uint reference) => Resolve(Chunks, reference);

    /// <summary>Room for a record, 8-byte aligned; holds what was written to what <see cref="Reserve"/> gave, or anything.</summary>
    /// <param name="size">Bytes; no more than a chunk of the largest size, which is 256 KiB.</param>
    /// <param name="reference">Names it from now on.</param>
    public void* Allocate(nuint size, out uint reference)
    {
        void* record = Reserve(size);
        reference = ((uint)(_count - 1) << PlaceBits) | (uint)(_used / Unit);
        _used += (size + Unit - 1) & ~(nuint)(Unit - 1);
        return record;
    }

    /// <summary>
    /// Where the next <see cref="Allocate"/> of this size will put its record: whatever is written there before stays there.
    /// </summary>
    public void* Reserve(nuint size)
    {
        size = (size + Unit - 1) & ~(nuint)(Unit - 1);
        if (_size - _used < size)
            AddChunk(size);
        return _chunk + _used;
    }

    /// <summary>What the first chunk takes of the arena, in two allocations.</summary>
    public static nuint FirstBytes => SmallestChunk + Slack + ((nuint)FewestChunks * (nuint)sizeof(byte*));

    private void AddChunk(nuint atLeast)
    {
        NativeArena arena = _arena ??= new NativeArena(_counter);
        if (_count == _capacity)
        {
            int capacity = Math.Max(FewestChunks, _capacity * 2);
            var chunks = (byte**)arena.Allocate((nuint)capacity * (nuint)sizeof(byte*), (nuint)sizeof(byte*));
            new ReadOnlySpan<nint>((void*)_chunks, _count).CopyTo(new Span<nint>(chunks, capacity));
            Volatile.Write(ref _chunks, (nint)chunks);
            _capacity = capacity;
            _total += (nuint)capacity * (nuint)sizeof(byte*);
        }

        // As much again as there is already, so that few records take little.
        _size = Math.Min(LargestChunk, Math.Max(Math.Max(atLeast, SmallestChunk), _total));
        _chunk = (byte*)(_count == 0 ? arena.Allocate(_size + Slack) : arena.AllocateDirty(_size + Slack));
        _total += _size + Slack;
        _used = 0;
        ((byte**)_chunks)[_count++] = _chunk;
    }
}
