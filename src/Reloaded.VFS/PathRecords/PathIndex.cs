using System.Runtime.CompilerServices;
using Reloaded.VFS.Memory;

namespace Reloaded.VFS.PathRecords;

/// <summary>
/// Open addressing from the hash of a folded path to its <see cref="PathRecord"/>: one writer appends, readers probe at the same time
/// without locks. A slot's record is written first, its hash (the key) last.
/// A full index is replaced by a larger one, which new snapshots use.
/// </summary>
internal sealed unsafe class PathIndex
{
    internal struct Slot
    {
        /// <summary>0 is a free slot.</summary>
        public uint Hash;

        public uint Record;
    }

    // Keeps the slots.
    private readonly NativeArena _arena;
    private readonly bool _isShared;
    private int _used;

    /// <summary>An empty index, in an arena that has other things, too, or in one of its own.</summary>
    public PathIndex(uint capacity, NativeByteCounter counter, NativeArena? shared = null)
    {
        _isShared = shared is not null;
        _arena = shared ?? new NativeArena(counter);
        Capacity = capacity;
        Slots = (Slot*)_arena.Allocate(capacity * (nuint)sizeof(Slot));
    }

    public uint Capacity { get; }

    public Slot* Slots { get; }

    /// <summary>Native bytes of its own arena.</summary>
    public long NativeBytes => _isShared ? 0 : _arena.Bytes;

    /// <summary>Whether so many more would leave probes short.</summary>
    public bool HasRoom(int more) => (uint)_used + (uint)more <= Capacity / 10 * 7;

    /// <summary>What a path's slot has of the hash.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint KeyOf(ulong pathHash) => (uint)pathHash == 0 ? 1 : (uint)pathHash;

    /// <summary>Where probing starts in an index of <paramref name="capacity"/> slots (any number; the key's high bits decide).</summary>
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

    /// <summary>A copy that has room for so many more; at least twice as large, where it doesn't grow by many at once.</summary>
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
