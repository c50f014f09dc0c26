using Reloaded.VFS.Layers;
using Reloaded.VFS.PathRecords;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS;

/// <summary>A layer that supplies a path.</summary>
/// <param name="Layer">The layer's handle.</param>
/// <param name="IsFolder">True if the layer supplies the path as a folder.</param>
/// <param name="Target">The real file, or the real folder with a trailing separator, in target form.</param>
public readonly record struct PathProvider(int Layer, bool IsFolder, string Target);

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
            var found = new List<(int Rank, PathProvider Provider)>();
            for (int rank = _order.Count - 1; rank >= 0; rank--)
            {
                if (_order[rank].Enabled)
                    AddProviders(rank, parent, folder, name, hash, hidden, found);
            }

            return [.. found.Select(f => f.Provider)];
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
        {
            var conflicts = new List<PathConflict>();
            HashSet<int> withSingles = [.. _order.Where(l => l is { Enabled: true, Folder: null }).Select(l => l.RootId)];
            foreach (uint file in _order.Where(l => l.Enabled).SelectMany(l => l.Folder?.Appended ?? []))
                withSingles.Add(_singles[file]->ParentId);
            HashSet<(int FolderId, uint Hash)> repeated = FindRepeated();
            // By folder id and folded name; highest priority first.
            var seen = new Dictionary<(int, string), (string Name, List<PathProvider> Providers)>();
            for (int rank = _order.Count - 1; rank >= 0; rank--)
            {
                Layer layer = _order[rank];
                int place = rank;
                if (!layer.Enabled)
                    continue;
                if (layer.Folder is not { } folder)
                {
                    AddSingle(layer, place, layer.File);
                    continue;
                }

                foreach (uint file in folder.Appended ?? [])
                    AddSingle(layer, place, file);
                for (int f = 0; f < folder.Listing.FolderCount; f++)
                {
                    int id = folder.Folders[f].PathId;
                    // Skip folders in which no two layers can supply the same name.
                    if (id < 0 || !IsInForce(id) || (_current.Tree->Folders[id].SourceCount < 2 && !withSingles.Contains(id)))
                        continue;
                    (int first, int count) = folder.Listing.GetFiles(f);
                    for (int i = first; i < first + count; i++)
                    {
                        if (repeated.Contains((id, folder.Listing.Files[i].Hash)))
                            Add(layer, place, id, folder.Listing.GetFileName(i), TargetOf(folder, f, folder.Listing.GetFileName(i)));
                    }
                }
            }

            foreach (((int id, _), (string name, List<PathProvider> providers)) in seen)
            {
                if (providers.Count > 1 && providers.Select(p => p.Layer).Distinct().Count() > 1)
                    conflicts.Add(new PathConflict($"{_paths.GetPath(id)}\\{name}", providers));
            }

            return conflicts;

            void AddSingle(Layer layer, int place, uint file) =>
                Add(layer, place, _singles[file]->ParentId, SingleFile.GetName(_singles[file]), TargetOf(file));

            void Add(Layer layer, int place, int id, ReadOnlySpan<char> name, string target)
            {
                if (!IsInForce(id) || _current.Hidden?.Hides(id, name, place) == true)
                    return;
                Span<char> folded = stackalloc char[VirtualPath.MaxNameLength];
                CaseFolding.ToUpper(name, folded);
                (int, string) key = (id, folded[..name.Length].ToString());
                if (!seen.TryGetValue(key, out (string Name, List<PathProvider> Providers) entry))
                    seen.Add(key, entry = (name.ToString(), []));
                else if (entry.Providers[^1].Layer != layer.Handle && !name.SequenceEqual(entry.Name))
                    seen[key] = entry = (name.ToString(), entry.Providers);
                entry.Providers.Add(new PathProvider(layer.Handle, IsFolder: false, target));
            }
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

    private void AddProviders(int rank, int parent, int self, string name, uint hash, HiddenPaths? hidden,
        List<(int Rank, PathProvider Provider)> found)
    {
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
                found.Add((rank, new PathProvider(layer.Handle, true, folder.GetRealPath(f))));
            if (id != parent || hidden?.Hides(id, name, rank) == true)
                continue;
            (int first, int count) = folder.Listing.GetFiles(f);
            for (int i = first; i < first + count; i++)
            {
                if (folder.Listing.Files[i].Hash == hash && folder.Listing.GetFileText(i).EqualsFolded(name))
                    found.Add((rank, new PathProvider(layer.Handle, false, TargetOf(folder, f, folder.Listing.GetFileName(i)))));
            }
        }

        foreach (uint file in folder.Appended ?? [])
            AddSingleProvider(file);

        void AddSingleProvider(uint file)
        {
            if (_singles[file]->ParentId == parent && _singles[file]->NameHash == hash
                && CaseFolding.Equals(SingleFile.GetName(_singles[file]), name) && hidden?.Hides(parent, name, rank) != true)
                found.Add((rank, new PathProvider(layer.Handle, false, TargetOf(file))));
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
