namespace Reloaded.VFS.PathRecords;

/// <summary>
/// An open-addressing hash table from folded paths to <see cref="PathRecord"/>s. One writer appends while readers probe without locks.
/// </summary>
/// <remarks>A slot's record is written first, its hash (the key) last. For a full index new snapshots use a larger one.</remarks>
internal sealed unsafe class PathIndex
{
    internal struct Slot
    {
        /// <summary>The key; 0 marks a free slot.</summary>
        public uint Hash;

        public uint Record;
    }

    // Keeps the slots alive.
    private readonly NativeArena _arena;
    private readonly bool _isShared;
    private int _used;

    /// <summary>Creates an empty index in a shared arena, or in one of its own.</summary>
    public PathIndex(uint capacity, NativeByteCounter counter, NativeArena? shared = null)
    {
        _isShared = shared is not null;
        _arena = shared ?? new NativeArena(counter);
        Capacity = capacity;
        Slots = (Slot*)_arena.Allocate(capacity * (nuint)sizeof(Slot));
    }

    /// <summary>Creates an index over slots in memory that the caller keeps.</summary>
    public PathIndex(Slot* slots, uint capacity, NativeByteCounter counter)
    {
        _isShared = true;
        _arena = new NativeArena(counter);
        Capacity = capacity;
        Slots = slots;
        for (uint i = 0; i < capacity; i++)
            _used += slots[i].Hash != 0 ? 1 : 0;
    }

    public uint Capacity { get; }
    public Slot* Slots { get; }

    /// <summary>Gets the native bytes of the index's own arena.</summary>
    public long NativeBytes => _isShared ? 0 : _arena.Bytes;

    /// <summary>Determines whether probes stay short with <paramref name="more"/> additional entries.</summary>
    public bool HasRoom(int more) => (uint)_used + (uint)more <= Capacity / 10 * 7;

    /// <summary>Returns the part of a path's hash that a slot stores.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint KeyOf(ulong pathHash) => (uint)pathHash == 0 ? 1 : (uint)pathHash;

    /// <summary>
    /// Returns the first slot to probe in an index of <paramref name="capacity"/> slots (any number; the key's high bits decide).
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint StartOf(uint key, uint capacity) => (uint)(((ulong)key * capacity) >> 32);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Next(uint slot, uint capacity) => slot + 1 == capacity ? 0 : slot + 1;

    public void Insert(uint key, uint record)
    {
        uint i = StartOf(key, Capacity);
        while (Slots[i].Hash != 0)
            i = Next(i, Capacity);
        Slots[i].Record = record;
        Volatile.Write(ref Slots[i].Hash, key);
        _used++;
    }

    /// <summary>
    /// Returns a larger copy with room for <paramref name="more"/> additional entries; at least twice as large unless many are added at
    /// once.
    /// </summary>
    public PathIndex Grow(int more, NativeByteCounter counter)
    {
        uint needed = (((uint)_used + (uint)more) / 7 * 10) + 10;
        var larger = new PathIndex(Math.Max(needed, Math.Min(Capacity * 2, needed * 2)), counter);
        for (uint i = 0; i < Capacity; i++)
        {
            if (Slots[i].Hash != 0)
                larger.Insert(Slots[i].Hash, Slots[i].Record);
        }

        return larger;
    }
}

/// <summary>A folder path that was ever known. Never moves; immutable but for <see cref="Unpacked"/>.</summary>
/// <remarks>
/// The text follows directly, so that one memory access reaches it: <see cref="Length"/> characters and a backslash that doesn't count.
/// </remarks>
[StructLayout(LayoutKind.Sequential, Pack = 4)]
internal unsafe struct PathRecord
{
    private const ushort WideBit = 0x8000;

    public ulong Hash;

    /// <summary>The text as UTF-16, once requested (<see cref="PathTable.GetPath(PathRecord*)"/>).</summary>
    public nint Unpacked;

    public int Id;

    private ushort _info;

    /// <summary>The offset of the last component.</summary>
    public ushort NameStart;

    /// <summary>Gets the length in characters; at most <see cref="Paths.VirtualPath.MaxLength"/>.</summary>
    public readonly int Length => _info & ~WideBit;

    /// <summary>Gets a value indicating whether the text has two bytes a character; otherwise one (<see cref="PackedText"/>).</summary>
    public readonly bool IsWide => (_info & WideBit) != 0;

    public readonly int NameLength => Length - NameStart;

    public void SetLength(int length, bool isWide) => _info = (ushort)(length | (isWide ? WideBit : 0));

    /// <summary>Determines whether the text has exactly this many characters, at one byte each.</summary>
    public readonly bool IsNarrow(int length) => _info == length;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* GetText(PathRecord* record) => (byte*)(record + 1);

    /// <summary>Returns the text from a character on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* GetText(PathRecord* record, int start) => GetText(record) + (record->IsWide ? start * sizeof(char) : start);

    /// <summary>Returns the last component. The path must not be too long for a name.</summary>
    public static PackedText GetName(PathRecord* record) =>
        new(GetText(record, record->NameStart), (ushort)(record->NameLength | (record->IsWide ? PackedText.Wide : 0)));

    /// <summary>Determines whether Windows considers a path the same.</summary>
    public static bool EqualsFolded(PathRecord* record, ReadOnlySpan<char> path) => record->Length == path.Length
        && PackedText.EqualsFolded(GetText(record), record->IsWide, ref CaseFolding.Units(path), (uint)path.Length);

    /// <summary>Copies the path. The caller guarantees room for <see cref="Length"/> characters.</summary>
    public static void CopyPath(PathRecord* record, ref char destination) =>
        PackedText.Widen(GetText(record), record->IsWide, ref destination, (uint)record->Length);

    /// <summary>Copies the characters after <paramref name="start"/>, the trailing backslash included, as far as they fit.</summary>
    public static void CopyTail(PathRecord* record, int start, Span<char> tail) =>
        PackedText.Widen(GetText(record, start), record->IsWide, ref MemoryMarshal.GetReference(tail),
            (uint)Math.Min(tail.Length, record->Length + 1 - start));

    /// <summary>Returns the size in bytes of a record with its text and the backslash.</summary>
    public static nuint GetSize(int length, bool isWide) => (nuint)sizeof(PathRecord) + ((nuint)(length + 1) * (isWide ? 2u : 1u));
}
