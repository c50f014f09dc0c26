using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Sharing;

namespace Reloaded.VFS.Mods.Tracking;

/// <summary>Keeps a file system's layers in line with the disk. Not thread-safe: one thread reports and applies changes.</summary>
/// <remarks>
/// It receives what a watcher has noticed, reads no more of the disk than that requires, and changes the layers. Once a watcher has
/// reported everything, the layers equal those of a fresh start. No lock is held while the disk is read; the layers are changed under the
/// file system's lock.
/// </remarks>
internal sealed partial class LiveMods
{
    private readonly VirtualFileSystem _files;
    private readonly List<LiveRoot> _roots = [];
    private readonly Dictionary<(LiveRoot Root, string Path), PendingFolder> _pending = [];
    private (LiveRoot Root, string Folder, string Name)? _renamedFrom;

    /// <summary>Takes over the layers that a start has laid.</summary>
    public LiveMods(VirtualFileSystem files, ModSet set, AppliedMods applied)
    {
        _files = files;
        _configuration = set.Configuration;
        _options = ScanOptions.Of(set.Configuration);
        _targets = [.. applied.Targets];
        var layers = new List<AppliedLayer>?[set.Mods.Count];
        _handles = [];
        foreach (AppliedLayer layer in applied.Layers)
        {
            _handles.Add(layer.Handle);
            (layers[layer.Mod] ??= []).Add(layer);
        }

        var roots = new LiveRoot?[set.Mods.Count];
        for (int i = 0; i < set.Mods.Count; i++)
        {
            if (set.Mods[i].Listing is not { } listing)
                continue;
            Mod mod = set.Mods[i].Mod;
            LiveRoot root = roots[i] = new LiveRoot(mod.Name, mod.Folder, _options, listing)
            {
                Mod = mod,
                IsMapped = ModMap.Of(_configuration, mod) is not null,
                Parts = set.Mods[i].Parts,
                MetadataStamp = mod.Metadata.Stamp,
            };
            foreach (AppliedLayer layer in layers[i] ?? [])
                (layer.Plan.IsPreferred ? root.Preferred : root.Layers).Add(ToLive(layer.Handle, layer.Plan));
            _roots.Add(root);
        }

        _laid = [.. _roots];
        _preferred = [];
        foreach (PreferredParts preferred in set.Preferred)
            _preferred.Add((roots[preferred.Mod]!, preferred.Parts));
        _rules = set.Order is null ? [] : RulesOf(set.Order);
    }

    /// <summary>Gets the tracked folders: mods in their order, then other folders.</summary>
    public IReadOnlyList<LiveRoot> Roots => _roots;

    /// <summary>
    /// Returns the mods' listings that other processes can use as they are: those of whole mods which, with the files that were appended to
    /// their layers, are those on disk once everything that was reported has been applied.
    /// </summary>
    public Dictionary<FolderListing, SharedSource> GetShareable()
    {
        var shareable = new Dictionary<FolderListing, SharedSource>();
        foreach (LiveRoot root in _roots)
        {
            // The game's own files that patterns hide aren't followed, and what is appended to a part isn't in the mod's listing.
            if (root is { IsMod: true, Listing.Hides.Patterns.Count: 0 } && !(root.IsMapped && root.Appended.Count > 0))
                shareable[root.Listing] = new SharedSource(root.Listing, root.Options.Key, root.MetadataStamp) { IsOfParts = root.IsMapped };
        }

        return shareable;
    }

    public string? ModsFolder => _configuration.Mods;

    /// <summary>Gets the folder of the order file if it isn't the mods folder, or null if it is.</summary>
    public string? OrderFolder => _configuration.Order is { } order && Path.GetDirectoryName(order) is { } folder
        && !NameComparer.Instance.Equals(folder, _configuration.Mods)
        ? folder
        : null;

    /// <summary>Gets a value indicating whether reported changes haven't been applied yet.</summary>
    public bool HasPending => _pending.Count > 0 || _orderIsStale;

    /// <summary>Gets a value indicating whether anything that was reported isn't in the layers yet, also what can't be read now.</summary>
    public bool IsWaiting => HasPending || HasBusy || _heldBack.Count > 0;

