using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>Bringing a listing in another class into the order of the first one.</summary>
internal unsafe ref partial struct ListingBuilder<TSource, TFolder>
{
    /// <summary>
    /// The built entries in the order of <paramref name="first"/>, one for each of its entries; one that is gone since has no record. An
    /// entry that is new since is left out. Valid until <see cref="Dispose"/>.
    /// </summary>
    internal Span<MergeItem> AlignTo(RecordTable first)
    {
        var aligned = new Span<MergeItem>(_arena.Allocate(Math.Max(1, first.Count) * sizeof(MergeItem)), first.Count);
        Span<MergeItem> built = Items;
        Span<MergeItem> sorted = default;
        int next = 0;
        for (int i = 0; i < first.Count; i++)
        {
            ReadOnlySpan<char> name = first.Name(i);
            // Both lists come in the file system's order: nearly always it's the next one.
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

    /// <summary>The entries by name, each with its place.</summary>
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
        // Names that differ only in case stand together.
        int first = low;
        for (; low < sorted.Length && CaseFolding.Equals(sorted[low].Name, name); low++)
        {
            if (sorted[low].Name.SequenceEqual(name))
                return low;
        }

        return low > first ? first : -1;
    }
}
