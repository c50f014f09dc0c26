using System.Runtime.CompilerServices;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Memory;
using Reloaded.VFS.PathRecords;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Layers;

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

        /// <summary>
        /// Where it differs from the virtual path's: in units from <see cref="FolderLayer.OwnTails"/>, its length in front of it. Else 0.
        /// </summary>
        public int OwnTail;
    }

    private readonly PathTable _paths;
    private NativeList<char> _ownTails;

    public FolderLayer(FolderListing listing, string root, string? openRoot, int rootId, PathTable paths, NativeByteCounter counter)
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
        if (openRoot is not null)
        {
            OpenRootText = Arena.AddText(openRoot);
            OpenRootLength = openRoot.Length;
        }

        VirtualLength = paths.GetRecord(rootId)->Length;
        Folders = (FolderPath*)Arena.Allocate((nuint)listing.FolderCount * (nuint)sizeof(FolderPath));
        Folders[0].PathId = rootId;

        paths.Reserve(listing.FolderCount);
        AddFolders(backslash);

        if (!listing.Hides.IsEmpty)
        {
            HiddenNames = FindHidden(rootId);
            LeftOut = [.. listing.Hides.LeftOut.Where(n => Folders[n.Folder].PathId >= 0).Select(n => (Folders[n.Folder].PathId, n.Name))];
        }

        if (_ownTails.Count == 0)
            return;
        OwnTails = Arena.AddText(_ownTails.Span);
        _ownTails.Dispose();
    }

    public FolderListing Listing { get; }

    public NativeArena Arena { get; }

    /// <summary>The real folder in target form, with a trailing separator.</summary>
    public char* RootText { get; }

    public int RootLength { get; }

    /// <summary>
    /// The root in the spelling by which the system opens its files fastest, with a trailing separator; null where that is
    /// <see cref="RootText"/>.
    /// </summary>
    public char* OpenRootText { get; }

    public int OpenRootLength { get; }

    /// <summary>Of real paths.</summary>
    public char Separator { get; }

    /// <summary>Characters of the virtual folder that the layer lies over: what follows them in a path is the tail.</summary>
    public int VirtualLength { get; }

    /// <summary>Per folder of the listing.</summary>
    public FolderPath* Folders { get; }

    public char* OwnTails { get; private set; }

    public int Skipped { get; private set; }

    /// <summary>What the layer hides by name: the path id of the folder that it would be in, and the name.</summary>
    public IReadOnlyList<(int ParentId, string Name)> HiddenNames { get; } = [];

    /// <summary>What is on disk in its folders and no part of the layer, likewise.</summary>
    public IReadOnlyList<(int ParentId, string Name)> LeftOut { get; } = [];

    /// <summary>Files that appeared after the listing was taken; references into the file system's <see cref="SingleFiles"/>.</summary>
    public List<uint>? Appended { get; set; }

    public ReadOnlySpan<char> Root => new(RootText, RootLength);

    public string? OpenRoot => OpenRootText is null ? null : new string(OpenRootText, 0, OpenRootLength);

    /// <summary>
    /// A folder's real path below the root, with a trailing separator, of a folder whose <see cref="FolderPath.OwnTail"/> isn't 0.
    /// </summary>
    public ReadOnlySpan<char> GetOwnTail(int folder) => new(Tails + Folders[folder].OwnTail, GetTailLength(folder));

    /// <summary>
    /// Characters of a folder's real path below the root, with a trailing separator; 0 for the root.
    /// However it is cased, it is as long as the virtual path.
    /// </summary>
    public int GetTailLength(int folder) => GetTailLength(_paths.GetRecord(Folders[folder].PathId));

    private int GetTailLength(PathRecord* folder) => folder->Length - VirtualLength;

    /// <summary>Characters of the real path of the folder over a virtual one, with a trailing separator.</summary>
    public int GetFolderLength(PathRecord* folder) => RootLength + GetTailLength(folder);

    /// <summary>A folder's real path in target form, with a trailing separator.</summary>
    public string GetRealPath(int folder)
    {
        Span<char> path = new char[GetFolderLength(_paths.GetRecord(Folders[folder].PathId))];
        CopyRealPath(folder, path);
        return path.ToString();
    }

    /// <summary>Writes a folder's real path into a buffer of just its length.</summary>
    public void CopyRealPath(int folder, Span<char> path)
    {
        Root.CopyTo(path);
        CopyTail(folder, path[RootLength..]);
    }

    /// <summary>Writes the real path of a folder that is cased as its virtual path: what is known of it needn't be fetched.</summary>
    public void CopyRealPath(PathRecord* folder, Span<char> path)
    {
        Root.CopyTo(path);
        CopyTail(folder, path[RootLength..]);
    }

    /// <summary>Gives the listing's folders their ids and tails: those that follow one another in one folder in a row.</summary>
    [SkipLocalsInit]
    private void AddFolders(bool backslash)
    {
        ulong* hashes = stackalloc ulong[LookupKeys.MostAtOnce];
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength], seen = stackalloc char[VirtualPath.MaxNameLength];
        // A scan lists all that is in a folder before it goes on: mostly the next one's parent is that of the one before.
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
        // A path that is new is cased as here.
        else if (Folders[record.Parent].OwnTail != 0 || !backslash
            || (id < known && !name.Unpack(buffer).SequenceEqual(PathRecord.GetName(_paths.GetRecord(id)).Unpack(seen))))
            Folders[folder].OwnTail = AddTail(record.Parent, name.Unpack(buffer));
    }

    /// <summary>The listing's folder for a path id, or -1. Linear: for rare writer's questions only.</summary>
    public int FindFolder(int pathId)
    {
        for (int i = 0; i < Listing.FolderCount; i++)
        {
            if (Folders[i].PathId == pathId)
                return i;
        }

        return -1;
    }

    /// <summary>Whether the listing has a file. Linear: for rare writer's questions only.</summary>
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

    private List<(int ParentId, string Name)> FindHidden(int rootId)
    {
        var found = new List<(int ParentId, string Name)>();
        foreach (HiddenName hidden in Listing.Hides.Names)
        {
            if (Folders[hidden.Folder].PathId >= 0)
                found.Add((Folders[hidden.Folder].PathId, hidden.Name));
        }

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

    // While the constructor runs, they are still where they grow.
    private char* Tails => OwnTails is not null ? OwnTails : _ownTails.Items;

    private int AddTail(int parent, ReadOnlySpan<char> name)
    {
        int above = GetTailLength(parent), length = above + name.Length + 1;
        Span<char> tail = _ownTails.Extend(length + 1);
        tail[0] = (char)length;
        // The parent's may have moved just now.
        CopyTail(parent, tail.Slice(1, above));
        name.CopyTo(tail[^(name.Length + 1)..]);
        tail[^1] = Separator;
        return _ownTails.Count - length;
    }
}
