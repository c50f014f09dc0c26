using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Trees;

/// <summary>
/// Open addressing from the hash of a folded path to path ids: one writer appends, readers probe at the same time without locks. A slot's
/// id is written first, its hash (the key) last. A full index is replaced by a larger one, which new snapshots use.
/// </summary>
internal sealed unsafe class PathIndex
{
    internal struct Slot
    {
        public uint Hash;
        public int Id;
    }

    private readonly NativeArena _arena;
    private int _used;

    public PathIndex(uint capacity, NativeByteCounter counter)
    {
        _arena = new NativeArena(counter);
        Capacity = capacity;
        Slots = (Slot*)_arena.Allocate(capacity * (nuint)sizeof(Slot));
    }

    public uint Capacity { get; }

    public Slot* Slots { get; }

    public long NativeBytes => _arena.Bytes;

    /// <summary>Whether one more would make probes long.</summary>
    public bool IsFull => _used + 1 > Capacity * 0.7;

    public void Insert(uint hash, int id)
    {
        uint i = NameHash.Slot(hash, Capacity);
        while (Slots[i].Hash != 0)
            i = Next(i, Capacity);
        Slots[i].Id = id;
        Volatile.Write(ref Slots[i].Hash, hash);
        _used++;
    }

    public PathIndex Grow(NativeByteCounter counter)
    {
        var larger = new PathIndex(Capacity * 2, counter);
        for (uint i = 0; i < Capacity; i++)
        {
            if (Slots[i].Hash != 0)
                larger.Insert(Slots[i].Hash, Slots[i].Id);
        }

        return larger;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Next(uint slot, uint capacity) => slot + 1 == capacity ? 0 : slot + 1;
}
