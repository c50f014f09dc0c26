using Reloaded.VFS.Interop.NtDll;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Listing;

/// <summary>
/// A source whose folder is gone, and the snapshot doesn't know yet: of what it should have, the next mod's record is the right one; the game's own is there
/// already. What the game itself deleted isn't looked for.
/// </summary>
internal unsafe ref partial struct ListingBuilder<TSource, TFolder>
{
    /// <summary>Asks the other sources for one name, highest first, where the entry's own is gone.</summary>
    private void FetchNext(scoped in OverlayEntry entry)
    {
        if (_source.IsCovered(entry.Name) || entry.TargetFolder.IsEmpty || OpenCachedFolder(entry.TargetFolder))
            return;
        for (int i = 0; i < _folder.SourceCount; i++)
        {
            ReadOnlySpan<char> source = _folder.GetSource(i);
            if (!source.SequenceEqual(entry.TargetFolder) && OpenCachedFolder(source) && FetchNamed(entry.Name, entry))
                return;
        }
    }

    /// <summary>Reads every source once more, highest first, for names that none has given so far.</summary>
    private void FetchFromOthers()
    {
        for (int i = 0; i < _folder.SourceCount; i++)
        {
            SortMods();
            if (i != _handleSource && !ListingStatus.IsError(_source.Open(_folder.GetSource(i), out nint handle)))
            {
                FetchMissing(handle);
                _source.Close(handle);
            }
        }
    }

    private void FetchMissing(nint handle)
    {
        int known = _mods.Count;
        DirectoryRecordLayout fetched = _fetchLayout;
        for (bool restart = true; ; restart = false)
        {
            if (QueryOrFallBack(handle, ref fetched, _pattern.Start, _pattern.Length, restart, out byte* records, out uint bytes) != NtStatus.STATUS_SUCCESS)
                return;
            for (var reader = new RecordReader(records, bytes, fetched); reader.Next(out byte* record);)
            {
                byte* inClass = InClass(record, fetched);
                ReadOnlySpan<char> name = DirectoryRecord.Name(inClass, _layout);
                if (_folder.TryFind(name, out OverlayEntry entry) && CaseFolding.Equals(entry.Name, name) && FindMod(entry.Name, known) < 0
                    && !_source.IsHidden(entry.Name) && !_source.IsCovered(entry.Name))
                    AddMod(inClass, entry, exact: true);
            }
        }
    }
}
