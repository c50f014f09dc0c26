using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Sharing;

/// <summary>A listing that is to be shared.</summary>
/// <param name="Listing">The listing.</param>
/// <param name="Options">
/// What its scan was made with. Empty if another process makes the listing itself and uses this one only if the two are equal.
/// </param>
/// <param name="MetadataStamp">The stamp of the mod's metadata at the scan.</param>
internal sealed record SharedSource(FolderListing Listing, string Options, ulong MetadataStamp)
{
    /// <summary>Gets a value indicating whether layers have only listings that are made of this one.</summary>
    public bool IsOfParts { get; init; }
}

/// <summary>The tree that is to be shared, and what it was built from.</summary>
/// <param name="Snapshot">The snapshot: without single files, and with nothing appended.</param>
/// <param name="Paths">The table of paths.</param>
/// <param name="Layers">The layers, lowest priority first: folders whose listings are shared, too.</param>
/// <param name="Targets">The path ids of declared targets.</param>
internal sealed record SharedTreeSource(Snapshot Snapshot, PathTable Paths, IReadOnlyList<Layer> Layers, IReadOnlyList<int> Targets);

/// <summary>
/// A writer of listings and a tree to memory that other processes map. Run twice: first without memory, to learn the length. Nothing that is
/// written may change meanwhile.
/// </summary>
internal unsafe ref struct SharedWriter(IReadOnlyList<SharedSource> sources, SharedTreeSource? sharedTree, byte* memory)
{
    private const int Alignment = 64;

    private readonly IReadOnlyList<SharedSource> _listings = sources;
    private readonly byte* _memory = memory;
    private readonly List<(nint Start, long Length, long Offset)> _texts = [];
    private long _end = sizeof(SharedHeader);

    /// <summary>Returns the number of bytes that <see cref="Write"/> needs.</summary>
    public static long Measure(IReadOnlyList<SharedSource> listings, SharedTreeSource? tree) =>
        new SharedWriter(listings, tree, null).Run(out _);

    /// <summary>Writes everything. The memory is zeroed, and as long as <see cref="Measure"/> has returned.</summary>
    public static void Write(IReadOnlyList<SharedSource> listings, SharedTreeSource? tree, ulong identity, byte* memory)
    {
        long length = new SharedWriter(listings, tree, memory).Run(out SharedHeader header);
        header.Version = SharedHeader.CurrentVersion;
        header.PointerSize = (uint)sizeof(nint);
        header.Identity = identity;
        header.Length = length;
        *(SharedHeader*)memory = header;
        Volatile.Write(ref ((SharedHeader*)memory)->Magic, SharedHeader.MagicValue);
    }

    private long Run(out SharedHeader header)
    {
        header = default;
        AddListings(ref header);
        if (sharedTree is not null)
            AddTree(ref header, sharedTree);
        return _end + SharedHeader.Slack;
    }

    private void AddListings(ref SharedHeader header)
    {
        var listings = new SharedListing[_listings.Count];
        for (int i = 0; i < listings.Length; i++)
        {
            SharedSource source = _listings[i];
            FolderListing listing = source.Listing;
            listings[i] = new SharedListing
            {
                Root = Add(listing.Root),
                Options = Add(source.Options),
                Hides = Add(HidesText.Of(listing.Hides)),
                MetadataStamp = source.MetadataStamp,
                HasExcludes = listing.Hides.HasExcludes ? 1 : 0,
                Names = Add(listing.Names, NameBytes(listing)),
                Folders = Add(listing.Folders, listing.FolderCount),
                Files = Add(listing.Files, listing.FileCount),
            };
        }

        fixed (SharedListing* items = listings)
            header.Listings = Add(items, listings.Length);
    }

    private static int NameBytes(FolderListing listing)
    {
        long bytes = 0;
        for (int i = 0; i < listing.FolderCount; i++)
            bytes = Math.Max(bytes, listing.Folders[i].NameOffset + (long)PackedText.GetSize(listing.Folders[i].NameInfo));
        for (int i = 0; i < listing.FileCount; i++)
            bytes = Math.Max(bytes, listing.Files[i].NameOffset + (long)PackedText.GetSize(listing.Files[i].NameInfo));
        return checked((int)bytes);
    }

    private void AddTree(ref SharedHeader header, SharedTreeSource source)
    {
        LookupTree* tree = source.Snapshot.Tree;
        header.HasTree = 1;
        header.FileCount = source.Snapshot.Files;
        header.LiveFolderCount = source.Snapshot.Folders;
        AddPaths(ref header, source.Paths);
        AddLayers(ref header, source);
        int[] targets = [.. source.Targets];
        fixed (int* items = targets)
            header.Targets = Add(items, targets.Length);
        AddFolders(ref header, tree);
        AddTable(ref header, tree);
        AddPrefixes(ref header, tree);
        AddFilter(ref header, source.Snapshot);
        GC.KeepAlive(source.Snapshot);
    }

    private void AddPaths(ref SharedHeader header, PathTable paths)
    {
        int count = paths.Count;
        var nodes = new PathTable.Node[count];
        var chunks = new List<long>();
        for (int id = 0; id < count; id++)
        {
            nodes[id] = *paths.GetNode(id);
            int chunk = ReferencedMemory.ChunkOf(nodes[id].Record);
            while (chunks.Count <= chunk)
                chunks.Add(0);
            PathRecord* record = paths.GetRecord(id);
            chunks[chunk] = Math.Max(chunks[chunk],
                (byte*)record - paths.RecordChunks[chunk] + (long)PathRecord.GetSize(record->Length, record->IsWide));
        }

        var runs = new SharedRun[chunks.Count];
        for (int i = 0; i < runs.Length; i++)
        {
            runs[i] = Add(paths.RecordChunks[i], checked((int)chunks[i]));
            // Records may be read in whole vectors.
            _end += ReferencedMemory.Slack;
        }

        if (_memory is not null)
        {
            foreach (PathTable.Node node in nodes)
            {
                byte* chunk = _memory + runs[ReferencedMemory.ChunkOf(node.Record)].Offset;
                ((PathRecord*)(chunk + ReferencedMemory.OffsetOf(node.Record)))->Unpacked = 0;
            }
        }

        fixed (SharedRun* items = runs)
            header.PathChunks = Add(items, runs.Length);
        // Whole chunks of nodes.
        Array.Resize(ref nodes, (count + PathTable.ChunkSize - 1) / PathTable.ChunkSize * PathTable.ChunkSize);
        fixed (PathTable.Node* items = nodes)
            header.Nodes = Add(items, nodes.Length) with { Count = count };
        PathIndex index = paths.Index;
        header.Index = Add(index.Slots, checked((int)index.Capacity));
        GC.KeepAlive(index);
    }

    private void AddLayers(ref SharedHeader header, SharedTreeSource source)
    {
        var layers = new SharedLayer[source.Layers.Count];
        for (int i = 0; i < layers.Length; i++)
        {
            FolderLayer folder = source.Layers[i].Folder!;
            layers[i] = new SharedLayer
            {
                Listing = IndexOf(folder.Listing),
                RootId = source.Layers[i].RootId,
                Skipped = folder.Skipped,
                Root = Add(folder.Root),
                OpenRoot = Add(folder.OpenRoot),
                Folders = Add(folder.Folders, folder.Listing.FolderCount),
                OwnTails = Add(folder.OwnTails, folder.OwnTailLength),
            };
            if (folder.OwnTails is not null)
                _texts.Add(((nint)folder.OwnTails, folder.OwnTailLength * (long)sizeof(char), layers[i].OwnTails.Offset));
        }

        fixed (SharedLayer* items = layers)
            header.Layers = Add(items, layers.Length);
    }

    private readonly int IndexOf(FolderListing listing)
    {
        int index = 0;
        while (_listings[index].Listing != listing)
            index++;
        return index;
    }

    private void AddFolders(ref SharedHeader header, LookupTree* tree)
    {
        int otherSources = 0;
        long lists = 0;
        for (int id = 0; id < tree->FolderCount; id++)
        {
            LookupFolder* folder = tree->Folders + id;
            if (folder->SourceCount > 0)
                otherSources = Math.Max(otherSources, folder->FirstOtherSource + folder->SourceCount - 1);
            lists = Math.Max(lists, (long)folder->FirstEntry + folder->EntryCount);
        }

        header.Folders = Add(tree->Folders, tree->FolderCount);
        header.OtherSources = Add(tree->OtherSources, otherSources);
        header.Lists = Add(tree->Lists, checked((int)lists));
        if (_memory is null)
            return;
        var folders = (LookupFolder*)(_memory + header.Folders.Offset);
        for (int id = 0; id < tree->FolderCount; id++)
        {
            folders[id].Appended = null;
            folders[id].Source.Text = 0;
            folders[id].Name = (char*)OffsetOf(folders[id].Name);
        }

        var sources = (LookupSource*)(_memory + header.OtherSources.Offset);
        for (int i = 0; i < otherSources; i++)
            sources[i].Text = 0;
    }

    private void AddTable(ref SharedHeader header, LookupTree* tree)
    {
        LookupTable* table = &tree->Table;
        header.BucketsPerSegment = table->BucketsPerSegment;
        header.Buckets = Add(table->Buckets, checked((int)(table->SegmentCount * table->BucketsPerSegment)));
        header.Used = Add(table->Used, (int)table->SegmentCount);
        int[] files = new int[header.Layers.Count];
        int names = 0, tails = 0;
        var seen = new Dictionary<uint, int>();
        LookupBucket* buckets = table->Buckets;
        for (int i = 0; i < header.Buckets.Count; i++)
        {
            for (int lane = 0; lane < LookupBucket.Lanes && buckets[i].Tags[lane] != 0; lane++)
            {
                LookupEntry entry = LookupBucket.Get(buckets + i, lane);
                if (!entry.Has(LookupEntryFlags.Folder))
                    files[entry.Layer]++;
                if (!entry.Has(LookupEntryFlags.Recased))
                    continue;
                names = Math.Max(names, (int)entry.Name + 1);
                seen[entry.Name] = entry.NameLength;
            }
        }

        for (int i = 0; _memory is not null && i < files.Length; i++)
            ((SharedLayer*)(_memory + header.Layers.Offset))[i].FileCount = files[i];
        var texts = new LookupName[names];
        for (uint i = 0; i < names; i++)
        {
            // An entry that a higher layer's file has replaced leaves a name that nothing refers to.
            if (seen.TryGetValue(i, out int length))
                texts[i] = tree->Names[i] with { Seen = (char*)Add(new ReadOnlySpan<char>(tree->Names[i].Seen, length)).Offset };
        }

        fixed (LookupName* items = texts)
            header.Names = Add(items, names);
        for (int id = 0; id < tree->FolderCount; id++)
        {
            LookupFolder* folder = tree->Folders + id;
            for (int i = 0; i < folder->SourceCount; i++)
                tails = Math.Max(tails, LookupTree.GetSource(tree, folder, i)->Tail + 1);
        }

        var moved = new LookupTail[tails];
        for (int i = 0; i < tails; i++)
            moved[i] = tree->Tails[i] with { Text = (char*)OffsetOf(tree->Tails[i].Text) };
        fixed (LookupTail* items = moved)
            header.Tails = Add(items, tails);
    }

    private void AddPrefixes(ref SharedHeader header, LookupTree* tree)
    {
        var prefixes = new SharedRun[tree->PrefixCount];
        for (int i = 0; i < prefixes.Length; i++)
            prefixes[i] = Add(new ReadOnlySpan<char>(tree->Prefixes[i].Text, tree->Prefixes[i].Length));
        fixed (SharedRun* items = prefixes)
            header.Prefixes = Add(items, prefixes.Length);
    }

    private void AddFilter(ref SharedHeader header, Snapshot snapshot)
    {
        uint count = NameFilter.CountFor(snapshot.NameCount);
        long offset = (_end + Alignment - 1) & -Alignment;
        header.Filter = new SharedRun { Offset = offset, Count = checked((int)count) };
        _end = offset + ((long)count * sizeof(ulong));
        if (_memory is not null)
            snapshot.AddNamesTo(new NameFilter((ulong*)(_memory + offset), count));
    }

    /// <summary>Returns the offset of a text in one of the layers' tails; 0 for null.</summary>
    private readonly long OffsetOf(char* text)
    {
        if (text is null)
            return 0;
        foreach ((nint start, long length, long offset) in _texts)
        {
            if ((nint)text >= start && (nint)text < start + length)
                return offset + ((nint)text - start);
        }

        throw new InvalidOperationException("A text of the tree is in none of its layers.");
    }

    private SharedRun Add(ReadOnlySpan<char> text)
    {
        fixed (char* items = text)
            return Add(items, text.Length);
    }

    private SharedRun Add<T>(T* items, int count)
        where T : unmanaged
    {
        long offset = (_end + Alignment - 1) & -Alignment, size = (long)count * sizeof(T);
        if (_memory is not null && size > 0)
            Buffer.MemoryCopy(items, _memory + offset, size, size);
        _end = offset + size;
        return new SharedRun { Offset = offset, Count = count };
    }
}
