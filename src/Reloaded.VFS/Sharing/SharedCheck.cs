using System.Numerics;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Sharing;

/// <summary>The check of shared memory, as of a file from outside: every offset, number and length that a reader will follow.</summary>
/// <remarks>
/// Whatever passes can be read and appended to without an access outside the memory, and every search in it ends. Whether the names are
/// those on disk isn't checked. Each byte but those of texts is read once.
/// </remarks>
internal readonly unsafe ref struct SharedCheck(byte* memory, long length, SharedHeader* header)
{
    // A record and its text take no less: two of them don't begin in the same place.
    private const int FewestBytes = 32;

    private const int BucketsOfWord = 64 / LookupBucket.Lanes;

    private readonly byte* _memory = memory;
    private readonly SharedHeader* _header = header;

    // The end of what runs may occupy.
    private readonly long _end = length - SharedHeader.Slack;

    /// <summary>
    /// Determines whether memory, which no process changes any more, is whole and has the layout of the image with the given identity.
    /// </summary>
    public static bool IsWhole(SharedMemory memory, ulong identity)
    {
        if (memory.Length < sizeof(SharedHeader) + SharedHeader.Slack)
            return false;
        var header = (SharedHeader*)memory.Address;
        if (header->Magic != SharedHeader.MagicValue || header->Version != SharedHeader.CurrentVersion
            || header->PointerSize != sizeof(nint) || header->Identity != identity
            || header->Length < sizeof(SharedHeader) + SharedHeader.Slack || header->Length > memory.Length)
            return false;
        var check = new SharedCheck(memory.Address, header->Length, header);
        return check.AreListingsWhole() && header->HasTree switch { 0 => true, 1 => check.IsTreeWhole(), _ => false };
    }

    private bool AreListingsWhole()
    {
        if (!TryGet(_header->Listings, out SharedListing* listings))
            return false;
        for (int i = 0; i < _header->Listings.Count; i++)
        {
            if (!IsListingWhole(listings + i))
                return false;
        }

        return true;
    }

    private bool IsListingWhole(SharedListing* listing)
    {
        if (!IsText(listing->Root) || !IsText(listing->Options) || !TryGet(listing->Hides, out char* hides)
            || !TryGet(listing->Names, out byte* _) || !TryGet(listing->Folders, out FolderListing.FolderRecord* folders)
            || !TryGet(listing->Files, out ListedFile* files)
            || listing->Folders.Count < 1 || listing->HasExcludes is not (0 or 1)
            || HidesText.Read(new ReadOnlySpan<char>(hides, listing->Hides.Count), listing->Folders.Count) is null)
            return false;
        uint names = (uint)listing->Names.Count;
        int fileCount = listing->Files.Count;
        for (int i = 0; i < listing->Folders.Count; i++)
        {
            FolderListing.FolderRecord* folder = folders + i;
            if ((i == 0 ? folder->Parent != -1 : (uint)folder->Parent >= (uint)i || (byte)folder->NameInfo == 0)
                || !IsName(folder->NameOffset, folder->NameInfo, names) || folder->FirstFile < 0 || folder->FileCount < 0
                || (long)folder->FirstFile + folder->FileCount > fileCount)
                return false;
            // The names of a folder's files are one run.
            uint last = 0;
            ListedFile* file = files + folder->FirstFile;
            for (int left = folder->FileCount; left > 0; left--, file++)
            {
                if ((byte)file->NameInfo == 0 || file->NameOffset < last || !IsName(file->NameOffset, file->NameInfo, names))
                    return false;
                last = file->NameOffset;
            }
        }

        return true;
    }

    // Wide characters have an even offset.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsName(uint offset, ushort info, uint names) =>
        (info & ~(PackedText.Wide | 0xFF)) == 0 && offset + (ulong)(uint)PackedText.GetSize(info) <= names
            && ((info & PackedText.Wide) == 0 || (offset & 1) == 0);

    private bool IsTreeWhole() => ArePathsWhole() && IsIndexWhole() && AreLayersWhole() && AreFoldersWhole() && AreTextsWhole()
        && IsTableWhole(out ulong[] listed) && AreListsWhole(listed) && AreTargetsWhole();

    private bool ArePathsWhole()
    {
        if (!TryGet(_header->PathChunks, out SharedRun* chunks) || !TryGet(_header->Nodes, out PathTable.Node* nodes))
            return false;
        long whole = ((long)_header->Nodes.Count + PathTable.ChunkSize - 1) / PathTable.ChunkSize * PathTable.ChunkSize;
        if (_header->Nodes.Offset + (whole * sizeof(PathTable.Node)) > _end)
            return false;
        for (int i = 0; i < _header->PathChunks.Count; i++)
        {
            if (!TryGet(chunks[i], out byte* _) || chunks[i].Offset % sizeof(ulong) != 0)
                return false;
        }

        for (int id = 0; id < _header->Nodes.Count; id++)
        {
            uint reference = nodes[id].Record;
            int chunk = ReferencedMemory.ChunkOf(reference);
            long offset = ReferencedMemory.OffsetOf(reference);
            if (nodes[id].Parent >= id || nodes[id].Parent < -1 || chunk >= _header->PathChunks.Count
                || offset + sizeof(PathRecord) > chunks[chunk].Count)
                return false;
            var record = (PathRecord*)(_memory + chunks[chunk].Offset + offset);
            // Parents have lower ids: the parent's record was checked before.
            if (record->Id != id || record->NameStart > record->Length || record->NameLength > VirtualPath.MaxNameLength
                || record->NameStart != (nodes[id].Parent < 0 ? 0 : RecordOf(nodes[id].Parent)->Length + 1) || record->Unpacked != 0
                || offset + (long)PathRecord.GetSize(record->Length, record->IsWide) > chunks[chunk].Count)
                return false;
        }

        return true;
    }

    private bool IsIndexWhole()
    {
        if (!TryGet(_header->Index, out PathIndex.Slot* slots))
            return false;
        bool hasFree = false;
        for (int i = 0; i < _header->Index.Count; i++)
        {
            if (slots[i].Hash == 0)
                hasFree = true;
            else if (FindRecord(slots[i].Record) is null)
                return false;
        }

        return hasFree;
    }

    /// <summary>Returns the record of a reference that one of the nodes has, or null.</summary>
    private PathRecord* FindRecord(uint reference)
    {
        int chunk = ReferencedMemory.ChunkOf(reference);
        if (chunk >= _header->PathChunks.Count)
            return null;
        SharedRun run = ((SharedRun*)(_memory + _header->PathChunks.Offset))[chunk];
        long offset = ReferencedMemory.OffsetOf(reference);
        if (offset + sizeof(PathRecord) > run.Count)
            return null;
        var record = (PathRecord*)(_memory + run.Offset + offset);
        return (uint)record->Id < (uint)_header->Nodes.Count
            && ((PathTable.Node*)(_memory + _header->Nodes.Offset))[record->Id].Record == reference
            ? record
            : null;
    }

    private PathRecord* RecordOf(int id) => FindRecord(((PathTable.Node*)(_memory + _header->Nodes.Offset))[id].Record);

    private bool AreLayersWhole()
    {
        if (!TryGet(_header->Layers, out SharedLayer* layers) || _header->Layers.Count > LookupEntry.MaxLayers)
            return false;
        for (int i = 0; i < _header->Layers.Count; i++)
        {
            SharedLayer* layer = layers + i;
            if ((uint)layer->Listing >= (uint)_header->Listings.Count || (uint)layer->RootId >= (uint)_header->Nodes.Count
                || layer->Skipped < 0 || layer->FileCount < 0 || !IsText(layer->Root) || !IsText(layer->OpenRoot)
                || layer->Root.Count is 0 or > VirtualPath.MaxLength
                || layer->OpenRoot.Count > VirtualPath.MaxLength || !IsText(layer->OwnTails)
                || !TryGet(layer->Folders, out FolderLayer.FolderPath* folders)
                || layer->Folders.Count != ListingOf(layer)->Folders.Count || folders[0].PathId != layer->RootId)
                return false;
            int length = RecordOf(layer->RootId)->Length;
            for (int f = 0; f < layer->Folders.Count; f++)
            {
                int id = folders[f].PathId, tail = folders[f].OwnTail;
                if (id < -1 || id >= _header->Nodes.Count)
                    return false;
                if (id < 0)
                    continue;
                PathRecord* record = RecordOf(id);
                int below = record->Length - length;
                if (below < 0 || layer->Root.Count + below > VirtualPath.MaxLength
                    || (tail != 0 && (tail < 1 || (long)tail + below > layer->OwnTails.Count || below <= record->NameLength)))
                    return false;
            }
        }

        return true;
    }

    private SharedListing* ListingOf(SharedLayer* layer) =>
        (SharedListing*)(_memory + _header->Listings.Offset) + layer->Listing;

    private SharedLayer* LayerAt(int index) => (SharedLayer*)(_memory + _header->Layers.Offset) + index;

    /// <summary>Returns the range in the listing that contains the names of the files of a source, which was checked before.</summary>
    private (uint First, uint Length) NameRangeOf(LookupSource* source)
    {
        SharedListing* listing = ListingOf(LayerAt(source->Layer));
        return FolderListing.GetNameRange(((FolderListing.FolderRecord*)(_memory + listing->Folders.Offset))[source->ListedFolder],
            (ListedFile*)(_memory + listing->Files.Offset));
    }

    private bool AreFoldersWhole()
    {
        if (!TryGet(_header->Folders, out LookupFolder* folders) || _header->Folders.Count > _header->Nodes.Count
            || !TryGet(_header->OtherSources, out LookupSource* others) || !TryGet(_header->Tails, out LookupTail* tails))
            return false;
        var nodes = (PathTable.Node*)(_memory + _header->Nodes.Offset);
        for (int i = 0; i < _header->Tails.Count; i++)
        {
            if (tails[i].Length < 0 || !IsText((nint)tails[i].Text, tails[i].Length) || FindRecord(tails[i].Record) is null)
                return false;
        }

        for (int id = 0; id < _header->Folders.Count; id++)
        {
            LookupFolder* folder = folders + id;
            if (folder->Appended is not null)
                return false;
            if (!folder->IsLive)
            {
                if (folder->SourceCount != 0 || folder->Name is not null || folder->EntryCount != 0)
                    return false;
                continue;
            }

            PathRecord* record = FindRecord(folder->Record);
            int count = folder->SourceCount;
            if (record is null || record->Id != id || folder->Parent != nodes[id].Parent
                || (folder->Parent >= 0 && !folders[folder->Parent].IsLive)
                || (folder->Name is not null && !IsText((nint)folder->Name, record->NameLength))
                || (count > 1 && (folder->FirstOtherSource < 0 || (long)folder->FirstOtherSource + count - 1 > _header->OtherSources.Count))
                || (long)folder->FirstEntry + folder->EntryCount > _header->Lists.Count)
                return false;
            for (int i = 0; i < count; i++)
            {
                if (!IsSource(i == 0 ? &folder->Source : others + folder->FirstOtherSource + (i - 1), record, tails))
                    return false;
            }
        }

        return true;
    }

    private bool IsSource(LookupSource* source, PathRecord* record, LookupTail* tails)
    {
        if (source->Text != 0 || (uint)source->Layer >= (uint)_header->Layers.Count || source->Tail < -1
            || source->Tail >= _header->Tails.Count)
            return false;
        SharedLayer* layer = LayerAt(source->Layer);
        int below = record->Length - RecordOf(layer->RootId)->Length;
        if ((uint)source->ListedFolder >= (uint)layer->Folders.Count)
            return false;
        FolderLayer.FolderPath listed = ((FolderLayer.FolderPath*)(_memory + layer->Folders.Offset))[source->ListedFolder];
        return listed.PathId == record->Id && (listed.OwnTail != 0) == (source->Tail >= 0) && below >= 0
            && layer->Root.Count + below <= VirtualPath.MaxLength
            && (source->Tail < 0 || (tails[source->Tail].Length == below && FindRecord(tails[source->Tail].Record) == record));
    }

    private bool AreTextsWhole()
    {
        if (!TryGet(_header->Prefixes, out SharedRun* prefixes) || !TryGet(_header->Names, out LookupName* names))
            return false;
        for (int i = 0; i < _header->Prefixes.Count; i++)
        {
            if (!IsText(prefixes[i]) || prefixes[i].Count > VirtualPath.MaxLength)
                return false;
        }

        for (int i = 0; i < _header->Names.Count; i++)
        {
            if (names[i].Seen is not null && !IsText((nint)names[i].Seen, 0))
                return false;
        }

        return true;
    }

    /// <summary>Checks the table. Receives a bit for each of its lanes: 1 if folders' lists may refer to it.</summary>
    private bool IsTableWhole(out ulong[] listed)
    {
        listed = [];
        if (!TryGet(_header->Buckets, out LookupBucket* buckets) || !TryGet(_header->Used, out uint* used) || _header->Used.Count < 1
            || _header->BucketsPerSegment < 1 || _header->Buckets.Offset % LookupBucket.Bytes != 0
            || (ulong)(uint)_header->Used.Count * _header->BucketsPerSegment != (ulong)(uint)_header->Buckets.Count
            || (ulong)(uint)_header->Buckets.Count * LookupBucket.Lanes > uint.MaxValue)
            return false;
        listed = new ulong[((_header->Buckets.Count * (long)LookupBucket.Lanes) + 63) / 64];
        if (GetPlainFolders(out int[] places, out int[] firstPlaces) is not { } plain)
            return false;
        uint names = 0;
        int chunks = _header->PathChunks.Count, end = places.Length;
        fixed (PlainFolder* folders = plain)
        fixed (int* place = places, first = firstPlaces)
        {
            for (int segment = 0, number = 0; segment < _header->Used.Count; segment++)
            {
                uint count = 0;
                bool hasFree = false;
                for (uint left = _header->BucketsPerSegment; left > 0; left--, buckets++, number++)
                {
                    uint free = LookupBucket.Find(buckets, 0), shown = 0;
                    int taken = BitOperations.TrailingZeroCount(free | (1 << LookupBucket.Lanes));
                    // Free lanes are the last ones.
                    if (free >> taken != ((1u << LookupBucket.Lanes) - 1) >> taken)
                        return false;
                    for (int lane = 0; lane < taken; lane++)
                    {
                        uint value = buckets->Values[lane], info = buckets->Infos[lane], name = buckets->Names[lane], size = (byte)info;
                        int chunk = ReferencedMemory.ChunkOf(value);
                        int at = chunk < chunks ? first[chunk] + (ReferencedMemory.OffsetOf(value) / FewestBytes) : 0;
                        PlainFolder* folder = folders + (at < end ? place[at] : 0);
                        // Nearly all entries are plain. Others may be whole, too.
                        bool isPlain = folder->Record == value && info - size == folder->Info && size != 0 && name >= folder->FirstName
                            && name - (ulong)folder->FirstName + size <= folder->NameBytes;
                        if (!isPlain && !IsEntry(LookupBucket.Get(buckets, lane)))
                            return false;
                        shown |= (info & (uint)LookupEntryFlags.Hidden) == 0 ? 1u << lane : 0;
                    }

                    listed[number / BucketsOfWord] |= (ulong)shown << (number % BucketsOfWord * LookupBucket.Lanes);
                    count += (uint)taken;
                    hasFree |= free != 0;
                }

                if (!hasFree || used[segment] != count)
                    return false;
                names += count;
            }
        }

        return TryGet(_header->Filter, out ulong* _) && (uint)_header->Filter.Count == NameFilter.CountFor(names);
    }

    /// <summary>The values that the entry of a plain file has if the file is in the folder's first source.</summary>
    private struct PlainFolder
    {
        public uint Record, Info, FirstName, NameBytes;
    }

    /// <summary>
    /// Returns what plain files' entries are compared with, each folder's behind an item in which no name has room. Returns null if the
    /// chunks of records can't be whole.
    /// </summary>
    /// <param name="places">
    /// Receives the folder's index by the place of its record, so that the records themselves, which lie farther apart, aren't read again.
    /// </param>
    /// <param name="firstPlaces">Receives each chunk's first place, and one behind the last.</param>
    private PlainFolder[]? GetPlainFolders(out int[] places, out int[] firstPlaces)
    {
        var chunks = (SharedRun*)(_memory + _header->PathChunks.Offset);
        firstPlaces = new int[_header->PathChunks.Count + 1];
        places = [];
        long bytes = 0;
        for (int i = 0; i < _header->PathChunks.Count; i++)
        {
            bytes += chunks[i].Count;
            if (bytes > _end)
                return null;
            firstPlaces[i + 1] = firstPlaces[i] + (chunks[i].Count / FewestBytes) + 1;
        }

        places = new int[firstPlaces[^1]];
        var plain = new PlainFolder[_header->Folders.Count + 1];
        var folders = (LookupFolder*)(_memory + _header->Folders.Offset);
        for (int id = 0; id < _header->Folders.Count; id++)
        {
            LookupFolder* folder = folders + id;
            if (folder->SourceCount == 0 || folder->Source.Tail >= 0)
                continue;
            (uint first, uint length) = NameRangeOf(&folder->Source);
            int start = firstPlaces[ReferencedMemory.ChunkOf(folder->Record)];
            places[start + (ReferencedMemory.OffsetOf(folder->Record) / FewestBytes)] = id + 1;
            plain[id + 1] = new PlainFolder
            {
                Record = folder->Record,
                Info = LookupEntry.MakeInfo(0, LookupEntryFlags.None, folder->Source.Layer),
                FirstName = first,
                NameBytes = length,
            };
        }

        return plain;
    }

    private bool IsEntry(in LookupEntry entry)
    {
        bool isFolder = entry.Has(LookupEntryFlags.Folder), hasTail = entry.Has(LookupEntryFlags.OwnTail);
        if (entry.Has(LookupEntryFlags.Single) || (isFolder && (entry.Flags & ~(LookupEntryFlags.Folder | LookupEntryFlags.Hidden)) != 0)
            || (!isFolder && entry.Has(LookupEntryFlags.Hidden)) || (hasTail && entry.Value >= (uint)_header->Tails.Count))
            return false;
        PathRecord* record = FindRecord(hasTail ? ((LookupTail*)(_memory + _header->Tails.Offset))[entry.Value].Record : entry.Value);
        if (record is null || record->Id >= _header->Folders.Count)
            return false;
        LookupFolder* folder = (LookupFolder*)(_memory + _header->Folders.Offset) + record->Id;
        if (isFolder)
            return folder->IsLive && folder->Parent >= 0 && (entry.Has(LookupEntryFlags.Hidden) || folder->SourceCount > 0);
        if (entry.Layer >= (uint)_header->Layers.Count || entry.NameLength == 0
            || FindSource(folder, (int)entry.Layer, hasTail ? (int)entry.Value : -1) is var source && source is null)
            return false;
        uint name = entry.Name;
        if (entry.Has(LookupEntryFlags.Recased))
        {
            if (name >= (uint)_header->Names.Count)
                return false;
            LookupName* recased = (LookupName*)(_memory + _header->Names.Offset) + name;
            if (!IsText((nint)recased->Seen, entry.NameLength))
                return false;
            name = recased->Name;
        }

        (uint first, uint length) = NameRangeOf(source);
        return name >= first && name - (ulong)first + (uint)PackedText.GetSize((ushort)entry.Info) <= length
            && (!entry.Has(LookupEntryFlags.Wide) || (name & 1) == 0);
    }

    private LookupSource* FindSource(LookupFolder* folder, int layer, int tail)
    {
        // Sources were checked before.
        var others = (LookupSource*)(_memory + _header->OtherSources.Offset) + folder->FirstOtherSource;
        for (int i = 0; i < folder->SourceCount; i++)
        {
            LookupSource* source = i == 0 ? &folder->Source : others + (i - 1);
            if (source->Layer == layer && source->Tail == tail)
                return source;
        }

        return null;
    }

    private bool AreListsWhole(ulong[] listed)
    {
        if (!TryGet(_header->Lists, out uint* lists))
            return false;
        var folders = (LookupFolder*)(_memory + _header->Folders.Offset);
        uint lanes = (uint)_header->Buckets.Count * LookupBucket.Lanes;
        for (int id = 0; id < _header->Folders.Count; id++)
        {
            uint* slot = lists + folders[id].FirstEntry;
            for (uint left = folders[id].IsLive ? folders[id].EntryCount : 0; left > 0; left--, slot++)
            {
                if (*slot >= lanes || (listed[*slot / 64] >> (int)(*slot % 64) & 1) == 0)
                    return false;
            }
        }

        return true;
    }

    private bool AreTargetsWhole()
    {
        if (!TryGet(_header->Targets, out int* targets))
            return false;
        for (int i = 0; i < _header->Targets.Count; i++)
        {
            if ((uint)targets[i] >= (uint)_header->Nodes.Count)
                return false;
        }

        return _header->FileCount >= 0 && _header->LiveFolderCount >= 0;
    }

    private bool IsText(SharedRun run) => TryGet(run, out char* _);

    private bool IsText(long offset, int length) =>
        offset >= sizeof(SharedHeader) && offset % sizeof(char) == 0 && offset <= _end && offset + ((long)length * sizeof(char)) <= _end;

    private bool TryGet<T>(SharedRun run, out T* items)
        where T : unmanaged
    {
        bool isInside = run.Offset >= sizeof(SharedHeader) && run.Offset <= _end && run.Count >= 0
            && run.Offset % (sizeof(T) >= sizeof(ulong) ? sizeof(ulong) : sizeof(char)) == 0
            && run.Offset + ((long)run.Count * sizeof(T)) <= _end;
        items = isInside ? (T*)(_memory + run.Offset) : null;
        return isInside;
    }
}
