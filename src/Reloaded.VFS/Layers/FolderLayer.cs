namespace Reloaded.VFS.Layers;

/// <summary>The data of a folder layer that are computed once from its listing: each folder's path id and real path.</summary>
/// <remarks>
/// A real path is the layer's root and a tail. A tail with the letter case of the virtual path is shared with that path and takes no
/// memory. Building trees reads only this object and the listing, never the disk.
/// </remarks>
internal sealed unsafe class FolderLayer
{
    internal struct FolderPath
    {
        /// <summary>The path id; -1 if the path would be too long.</summary>
        public int PathId;

        /// <summary>
        /// The offset of the tail in <see cref="FolderLayer.OwnTails"/> if it differs from the virtual path's, otherwise 0. The character
        /// before the tail is its length.
        /// </summary>
        public int OwnTail;
    }

    private readonly PathTable _paths;
    private NativeList<char> _ownTails;

    public FolderLayer(FolderListing listing, string root, string? openRoot, int rootId, PathTable paths, NativeByteCounter counter,
        SharedFolders? shared = null)
    {
        _paths = paths;
        Listing = listing;
        Kept = (listing.Owner, shared?.Owner);
        Arena = new NativeArena(counter);
        bool backslash = root.Contains('\\') || !root.StartsWith('/');
        Separator = backslash ? '\\' : '/';
        if (!root.EndsWith(Separator))
            root += Separator;
        RootText = Arena.AddText(root);
        RootLength = root.Length;
        if (openRoot is not null)
        {
            OpenRootText = Arena.AddText(openRoot);
            OpenRootLength = openRoot.Length;
        }

        VirtualLength = paths.GetRecord(rootId)->Length;
        if (shared is not null)
        {
            Folders = shared.Folders;
            OwnTails = shared.OwnTailLength > 0 ? shared.OwnTails : null;
            OwnTailLength = shared.OwnTailLength;
            Skipped = shared.Skipped;
        }
        else
        {
            Folders = (FolderPath*)Arena.Allocate((nuint)listing.FolderCount * (nuint)sizeof(FolderPath));
            Folders[0].PathId = rootId;
            paths.Reserve(listing.FolderCount);
            AddFolders(backslash);
        }

        if (!listing.Hides.IsEmpty)
        {
            HiddenNames = FindHidden(rootId);
            LeftOut = WithIds(listing.Hides.LeftOut);
        }

        if (_ownTails.Count == 0)
            return;
        OwnTails = Arena.AddText(_ownTails.Span);
        OwnTailLength = _ownTails.Count;
        _ownTails.Dispose();
    }

    /// <summary>Creates the data of a layer that only hides: it has no real folder, and supplies not even its root.</summary>
    public static FolderLayer OfHidden(FolderListing listing, int rootId, PathTable paths, NativeByteCounter counter)
    {
        var layer = new FolderLayer(listing, "", null, rootId, paths, counter) { OnlyHides = true };
        layer.Folders[0].PathId = -1;
        return layer;
    }

    public FolderListing Listing { get; }

    /// <summary>Gets the listing that the layer was given: without files that appeared afterwards, unlike <see cref="Listing"/>.</summary>
    public FolderListing Given
    {
        get => field ?? Listing;
        init;
    }

    /// <summary>Gets a value indicating whether the layer has no real folder and only hides names.</summary>
    public bool OnlyHides { get; private init; }

    public NativeArena Arena { get; }

    /// <summary>
    /// Gets the owners of the memory of the listing and of the folders, for snapshots that refer to it: the listing itself may move.
    /// </summary>
    public (object Listing, object? Folders) Kept { get; }

    /// <summary>Gets the real folder in real-path form, with a trailing separator.</summary>
    public char* RootText { get; }

    public int RootLength { get; }

    /// <summary>
    /// Gets the root in the spelling by which the system opens its files fastest, with a trailing separator; null if <see cref="RootText"/>
    /// is that spelling.
    /// </summary>
    public char* OpenRootText { get; }

    public int OpenRootLength { get; }

    public char Separator { get; }

    /// <summary>Gets the length in characters of the virtual folder that the layer lies over. The rest of a path is the tail.</summary>
    public int VirtualLength { get; }

    public FolderPath* Folders { get; }
    public char* OwnTails { get; private set; }
    public int OwnTailLength { get; private set; }

    /// <summary>Gets the layer's place among those that were shared, or -1 if the data was made in this process.</summary>
    public int SharedPlace { get; init; } = -1;

