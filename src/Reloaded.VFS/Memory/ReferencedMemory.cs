namespace Reloaded.VFS.Memory;

/// <summary>
/// Native records of any size that never move and are freed together. Each has a 32-bit reference, which takes less room in an entry than a
/// pointer.
/// </summary>
/// <remarks>One writer at a time; readers resolve references through <see cref="Chunks"/>. The memory belongs to an arena.</remarks>
internal sealed unsafe class ReferencedMemory
{
    // A reference is the chunk's number and the offset in it, in units of eight bytes.
    private const int Unit = 8;
    private const int OffsetBits = 15;
    private const int FewestChunks = 8;
    private const nuint SmallestChunk = 2 * 1024;
    private const nuint LargestChunk = (nuint)Unit << OffsetBits;

    /// <summary>The number of readable bytes after any record; their content is undefined.</summary>
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

    /// <summary>Creates an empty object with an arena of its own, which is made with the first record.</summary>
    public ReferencedMemory(NativeByteCounter counter) => _counter = counter;

    /// <summary>Creates an empty object in a shared arena.</summary>
    public ReferencedMemory(NativeArena arena) => _arena = arena;

    /// <summary>Gets the native bytes held.</summary>
    public long NativeBytes => (long)Volatile.Read(ref _total);

    /// <summary>
    /// Gets the array of chunks. Growth replaces the array by a copy; an old copy resolves every reference issued before, while this object
    /// is kept alive.
    /// </summary>
    public byte** Chunks => (byte**)Volatile.Read(ref _chunks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void* Resolve(byte** chunks, uint reference) =>
        chunks[reference >> OffsetBits] + ((reference & ((1u << OffsetBits) - 1)) * Unit);

    /// <inheritdoc cref="Resolve(byte**, uint)"/>
    public void* Resolve(uint reference) => Resolve(Chunks, reference);

    /// <summary>
    /// Allocates an 8-byte aligned record. Its content is what was written to the result of <see cref="Reserve"/>, or undefined.
    /// </summary>
    /// <param name="size">The size in bytes, at most that of the largest chunk (256 KiB).</param>
    /// <param name="reference">The record's reference.</param>
    public void* Allocate(nuint size, out uint reference)
    {
        void* record = Reserve(size);
        reference = ((uint)(_count - 1) << OffsetBits) | (uint)(_used / Unit);
        _used += (size + Unit - 1) & ~(nuint)(Unit - 1);
        return record;
    }

    /// <summary>Returns the address of the next record of this size, without allocating it. What is written there stays.</summary>
    public void* Reserve(nuint size)
    {
        size = (size + Unit - 1) & ~(nuint)(Unit - 1);
        if (_size - _used < size)
            AddChunk(size);
        return _chunk + _used;
    }

    /// <summary>Returns the number of the chunk that a reference leads into.</summary>
    public static int ChunkOf(uint reference) => (int)(reference >> OffsetBits);

    /// <summary>Returns the offset in bytes of a reference's record in its chunk.</summary>
    public static int OffsetOf(uint reference) => (int)(reference & ((1u << OffsetBits) - 1)) * Unit;

    /// <summary>Begins with chunks in memory that the caller keeps. No record has been allocated yet; new ones go into new chunks.</summary>
    public void TakeOver(ReadOnlySpan<nint> chunks)
    {
        NativeArena arena = _arena ??= new NativeArena(_counter);
        _capacity = Math.Max(FewestChunks, chunks.Length * 2);
        nint* copies = (nint*)arena.Allocate((nuint)_capacity * (nuint)sizeof(nint), (nuint)sizeof(nint));
        chunks.CopyTo(new Span<nint>(copies, _capacity));
        _count = chunks.Length;
        _total = (nuint)_capacity * (nuint)sizeof(nint);
        Volatile.Write(ref _chunks, (nint)copies);
    }

    /// <summary>Gets the number of bytes that the first chunk takes of the arena, in two allocations.</summary>
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

        // The size doubles the total, so that few records take little memory.
        _size = Math.Min(LargestChunk, Math.Max(Math.Max(atLeast, SmallestChunk), _total));
        _chunk = (byte*)(_count == 0 ? arena.Allocate(_size + Slack) : arena.AllocateDirty(_size + Slack));
        _total += _size + Slack;
        _used = 0;
        ((byte**)_chunks)[_count++] = _chunk;
    }
}
