using System.Numerics;
using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Lookup;

/// <summary>All names of all folders in one open-addressing hash table of buckets.</summary>
/// <remarks>
/// The table is divided into segments: a full one is replaced by a copy of twice the size, in a time that doesn't depend on the size of the
/// tree. An entry's key is the hash of its whole path: the high half selects the segment, the low half (the tag) the bucket, so growing
/// needs no text.
/// </remarks>
internal unsafe struct LookupTable
{
    private const int AlignmentMask = LookupBucket.Bytes - 1;
    private const uint EntriesPerSegment = 2048;

    /// <summary>An entry that waits, in the memory of its segment, until all entries are known.</summary>
    internal struct Pending
    {
        public uint Tag;
        public LookupEntry Entry;
    }

    // Each holds the address of a segment's buckets, and in the low bits the number of doublings, so that one load reads both.
    private nint* _segments;
    private uint _segmentCount;
    private uint _bucketsPerSegment;
    private uint* _used;

    /// <summary>Gets the buckets that the table was made with; they stay in place when a segment grows.</summary>
    public LookupBucket* Buckets { get; private set; }

    /// <summary>Gets the memory that a search reads first.</summary>
    public readonly void* Segments => _segments;

    /// <summary>Creates an empty table with room for a number of entries; with more if their hashes may be spread unevenly.</summary>
    public static LookupTable Create(uint entries, bool uneven, NativeArena arena)
    {
        (uint segments, uint buckets) = GetShape(entries, uneven);
        return Over(Allocate(buckets * segments, arena), segments, buckets, used: null, arena);
    }

    /// <summary>Creates a table over buckets in memory that the caller keeps.</summary>
    /// <param name="buckets">The buckets of all segments, none of which has grown.</param>
    /// <param name="segments">The number of segments.</param>
    /// <param name="bucketsPerSegment">The number of buckets in each.</param>
    /// <param name="used">The number of entries in each segment; null if there are none.</param>
    /// <param name="arena">The arena that provides the rest of the memory.</param>
    public static LookupTable Over(LookupBucket* buckets, uint segments, uint bucketsPerSegment, uint* used, NativeArena arena)
    {
        var table = new LookupTable
        {
            _segmentCount = segments,
            _bucketsPerSegment = bucketsPerSegment,
            _segments = (nint*)arena.Allocate(segments * (nuint)sizeof(nint)),
            _used = (uint*)arena.Allocate(segments * sizeof(uint)),
            Buckets = buckets,
        };
        for (uint i = 0; i < segments; i++)
        {
            table._segments[i] = (nint)(buckets + (i * (nuint)bucketsPerSegment));
            table._used[i] = used is null ? 0 : used[i];
        }

        return table;
    }

    /// <summary>Gets the number of buckets in a segment that hasn't grown.</summary>
    public readonly uint BucketsPerSegment => _bucketsPerSegment;

    /// <summary>Gets the number of entries in each segment.</summary>
    public readonly uint* Used => _used;

    /// <summary>Returns the number of bytes that a table for so many entries takes from its arena, in three allocations.</summary>
    public static nuint SizeFor(uint entries)
    {
        (uint segments, uint buckets) = GetShape(entries, uneven: false);
        return (segments * (nuint)(sizeof(nint) + sizeof(uint))) + NativeArena.SizeOfLines(segments * buckets * (nuint)LookupBucket.Bytes);
    }

    private static (uint Segments, uint BucketsPerSegment) GetShape(uint entries, bool uneven)
    {
        // Five in eight lanes are used, so that few names are outside their own bucket and a free lane always exists.
        uint segments = uneven ? 1 : (entries / EntriesPerSegment) + 1;
        return (segments, (entries / segments * 2 / 5) + 1);
    }

    public readonly uint SegmentCount => _segmentCount;

    public static uint CountEntries(LookupTable* table)
    {
        uint count = 0;
        for (uint i = 0; i < table->_segmentCount; i++)
            count += table->_used[i];
        return count;
    }

    /// <summary>Writer: adds every entry's name to a filter.</summary>
    public static void AddTo(LookupTable* table, in NameFilter filter)
    {
        for (uint i = 0; i < table->_segmentCount; i++)
        {
            nint segment = table->_segments[i];
            var bucket = (LookupBucket*)(segment & ~(nint)AlignmentMask);
            for (uint left = table->_bucketsPerSegment << (int)(segment & AlignmentMask); left > 0; left--, bucket++)
            {
                for (int lane = 0; lane < LookupBucket.Lanes && bucket->Tags[lane] != 0; lane++)
                    filter.AddTag(bucket->Tags[lane]);
            }
        }
    }

    /// <summary>Gets the maximum number of entries that can wait in a segment.</summary>
    public readonly uint MostAwaiting => (uint)(_bucketsPerSegment * (nuint)LookupBucket.Bytes / BytesAwaiting);

