using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Sharing;

/// <summary>Listings and a tree that another process has made, mapped into this one. Nothing is copied. Not thread-safe.</summary>
internal sealed unsafe class SharedTrees
{
    private readonly SharedMemory _memory;

    // A copy: what this process writes into its view later doesn't change these numbers.
    private readonly SharedHeader _header;
    private readonly Dictionary<string, int> _byRoot = [];
    private readonly FolderListing[] _listings;

    // The layers that this process has, too.
    private readonly HashSet<int> _found = [];

    private SharedTrees(SharedMemory memory, IReadOnlyList<FolderListing>? own)
    {
        _memory = memory;
        _header = *(SharedHeader*)memory.Address;
        _listings = new FolderListing[_header.Listings.Count];
        SharedListing* listings = memory.At<SharedListing>(_header.Listings);
        for (int i = 0; i < _listings.Length; i++)
        {
            SharedListing listing = listings[i];
            if (own is not null)
            {
                _listings[i] = own[i];
                own[i].MoveTo(memory, memory.At<byte>(listing.Names), memory.At<FolderListing.FolderRecord>(listing.Folders),
                    memory.At<ListedFile>(listing.Files));
                continue;
            }

            string root = memory.Text(listing.Root).ToString();
            _listings[i] = new FolderListing(memory, memory.At<byte>(listing.Names), memory.At<FolderListing.FolderRecord>(listing.Folders),
                listing.Folders.Count, memory.At<ListedFile>(listing.Files), listing.Files.Count)
            {
                Root = root,
                Hides = HidesText.Read(memory.Text(listing.Hides), listing.Folders.Count)! with { HasExcludes = listing.HasExcludes != 0 },
            };
            if (listing.Options.Count > 0)
                _byRoot.TryAdd(root, i);
        }

        if (!HasTree)
            return;
        LookupFolder* folders = memory.At<LookupFolder>(_header.Folders);
        for (int id = 0; id < _header.Folders.Count; id++)
        {
            // Only pages with such a name become this process's own.
            if (folders[id].Name is not null)
                folders[id].Name = (char*)(memory.Address + (nint)folders[id].Name);
        }
    }

    /// <summary>Gets a value indicating whether there is a tree, not only listings.</summary>
    public bool HasTree => _header.HasTree != 0;

    /// <summary>Gets a value indicating whether a snapshot was made of the tree.</summary>
    public bool IsTaken { get; private set; }

    /// <summary>Opens shared memory. Returns null if it isn't whole, or was written by another image: nothing of it is used then.</summary>
    /// <param name="memory">The memory, which no other process changes any more; what this process writes is its own.</param>
    /// <param name="identity">The identity of this image.</param>
    public static SharedTrees? Open(SharedMemory memory, ulong identity) =>
        SharedCheck.IsWhole(memory, identity) ? new SharedTrees(memory, own: null) : null;

    /// <summary>
    /// Opens shared memory that this process has written, and moves the listings into it: they no longer keep the memory that they were in.
    /// Returns null if the memory isn't whole.
    /// </summary>
    /// <param name="memory">The memory, which no other process changes any more; what this process writes is its own.</param>
    /// <param name="identity">The identity of this image.</param>
    /// <param name="own">The listings, in the order in which they were written.</param>
    public static SharedTrees? MoveInto(SharedMemory memory, ulong identity, IReadOnlyList<FolderListing> own) =>
        SharedCheck.IsWhole(memory, identity) && ((SharedHeader*)memory.Address)->Listings.Count == own.Count
            ? new SharedTrees(memory, own)
            : null;

    /// <summary>Returns the listing of a folder, or null if there is none that was scanned in the same way.</summary>
    /// <param name="root">The folder, a host path without a trailing separator.</param>
    /// <param name="options">What a scan would be made with.</param>
    /// <param name="metadataStamp">The stamp of the mod's metadata now.</param>
    public FolderListing? Find(string root, string options, ulong metadataStamp)
    {
        if (!_byRoot.TryGetValue(root, out int index))
            return null;
        SharedListing listing = _memory.At<SharedListing>(_header.Listings)[index];
        return listing.MetadataStamp == metadataStamp && _memory.Text(listing.Options).SequenceEqual(options) ? _listings[index] : null;
    }

    /// <summary>Returns the paths, for an empty table of paths.</summary>
    public SharedPaths GetPaths()
    {
        SharedRun* runs = _memory.At<SharedRun>(_header.PathChunks);
        var chunks = new nint[_header.PathChunks.Count];
        for (int i = 0; i < chunks.Length; i++)
            chunks[i] = (nint)_memory.At<byte>(runs[i]);
        return new SharedPaths(_memory, chunks, _memory.At<PathTable.Node>(_header.Nodes), _header.Nodes.Count,
            _memory.At<PathIndex.Slot>(_header.Index), (uint)_header.Index.Count);
    }