    /// <summary>
    /// Notes that a name in a folder of a root has changed. For a rename, the old name must be reported first and the new one immediately
    /// after it.
    /// </summary>
    public void Changed(LiveRoot root, string[] folder, string name, ChangeKind kind)
    {
        (LiveRoot Root, string Folder, string Name)? from = _renamedFrom;
        _renamedFrom = kind == ChangeKind.RenamedFrom ? (root, Key(folder), name) : null;
        if (folder.Length == 0 && ModMetadataReader.IsOwn(name))
        {
            MetadataChanged(root);
            return;
        }

        if (kind == ChangeKind.Modified)
            return;
        PendingFolder pending = PendingOf(root, folder);
        pending.Add(name, kind);
        if (kind == ChangeKind.RenamedTo && from is { } old && old.Root == root && old.Folder == Key(folder))
            pending.Renames.Add((old.Name, name));
    }

    /// <summary>Notes that a mod's metadata has changed, or may have.</summary>
    public void MetadataChanged(LiveRoot root)
    {
        Lost(root, [], deep: true);
        // The metadata may also move the mod in the order.
        _orderIsStale |= root.IsMod;
    }

    /// <summary>Reads a mod's metadata again, as it may have been written after its folder's scan and before its watch.</summary>
    public void ConfirmMetadata(LiveRoot root)
    {
        if (root.IsMod && ModMetadataReader.Read(root.Name, root.Folder, _configuration.ModJsons).Stamp != root.MetadataStamp)
            MetadataChanged(root);
    }

    /// <summary>
    /// Notes that the content of a folder is no longer known, because its watch lost changes or it wasn't watched when it was listed.
    /// </summary>
    /// <param name="root">The root.</param>
    /// <param name="folder">The folder.</param>
    /// <param name="deep">True if this also applies to everything below the folder.</param>
    public void Lost(LiveRoot root, string[] folder, bool deep)
    {
        PendingFolder pending = PendingOf(root, folder);
        pending.IsStale = true;
        pending.IsDeepStale |= deep;
    }

    /// <summary>Applies all reported changes: the disk is read first, then the layers are changed.</summary>
    /// <param name="mayChange">Determines, under the file system's lock, whether the layers are still to be changed.</param>
    /// <param name="isUrged">Determines, before each folder that is listed again, whether the rest waits for another time.</param>
    public LiveUpdate Apply(Func<bool> mayChange, Func<bool>? isUrged = null)
    {
        var update = new LiveUpdate();
        var edit = new LayerEdit();
        if (_orderIsStale)
        {
            _orderIsStale = false;
            ReadOrder(update, edit);
        }

        Dictionary<(LiveRoot Root, string Path), PendingFolder> pending = new(_pending);
        _pending.Clear();
        Plan(pending, update, edit, isUrged);
        ApplyEdit(edit, mayChange, update);
        return update;
    }

    /// <summary>Lists the real folders of a virtual one again, as <see cref="Apply"/> does. All other reported changes wait.</summary>
    /// <param name="folder">The virtual folder, canonical, in any letter case.</param>
    /// <param name="mayChange">Determines, under the file system's lock, whether the layers are still to be changed.</param>
    public LiveUpdate Rescan(string folder, Func<bool> mayChange)
    {
        var update = new LiveUpdate();
        var pending = new Dictionary<(LiveRoot Root, string Path), PendingFolder>();
        foreach (LiveFolder real in Find(folder))
        {
            if (IsHeld(real))
                continue;
            var again = new PendingFolder(real.Names) { IsStale = true };
            pending.TryAdd((real.Root, Key(real.Names)), again);
            if (_pending.Remove((real.Root, Key(real.Names)), out PendingFolder? waiting))
                again.Merge(waiting);
        }

        var edit = new LayerEdit();
        Plan(pending, update, edit, isUrged: null);
        ApplyEdit(edit, mayChange, update);
        return update;
    }

    public static bool Lists(LiveFolder folder) => ListingSearch.Find(folder.Root.Listing, folder.Names, out _) >= 0;

    private void ApplyEdit(LayerEdit edit, Func<bool> mayChange, LiveUpdate update)
    {
        if (edit.ChecksParents)
            PlanParents(update, edit);
        if (!edit.IsEmpty)
        {
            // A single file goes into the current snapshot; together with other changes, all go into a new one.
            update.HasChanged = _files.Update(
                mayChange,
                () =>
                {
                    Append(edit.Files, update);
                    edit.Steps.ForEach(step => step());
                    if (edit.Lays)
                        Lay(update);
                },
                edit.Renames,
                isPublishedOnce: edit.Steps.Count > 0 || edit.Lays);
        }
    }

