namespace Reloaded.VFS.Layers;

/// <summary>
/// The writers' merged tree: the virtual folders, the real folders over each (highest priority first), and the names that clash. Immutable
/// once built.
/// </summary>
/// <remarks>
/// Folders are numbered by path id, so parents, names and letter case come from the path table. File names stay in the layers' listings;
/// the first source that has a name wins it. The tree is needed only until the readers' tree is built from it. Rules:
/// <list type="bullet">
/// <item>Letter case never splits a folder. A name is seen in the letter case of the lowest layer that has it, as if the mods were copied
/// one after another; if that layer has it twice, of the first. A file's real name is the winner's.</item>
/// <item>If a name is a file in one layer and a folder in another, the highest layer decides; see <see cref="LayerClash"/>.</item>
/// <item>A folder that only leads to a layer's or a declared target counts as a folder of that layer; a declared one beats every
/// file.</item>
/// </list>
/// </remarks>
internal sealed unsafe partial class RedirectionTree : IDisposable
{
    [Flags]
    internal enum FolderFlags
    {
        None = 0,

        /// <summary>Part of the merged tree.</summary>
        Live = 1,

        /// <summary>A target or a folder below one; other live folders only lead to targets.</summary>
        InTarget = 2,

        /// <summary>Replaced by a higher layer's file, with everything below.</summary>
        Cut = 4,

        /// <summary>Contains a subfolder or file that doesn't come from its sources.</summary>
        Mixed = 8,

        /// <summary>In no layer: known only because a name in it is hidden. A file of the folder's name beats it.</summary>
        OnlyHides = 16,
    }

    internal struct Folder
    {
        public int FirstSource;
        public int SourceCount;

        /// <summary>The number of files in all sources and of single files: an upper bound of the names that are left.</summary>
        public int FileCount;

        /// <summary>One more than the index of the highest layer that makes the path a folder; 0 if no layer does.</summary>
        public int Rank;

        public FolderFlags Flags;
    }

    /// <summary>A real folder over a virtual one.</summary>
    internal struct Source
    {
        public int Layer;

        /// <summary>The folder's number in the layer's listing.</summary>
        public int Folder;
    }

    private readonly PathTable _paths;
    private readonly SingleFiles _singles;
    private readonly Layer[] _layers;
    private readonly NativeArena _arena;

    /// <summary>Gets the exclusive upper bound of path ids.</summary>
    public int FolderCount { get; }

    /// <summary>Gets the folders, by path id.</summary>
    public Folder* Folders { get; }

    /// <summary>Gets the sources: a run for each folder, highest priority first.</summary>
    public Source* Sources { get; private set; }

    public int SourceCount { get; private set; }

    /// <summary>Gets the number of folders that have sources.</summary>
    public int CoveredCount { get; private set; }

    /// <summary>Gets an upper bound of the number of names in live folders.</summary>
    public uint EntryCount { get; private set; }

    public List<LayerClash> Clashes { get; } = [];

    /// <summary>Gets what layers hide of lower ones; null if nothing is hidden.</summary>
    public HiddenPaths? Hidden { get; }

    /// <summary>Merges layers, lowest priority first. Disabled layers are skipped.</summary>
    public static RedirectionTree Build(Layer[] layers, IEnumerable<int> targets, PathTable paths, SingleFiles singles,
        NativeByteCounter counter)
    {
        var tree = new RedirectionTree(layers, paths, singles, counter);
        tree.CollectSources(targets);
        tree.MarkLive();
        return tree;
    }

    private RedirectionTree(Layer[] layers, PathTable paths, SingleFiles singles, NativeByteCounter counter)
    {
        _layers = layers;
        _paths = paths;
        _singles = singles;
        FolderCount = paths.Count;
        Hidden = HiddenPaths.Create(layers, paths);
        int sources = 0;
        foreach (Layer layer in layers)
            sources += layer is { Enabled: true, Folder: { } folder } ? folder.Listing.FolderCount : 0;
        _arena = new NativeArena(counter);
        _arena.Reserve(((nuint)FolderCount * (nuint)sizeof(Folder)) + ((nuint)sources * (nuint)sizeof(Source)), 2);
        Folders = (Folder*)_arena.Allocate((nuint)FolderCount * (nuint)sizeof(Folder));
    }

    public void Dispose() => _arena.Dispose();