    /// <summary>
    /// Returns the data of a layer, for a file system that has the paths of <see cref="GetPaths"/>. Returns null if the layer isn't shared.
    /// Each layer is returned once.
    /// </summary>
    /// <param name="listing">The listing: one of these, or one that this process has made, which is replaced by an equal one.</param>
    /// <param name="root">The real folder in real-path form.</param>
    /// <param name="openRoot">The real folder as it is opened fastest, or null.</param>
    /// <param name="rootId">The path id of the virtual folder.</param>
    /// <param name="paths">The table of paths.</param>
    /// <param name="counter">The counter of native bytes.</param>
    /// <param name="given">The listing that the layer was given, if that isn't the one which is returned.</param>
    public FolderLayer? FindLayer(FolderListing listing, string root, string? openRoot, int rootId, PathTable paths,
        NativeByteCounter counter, FolderListing? given = null)
    {
        SharedLayer* layers = _memory.At<SharedLayer>(_header.Layers);
        for (int i = 0; i < _header.Layers.Count; i++)
        {
            SharedLayer layer = layers[i];
            if (layer.RootId != rootId || _found.Contains(i))
                continue;
            ReadOnlySpan<char> text = _memory.Text(layer.Root);
            if (!text.StartsWith(root) || text.Length > root.Length + 1 || !_memory.Text(layer.OpenRoot).SequenceEqual(openRoot)
                || !ListingComparison.AreEqual(listing, _listings[layer.Listing]))
                continue;
            _found.Add(i);
            return new FolderLayer(_listings[layer.Listing], text.ToString(), openRoot, rootId, paths, counter,
                new SharedFolders(_memory.At<FolderLayer.FolderPath>(layer.Folders), _memory.At<char>(layer.OwnTails),
                    layer.OwnTails.Count, layer.Skipped, _memory))
            { SharedPlace = i, Given = given ?? _listings[layer.Listing] };
        }

        return null;
    }

    /// <summary>Determines whether the tree is that of a file system, and wasn't taken yet.</summary>
    /// <param name="order">The layers, lowest priority first.</param>
    /// <param name="targets">The path ids of declared targets.</param>
    /// <param name="others">Receives the path ids of the tree's other targets, which must be declared, too.</param>
    public bool Fits(IReadOnlyList<Layer> order, IReadOnlySet<int> targets, out HashSet<int> others)
    {
        others = [];
        if (IsTaken || !HasTree || order.Count != _header.Layers.Count)
            return false;
        for (int i = 0; i < order.Count; i++)
        {
            if (!order[i].Enabled || order[i].Folder is not { Appended: null } folder || folder.SharedPlace != i
                || folder.Listing != _listings[_memory.At<SharedLayer>(_header.Layers)[i].Listing])
                return false;
        }

        others.UnionWith(new ReadOnlySpan<int>(_memory.At<int>(_header.Targets), _header.Targets.Count).ToArray());
        int count = others.Count;
        others.ExceptWith(targets);
        return count - others.Count == targets.Count;
    }

    /// <summary>
    /// Makes the snapshot of a tree that fits and that has none of the single files. It can be made once: from then on the tree is that
    /// snapshot's own.
    /// </summary>
    public Snapshot Take(Layer[] order, PathTable paths, SingleFiles singles, NativeByteCounter counter)
    {
        IsTaken = true;
        var arena = new NativeArena(counter);
        PathIndex index = paths.Index;
        var tree = (LookupTree*)arena.Allocate((nuint)sizeof(LookupTree));
        *tree = new LookupTree
        {
            Table = LookupTable.Over(_memory.At<LookupBucket>(_header.Buckets), (uint)_header.Used.Count, _header.BucketsPerSegment,
                _memory.At<uint>(_header.Used), arena),
            Paths = paths.RecordChunks,
            Singles = singles.Records.Chunks,
            Index = index.Slots,
            IndexCapacity = index.Capacity,
            Folders = _memory.At<LookupFolder>(_header.Folders),
            FolderCount = _header.Folders.Count,
            OtherSources = _memory.At<LookupSource>(_header.OtherSources),
            Lists = _memory.At<uint>(_header.Lists),
            Layers = (LookupLayer*)arena.Allocate((nuint)order.Length * (nuint)sizeof(LookupLayer)),
            Names = (LookupName*)arena.Allocate((nuint)_header.Names.Count * (nuint)sizeof(LookupName)),
            Tails = (LookupTail*)arena.Allocate((nuint)_header.Tails.Count * (nuint)sizeof(LookupTail)),
            PrefixCount = _header.Prefixes.Count,
            Prefixes = (LookupPrefix*)arena.Allocate((nuint)_header.Prefixes.Count * (nuint)sizeof(LookupPrefix)),
        };
        for (int i = 0; i < order.Length; i++)
            tree->Layers[i] = LookupLayer.Of(order[i].Folder!, order[i].Handle);
        for (int i = 0; i < _header.Names.Count; i++)
        {
            LookupName name = _memory.At<LookupName>(_header.Names)[i];
            tree->Names[i] = name with { Seen = (char*)(_memory.Address + (nint)name.Seen) };
        }

        for (int i = 0; i < _header.Tails.Count; i++)
        {
            LookupTail tail = _memory.At<LookupTail>(_header.Tails)[i];
            tree->Tails[i] = tail with { Text = (char*)(_memory.Address + (nint)tail.Text) };
        }

        for (int i = 0; i < _header.Prefixes.Count; i++)
        {
            SharedRun prefix = _memory.At<SharedRun>(_header.Prefixes)[i];
            tree->Prefixes[i] = LookupPrefix.Create(_memory.At<char>(prefix), prefix.Count);
        }

        return new Snapshot(tree, paths, arena, new LookupTreeAppender(tree, singles, arena), new SourceTexts(counter),
            [_memory, index, singles.Records, .. order.Select(layer => layer.Folder)])
        {
            Hidden = HiddenPaths.Create(order, paths),
            Files = _header.FileCount,
            Folders = _header.LiveFolderCount,
            FilesOfLayers = CountFiles(tree),
            Filter = _memory.At<ulong>(_header.Filter),
            FilteredNames = LookupTable.CountEntries(&tree->Table),
        };
    }

    private Dictionary<int, int> CountFiles(LookupTree* tree)
    {
        var byHandle = new Dictionary<int, int>(_header.Layers.Count);
        for (int i = 0; i < _header.Layers.Count; i++)
            byHandle[tree->Layers[i].Handle] = _memory.At<SharedLayer>(_header.Layers)[i].FileCount;
        return byHandle;
    }
}