    /// <summary>Gets the number of bytes that a waiting entry takes of its segment: the entry and a number.</summary>
    public static nuint BytesAwaiting => (nuint)(sizeof(Pending) + sizeof(uint));

    /// <summary>Builder: queues an entry in its segment, behind earlier ones. Returns false if the segment is full.</summary>
    /// <param name="table">The table; no reader has it yet.</param>
    /// <param name="key">The entry's key.</param>
    /// <param name="entry">The entry.</param>
    /// <param name="listIndex">A number that <see cref="TakeAwaiting"/> returns with the entry.</param>
    /// <remarks>
    /// The numbers are at the segment's end, the last one first. The table's own memory is used because separate memory would be touched
    /// only once, for this.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryAwait(LookupTable* table, ulong key, in LookupEntry entry, uint listIndex)
    {
        nuint segment = SegmentOf(table, key);
        uint count = table->_used[segment];
        if ((count + 1) * BytesAwaiting > table->_bucketsPerSegment * (nuint)LookupBucket.Bytes)
            return false;
        LookupBucket* first = table->Buckets + (segment * table->_bucketsPerSegment);
        // Field by field: a copy of the whole struct would stall on store forwarding.
        Pending* pending = (Pending*)first + count;
        pending->Tag = TagOf(key);
        pending->Entry.Name = entry.Name;
        pending->Entry.Value = entry.Value;
        pending->Entry.Info = entry.Info;
        ((uint*)(first + table->_bucketsPerSegment))[-1 - (nint)count] = listIndex;
        table->_used[segment] = count + 1;
        return true;
    }

    /// <summary>Builder: moves the waiting entries out of a segment, which is empty afterwards, and returns their count.</summary>
    /// <param name="table">The table; no reader has it yet.</param>
    /// <param name="segment">The segment's number.</param>
    /// <param name="waiting">Receives the entries: room for <see cref="MostAwaiting"/>.</param>
    /// <param name="listIndexes">Receives their numbers, the last entry's first.</param>
    public static uint TakeAwaiting(LookupTable* table, uint segment, Pending* waiting, uint* listIndexes)
    {
        int count = (int)table->_used[segment];
        LookupBucket* first = table->Buckets + (segment * (nuint)table->_bucketsPerSegment);
        var entries = new Span<Pending>(first, count);
        var numbers = new Span<uint>((uint*)(first + table->_bucketsPerSegment) - count, count);
        entries.CopyTo(new Span<Pending>(waiting, count));
        numbers.CopyTo(new Span<uint>(listIndexes, count));
        entries.Clear();
        numbers.Clear();
        table->_used[segment] = 0;
        return (uint)count;
    }

    /// <summary>
    /// Builder: puts an entry into the first bucket of its search and returns its slot (relative to <see cref="Buckets"/>). The fast path
    /// for most entries.
    /// </summary>
    /// <remarks>
    /// Returns false, with nothing changed, if the bucket has no free lane or contains the tag.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryPut(LookupTable* table, uint segment, uint tag, in LookupEntry entry, out uint slot)
    {
        uint count = table->_bucketsPerSegment, first = (segment * count) + (uint)(((ulong)tag * count) >> 32);
        LookupBucket* bucket = table->Buckets + first;
        Vector128<uint> tags = Vector128.Load(bucket->Tags);
        uint free = Vector128.Equals(tags, Vector128<uint>.Zero).ExtractMostSignificantBits();
        int lane = BitOperations.TrailingZeroCount(free);
        slot = (first * LookupBucket.Lanes) + (uint)lane;
        if (free == 0 || Vector128.EqualsAny(tags, Vector128.Create(tag)))
            return false;
        Put(table, segment, bucket, lane, tag, entry);
        return true;
    }

    /// <summary>Builder: puts an entry into a free lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Put(LookupTable* table, uint segment, LookupBucket* bucket, int lane, uint tag, in LookupEntry entry)
    {
        LookupBucket.Set(bucket, lane, entry);
        bucket->Tags[lane] = tag;
        table->_used[segment]++;
    }

    /// <summary>Builder: determines whether a segment is so full that a search in it might never end.</summary>
    public static bool IsFull(LookupTable* table, uint segment) => table->_used[segment] >= table->_bucketsPerSegment * LookupBucket.Lanes;

    /// <summary>Returns the index of a lane, counted from <see cref="Buckets"/>; invalid once the segment has grown.</summary>
    public static uint SlotOf(LookupTable* table, LookupBucket* bucket, int lane) =>
        (uint)((bucket - table->Buckets) * LookupBucket.Lanes) + (uint)lane;

