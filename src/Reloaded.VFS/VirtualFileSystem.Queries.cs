namespace Reloaded.VFS;

/// <summary>A layer that supplies a path.</summary>
/// <param name="Layer">The layer's handle.</param>
/// <param name="IsFolder">True if the layer supplies the path as a folder.</param>
/// <param name="Backing">The real file, or the real folder with a trailing separator, in real-path form.</param>
public readonly record struct PathProvider(int Layer, bool IsFolder, string Backing);

/// <summary>A path that several layers supply.</summary>
/// <param name="Path">The virtual path, canonical; the name's letter case is that of the lowest layer.</param>
/// <param name="Providers">The layers, highest priority first: the first one wins.</param>
public sealed record PathConflict(string Path, IReadOnlyList<PathProvider> Providers);

// Queries for tools and reports: they allocate and take the lock.
public sealed unsafe partial class VirtualFileSystem
{
    /// <summary>Returns the layers, lowest priority first.</summary>
    public IReadOnlyList<LayerInfo> GetLayers()
    {
        lock (_lock)
            return [.. _order.Select(Describe)];
    }

    /// <summary>Returns a description of a layer, or null if there is no such layer.</summary>
    public LayerInfo? GetLayer(int layer)
    {
        lock (_lock)
            return _byHandle.TryGetValue(layer, out Layer? found) ? Describe(found) : null;
    }

    /// <summary>Gets the names that are a file in one layer and a folder in another. Outdated during an update.</summary>
    public IReadOnlyList<LayerClash> Clashes
    {
        get
        {
            lock (_lock)
                return GetClashes();
        }
    }

    /// <summary>Returns the enabled layers that supply a path, highest priority first.</summary>
    /// <remarks>
    /// The first one wins. If the winner is a folder, all layers that supply a folder contribute to it. Empty for a path below a name that
    /// is a file.
    /// </remarks>
    /// <exception cref="ArgumentException">Not an absolute Windows path.</exception>
    public IReadOnlyList<PathProvider> GetProviders(string path) => GetProviders(path, hidesCount: true);

    /// <summary>
    /// Returns the enabled layers that supply a path, and if <paramref name="hidesCount"/> is false also those whose file or folder another
    /// layer hides.
    /// </summary>
    /// <exception cref="ArgumentException">Not an absolute Windows path.</exception>
    internal IReadOnlyList<PathProvider> GetProviders(string path, bool hidesCount)
    {
        string canonical = VirtualPath.Canonicalize(path);
        lock (_lock)
        {
            string name = VirtualPath.GetName(canonical).ToString();
            uint hash = NameHash.Of(name);
            int folder = _paths.TryGet(canonical, out int id) ? id : -1;
            int parent = _paths.TryGet(VirtualPath.GetParent(canonical), out id) && (!hidesCount || IsInForce(id)) ? id : -1;
            HiddenPaths? hidden = hidesCount ? _current.Hidden : null;
            var sought = new SoughtPath(parent, folder, name, hash, hidden);
            var found = new List<PathProvider>();
            for (int rank = _order.Count - 1; rank >= 0; rank--)
            {
                if (_order[rank].Enabled)
                    AddProviders(rank, sought, found);
            }

            return found;
        }
    }

    /// <summary>
    /// Returns the handle of the highest enabled layer that hides a path, or a folder around the path, of lower layers. Returns null if no
    /// layer does.
    /// </summary>
    /// <exception cref="ArgumentException">Not an absolute Windows path.</exception>
    internal int? FindHider(string path)
    {
        string canonical = VirtualPath.Canonicalize(path);
        lock (_lock)
            return _current.Hidden?.FindHider(canonical);
    }

    /// <summary>Returns every file that more than one enabled layer supplies, grouped by folder in no particular order.</summary>
    public IReadOnlyList<PathConflict> GetConflicts()
    {
        lock (_lock)
            return new ConflictSearch(this).Run();
    }

    /// <summary>A search for files that several layers have. Under the lock.</summary>
    private sealed class ConflictSearch(VirtualFileSystem files)
    {
        private readonly HashSet<int> _withSingles =
            [.. files._order.Where(l => l is { Enabled: true, Folder: null }).Select(l => l.RootId)];
        private readonly HashSet<(int FolderId, uint Hash)> _repeated = files.FindRepeated();

        // By folder id and folded name; highest priority first.
        private readonly Dictionary<(int Folder, string Name), (string Name, List<PathProvider> Providers)> _seen = [];

        public List<PathConflict> Run()
        {
            foreach (uint file in files._order.Where(l => l.Enabled).SelectMany(l => l.Folder?.Appended ?? []))
                _withSingles.Add(files._singles[file]->ParentId);
            for (int rank = files._order.Count - 1; rank >= 0; rank--)
            {
                Layer layer = files._order[rank];
                if (!layer.Enabled)
                    continue;
                if (layer.Folder is { } folder)
                    AddListed(layer, rank, folder);
                foreach (uint file in layer.Folder is { } listed ? listed.Appended ?? [] : [layer.File])
                {
                    SingleFile* single = files._singles[file];
                    Add(layer, rank, single->ParentId, SingleFile.GetName(single), files.TargetOf(file));
                }
            }

            var conflicts = new List<PathConflict>();
            foreach (((int id, _), (string name, List<PathProvider> providers)) in _seen)
            {
                if (providers.Count > 1 && providers.Select(p => p.Layer).Distinct().Count() > 1)
                    conflicts.Add(new PathConflict($"{files._paths.GetPath(id)}\\{name}", providers));
            }

            return conflicts;
        }

