using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Trees;

/// <summary>
/// The writers' merged tree: which virtual folders there are, which real folders lie over each (highest priority first), and which names
/// clash. Folders are numbered by their path ids, so parents, names and letter case are the path table's; names of files stay in the
/// layers' listings, where the first source that has a name wins it. Rules:
/// <list type="bullet">
/// <item>Letter case never splits a folder; a file or folder is seen in the letter case of the lowest layer that has it (as when the mods were
/// copied in one after another), of a layer that has it twice in that of the first. A file's real name stays the winner's.</item>
/// <item>A name that is a file in one layer and a folder in another is what the highest layer says; see <see cref="LayerClash"/>.</item>
/// <item>A folder that only leads to a layer's or a declared target counts as a folder of that layer; a declared one beats every file.</item>
/// </list>
/// Once built it doesn't change; native memory, freed by the finaliser. The per-folder figures, which readers' trees repeat, can be let go.
/// </summary>
internal sealed unsafe partial class RedirectionTree
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

    private readonly PathTable _paths;
    private readonly IReadOnlyList<Layer> _layers;
    private readonly int[] _originBase;

    private readonly NativeArena _folderArena;

    /// <summary>Holds <see cref="Sources"/> and <see cref="Origins"/>.</summary>
    public NativeArena Arena { get; }

    /// <summary>Path ids covered: 0 to this, exclusive.</summary>
    public int FolderCount { get; private set; }

    /// <summary>By path id; null after <see cref="ReleaseFolders"/>.</summary>
    public Folder* Folders { get; private set; }

    /// <summary>Runs of indexes into <see cref="Origins"/>, one run a folder, highest priority first.</summary>
    public int* Sources { get; private set; }

    public Origin* Origins { get; private set; }

    public int OriginCount { get; private set; }

    /// <summary>Room in <see cref="Origins"/> for files that are appended later.</summary>
    public int OriginCapacity { get; private set; }

    public List<LayerClash> Clashes { get; } = [];

    /// <summary>Merges layers, lowest priority first; disabled ones are passed over.</summary>
    public static RedirectionTree Build(IReadOnlyList<Layer> layers, IEnumerable<int> targets, PathTable paths, NativeByteCounter counter)
    {
        var tree = new RedirectionTree(layers, paths, counter);
        tree.CollectSources(targets);
        tree.MarkLive();
        return tree;
    }

    private RedirectionTree(IReadOnlyList<Layer> layers, PathTable paths, NativeByteCounter counter)
    {
        _layers = layers;
        _paths = paths;
        _originBase = new int[layers.Count];
        Arena = new NativeArena(counter);
        _folderArena = new NativeArena(counter);
    }

    /// <summary>Frees <see cref="Folders"/>, about 20 bytes a folder.</summary>
    public void ReleaseFolders()
    {
        Folders = null;
        _folderArena.Dispose();
    }

    /// <summary>The index of the first origin of the layer at a place: its listing's folders in order, then its appended files.</summary>
    public int GetOriginBase(int layerIndex) => _originBase[layerIndex];

    /// <summary>The place in the order of the layer that an origin belongs to.</summary>
    public int GetLayerIndex(int origin)
    {
        int low = 0;
        int high = _originBase.Length - 1;
        while (low < high)
        {
            int middle = (low + high + 1) / 2;
            if (_originBase[middle] <= origin)
                low = middle;
            else
                high = middle - 1;
        }

        return low;
    }

    private void CollectSources(IEnumerable<int> targets)
    {
        int sources = 0;
        int origins = 0;
        for (int i = 0; i < _layers.Count; i++)
        {
            _originBase[i] = origins;
            Layer layer = _layers[i];
            if (!layer.Enabled)
                continue;
            if (layer.Folder is { } folder)
            {
                sources += folder.Listing.FolderCount;
                origins += folder.Listing.FolderCount + (folder.Appended?.Count ?? 0);
            }
            else
            {
                origins++;
            }
        }

        FolderCount = _paths.Count;
        OriginCount = origins;
        OriginCapacity = origins + 64;
        Folders = (Folder*)_folderArena.Allocate((nuint)FolderCount * (nuint)sizeof(Folder));
        Origins = (Origin*)Arena.Allocate((nuint)OriginCapacity * (nuint)sizeof(Origin));
        Sources = (int*)Arena.Allocate((nuint)sources * sizeof(int));

        foreach (int target in targets)
        {
            MarkFolder(target, int.MaxValue);
            Folders[target].Flags |= FolderFlags.InTarget;
        }

        for (int i = _layers.Count - 1; i >= 0; i--)
        {
            if (_layers[i].Enabled)
                CountLayer(_layers[i], i);
        }

        int first = 0;
        for (int id = 0; id < FolderCount; id++)
        {
            Folders[id].FirstSource = first;
            first += Folders[id].SourceCount;
            Folders[id].SourceCount = 0;
        }

        for (int i = _layers.Count - 1; i >= 0; i--)
        {
            if (_layers[i] is not { Enabled: true, Folder: { } folder })
                continue;
            for (int f = 0; f < folder.Listing.FolderCount; f++)
            {
                int id = folder.Folders[f].PathId;
                if (id >= 0)
                    Sources[Folders[id].FirstSource + Folders[id].SourceCount++] = _originBase[i] + f;
            }
        }
    }

    private void CountLayer(Layer layer, int index)
    {
        MarkFolder(layer.RootId, index + 1);
        Folders[layer.RootId].Flags |= FolderFlags.InTarget;
        int origin = _originBase[index];
        if (layer.Folder is not { } folder)
        {
            AddSingle(layer.File, layer.Handle, origin);
            return;
        }

        FolderListing listing = folder.Listing;
        for (int f = 0; f < listing.FolderCount; f++, origin++)
        {
            FolderLayer.FolderText text = folder.Folders[f];
            Origins[origin] = new Origin { NameBase = listing.Names, Folder = text.Text, FolderLength = (ushort)text.Length, Layer = layer.Handle, IsRoot = f == 0 };
            if (text.PathId < 0)
                continue;
            ref Folder node = ref Folders[text.PathId];
            node.SourceCount++;
            node.FileCount += listing.Folders[f].FileCount;
            if (node.Rank == 0)
                node.Rank = index + 1;
        }

        if (folder.Appended is { } appended)
        {
            foreach (SingleFile file in appended)
                AddSingle(file, layer.Handle, origin++);
        }
    }

    private void AddSingle(in SingleFile file, int layer, int origin)
    {
        Origins[origin] = new Origin { NameBase = file.Name, Folder = file.Folder, FolderLength = file.FolderLength, Layer = layer };
        ref Folder parent = ref Folders[file.ParentId];
        parent.FileCount++;
        parent.Flags |= FolderFlags.Mixed;
    }

    /// <summary>Makes an id and its ancestors folders of a layer, as far as no higher layer has done so.</summary>
    private void MarkFolder(int id, int rank)
    {
        while (id >= 0 && Folders[id].Rank == 0)
        {
            Folders[id].Rank = rank;
            id = _paths.GetRecord(id)->Parent;
            if (id >= 0)
                Folders[id].Flags |= FolderFlags.Mixed;
        }
    }

    /// <summary>Top down (parents have lower ids): what is live, what a clash cuts off.</summary>
    private void MarkLive()
    {
        using var clashes = new ClashFinder(this);
        for (int id = 0; id < FolderCount; id++)
        {
            ref Folder node = ref Folders[id];
            if (node.Rank == 0 || (node.Flags & FolderFlags.Cut) != 0)
                continue;
            int parent = _paths.GetRecord(id)->Parent;
            if (parent >= 0)
            {
                FolderFlags above = Folders[parent].Flags;
                if ((above & FolderFlags.Live) == 0)
                    continue;
                node.Flags |= above & FolderFlags.InTarget;
            }

            node.Flags |= FolderFlags.Live;
            if (node.FileCount > 0 && (node.SourceCount > 1 || (node.Flags & FolderFlags.Mixed) != 0))
                clashes.Find(id);
        }
    }
}
