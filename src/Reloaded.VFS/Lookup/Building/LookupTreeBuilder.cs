namespace Reloaded.VFS.Lookup.Building;

/// <summary>A lookup tree and what is in it.</summary>
/// <param name="tree">The tree.</param>
/// <param name="files">The number of files in or below targets.</param>
/// <param name="folders">The number of live folders in or below targets.</param>
internal readonly unsafe struct BuiltTree(LookupTree* tree, int files, int folders)
{
    public readonly LookupTree* Tree = tree;
    public readonly int Files = files, Folders = folders;
}

/// <summary>
/// A builder that lays out a <see cref="RedirectionTree"/> for readers: folders, one table of all names, lists. Layers' texts are
/// referenced, not copied.
/// </summary>
internal sealed unsafe partial class LookupTreeBuilder(RedirectionTree source, Layer[] layers, PathTable paths, SingleFiles singles,
    NativeArena arena) : IDisposable
{
    // Most snapshots take one block. The figures include a target's text and its prefix.
    private const int Allocations = 10;
    private const nuint PrefixRoom = 512;

    private readonly RedirectionTree _source = source;
    private readonly Layer[] _layers = layers;
    private readonly PathTable _paths = paths;
    private readonly SingleFiles _singles = singles;
    private readonly NativeArena _arena = arena;
    private readonly int[] _layerIndexes = new int[layers.Length];
    private NativeList<LookupName> _names;
    private NativeList<LookupTail> _tails;
    private LookupTree* _tree;

    /// <summary>Gets the number of live folders in or below targets.</summary>
    public int FolderCount { get; private set; }

    /// <summary>Builds the tree in an arena. The layers must be those that the redirection tree was built from, unchanged.</summary>
    public static BuiltTree Build(RedirectionTree source, Layer[] layers, PathTable paths, PathIndex index, SingleFiles singles,
        NativeArena arena)
    {
        using var builder = new LookupTreeBuilder(source, layers, paths, singles, arena);
        uint entries = builder.LayOut(index);
        if (!builder.TryInsertAll(entries, uneven: false))
        {
            // The hashes aren't spread evenly: the names were chosen so. One segment holds every entry.
            builder.Reset();
            builder.TryInsertAll(entries, uneven: true);
        }

        builder.StoreLists();
        int files = (int)(LookupTable.CountEntries(&builder._tree->Table) - builder._folderEntries);
        return new BuiltTree(builder._tree, files, builder.FolderCount);
    }

    public void Dispose()
    {
        _names.Dispose();
        _tails.Dispose();
    }

    /// <summary>Lays out everything but the table and returns the maximum number of entries.</summary>
    private uint LayOut(PathIndex index)
    {
        int count = _source.FolderCount;
        uint entries = _source.EntryCount;
        nuint others = (nuint)(_source.SourceCount - _source.CoveredCount);
        nuint size = (nuint)sizeof(LookupTree) + NativeArena.SizeOfLines((nuint)count * (nuint)sizeof(LookupFolder))
            + (others * (nuint)sizeof(LookupSource))
            + ((nuint)_layers.Length * (nuint)sizeof(LookupLayer)) + (entries * (nuint)sizeof(uint)) + LookupTable.SizeFor(entries);
        _arena.Reserve(size + PrefixRoom, Allocations);
        _tree = (LookupTree*)_arena.Allocate((nuint)sizeof(LookupTree));
        *_tree = new LookupTree
        {
            FolderCount = count,
            Paths = _paths.RecordChunks,
            Singles = _singles.Records.Chunks,
            Index = index.Slots,
            IndexCapacity = index.Capacity,
            Folders = (LookupFolder*)_arena.AllocateLines((nuint)count * (nuint)sizeof(LookupFolder)),
            OtherSources = (LookupSource*)_arena.Allocate(others * (nuint)sizeof(LookupSource)),
        };
        LayOutLayers();
        LayOutFolders();
        _tree->Lists = (uint*)_arena.Allocate(entries * (nuint)sizeof(uint));
        return entries;
    }

    private void LayOutFolders()
    {
        // EntryCount holds the maximum for now; later it counts the entries that exist.
        LookupFolder* folders = _tree->Folders;
        int otherSources = 0;
        for (int id = 0; id < _tree->FolderCount; id++)
        {
            RedirectionTree.Folder node = _source.Folders[id];
            if ((node.Flags & RedirectionTree.FolderFlags.Live) == 0)
                continue;
            PathTable.Node path = *_paths.GetNode(id);
            LookupFolder* folder = folders + id;
            folder->IsLive = true;
            folder->InTarget = (node.Flags & RedirectionTree.FolderFlags.InTarget) != 0;
            folder->IsOpaque = _source.Hidden is not null && _source.Hidden.RankOf(id) > 0;
            folder->Record = path.Record;
            folder->Parent = path.Parent;
            folder->FirstOtherSource = otherSources;
            folder->SourceCount = node.SourceCount;
            folder->EntryCount += (uint)node.FileCount;
            if (path.Parent >= 0)
                folders[path.Parent].EntryCount++;
            if (folder->InTarget)
                FolderCount++;
            if (node.SourceCount > 0)
            {
                LayOutSources(folder, node);
                otherSources += node.SourceCount - 1;
            }
        }

        if (_tails.Count > 0)
            _tree->Tails = _tails.Items;
        uint first = 0;
        for (int id = 0; id < _tree->FolderCount; id++)
        {
            folders[id].FirstEntry = first;
            first += folders[id].EntryCount;
            folders[id].EntryCount = 0;
        }
    }

    private void LayOutLayers()
    {
        int count = 0;
        foreach (Layer layer in _layers)
            count += layer is { Enabled: true, Folder: not null } ? 1 : 0;
        _tree->Layers = (LookupLayer*)_arena.Allocate((nuint)count * (nuint)sizeof(LookupLayer));
        count = 0;
        for (int i = 0; i < _layers.Length; i++)
        {
            if (_layers[i] is not { Enabled: true, Folder: { } folder })
                continue;
            _tree->Layers[count] = LookupLayer.Of(folder, _layers[i].Handle);
            _layerIndexes[i] = count++;
        }
    }

    private void LayOutSources(LookupFolder* folder, in RedirectionTree.Folder node)
    {
        RedirectionTree.Source lowest = default;
        for (int i = node.FirstSource; i < node.FirstSource + node.SourceCount; i++)
        {
            RedirectionTree.Source source = _source.Sources[i];
            int tail = -1;
            if (_layers[source.Layer].Folder!.Folders[source.Folder].OwnTail != 0)
            {
                ReadOnlySpan<char> text = _layers[source.Layer].Folder!.GetOwnTail(source.Folder);
                tail = _tails.Count;
                _tails.Add(new LookupTail
                {
                    Text = (char*)Unsafe.AsPointer(ref Unsafe.AsRef(in text[0])),
                    Length = text.Length,
                    Record = folder->Record,
                });
            }

            *LookupTree.GetSource(_tree, folder, i - node.FirstSource) = new LookupSource
            {
                Layer = _layerIndexes[source.Layer],
                Tail = tail,
                ListedFolder = source.Folder,
            };
            // The lowest layer's first source: on a case-sensitive disk a layer may have several.
            if (i == node.FirstSource || source.Layer != lowest.Layer)
                lowest = source;
        }

        // As if copied in order: the lowest layer's folder was made first. A layer's root isn't named after the disk.
        FolderLayer layer = _layers[lowest.Layer].Folder!;
        if (lowest.Folder == 0 || layer.Folders[lowest.Folder].OwnTail == 0)
            return;
        ReadOnlySpan<char> name = layer.GetOwnTail(lowest.Folder);
        name = name[^(LookupTree.GetPath(_tree, folder->Record)->NameLength + 1)..];
        folder->Name = (char*)Unsafe.AsPointer(ref Unsafe.AsRef(in name[0]));
    }

    /// <summary>Moves the gathered records to the snapshot's memory.</summary>
    private void StoreLists()
    {
        _tree->Names = (LookupName*)Store(in _names);
        _tree->Tails = (LookupTail*)Store(in _tails);
    }

    private void* Store<T>(in NativeList<T> list)
        where T : unmanaged
    {
        if (list.Count == 0)
            return null;
        nuint size = (nuint)list.Count * (nuint)sizeof(T);
        void* kept = _arena.Allocate(size);
        Buffer.MemoryCopy(list.Items, kept, size, size);
        return kept;
    }

    /// <summary>Sets the prefixes: for each drive the longest folder that all its targets share.</summary>
    public static void SetPrefixes(LookupTree* tree, NativeArena arena, IEnumerable<string> targets)
    {
        var prefixes = new List<string>();
        foreach (string target in targets)
        {
            ReadOnlySpan<char> root = VirtualPath.GetRoot(target);
            int same = prefixes.Count - 1;
            while (same >= 0 && !VirtualPath.IsSameOrBelow(prefixes[same], root))
                same--;
            if (same < 0)
                prefixes.Add(target);
            else
                prefixes[same] = CommonFolder(prefixes[same], target);
        }

        tree->PrefixCount = prefixes.Count;
        tree->Prefixes = (LookupPrefix*)arena.Allocate((nuint)prefixes.Count * (nuint)sizeof(LookupPrefix));
        for (int i = 0; i < prefixes.Count; i++)
            tree->Prefixes[i] = LookupPrefix.Create(arena.AddText(prefixes[i]), prefixes[i].Length);
    }

    private static string CommonFolder(string left, string right)
    {
        ReadOnlySpan<char> folder = left;
        while (!VirtualPath.IsSameOrBelow(right, folder))
            folder = VirtualPath.GetParent(folder);
        return folder.ToString();
    }
}
