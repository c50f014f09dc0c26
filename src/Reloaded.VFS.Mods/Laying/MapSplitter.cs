namespace Reloaded.VFS.Mods.Laying;

/// <summary>
/// Divides a mod's content among its parts, each name once. If a disk has a folder in several letter cases, each makes a part. Not
/// thread-safe.
/// </summary>
internal sealed class MapSplitter(FolderListing listing) : IDisposable
{
    private const int Unmapped = -1;

    private sealed record Part(MapRule Rule, int Folder, FolderListingBuilder Builder);

    private readonly List<Part> _parts = [];

    // By folder, the part whose root it is. By file, the part that consists of it.
    private readonly Dictionary<int, int> _begins = [];
    private readonly Dictionary<int, int> _files = [];

    // Parts of a single file that isn't there because the game has deleted it, and the markers of such parts and of files that are there.
    private readonly List<int> _gone = [];
    private readonly HashSet<HiddenName> _singleMarkers = [];

    // By folder, the part that it belongs to, and its number in that part.
    private readonly int[] _owner = new int[listing.FolderCount];
    private readonly int[] _number = new int[listing.FolderCount];

    /// <summary>Begins the parts of a rule. Returns false if the mod has no such folder or file.</summary>
    public bool Begin(MapRule rule)
    {
        List<int> folders = ListingSearch.FindFolded(listing, rule.From);
        foreach (int folder in folders)
            _begins[folder] = Add(rule, folder);
        if (folders.Count > 0)
            return true;

        string name = VirtualPath.GetName(rule.From).ToString();
        bool found = false;
        foreach (int folder in ListingSearch.FindFolded(listing, VirtualPath.GetParent(rule.From)))
        {
            (int first, int count) = listing.GetFiles(folder);
            int part = -1;
            for (int file = first; file < first + count; file++)
            {
                if (listing.GetFileText(file).EqualsFolded(name))
                    _files[file] = part = Add(rule, folder);
            }

            found |= AddMarker(rule, folder, name, ref part);
        }

        return found;
    }

    /// <summary>Adds the marker of a file that is a part of its own. It hides what is there where the part goes.</summary>
    private bool AddMarker(MapRule rule, int folder, string name, ref int part)
    {
        foreach (HiddenName marker in listing.Hides.Names.Where(
            marker => marker.Folder == folder && CaseFolding.Equals(marker.Name, name)))
        {
            if (part < 0)
                _gone.Add(part = Add(rule, folder));
            _parts[part].Builder.AddHidden(0, marker.Name);
            _singleMarkers.Add(marker);
        }

        return part >= 0;
    }

    /// <summary>Assigns every name to the part that it belongs to.</summary>
    public void Assign()
    {
        for (int folder = 0; folder < listing.FolderCount; folder++)
        {
            int parent = listing.GetParent(folder);
            if (_begins.TryGetValue(folder, out int part))
                _owner[folder] = part;
            else if ((_owner[folder] = parent < 0 ? Unmapped : _owner[parent]) != Unmapped)
                _number[folder] = _parts[_owner[folder]].Builder.AddFolder(_number[parent], listing.GetFolderName(folder));
            (int first, int count) = listing.GetFiles(folder);
            for (int file = first; file < first + count; file++)
            {
                if (_files.TryGetValue(file, out int single))
                    _parts[single].Builder.AddFile(0, listing.GetFileName(file));
                else if (_owner[folder] != Unmapped)
                    _parts[_owner[folder]].Builder.AddFile(_number[folder], listing.GetFileName(file));
            }
        }

        foreach (HiddenName name in listing.Hides.Names.Where(name => _owner[name.Folder] != Unmapped && !_singleMarkers.Contains(name)))
            _parts[_owner[name.Folder]].Builder.AddHidden(_number[name.Folder], name.Name);
        foreach (HiddenName name in listing.Hides.LeftOut.Where(name => _owner[name.Folder] != Unmapped))
            _parts[_owner[name.Folder]].Builder.LeaveOut(_number[name.Folder], name.Name);
        LeaveOut();
    }

    /// <summary>
    /// Leaves out names on disk beside a part's own that belong to another part or to none, so that they can't be reached through the
    /// part's folder.
    /// </summary>
    private void LeaveOut()
    {
        foreach (int folder in _begins.Keys.Where(folder => folder > 0 && _owner[listing.GetParent(folder)] != Unmapped))
        {
            int parent = listing.GetParent(folder);
            _parts[_owner[parent]].Builder.LeaveOut(_number[parent], listing.GetFolderName(folder));
        }

        const int none = -1;
        foreach ((int own, int part) in _files.Select(file => (file.Key, file.Value)).Concat(_gone.Select(part => (none, part))))
        {
            int folder = _parts[part].Folder;
            (int first, int count) = listing.GetFiles(folder);
            for (int file = first; file < first + count; file++)
            {
                if (file != own)
                    _parts[part].Builder.LeaveOut(0, listing.GetFileName(file));
            }

            for (int below = folder + 1; below < listing.FolderCount; below++)
            {
                if (listing.GetParent(below) == folder)
                    _parts[part].Builder.LeaveOut(0, listing.GetFolderName(below));
            }

            if (own != none && _owner[folder] != Unmapped)
                _parts[_owner[folder]].Builder.LeaveOut(_number[folder], listing.GetFileName(own));
        }

        foreach (Part part in _parts.Where(part => part.Folder == 0))
        {
            foreach (string name in DefaultExcludes.AtRoot)
                part.Builder.LeaveOut(0, name);
        }
    }

    /// <summary>
    /// Assigns the paths that the mod hides, relative to the target, to the parts that go there. Returns the paths for which there is no
    /// part.
    /// </summary>
    public List<string> AssignHides()
    {
        var left = new List<string>();
        ListedHides hides = listing.Hides;
        if (hides.Paths.Count + hides.Patterns.Count == 0)
            return left;
        if (_parts.Find(part => part.Rule.To.Length == 0) is { } whole)
        {
            whole.Builder.Hide(hides.Paths, hides.Patterns);
            return left;
        }

        foreach (string path in hides.Paths)
        {
            Part? nearest = _parts.Where(part => part.Rule.Base is null && path.Length > part.Rule.To.Length
                    && VirtualPath.IsSameOrBelow(path, part.Rule.To))
                .MaxBy(part => part.Rule.To.Length);
            if (nearest is null)
                left.Add(path);
            else
                nearest.Builder.Hide([path[(nearest.Rule.To.Length + 1)..]], []);
        }

        left.AddRange(hides.Patterns.Select(pattern => pattern.Text));
        return left;
    }

    public List<ModPart> Build() => [.. _parts.Select(part => new ModPart(part.Builder.Build(), part.Rule.Base, part.Rule.Below)
    {
        Names = ListingSearch.GetNames(listing, part.Folder),
    })];

    public void Dispose() => _parts.ForEach(part => part.Builder.Dispose());

    private int Add(MapRule rule, int folder)
    {
        string[] names = ListingSearch.GetNames(listing, folder);
        _parts.Add(new Part(rule, folder, new FolderListingBuilder(Path.Join([listing.Root, .. names]))));
        return _parts.Count - 1;
    }
}