    /// <summary>Returns the bucket in which the search for a key begins, and the bounds of its segment.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static LookupBucket* Start(LookupTable* table, ulong key, out LookupBucket* first, out LookupBucket* end)
    {
        nint segment = Volatile.Read(ref table->_segments[SegmentOf(table, key)]);
        int doubled = (int)(segment & AlignmentMask);
        first = (LookupBucket*)(segment & ~(nint)AlignmentMask);
        end = first + (table->_bucketsPerSegment << doubled);
        // Multiplied while the segment is being loaded. Tag 1 begins where tag 0, which it stands for, would.
        return first + (nuint)((((ulong)(uint)key * table->_bucketsPerSegment) << doubled) >> 32);
    }

    /// <summary>Writer: inserts a new entry while readers use the table. The segment has a free lane unless it <see cref="IsCrowded"/>.</summary>
    public static void Insert(LookupTable* table, ulong key, in LookupEntry entry)
    {
        LookupBucket* bucket = Start(table, key, out LookupBucket* first, out LookupBucket* end);
        Put(bucket, TagOf(key), entry, first, end);
        table->_used[SegmentOf(table, key)]++;
    }

    /// <summary>Writer: prefetches the memory that <see cref="Insert"/> will read and write.</summary>
    public static void Prefetch(LookupTable* table, ulong key)
    {
        if (!Sse.IsSupported)
            return;
        Sse.Prefetch0(Start(table, key, out _, out _));
        Sse.Prefetch0(table->_used + SegmentOf(table, key));
    }

    /// <summary>Determines whether one more entry in the key's segment would make probes long: over seven in eight lanes used.</summary>
    public static bool IsCrowded(LookupTable* table, ulong key)
    {
        Start(table, key, out LookupBucket* first, out LookupBucket* end);
        return (table->_used[SegmentOf(table, key)] + 1) * 8 > (uint)(end - first) * (7 * LookupBucket.Lanes);
    }

    /// <summary>
    /// Writer: replaces the key's segment by one with twice as many buckets. Readers may still use the old one, which stays allocated.
    /// </summary>
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
                Put(larger + (nuint)(((ulong)tag * count) >> 32), tag, LookupBucket.Get(bucket, lane), larger, larger + count);
            }
        }

        Volatile.Write(ref *segment, (nint)larger | ((*segment & AlignmentMask) + 1));
    }

    private static void Put(LookupBucket* bucket, uint tag, in LookupEntry entry, LookupBucket* first, LookupBucket* end)
    {
        int lane;
        while ((lane = LookupBucket.FreeLane(bucket)) == LookupBucket.Lanes)
        {
            if (++bucket == end)
                bucket = first;
        }

        LookupBucket.Set(bucket, lane, entry);
        Volatile.Write(ref bucket->Tags[lane], tag);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint SegmentOf(LookupTable* table, ulong key) => (nuint)(((key >> 32) * table->_segmentCount) >> 32);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint TagOf(ulong key) => (uint)key == 0 ? 1 : (uint)key;

    private static LookupBucket* Allocate(uint buckets, NativeArena arena) =>
        (LookupBucket*)arena.AllocateLines(buckets * (nuint)LookupBucket.Bytes);
}

/// <summary>Four entries and their keys in one cache line. Filled from the first to the last, never emptied.</summary>
[StructLayout(LayoutKind.Sequential, Size = Bytes)]
internal unsafe struct LookupBucket
{
    public const int Bytes = 64;
    public const int Lanes = 4;

    /// <summary>The keys; 0 marks a free lane. Written last: a reader that sees a tag sees the rest of the entry.</summary>
    public fixed uint Tags[Lanes];

    public fixed uint Names[Lanes];
    public fixed uint Values[Lanes];
    public fixed uint Infos[Lanes];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static LookupEntry Get(LookupBucket* bucket, int lane) =>
        new() { Name = bucket->Names[lane], Value = bucket->Values[lane], Info = bucket->Infos[lane] };

    /// <summary>Returns a bit for each lane with a tag. Reads of these lanes that follow are at least as recent as the tags.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Find(LookupBucket* bucket, uint tag)
    {
        uint lanes = Vector128.Equals(Vector128.Load(bucket->Tags), Vector128.Create(tag)).ExtractMostSignificantBits();
        Volatile.ReadBarrier();
        return lanes;
    }

    /// <summary>Returns the first free lane, or <see cref="Lanes"/> if there is none.</summary>
    public static int FreeLane(LookupBucket* bucket)
    {
        int lane = 0;
        while (lane < Lanes && bucket->Tags[lane] != 0)
            lane++;
        return lane;
    }

    /// <summary>Writes everything but the tag.</summary>
    public static void Set(LookupBucket* bucket, int lane, in LookupEntry entry)
    {
        bucket->Names[lane] = entry.Name;
        bucket->Values[lane] = entry.Value;
        bucket->Infos[lane] = entry.Info;
    }
}