        private void AddListed(Layer layer, int rank, FolderLayer folder)
        {
            for (int f = 0; f < folder.Listing.FolderCount; f++)
            {
                int id = folder.Folders[f].PathId;
                // Only folders that several layers can have a name in.
                if (id < 0 || !files.IsInForce(id)
                    || (files._current.Tree->Folders[id].SourceCount < 2 && !_withSingles.Contains(id)))
                    continue;
                (int first, int count) = folder.Listing.GetFiles(f);
                for (int i = first; i < first + count; i++)
                {
                    if (_repeated.Contains((id, folder.Listing.Files[i].Hash)))
                        Add(layer, rank, id, folder.Listing.GetFileName(i), TargetOf(folder, f, folder.Listing.GetFileName(i)));
                }
            }
        }

        private void Add(Layer layer, int rank, int id, ReadOnlySpan<char> name, string target)
        {
            if (!files.IsInForce(id) || files._current.Hidden?.Hides(id, name, rank) == true)
                return;
            Span<char> folded = stackalloc char[VirtualPath.MaxNameLength];
            CaseFolding.ToUpper(name, folded);
            (int, string) key = (id, folded[..name.Length].ToString());
            if (!_seen.TryGetValue(key, out (string Name, List<PathProvider> Providers) entry))
                _seen.Add(key, entry = (name.ToString(), []));
            else if (entry.Providers[^1].Layer != layer.Handle && !name.SequenceEqual(entry.Name))
                _seen[key] = entry = (name.ToString(), entry.Providers);
            entry.Providers.Add(new PathProvider(layer.Handle, IsFolder: false, target));
        }
    }

    /// <summary>Finds the hashes of file names that occur more than once. Most names occur in one layer only.</summary>
    private HashSet<(int FolderId, uint Hash)> FindRepeated()
    {
        var once = new HashSet<(int, uint)>();
        var repeated = new HashSet<(int FolderId, uint Hash)>();
        foreach (Layer layer in _order.Where(layer => layer.Enabled))
        {
            foreach (uint file in layer.Folder is { } listed ? listed.Appended ?? [] : [layer.File])
                repeated.Add((_singles[file]->ParentId, _singles[file]->NameHash));
            for (int f = 0; layer.Folder is { } folder && f < folder.Listing.FolderCount; f++)
            {
                (int first, int count) = folder.Listing.GetFiles(f);
                for (int i = first; i < first + count; i++)
                {
                    (int, uint) name = (folder.Folders[f].PathId, folder.Listing.Files[i].Hash);
                    if (!once.Add(name))
                        repeated.Add(name);
                }
            }
        }

        return repeated;
    }

    /// <summary>A path whose layers are searched for.</summary>
    /// <param name="Parent">The id of the folder that it is in; -1 if it isn't known.</param>
    /// <param name="Self">Its own id if it is a folder; -1 if it isn't known.</param>
    /// <param name="Name">Its last name.</param>
    /// <param name="Hash">The hash of <paramref name="Name"/>.</param>
    /// <param name="Hidden">What layers hide; null if that doesn't count.</param>
    private sealed record SoughtPath(int Parent, int Self, string Name, uint Hash, HiddenPaths? Hidden);

    private void AddProviders(int rank, SoughtPath sought, List<PathProvider> found)
    {
        (int parent, int self, string name, uint hash, HiddenPaths? hidden) = sought;
        Layer layer = _order[rank];
        if (layer.Folder is not { } folder)
        {
            AddSingleProvider(layer.File);
            return;
        }

        for (int f = 0; f < folder.Listing.FolderCount; f++)
        {
            int id = folder.Folders[f].PathId;
            if (id < 0 || (hidden is not null && rank < hidden.RankOf(id) - 1))
                continue;
            if (id == self && (parent >= 0 || IsInForce(id)))
                found.Add(new PathProvider(layer.Handle, true, folder.GetRealPath(f)));
            if (id != parent || hidden?.Hides(id, name, rank) == true)
                continue;
            (int first, int count) = folder.Listing.GetFiles(f);
            for (int i = first; i < first + count; i++)
            {
                if (folder.Listing.Files[i].Hash == hash && folder.Listing.GetFileText(i).EqualsFolded(name))
                    found.Add(new PathProvider(layer.Handle, false, TargetOf(folder, f, folder.Listing.GetFileName(i))));
            }
        }

        foreach (uint file in folder.Appended ?? [])
            AddSingleProvider(file);

        void AddSingleProvider(uint file)
        {
            if (_singles[file]->ParentId == parent && _singles[file]->NameHash == hash
                && CaseFolding.Equals(SingleFile.GetName(_singles[file]), name) && hidden?.Hides(parent, name, rank) != true)
                found.Add(new PathProvider(layer.Handle, false, TargetOf(file)));
        }
    }

    private bool IsInForce(int id) => _current.TryGetFolder(id, out _);

    private string TargetOf(uint file) => string.Concat(SingleFile.GetFolder(_singles[file]), SingleFile.GetRealName(_singles[file]));

    private static string TargetOf(FolderLayer layer, int folder, ReadOnlySpan<char> name) =>
        string.Concat(layer.GetRealPath(folder), name);

    private LayerInfo Describe(Layer layer)
    {
        string target = _paths.GetPath(layer.RootId).ToString();
        if (layer.Folder is not { } folder)
        {
            string file = TargetOf(layer.File);
            return new LayerInfo(layer.Handle, layer.Name ?? file, file, $"{target}\\{SingleFile.GetName(_singles[layer.File])}", true,
                layer.Enabled, 0, 1, 0);
        }

        string source = folder.Root.ToString();
        int files = folder.Listing.FileCount + (folder.Appended?.Count ?? 0);
        return new LayerInfo(layer.Handle, layer.Name ?? source, source, target, false, layer.Enabled, folder.Listing.FolderCount, files,
            folder.Skipped)
        { Diagnostics = layer.Diagnostics };
    }
}
