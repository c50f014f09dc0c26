namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>
/// Names that have disappeared from where the snapshot has them, before the snapshot knows: the next mod's record is used. Names that the
/// game deleted aren't searched for.
/// </summary>
/// <remarks>The game's own record is in the listing already.</remarks>
internal unsafe ref partial struct ListingBuilder<TSource, TFolder>
{
    /// <summary>Searches the other sources for one name, highest priority first, if the entry's own source doesn't have it.</summary>
    private void FetchNext(scoped in OverlayEntry entry)
    {
        if (_source.IsCovered(entry.Name) || entry.BackingFolder.IsEmpty)
            return;
        int own = IndexOfSource(entry.BackingFolder);
        for (int i = 0; i < _folder.SourceCount; i++)
        {
            if (i != own && OpenCachedFolder(_folder.GetSource(i)) && FetchNamed(entry.Name, entry))
                return;
        }
    }

    /// <summary>Reads every source again, highest priority first, for names that no source has supplied so far.</summary>
    private void FetchFromOthers()
    {
        SortMods();
        _purpose = VisitPurpose.Lacking;
        _folder.Visit(ref this);
        for (int i = 0; i < _folder.SourceCount && _lacking > 0; i++)
        {
            SortMods();
            if (_source.Open(_folder.GetSource(i), out nint handle).IsError())
                continue;
            try
            {
                FetchMissing(handle);
            }
            finally
            {
                _source.Close(handle);
            }
        }
    }

    private void FetchMissing(nint handle)
    {
        int known = _mods.Count;
        DirectoryRecordLayout fetched = _fetchLayout;
        for (bool restart = true; _lacking > 0; restart = false)
        {
            if (QueryOrFallBack(handle, ref fetched, _pattern.Start, _pattern.Length, restart, out byte* records, out uint bytes)
                != NtStatus.STATUS_SUCCESS)
                return;
            for (var reader = new RecordReader(records, bytes, fetched); reader.Next(out byte* record);)
            {
                byte* inClass = InClass(record, fetched);
                ReadOnlySpan<char> name = DirectoryRecord.Name(inClass, _layout);
                // A folder on a case-sensitive disk may have a name twice.
                if (IsLacking(name, known, out OverlayEntry entry) && !HasModSince(known, entry.Name)
                    && DirectoryRecord.IsFolder(record, fetched) == entry.IsFolder)
                {
                    AddMod(inClass, entry, exact: true);
                    _lacking--;
                }
            }
        }
    }

    private bool IsLacking(scoped ReadOnlySpan<char> name, int known, out OverlayEntry entry) =>
        _folder.TryFind(name, out entry) && _pattern.Matches(entry.Name) && FindMod(entry.Name, known) < 0
        && !_source.IsHidden(entry.Name) && !_source.IsCovered(entry.Name);
}