    public int Skipped { get; private set; }

    /// <summary>Gets the names that the layer hides: the path id of the folder, and the name.</summary>
    public IReadOnlyList<(int ParentId, string Name)> HiddenNames { get; } = [];

    /// <summary>Gets the names on disk that aren't part of the layer: the path id of the folder, and the name.</summary>
    public IReadOnlyList<(int ParentId, string Name)> LeftOut { get; } = [];

    /// <summary>
    /// Gets or sets the files that appeared after the listing was made: references into the file system's <see cref="SingleFiles"/>.
    /// </summary>
    public List<uint>? Appended { get; set; }

    public ReadOnlySpan<char> Root => new(RootText, RootLength);
    public string? OpenRoot => OpenRootText is null ? null : new string(OpenRootText, 0, OpenRootLength);

    /// <summary>
    /// Returns a folder's real path below the root, with a trailing separator. Requires an <see cref="FolderPath.OwnTail"/> that isn't 0.
    /// </summary>
    public ReadOnlySpan<char> GetOwnTail(int folder) => new(Tails + Folders[folder].OwnTail, GetTailLength(folder));

    /// <summary>
    /// Returns the length in characters of a folder's real path below the root, with a trailing separator; 0 for the root. In any letter
    /// case it is as long as the virtual path.
    /// </summary>
    public int GetTailLength(int folder) => GetTailLength(_paths.GetRecord(Folders[folder].PathId));

    private int GetTailLength(PathRecord* folder) => folder->Length - VirtualLength;

    /// <summary>Returns the length in characters of the real path over a virtual folder, with a trailing separator.</summary>
    public int GetFolderLength(PathRecord* folder) => RootLength + GetTailLength(folder);

    /// <summary>Returns a folder's real path in real-path form, with a trailing separator.</summary>
    public string GetRealPath(int folder)
    {
        Span<char> path = new char[GetFolderLength(_paths.GetRecord(Folders[folder].PathId))];
        CopyRealPath(folder, path);
        return path.ToString();
    }

    /// <summary>Copies a folder's real path to a buffer of exactly its length.</summary>
    public void CopyRealPath(int folder, Span<char> path)
    {
        Root.CopyTo(path);
        CopyTail(folder, path[RootLength..]);
    }

    /// <summary>Copies the real path of a folder whose letter case is that of its virtual path, without reading its data.</summary>
    public void CopyRealPath(PathRecord* folder, Span<char> path)
    {
        Root.CopyTo(path);
        CopyTail(folder, path[RootLength..]);
    }

