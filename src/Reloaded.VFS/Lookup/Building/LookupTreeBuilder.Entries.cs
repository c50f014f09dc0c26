using System.Numerics;
using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Lookup.Building;

// Names are taken lowest layer first: they are distributed to the table's segments, then inserted segment by segment, because a segment
// fits into the processor's cache. A single pass would wait for memory at every name. A table of one segment is in the cache anyway.
internal sealed unsafe partial class LookupTreeBuilder
{
    /// <summary>An index in the lists that means: not listed.</summary>
    private const uint Unlisted = uint.MaxValue;

    /// <summary>The distance, in folders, at which paths are prefetched.</summary>
    private const int PathsAhead = 8;

    // True if entries wait in their segments until all are known.
    private bool _isSharedOut;
    private bool _hasHoles;
    private uint _folderEntries;

    private bool TryInsertAll(uint entries, bool uneven)
    {
        _tree->Table = LookupTable.Create(entries, uneven, _arena);
        LookupTable* table = &_tree->Table;
        // A single segment needs no distribution.
        bool done = table->SegmentCount == 1 ? TryPartition() : TryInsertBySegments(table);
        if (done && _hasHoles)
            CloseHoles();
        return done;
    }

    private bool TryInsertBySegments(LookupTable* table)
    {
        nuint most = table->MostAwaiting;
        var waiting = (LookupTable.Pending*)NativeMemory.Alloc(most, LookupTable.BytesAwaiting);
        _isSharedOut = true;
        try
        {
            if (!TryPartition())
                return false;
            for (uint segment = 0; segment < table->SegmentCount; segment++)
                Insert(segment, waiting, (uint*)(waiting + most));
            return true;
        }
        finally
        {
            NativeMemory.Free(waiting);
            _isSharedOut = false;
        }
    }

    /// <summary>Restores the state after <see cref="LayOut"/>.</summary>
    private void Reset()
    {
        for (int id = 0; id < _tree->FolderCount; id++)
            _tree->Folders[id].EntryCount = 0;
        _folderEntries = 0;
    }

    private bool TryPartition()
    {
        if (!TryPartitionFolders())
            return false;
        // As if copied: a higher layer's file replaces a lower one's, but the name keeps its letter case.
        for (int i = 0; i < _layers.Length; i++)
        {
            if (_layers[i].Enabled && !TryPartitionLayer(i))
                return false;
        }

        return true;
    }

    private bool TryPartitionFolders()
    {
        for (int id = 0; id < _tree->FolderCount; id++)
        {
            LookupFolder* folder = _tree->Folders + id;
            // Each path is elsewhere in memory.
            if (Sse.IsSupported && id + PathsAhead < _tree->FolderCount)
                Sse.Prefetch0(LookupTree.GetPath(_tree, folder[PathsAhead].Record));
            if (!folder->IsLive || folder->Parent < 0)
                continue;
            LookupFolder* parent = _tree->Folders + folder->Parent;
            bool listed = folder->SourceCount > 0 && parent->InTarget;
            var entry = new LookupEntry
            {
                Value = folder->Record,
                Info = LookupEntry.MakeInfo(0, LookupEntryFlags.Folder | (listed ? 0 : LookupEntryFlags.Hidden)),
            };
            _folderEntries++;
            if (!TryAdd(LookupTree.GetPath(_tree, folder->Record)->Hash, entry,
                listed ? parent->FirstEntry + parent->EntryCount++ : Unlisted))
                return false;
        }

        return true;
    }

