using Reloaded.VFS.Listings;
using Reloaded.VFS.Memory;
using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Layers;

/// <summary>
/// The writers' merged tree: which virtual folders there are, which real folders lie over each (highest priority first), and which names
/// clash. Folders are numbered by their path ids, so parents, names and letter case are the path table's; names of files stay in the
/// layers' listings, where the first source that has a name wins it. Rules:
/// <list type="bullet">
/// <item>Letter case never splits a folder; a file or folder is seen in the letter case of the lowest layer that has it (as when the mods
/// were copied in one after another), of a layer that has it twice in that of the first. A file's real name stays the winner's.</item>
/// <item>A name that is a file in one layer and a folder in another is what the highest layer says; see <see cref="LayerClash"/>.</item>
/// <item>A folder that only leads to a layer's or a declared target counts as a folder of that layer;
/// a declared one beats every file.</item>
/// </list>
/// Once built it doesn't change. It is needed until the readers' tree is built from it.
/// </summary>
internal sealed unsafe partial class RedirectionTree : IDisposable
{
    [Flags]
    internal enum FolderFlags
    {
        None = 0,

        /// <summary>Part of the merged tree.</summary>
        Live = 1,

        /// <summary>A target or below one; other live folders only lead to targets.</summary>
        InTarget = 2,

        /// <summary>Hidden by a file of a higher layer, with all below.</summary>
        Cut = 4,

        /// <summary>Has a subfolder or file that doesn't come from its sources.</summary>
        Mixed = 8,

        /// <summary>No layer has it: it is known because a name in it is hidden. A file of that name beats it.</summary>
        OnlyHides = 16,
    }

    internal struct Folder
    {
        public int FirstSource;
        public int SourceCount;

        /// <summary>Files in all sources and single files: no less than the names that are left.</summary>
        public int FileCount;

        /// <summary>One more than the place of the highest layer that makes it a folder; 0: no layer does.</summary>
        public int Rank;

        public FolderFlags Flags;
    }

    /// <summary>A real folder over a virtual one.</summary>
    internal struct Source
    {
        /// <summary>The place of its layer.</summary>
        public int Layer;

        /// <summary>The folder's number in the layer's listing.</summary>
        public int Folder;
    }

    private readonly PathTable _paths;
    private readonly SingleFiles _singles;
    private readonly Layer[] _layers;
    private readonly NativeArena _arena;

    /// <summary>Path ids covered: 0 to this, exclusive.</summary>
    public int FolderCount { get; }

    /// <summary>By path id.</summary>
    public Folder* Folders { get; }

    /// <summary>One run a folder, highest priority first.</summary>
    public Source* Sources { get; private set; }

    public int SourceCount { get; private set; }

    /// <summary>Folders that have sources.</summary>
    public int CoveredCount { get; private set; }

    /// <summary>How many names its live folders have, at most.</summary>
    public uint EntryCount { get; private set; }

    public List<LayerClash> Clashes { get; } = [];

    /// <summary>What layers hide of lower ones; null where none does.</summary>
    public HiddenPaths? Hidden { get; }

    /// <summary>Merges layers, lowest priority first; disabled ones are passed over.</summary>
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

    /// <summary>Frees the native memory at once.</summary>
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

    /// <summary>Whether a layer's folder isn't seen, since a higher layer hides it.</summary>
    public bool IsHidden(int folderId, int place) => Hidden is not null && place < Hidden.RankOf(folderId) - 1;

    /// <summary>
    /// Makes the folders known that have hidden names: what the game's own folder has of them is left out of its listings.
    /// Nothing is to be left out of a folder that is hidden itself.
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

    /// <summary>Makes an id and its ancestors folders of a layer, as far as no higher layer has done so.</summary>
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

    /// <summary>Top down (parents have lower ids): what is live, what a clash cuts off.</summary>
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
