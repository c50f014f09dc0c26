using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Trees;

/// <summary>
/// What a folder layer has computed once from its listing: each folder's path id and its real path. A real path is the layer's root and a
/// tail; where the disk cases the tail as the virtual path has it, it is that path's and takes no memory. Rebuilding trees reads only this
/// and the listing, never the disk.
/// </summary>
internal sealed unsafe class FolderLayer
{
    internal struct FolderPath
    {
        /// <summary>-1 where a path would be too long.</summary>
        public int PathId;

        /// <summary>Where it differs from the virtual path's: in units from <see cref="FolderLayer.OwnTails"/>, its length in front of it. Else 0.</summary>
        public int OwnTail;
    }

    private readonly PathTable _paths;
    private NativeList<char>? _ownTails;
    private long[]? _byPath;
    private HashSet<long>? _appended;

    public FolderLayer(FolderListing listing, string root, int rootId, PathTable paths, NativeByteCounter counter)
    {
        _paths = paths;
        Listing = listing;
        Arena = new NativeArena(counter);
        bool backslash = root.Contains('\\') || !root.StartsWith('/');
        Separator = backslash ? '\\' : '/';
        if (!root.EndsWith(Separator))
            root += Separator;
        RootText = Arena.AddText(root);
        RootLength = root.Length;
        VirtualLength = paths.GetRecord(rootId)->Length;
        Folders = (FolderPath*)Arena.Allocate((nuint)listing.FolderCount * (nuint)sizeof(FolderPath));
        Folders[0].PathId = rootId;

        paths.Reserve(listing.FolderCount);
        Span<char> buffer = stackalloc char[FolderListingBuilder.MaxNameLength];
        for (int i = 1; i < listing.FolderCount; i++)
        {
            FolderListing.FolderRecord record = listing.Folders[i];
            FolderPath parent = Folders[record.Parent];
            ReadOnlySpan<char> name = new PackedText(listing.Names + record.NameOffset, record.NameInfo).Unpack(buffer);
            int known = paths.Count;
            int id = -1;
            if (parent.PathId >= 0 && GetRealLength(record.Parent) + name.Length + 1 <= VirtualPath.MaxLength)
                id = paths.GetOrAddChild(parent.PathId, name);
            Folders[i].PathId = id;
            if (id < 0)
                Skipped++;
            // A path that is new is cased as here.
            else if (parent.OwnTail != 0 || !backslash || (id < known && !name.SequenceEqual(PathRecord.GetName(paths.GetRecord(id)))))
                Folders[i].OwnTail = AddTail(record.Parent, name);
        }

        if (_ownTails is null)
            return;
        OwnTails = Arena.AddText(new ReadOnlySpan<char>(_ownTails.Items, _ownTails.Count));
        _ownTails.Dispose();
    }

    public FolderListing Listing { get; }

    public NativeArena Arena { get; }

    /// <summary>The real folder in target form, with a trailing separator.</summary>
    public char* RootText { get; }

    public int RootLength { get; }

    /// <summary>Of real paths.</summary>
    public char Separator { get; }

    /// <summary>Characters of the virtual folder that the layer lies over: what follows them in a path is the tail.</summary>
    public int VirtualLength { get; }

    /// <summary>Per folder of the listing.</summary>
    public FolderPath* Folders { get; }

    public char* OwnTails { get; private set; }

    public int Skipped { get; }

    /// <summary>Files that appeared after the listing was taken; references into the file system's <see cref="SingleFiles"/>.</summary>
    public List<uint>? Appended { get; set; }

    public ReadOnlySpan<char> Root => new(RootText, RootLength);

    /// <summary>A folder's real path below the root, with a trailing separator; empty for the root.</summary>
    public ReadOnlySpan<char> GetTail(int folder)
    {
        FolderPath path = Folders[folder];
        if (path.OwnTail != 0)
            return new ReadOnlySpan<char>(Tails + path.OwnTail, Tails[path.OwnTail - 1]);
        PathRecord* record = _paths.GetRecord(path.PathId);
        return new ReadOnlySpan<char>(PathRecord.GetText(record) + VirtualLength + 1, record->Length - VirtualLength);
    }

    /// <summary>Characters of <see cref="GetRealPath"/>: however it is cased, it is as long as the virtual path.</summary>
    public int GetRealLength(int folder) => RootLength + _paths.GetRecord(Folders[folder].PathId)->Length - VirtualLength;

    /// <summary>A folder's real path in target form, with a trailing separator.</summary>
    public string GetRealPath(int folder) => string.Concat(Root, GetTail(folder));

    /// <summary>The listing's folder for a path id (the first, where several differ in letter case only), or -1. One writer at a time.</summary>
    public int FindFolder(int pathId)
    {
        int at = FirstOf(pathId);
        return at < ByPath.Length && (int)(ByPath[at] >> 32) == pathId ? (int)ByPath[at] : -1;
    }

    /// <summary>Whether the listing has a file. One writer at a time.</summary>
    public bool Lists(int pathId, ReadOnlySpan<char> name)
    {
        uint hash = NameHash.Of(name);
        for (int at = FirstOf(pathId); at < ByPath.Length && (int)(ByPath[at] >> 32) == pathId; at++)
        {
            (int first, int count) = Listing.GetFiles((int)ByPath[at]);
            for (int i = first; i < first + count; i++)
            {
                if (Listing.Files[i].Hash == hash && Listing.GetFileText(i).EqualsFolded(name))
                    return true;
            }
        }

        return false;
    }

    // Path ids and, in the low half, the listing's folders, in order: made when a writer first asks, for most layers never.
    private long[] ByPath
    {
        get
        {
            if (_byPath is null)
            {
                long[] sorted = new long[Listing.FolderCount];
                for (int i = 0; i < sorted.Length; i++)
                    sorted[i] = ((long)Folders[i].PathId << 32) | (uint)i;
                Array.Sort(sorted);
                _byPath = sorted;
            }

            return _byPath;
        }
    }

    /// <summary>Remembers that a file was appended. One writer at a time.</summary>
    public void Append(uint file, int pathId, uint nameHash)
    {
        (Appended ??= []).Add(file);
        (_appended ??= []).Add(((long)pathId << 32) | nameHash);
    }

    /// <summary>False where no file of this name was appended; true where one may have been. One writer at a time.</summary>
    public bool MayHaveAppended(int pathId, uint nameHash) => _appended is not null && _appended.Contains(((long)pathId << 32) | nameHash);

    private int FirstOf(int pathId)
    {
        int at = Array.BinarySearch(ByPath, (long)pathId << 32);
        return at < 0 ? ~at : at;
    }

    // While the constructor runs, they are still where they grow.
    private char* Tails => OwnTails != null ? OwnTails : _ownTails!.Items;

    private int AddTail(int parent, ReadOnlySpan<char> name)
    {
        int length = GetTail(parent).Length + name.Length + 1;
        _ownTails ??= new NativeList<char>();
        Span<char> tail = _ownTails.Extend(length + 1);
        tail[0] = (char)length;
        // The parent's may have moved just now.
        GetTail(parent).CopyTo(tail[1..]);
        name.CopyTo(tail[^(name.Length + 1)..]);
        tail[^1] = Separator;
        return _ownTails.Count - length;
    }
}
