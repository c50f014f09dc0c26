namespace Reloaded.VFS.Hooks.Listing.Merging;

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

    /// <summary>Determines whether the items are in order.</summary>
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
