using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Reloaded.VFS.Lookup;

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