    /// <summary>Assigns ids and tails to the listing's folders, in runs of siblings.</summary>
    [SkipLocalsInit]
    private void AddFolders(bool backslash)
    {
        ulong* hashes = stackalloc ulong[LookupKeys.MostAtOnce];
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength], seen = stackalloc char[VirtualPath.MaxNameLength];
        // A scan lists a whole folder before its subfolders: consecutive folders mostly have the same parent.
        for (int first = 1, end; first < Listing.FolderCount; first = end)
        {
            int parent = Listing.Folders[first].Parent, parentId = Folders[parent].PathId;
            int most = Math.Min(Listing.FolderCount - first, LookupKeys.MostAtOnce);
            for (end = first + 1; end < first + most && Listing.Folders[end].Parent == parent;)
                end++;
            if (parentId >= 0)
            {
                LookupKeys.Create(_paths.GetRecord(parentId), out LookupKeys keys);
                keys.Of(Listing.Names, Listing.Folders + first, end - first, hashes);
                for (int i = first; i < end; i++)
                    _paths.Prefetch(hashes[i - first]);
            }

            for (int i = first; i < end; i++)
                AddFolder(i, parentId, hashes[i - first], backslash, buffer, seen);
        }
    }

    private void AddFolder(int folder, int parentId, ulong hash, bool backslash, Span<char> buffer, Span<char> seen)
    {
        FolderListing.FolderRecord record = Listing.Folders[folder];
        var name = new PackedText(Listing.Names + record.NameOffset, record.NameInfo);
        int known = _paths.Count;
        int id = parentId >= 0 && RootLength + GetTailLength(record.Parent) + name.Length + 1 <= VirtualPath.MaxLength
            ? _paths.GetOrAddChild(parentId, name, hash)
            : -1;
        Folders[folder].PathId = id;
        if (id < 0)
            Skipped++;
        // A new path takes its letter case from this listing.
        else if (Folders[record.Parent].OwnTail != 0 || !backslash
            || (id < known && !name.Unpack(buffer).SequenceEqual(PathRecord.GetName(_paths.GetRecord(id)).Unpack(seen))))
            Folders[folder].OwnTail = AddTail(record.Parent, name.Unpack(buffer));
    }

    /// <summary>Returns the listing's folder for a path id, or -1. Linear: only for rare queries of the writer.</summary>
    public int FindFolder(int pathId)
    {
        for (int i = 0; i < Listing.FolderCount; i++)
        {
            if (Folders[i].PathId == pathId)
                return i;
        }

        return -1;
    }

    /// <summary>Determines whether the listing has a file. Linear: only for rare queries of the writer.</summary>
    public bool Lists(int pathId, ReadOnlySpan<char> name)
    {
        uint hash = NameHash.Of(name);
        for (int f = 0; f < Listing.FolderCount; f++)
        {
            if (Folders[f].PathId != pathId)
                continue;
            (int first, int count) = Listing.GetFiles(f);
            for (int i = first; i < first + count; i++)
            {
                if (Listing.Files[i].Hash == hash && Listing.GetFileText(i).EqualsFolded(name))
                    return true;
            }
        }

        return false;
    }

    /// <summary>Returns the layer as if its listing had contained the files that appeared afterwards.</summary>
    /// <param name="grown">The listing with these files, in which every folder has the same number.</param>
    /// <param name="rootId">The path id of the virtual folder.</param>
    /// <param name="counter">The counter of native bytes.</param>
    public FolderLayer With(FolderListing grown, int rootId, NativeByteCounter counter) =>
        new(grown, Root.ToString(), OpenRoot, rootId, _paths, counter, new SharedFolders(Folders, OwnTails, OwnTailLength, Skipped, this))
        {
            Given = Given,
        };

    private List<(int ParentId, string Name)> WithIds(IReadOnlyList<HiddenName> names) =>
        [.. names.Where(n => Folders[n.Folder].PathId >= 0).Select(n => (Folders[n.Folder].PathId, n.Name))];

    private List<(int ParentId, string Name)> FindHidden(int rootId)
    {
        List<(int ParentId, string Name)> found = WithIds(Listing.Hides.Names);
        string root = _paths.CopyPath(rootId);
        foreach (string path in Listing.Hides.Paths)
        {
            string full = $@"{root}\{path}";
            if (full.Length <= VirtualPath.MaxLength)
                found.Add((_paths.GetOrAdd(VirtualPath.GetParent(full)), VirtualPath.GetName(full).ToString()));
        }

        return found;
    }

    private void CopyTail(int folder, Span<char> tail)
    {
        if (Folders[folder].OwnTail != 0)
            GetOwnTail(folder).CopyTo(tail);
        else
            CopyTail(_paths.GetRecord(Folders[folder].PathId), tail);
    }

    private void CopyTail(PathRecord* folder, Span<char> tail)
    {
        if (!tail.IsEmpty)
            PathRecord.CopyTail(folder, VirtualLength + 1, tail);
    }

    // While the constructor runs, the tails are still in the growing list.
    private char* Tails => OwnTails is not null ? OwnTails : _ownTails.Items;

    private int AddTail(int parent, ReadOnlySpan<char> name)
    {
        int above = GetTailLength(parent), length = above + name.Length + 1;
        Span<char> tail = _ownTails.Extend(length + 1);
        tail[0] = (char)length;
        // The parent's tail may have moved just now.
        CopyTail(parent, tail.Slice(1, above));
        name.CopyTo(tail[^(name.Length + 1)..]);
        tail[^1] = Separator;
        return _ownTails.Count - length;
    }
}

/// <summary>The data of a layer's folders, in memory of another layer's, or that processes share.</summary>
/// <param name="folders">The paths, by folder of the listing.</param>
/// <param name="ownTails">The tails.</param>
/// <param name="ownTailLength">The number of characters of the tails.</param>
/// <param name="skipped">The number of folders that were left out.</param>
/// <param name="owner">The object that keeps the memory.</param>
internal sealed unsafe class SharedFolders(FolderLayer.FolderPath* folders, char* ownTails, int ownTailLength, int skipped, object owner)
{
    public FolderLayer.FolderPath* Folders => folders;
    public char* OwnTails => ownTails;
    public int OwnTailLength => ownTailLength;
    public int Skipped => skipped;
    public object Owner => owner;
}