    /// <summary>Returns the real folders that are listed under a virtual path.</summary>
    private IEnumerable<LiveFolder> Find(string path)
    {
        foreach (LiveRoot root in _roots)
        {
            foreach (LiveLayer layer in root.Layers)
            {
                if (!VirtualPath.IsSameOrBelow(path, layer.Target))
                    continue;
                string below = string.Join('\\', layer.Names) + path[layer.Target.Length..];
                foreach (int folder in ListingSearch.FindFolded(root.Listing, below.AsSpan().TrimStart('\\')))
                    yield return new LiveFolder(root, ListingSearch.GetNames(root.Listing, folder));
            }
        }
    }

    private PendingFolder PendingOf(LiveRoot root, string[] folder)
    {
        (LiveRoot, string) key = (root, Key(folder));
        Dictionary<(LiveRoot Root, string Path), PendingFolder> all = _held.Count > 0 && WaitsForHeld(root, folder) ? _heldBack : _pending;
        if (!all.TryGetValue(key, out PendingFolder? pending))
            all.Add(key, pending = new PendingFolder(folder));
        return pending;
    }

    private void Append(List<NewFile> files, LiveUpdate update)
    {
        foreach (NewFile file in files)
        {
            bool isKnown = true;
            foreach (LiveLayer layer in file.Root.Layers)
                isKnown &= _files.TryAppendFile(layer.Handle, string.Join('\\', [layer.Target, .. file.Names, file.Name]));
            if (isKnown)
            {
                file.Root.Appended.Add((file.Folder, file.Name));
                update.AppendedFiles++;
            }
            else
            {
                Lost(file.Root, file.Names, deep: false);
            }
        }
    }

    /// <summary>
    /// Scans a root again, as a start would. If one of its folders is held, what is known of the root stays, and the next attempt follows
    /// later; <paramref name="looks"/> counts the attempts.
    /// </summary>
    private void Rescan(LiveRoot root, int looks, LiveUpdate update, LayerEdit edit)
    {
        update.ScannedRoots++;
        FolderScan scan = FolderScanner.ScanUnheld(root.Name, root.Folder, root.Options);
        if (scan.Busy.Count > 0)
        {
            Retry(root, new PendingFolder([]) { IsStale = true, IsDeepStale = true, BusyLooks = looks + 1 });
            return;
        }

        update.Lost.Add(new LiveFolder(root, []));
        if (scan.Listing is not { } listing)
        {
            update.Messages.Add($"{root.Name} can't be read any more");
            if (root is { IsMod: false, IsBelowMods: false })
            {
                // It may come back, and what the game writes to the overwrite folder brings that back: its layer stays, and is empty.
                Replace(root, EmptyListing(root.Folder), update, edit);
                update.Gained.Add(new LiveFolder(root, []));
                return;
            }

            _orderIsStale |= root.IsMod;
            RemoveRoot(root, edit);
            return;
        }

        root.MetadataStamp = scan.MetadataStamp;
        // The order and the map were read earlier, so the file may have been written in between.
        _orderIsStale |= root.Mod is { } mod && mod.Metadata.Stamp != scan.MetadataStamp;
        Replace(root, listing, update, edit);
        update.Gained.AddRange(root.GetFolders().Select(names => new LiveFolder(root, names)));
    }

    private static FolderListing EmptyListing(string folder)
    {
        using var builder = new FolderListingBuilder(folder);
        return builder.Build();
    }

    private void Replace(LiveRoot root, FolderListing listing, LiveUpdate update, LayerEdit edit)
    {
        _preferencesAreStale |= IsPreferred(root);
        root.Listing = listing;
        root.Appended.Clear();
        if (root.IsMod)
            PlanParts(root, update, edit);
        else
            edit.Steps.Add(() => SetListing(root, listing));
    }

    private void SetListing(LiveRoot root, FolderListing listing)
    {
        for (int i = 0; i < root.Layers.Count; i++)
        {
            _files.SetListing(root.Layers[i].Handle, listing);
            root.Layers[i] = root.Layers[i] with { Listing = listing };
        }
    }

    private static string Key(string[] names) => string.Join('/', names);
}
