using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>
/// Names that are gone from where the snapshot says that they are, and it doesn't know yet: the next mod's record is the right one; the
/// game's own is there already. What the game itself deleted isn't looked for.
/// </summary>
internal unsafe ref partial struct ListingBuilder<TSource, TFolder>
{
    /// <summary>Asks the other sources for one name, highest first, where the entry's own hasn't got it.</summary>
    private void FetchNext(scoped in OverlayEntry entry)
    {
        if (_source.IsCovered(entry.Name) || entry.TargetFolder.IsEmpty)
            return;
        int own = IndexOfSource(entry.TargetFolder);
        for (int i = 0; i < _folder.SourceCount; i++)
        {
            if (i != own && OpenCachedFolder(_folder.GetSource(i)) && FetchNamed(entry.Name, entry))
                return;
        }
    }

    /// <summary>Reads every source once more, highest first, for names that none has given so far.</summary>
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