    [SkipLocalsInit]
    private bool TryPartitionLayer(int index)
    {
        ulong* made = stackalloc ulong[LookupKeys.MostAtOnce];
        Layer layer = _layers[index];
        if (layer.Folder is not { } source)
            return TryPartitionSingle(layer.File, index);

        // Appended names aren't in the listing, so their order doesn't matter.
        foreach (uint file in source.Appended ?? [])
        {
            if (!TryPartitionSingle(file, index))
                return false;
        }

        FolderListing listing = source.Listing;
        for (int f = 0; f < listing.FolderCount; f++)
        {
            int id = source.Folders[f].PathId;
            if (id < 0 || !_tree->Folders[id].IsLive || listing.Folders[f].FileCount == 0 || _source.IsHidden(id, index))
                continue;
            LookupFolder* folder = _tree->Folders + id;
            uint value = folder->Record;
            LookupEntryFlags flags = LookupEntryFlags.None;
            if (source.Folders[f].OwnTail != 0)
            {
                value = FindTail(folder, index, f);
                flags = LookupEntryFlags.OwnTail;
            }

            uint info = LookupEntry.MakeInfo(0, flags, _layerIndexes[index]);
            LookupKeys.Create(LookupTree.GetPath(_tree, folder->Record), out LookupKeys keys);
            ListedFile* files = listing.Files + listing.Folders[f].FirstFile;
            for (int left = listing.Folders[f].FileCount, count; left > 0; left -= count, files += count)
            {
                count = Math.Min(left, LookupKeys.MostAtOnce);
                if (_source.Hidden is not null && !CountSeen(id, index, listing, files, ref count))
                    continue;
                keys.Of(listing.Names, files, count, made);
                if (!TryAdd(files, made, count, value, info, folder->FirstEntry + folder->EntryCount))
                    return false;
                folder->EntryCount += (uint)count;
            }
        }

        return true;
    }

    /// <summary>
    /// Counts the files at the start of a range that are all seen (returns true), or all hidden by a higher layer (returns false).
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool CountSeen(int folderId, int index, FolderListing listing, ListedFile* files, ref int count)
    {
        HiddenPaths hidden = _source.Hidden!;
        if (!hidden.MayHideIn(folderId))
            return true;
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        int first = (int)(files - listing.Files);
        bool isSeen = !hidden.Hides(folderId, listing.GetFileName(first, buffer), index);
        int run = 1;
        while (run < count && isSeen != hidden.Hides(folderId, listing.GetFileName(first + run, buffer), index))
            run++;
        count = run;
        return isSeen;
    }

    private bool TryPartitionSingle(uint reference, int index)
    {
        SingleFile* file = _singles[reference];
        LookupFolder* parent = _tree->Folders + file->ParentId;
        if (!parent->IsLive || _source.Hidden?.Hides(file->ParentId, SingleFile.GetName(file), index) == true)
            return true;
        ulong key = LookupKeys.Of(LookupTree.GetPath(_tree, parent->Record), SingleFile.GetName(file));
        return TryAdd(key, LookupEntry.OfSingle(reference, file, parent), parent->FirstEntry + parent->EntryCount++);
    }

    private uint FindTail(LookupFolder* folder, int layer, int listingFolder)
    {
        RedirectionTree.Source* sources = _source.Sources + _source.Folders[folder - _tree->Folders].FirstSource;
        int i = 0;
        while (sources[i].Layer != layer || sources[i].Folder != listingFolder)
            i++;
        return (uint)LookupTree.GetSource(_tree, folder, i)->Tail;
    }

    /// <summary>Adds a run of a folder's files.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryAdd(ListedFile* files, ulong* keys, int count, uint value, uint info, uint listIndex)
    {
        for (int i = 0; i < count; i++)
        {
            if (!TryAdd(keys[i], new LookupEntry { Name = files[i].NameOffset, Value = value, Info = info | files[i].NameInfo },
                listIndex++))
                return false;
        }

        return true;
    }

    /// <summary>Queues an entry in its segment, or inserts it if the table is a single segment.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryAdd(ulong key, in LookupEntry entry, uint listIndex)
    {
        LookupTable* table = &_tree->Table;
        if (_isSharedOut)
            return LookupTable.TryAwait(table, key, entry, listIndex);
        Insert(table, 0, LookupTable.TagOf(key), entry, listIndex);
        return true;
    }

