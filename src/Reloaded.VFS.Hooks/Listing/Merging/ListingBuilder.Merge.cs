namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>Merging: the choice of records, and the order.</summary>
internal unsafe ref partial struct ListingBuilder<TSource, TFolder>
{
    private void Merge()
    {
        SortMods();
        MergeMods();
        if (_pattern.Kind != PatternKind.All && FetchReplacementsOfShortMatches())
        {
            SortMods();
            MergeMods();
        }

        Weave();
    }

    private void SortMods()
    {
        MergeSort.Sort(_mods.Span, ref _arena, ref _comparisons);
        int kept = 0;
        for (int i = 0; i < _mods.Count; i++)
        {
            _mods[i].Flags &= ~MergeFlags.Merged;
            if (kept > 0 && CaseFolding.Equals(_mods[kept - 1].Name, _mods[i].Name))
                continue;
            _mods[kept++] = _mods[i];
        }

        _mods.Truncate(kept);
    }

    /// <summary>
    /// Puts each mod's file in the place of the base's record of that name, whose letter case stays. For a folder in both, the base's name
    /// stays, and the base's record unless the mod's leads.
    /// </summary>
    private void MergeMods()
    {
        int kept = 0, near = 0, dots = 0;
        (_replaced, _ownNames) = (0, 0);
        while (dots < _bases.Count && IsDots(_bases[dots].Name))
            dots++;
        _areBasesSorted = MergeSort.IsSorted(_bases.Span[dots..], ref _comparisons);
        for (int i = 0; i < _bases.Count; i++)
        {
            ref MergeItem item = ref _bases[i];
            // Nothing goes before the folder itself and its parent, which come first.
            int index = i < dots ? -1 : _areBasesSorted ? FindModFrom(item.Name, ref near) : FindMod(item.Name);
            item.Index = i < dots ? 0 : near;
            if (index >= 0 && !IsDots(item.Name))
            {
                ref MergeItem mod = ref _mods[index];
                if ((mod.Flags & MergeFlags.Merged) != 0)
                    continue;
                mod.Flags |= MergeFlags.Merged;
                bool sameFolder = (mod.Flags & item.Flags & MergeFlags.Folder) != 0;
                if (!sameFolder)
                {
                    Replace(ref item, mod);
                    _replaced++;
                }
                else if ((mod.Flags & MergeFlags.Leads) != 0)
                {
                    item.Record = mod.Record;
                    item.Flags &= ~MergeFlags.Kept;
                }
            }

            _ownNames += i < dots || (item.Flags & MergeFlags.Merged) != 0 ? 0 : 1;
            _bases[kept++] = item;
        }

        _bases.Truncate(kept);
    }

    private static void Replace(ref MergeItem item, in MergeItem mod)
    {
        item.Record = mod.Record;
        // A file that is written over keeps its name's letter case; a name of the other kind, or one that was deleted and made again, has
        // its own. The 8.3 name stays in any case: Windows generates the same one for the same name in the same folder.
        if (((item.Flags ^ mod.Flags) & MergeFlags.Folder) != 0 || (mod.Flags & MergeFlags.OwnLetters) != 0)
        {
            item.NameStart = mod.NameStart;
            item.NameLength = mod.NameLength;
        }

        item.Flags = mod.Flags;
    }

    private int FindMod(scoped ReadOnlySpan<char> name) => FindMod(name, _mods.Count);

    /// <summary>Finds a mod's entry by name, from an entry on. Names in order take one comparison each, or a few.</summary>
    /// <param name="name">The name, which lies behind every entry before <paramref name="near"/>.</param>
    /// <param name="near">The first entry to look at; becomes the name's index, or the index at which it would be inserted.</param>
    private int FindModFrom(scoped ReadOnlySpan<char> name, ref int near)
    {
        // Steps that double: the wanted entry is the next one, or behind as many as lie between two of the game's names.
        int high = near;
        for (int step = 1; high < _mods.Count && CaseFolding.Compare(_mods[high].Name, name) < 0; step *= 2)
        {
            _comparisons++;
            near = high + 1;
            high += step;
        }

        return FindMod(name, ref near, Math.Min(high, _mods.Count - 1));
    }

    /// <summary>Finds a mod's entry by name among the first <paramref name="count"/> entries, which are sorted.</summary>
    private int FindMod(scoped ReadOnlySpan<char> name, int count)
    {
        int low = 0;
        return FindMod(name, ref low, count - 1);
    }

    /// <summary>
    /// Finds a mod's entry by name between two entries, both included. <paramref name="low"/> becomes its index, or the index at which the
    /// name would be inserted.
    /// </summary>
    private int FindMod(scoped ReadOnlySpan<char> name, ref int low, int high)
    {
        while (low <= high)
        {
            int middle = (low + high) / 2;
            _comparisons++;
            int order = CaseFolding.Compare(_mods[middle].Name, name);
            if (order == 0)
            {
                low = middle;
                return middle;
            }

            if (order < 0)
                low = middle + 1;
            else
                high = middle - 1;
        }

        return -1;
    }

    /// <summary>
    /// Fetches the mods' replacements of base files that matched only by their 8.3 name, which a mod's file doesn't have.
    /// </summary>
    private bool FetchReplacementsOfShortMatches()
    {
        bool any = false;
        for (int i = 0; i < _bases.Count; i++)
        {
            ReadOnlySpan<char> name = _bases[i].Name;
            if ((_bases[i].Flags & MergeFlags.Merged) == 0 && !IsDots(name) && FindMod(name) < 0
                && _folder.TryFind(name, out OverlayEntry entry) && (entry.Leads || !(entry.IsFolder && (_bases[i].Flags & MergeFlags.Folder) != 0)))
                any |= FetchSingle(entry);
        }

        return any;
    }

    /// <summary>
    /// Inserts the mods' own entries in the file system's order, or at the end if the file system lists without an order.
    /// </summary>
    private void Weave()
    {
        int left = 0;
        for (int i = 0; i < _mods.Count; i++)
        {
            if ((_mods[i].Flags & MergeFlags.Merged) != 0)
                continue;
            _mods[left] = _mods[i];
            _mods[left].Index = i;
            _mods[left++].Flags |= MergeFlags.Virtual;
        }

        _mods.Truncate(left);
        int count = _bases.Count;
        for (int i = 0; i < left; i++)
            _bases.Add(_mods[i]);
        if (!_areBasesSorted)
            return;
        // From the back, so that no entry is overwritten before it is read. A name of the game's own lies behind the mods' entries before
        // its index.
        int from = count - 1, mod = left - 1;
        for (int to = _bases.Count - 1; mod >= 0; to--)
        {
            bool isBaseLast = from >= 0 && _bases[from].Index > _mods[mod].Index;
            _bases[to] = isBaseLast ? _bases[from--] : _mods[mod--];
        }
    }

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
