using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Reloaded.VFS.Trees;

/// <summary>Decides whether an entry whose key is right is the one.</summary>
internal unsafe interface ILookupMatch
{
    bool Matches(LookupTree* tree, scoped in LookupEntry entry);
}

/// <summary>
/// All names of all folders in one open-addressing table of buckets. It is cut into segments, so that one that is full can be replaced by a
/// copy of twice the size in a time that doesn't depend on the tree's. A name's key is made of the hashes of its folder's path and of itself: the
/// high half names the segment, the low half (the tag) the bucket, so that growing needs no text.
/// </summary>
internal unsafe struct LookupTable
{
    private const int AlignmentMask = LookupBucket.Bytes - 1;
    private const uint EntriesPerSegment = 2048;

    // Each the address of a segment's buckets; in its low bits how often they have been doubled, so that one load gives both.
    private nint* _segments;
    private uint _segmentCount;
    private uint _bucketsPerSegment;
    private uint* _used;

    /// <summary>The buckets that the table was made with; they stay where they are when a segment grows.</summary>
    public LookupBucket* Buckets { get; private set; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong KeyOf(ulong folderHash, uint nameHash) => folderHash + (nameHash * 0x9E37_79B9_7F4A_7C15);

    /// <summary>Makes an empty table that has room for a number of entries.</summary>
    /// <param name="entries">How many.</param>
    /// <param name="uneven">Whether they may be anything but spread evenly, as hashes should be.</param>
    /// <param name="arena">Where it will lie.</param>
    public static LookupTable Create(uint entries, bool uneven, NativeArena arena)
    {
        // Three in four lanes are used, and there's always a free one.
        uint segments = uneven ? 1 : (entries / EntriesPerSegment) + 1;
        uint buckets = (entries / segments / 3) + 1;
        var table = new LookupTable
        {
            _segmentCount = segments,
            _bucketsPerSegment = buckets,
            _segments = (nint*)arena.AllocateSmall(segments * (nuint)sizeof(nint)),
            _used = (uint*)arena.AllocateSmall(segments * sizeof(uint)),
            Buckets = Allocate(buckets * segments, arena),
        };
        for (uint i = 0; i < segments; i++)
            table._segments[i] = (nint)(table.Buckets + (i * buckets));
        return table;
    }

    /// <summary>Where the key's search begins, and the buckets that it goes around in.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static LookupBucket* Start(LookupTable* table, ulong key, out LookupBucket* first, out LookupBucket* end)
    {
        nint segment = Volatile.Read(ref table->_segments[SegmentOf(table, key)]);
        uint count = table->_bucketsPerSegment << (int)(segment & AlignmentMask);
        first = (LookupBucket*)(segment & ~(nint)AlignmentMask);
        end = first + count;
        return first + (nuint)(((ulong)TagOf(key) * count) >> 32);
    }

    /// <summary>Finds an entry and the bucket and lane where it is. Null where there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static LookupBucket* Find<TMatch>(LookupTree* tree, ulong key, in TMatch match, out LookupEntry entry, out int lane)
        where TMatch : struct, ILookupMatch
    {
        Vector128<uint> wanted = Vector128.Create(TagOf(key));
        LookupBucket* bucket = Start(&tree->Table, key, out LookupBucket* first, out LookupBucket* end);
        while (true)
        {
            Vector128<uint> tags = Vector128.Load(bucket->Tags);
            Volatile.ReadBarrier();
            for (uint lanes = Vector128.Equals(tags, wanted).ExtractMostSignificantBits(); lanes != 0; lanes &= lanes - 1)
            {
                lane = BitOperations.TrailingZeroCount(lanes);
                entry = LookupBucket.Get(bucket, lane);
                if (match.Matches(tree, entry))
                    return bucket;
            }

            if (tags[LookupBucket.Lanes - 1] == 0)
            {
                entry = default;
                lane = 0;
                return null;
            }

            if (++bucket == end)
                bucket = first;
        }
    }

    /// <summary>Writer: puts an entry that isn't there yet into a free lane. False where its segment is full.</summary>
    /// <param name="table">Readers may be using it.</param>
    /// <param name="key">The entry's.</param>
    /// <param name="entry">What to put there.</param>
    /// <param name="place">Where it is, in lanes from <see cref="Buckets"/>; of no use once its segment has grown.</param>
    public static bool TryInsert(LookupTable* table, ulong key, in LookupEntry entry, out uint place)
    {
        uint* used = table->_used + SegmentOf(table, key);
        LookupBucket* bucket = Start(table, key, out LookupBucket* first, out LookupBucket* end);
        place = 0;
        if (*used + 1 >= (uint)(end - first) * LookupBucket.Lanes)
            return false;
        int lane = Put(bucket, TagOf(key), entry, first, end, out bucket);
        ++*used;
        place = (uint)((bucket - table->Buckets) * LookupBucket.Lanes) + (uint)lane;
        return true;
    }

    /// <summary>Whether one more in the key's segment would make probes long: seven in eight lanes are used.</summary>
    public static bool IsCrowded(LookupTable* table, ulong key)
    {
        Start(table, key, out LookupBucket* first, out LookupBucket* end);
        return (table->_used[SegmentOf(table, key)] + 1) * 8 > (uint)(end - first) * (7 * LookupBucket.Lanes);
    }

    /// <summary>Writer: replaces the key's segment by one of twice as many buckets. Readers may still be in the old one, which stays.</summary>
    public static void Grow(LookupTable* table, ulong key, NativeArena arena)
    {
        nint* segment = table->_segments + SegmentOf(table, key);
        Start(table, key, out LookupBucket* first, out LookupBucket* end);
        uint count = (uint)(end - first) * 2;
        LookupBucket* larger = Allocate(count, arena);
        for (LookupBucket* bucket = first; bucket < end; bucket++)
        {
            for (int lane = 0; lane < LookupBucket.Lanes && bucket->Tags[lane] != 0; lane++)
            {
                uint tag = bucket->Tags[lane];
                Put(larger + (nuint)(((ulong)tag * count) >> 32), tag, LookupBucket.Get(bucket, lane), larger, larger + count, out _);
            }
        }

        Volatile.Write(ref *segment, (nint)larger | ((*segment & AlignmentMask) + 1));
    }

    private static int Put(LookupBucket* bucket, uint tag, in LookupEntry entry, LookupBucket* first, LookupBucket* end, out LookupBucket* taken)
    {
        int lane;
        while ((lane = LookupBucket.FreeLane(bucket)) == LookupBucket.Lanes)
        {
            if (++bucket == end)
                bucket = first;
        }

        taken = bucket;
        LookupBucket.Set(bucket, lane, entry);
        Volatile.Write(ref bucket->Tags[lane], tag);
        return lane;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint SegmentOf(LookupTable* table, ulong key) => (nuint)(((key >> 32) * table->_segmentCount) >> 32);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint TagOf(ulong key) => (uint)key == 0 ? 1 : (uint)key;

    private static LookupBucket* Allocate(uint buckets, NativeArena arena) =>
        (LookupBucket*)(((nuint)arena.Allocate((buckets + 1) * (nuint)LookupBucket.Bytes) + AlignmentMask) & ~(nuint)AlignmentMask);
}
