using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>Reordering of a listing in another class by the order of the first one.</summary>
internal unsafe ref partial struct ListingBuilder<TSource, TFolder>
{
    /// <summary>
    /// Returns the built entries in the order of <paramref name="first"/>, one for each of its entries. Valid until <see cref="Dispose"/>.
    /// </summary>
    /// <remarks>An entry that has disappeared since has no record; an entry that has appeared since is left out.</remarks>
    internal Span<MergeItem> AlignTo(RecordTable first)
    {
        var aligned = new Span<MergeItem>(_arena.Allocate(Math.Max(1, first.Count) * sizeof(MergeItem)), first.Count);
        Span<MergeItem> built = Items;
        Span<MergeItem> sorted = default;
        int next = 0;
        for (int i = 0; i < first.Count; i++)
        {
            ReadOnlySpan<char> name = first.Name(i);
            // Both lists have the file system's order: nearly always the next entry matches.
            if (next < built.Length && built[next].Name.SequenceEqual(name))
            {
                aligned[i] = built[next++];
                continue;
            }

            if (sorted.IsEmpty)
                sorted = SortedCopy(built);
            int found = Find(sorted, name);
            aligned[i] = found < 0 ? default : sorted[found];
            next = found < 0 ? next : sorted[found].Index + 1;
        }

        return aligned;
    }

    /// <summary>Returns the entries sorted by name, each with its original index.</summary>
    private Span<MergeItem> SortedCopy(ReadOnlySpan<MergeItem> built)
    {
        var copy = new Span<MergeItem>(_arena.Allocate(Math.Max(1, built.Length) * sizeof(MergeItem)), built.Length);
        built.CopyTo(copy);
        for (int i = 0; i < copy.Length; i++)
            copy[i].Index = i;
        MergeSort.Sort(copy, ref _arena, ref _comparisons);
        return copy;
    }

    private int Find(ReadOnlySpan<MergeItem> sorted, scoped ReadOnlySpan<char> name)
    {
        int low = 0, high = sorted.Length;
        while (low < high)
        {
            int middle = (low + high) / 2;
            _comparisons++;
            if (CaseFolding.Compare(sorted[middle].Name, name) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        // Names that differ only in case are adjacent.
        int first = low;
        for (; low < sorted.Length && CaseFolding.Equals(sorted[low].Name, name); low++)
        {
            if (sorted[low].Name.SequenceEqual(name))
                return low;
        }

        return low > first ? first : -1;
    }
}