    /// <summary>Inserts a segment's waiting entries, first come first.</summary>
    private void Insert(uint segment, LookupTable.Pending* waiting, uint* listIndexes)
    {
        LookupTable* table = &_tree->Table;
        uint count = LookupTable.TakeAwaiting(table, segment, waiting, listIndexes);
        for (uint i = 0; i < count; i++)
            Insert(table, segment, waiting[i].Tag, waiting[i].Entry, listIndexes[count - 1 - i]);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Insert(LookupTable* table, uint segment, uint tag, in LookupEntry entry, uint listIndex)
    {
        if (!LookupTable.TryPut(table, segment, tag, entry, out uint slot))
            slot = InsertFarther(segment, tag, entry);
        if (listIndex != Unlisted)
            _tree->Lists[listIndex] = slot;
    }

    /// <summary>Inserts an entry, or merges it with the entry that has its name; the slot is then <see cref="Unlisted"/>.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private uint InsertFarther(uint segment, uint tag, LookupEntry entry)
    {
        LookupTable* table = &_tree->Table;
        if (LookupTable.IsFull(table, segment))
            throw new InvalidOperationException($"Segment {segment} was made for fewer entries.");
        uint buckets = table->BucketsPerSegment;
        LookupBucket* first = table->Buckets + (segment * (nuint)buckets), bucket = first + (nuint)(((ulong)tag * buckets) >> 32);
        while (true)
        {
            for (uint lanes = LookupBucket.Find(bucket, tag); lanes != 0; lanes &= lanes - 1)
            {
                int lane = BitOperations.TrailingZeroCount(lanes);
                LookupEntry taken = LookupBucket.Get(bucket, lane);
                if (!IsSame(taken, entry))
                    continue;
                if (TryReplace(taken, entry, out LookupEntry replacement))
                    LookupBucket.Set(bucket, lane, replacement);
                _hasHoles = true;
                return Unlisted;
            }

            if (LookupBucket.Find(bucket, 0) is not 0 and var free)
            {
                int lane = BitOperations.TrailingZeroCount(free);
                LookupTable.Put(table, segment, bucket, lane, tag, entry);
                return LookupTable.SlotOf(table, bucket, lane);
            }

            if (++bucket == first + buckets)
                bucket = first;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool IsSame(in LookupEntry taken, in LookupEntry entry)
    {
        // No two folders are the same.
        if (entry.Has(LookupEntryFlags.Folder))
            return false;
        PathRecord* other = LookupTree.GetFolder(_tree, taken);
        int folder = taken.Has(LookupEntryFlags.Folder) ? _tree->Folders[other->Id].Parent : other->Id;
        return folder == LookupTree.GetFolder(_tree, entry)->Id
            && LookupTree.HasName(_tree, taken, LookupTree.UnpackName(_tree, entry, stackalloc char[VirtualPath.MaxNameLength]));
    }

    /// <summary>
    /// Lets a file take over the name of a lower layer's file. A folder keeps the name, and so does the first file of the same layer.
    /// </summary>
    private bool TryReplace(in LookupEntry taken, LookupEntry entry, out LookupEntry replacement)
    {
        replacement = entry;
        if (taken.Has(LookupEntryFlags.Folder) || LookupTree.GetLayer(_tree, taken) == LookupTree.GetLayer(_tree, entry))
            return false;
        ReadOnlySpan<char> seen = LookupTree.UnpackName(_tree, taken, stackalloc char[VirtualPath.MaxNameLength]);
        if (seen.SequenceEqual(LookupTree.UnpackName(_tree, entry, stackalloc char[VirtualPath.MaxNameLength])))
            return true;
        uint index = taken.Name;
        if (!taken.Has(LookupEntryFlags.Recased))
        {
            index = (uint)_names.Count;
            _names.Add(new LookupName { Seen = _arena.AddText(seen) });
            _tree->Names = _names.Items;
        }

        _names[(int)index].Name = entry.Name;
        replacement.Name = index;
        replacement.Info |= (uint)LookupEntryFlags.Recased;
        return true;
    }

    /// <summary>Closes the gaps in the lists that merged names left.</summary>
    private void CloseHoles()
    {
        for (int id = 0; id < _tree->FolderCount; id++)
        {
            LookupFolder* folder = _tree->Folders + id;
            var list = new Span<uint>(_tree->Lists + folder->FirstEntry, (int)folder->EntryCount);
            int kept = 0;
            foreach (uint slot in list)
            {
                if (slot != Unlisted)
                    list[kept++] = slot;
            }

            folder->EntryCount = (uint)kept;
        }
    }
}
