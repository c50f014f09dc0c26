namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>The properties of an entry while a listing is built.</summary>
[Flags]
internal enum MergeFlags
{
    None = 0,

    Folder = 1,

    /// <summary>
    /// The record's name equals the winner's, letter case included: preferred to one that differs in case (a case-sensitive folder on
    /// Linux).
    /// </summary>
    Exact = 2,

    /// <summary>The entry exists only in mods.</summary>
    Virtual = 4,

    /// <summary>The entry has taken the place of a base record, or has given way to it.</summary>
    Merged = 8,

    /// <summary>A folder whose record precedes that of the game's own folder.</summary>
    Leads = 16,

    /// <summary>A file whose letter case precedes that of the game's own file.</summary>
    OwnLetters = 32,

    /// <summary>An entry whose 8.3 name another entry has, too.</summary>
    Ambiguous = 64,

    /// <summary>An entry of the game's own whose record is one of <see cref="KeptNames"/>: only its name counts.</summary>
    Kept = 128,
}

/// <summary>An entry while a listing is built. The pointers lead into the build's arena.</summary>
internal unsafe struct MergeItem
{
    /// <summary>The fixed part of the record, in the listing's class.</summary>
    internal byte* Record;

    /// <summary>The listed name.</summary>
    internal char* NameStart;

    /// <summary>The length of the name in characters.</summary>
    internal int NameLength;

    /// <summary>The length of the 8.3 name in characters; 0 for none.</summary>
    internal int ShortNameLength;

    /// <summary>The listed 8.3 name.</summary>
    internal char* ShortNameStart;

    internal MergeFlags Flags;

    /// <summary>The entry's index in another list, if needed.</summary>
    internal int Index;

    internal readonly ReadOnlySpan<char> Name => new(NameStart, NameLength);

    internal readonly ReadOnlySpan<char> ShortName => new(ShortNameStart, ShortNameLength);

    /// <summary>Creates an item for a record under its own name, without flags.</summary>
    internal static MergeItem Create(byte* record, in DirectoryRecordLayout layout)
    {
        return new MergeItem
        {
            Record = record,
            NameStart = (char*)(record + layout.FileName),
            NameLength = DirectoryRecord.Name(record, layout).Length,
            ShortNameStart = layout.HasShortName ? (char*)(record + layout.ShortName) : null,
            ShortNameLength = DirectoryRecord.ShortName(record, layout).Length,
        };
    }

    /// <summary>Compares entries by folded name; of equal names the exact one comes first.</summary>
    internal static int Compare(in MergeItem left, in MergeItem right)
    {
        int order = CaseFolding.Compare(left.Name, right.Name);
        return order != 0 ? order : (right.Flags & MergeFlags.Exact) - (left.Flags & MergeFlags.Exact);
    }
}

/// <summary>A stable sort of entries by folded name.</summary>
/// <remarks>
/// A natural merge sort: each source folder's entries are sorted already, so k folders with n entries take about n log k comparisons, and
/// one folder takes n.
/// </remarks>
internal static unsafe class MergeSort
{
    /// <summary>Sorts <paramref name="items"/> and counts the comparisons in <paramref name="comparisons"/>.</summary>
    internal static void Sort(Span<MergeItem> items, ref ListingArena arena, ref long comparisons)
    {
        if (IsSorted(items, ref comparisons))
            return;
        var spare = new Span<MergeItem>(arena.Allocate(items.Length * sizeof(MergeItem)), items.Length);
        bool merged;
        do
        {
            merged = false;
            for (int start = 0; start < items.Length;)
            {
                int middle = RunEnd(items, start, ref comparisons);
                if (middle == items.Length)
                    break;
                int end = RunEnd(items, middle, ref comparisons);
                Merge(items[start..middle], items[middle..end], spare[..(middle - start)], items[start..end], ref comparisons);
                merged |= start > 0 || end < items.Length;
                start = end;
            }
        }
        while (merged);
    }

    internal static bool IsSorted(ReadOnlySpan<MergeItem> items, ref long comparisons) =>
        items.Length < 2 || RunEnd(items, 0, ref comparisons) == items.Length;

    private static int RunEnd(ReadOnlySpan<MergeItem> items, int start, ref long comparisons)
    {
        int end = start + 1;
        while (end < items.Length && MergeItem.Compare(items[end - 1], items[end]) <= 0)
            end++;
        comparisons += end - start;
        return end;
    }

    private static void Merge(ReadOnlySpan<MergeItem> left, ReadOnlySpan<MergeItem> right, Span<MergeItem> spare, Span<MergeItem> into,
        ref long comparisons)
    {
        // The left run moves out of the way; the right run is overwritten only after it has been read.
        left.CopyTo(spare);
        int l = 0, r = 0, i = 0;
        while (l < spare.Length && r < right.Length)
        {
            comparisons++;
            into[i++] = MergeItem.Compare(right[r], spare[l]) < 0 ? right[r++] : spare[l++];
        }

        spare[l..].CopyTo(into[i..]);
    }
}
