using System.Runtime.CompilerServices;
using Reloaded.VFS.Memory;

namespace Reloaded.VFS.PathRecords;

/// <summary>
/// An open-addressing hash table from folded paths to <see cref="PathRecord"/>s. One writer appends while readers probe without locks.
/// </summary>
/// <remarks>
/// A slot's record is written first, its hash (the key) last. A full index is replaced by a larger one, which new snapshots use.
/// </remarks>
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