    private void CollectSources(IEnumerable<int> targets)
    {
        foreach (int target in targets)
        {
            MarkFolder(target, int.MaxValue);
            Folders[target].Flags |= FolderFlags.InTarget;
        }

        for (int i = _layers.Length - 1; i >= 0; i--)
        {
            if (_layers[i].Enabled)
                CountLayer(_layers[i], i);
        }

        MarkHidingFolders();
        for (int id = 0; id < FolderCount; id++)
        {
            Folders[id].FirstSource = SourceCount;
            SourceCount += Folders[id].SourceCount;
            CoveredCount += Folders[id].SourceCount > 0 ? 1 : 0;
            Folders[id].SourceCount = 0;
        }

        Sources = (Source*)_arena.Allocate((nuint)SourceCount * (nuint)sizeof(Source));
        for (int i = _layers.Length - 1; i >= 0; i--)
        {
            if (_layers[i] is not { Enabled: true, Folder: { } folder })
                continue;
            for (int f = 0; f < folder.Listing.FolderCount; f++)
            {
                int id = folder.Folders[f].PathId;
                if (id >= 0 && !IsHidden(id, i))
                    Sources[Folders[id].FirstSource + Folders[id].SourceCount++] = new Source { Layer = i, Folder = f };
            }
        }
    }

    private void CountLayer(Layer layer, int index)
    {
        if (layer.Folder is { OnlyHides: true })
        {
            // Whether the folder exists is up to other layers and the disk.
            Folders[layer.RootId].Flags |= FolderFlags.InTarget;
            return;
        }

        MarkFolder(layer.RootId, index + 1);
        Folders[layer.RootId].Flags |= FolderFlags.InTarget;
        if (layer.Folder is not { } folder)
        {
            AddSingle(layer.RootId);
            return;
        }

        FolderListing listing = folder.Listing;
        for (int f = 0; f < listing.FolderCount; f++)
        {
            int id = folder.Folders[f].PathId;
            if (id < 0 || IsHidden(id, index))
                continue;
            ref Folder node = ref Folders[id];
            node.SourceCount++;
            node.FileCount += listing.Folders[f].FileCount;
            if (node.Rank == 0)
                node.Rank = index + 1;
        }

        foreach (uint file in folder.Appended ?? [])
            AddSingle(_singles[file]->ParentId);
    }

    /// <summary>Determines whether a higher layer hides a layer's folder.</summary>
    public bool IsHidden(int folderId, int place) => Hidden is not null && place < Hidden.RankOf(folderId) - 1;

    /// <summary>
    /// Adds the folders that have hidden names, so that listings can leave the names of the game's own folder out. Skips folders that are
    /// hidden themselves: nothing needs leaving out there.
    /// </summary>
    private void MarkHidingFolders()
    {
        foreach (int folder in Hidden?.Parents ?? [])
        {
            for (int id = folder; id >= 0 && Folders[id].Rank == 0 && Hidden!.RankOf(folder) == 0; id = _paths.GetNode(id)->Parent)
            {
                Folders[id].Rank = 1;
                Folders[id].Flags |= FolderFlags.OnlyHides;
                int parent = _paths.GetNode(id)->Parent;
                if (parent >= 0)
                    Folders[parent].Flags |= FolderFlags.Mixed;
            }
        }
    }

    private void AddSingle(int parentId)
    {
        ref Folder parent = ref Folders[parentId];
        parent.FileCount++;
        parent.Flags |= FolderFlags.Mixed;
    }

    /// <summary>Makes an id and its ancestors folders of a layer, unless a higher layer has done so.</summary>
    private void MarkFolder(int id, int rank)
    {
        while (id >= 0 && Folders[id].Rank == 0)
        {
            Folders[id].Rank = rank;
            id = _paths.GetNode(id)->Parent;
            if (id >= 0)
                Folders[id].Flags |= FolderFlags.Mixed;
        }
    }

    /// <summary>Marks live folders and those that a clash cuts off, top down (parents have lower ids).</summary>
    private void MarkLive()
    {
        ClashFinder? clashes = null;
        for (int id = 0; id < FolderCount; id++)
        {
            ref Folder node = ref Folders[id];
            if (node.Rank == 0 || (node.Flags & FolderFlags.Cut) != 0)
                continue;
            int parent = _paths.GetNode(id)->Parent;
            if (parent >= 0)
            {
                FolderFlags above = Folders[parent].Flags;
                if ((above & FolderFlags.Live) == 0)
                    continue;
                node.Flags |= above & FolderFlags.InTarget;
            }

            node.Flags |= FolderFlags.Live;
            EntryCount += (uint)node.FileCount + (parent >= 0 ? 1u : 0);
            if (node.FileCount > 0 && (node.SourceCount > 1 || (node.Flags & FolderFlags.Mixed) != 0))
                (clashes ??= new ClashFinder(this)).Find(id);
        }

        clashes?.Dispose();
    }
}
