using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Tracking;

/// <summary>
/// Keeps a file system's layers as the disk is: takes what a watcher has noticed, looks at no more of the disk than that calls for, and
/// changes the layers. Once a watcher has told everything, the layers equal those of a fresh start. Not thread-safe: one thread tells and
/// applies. No lock is held while the disk is read; the layers are changed under the file system's.
/// </summary>
internal sealed partial class LiveMods
{
    // Listings are native memory, which the collector doesn't see: so many bytes of replaced ones, and it is asked to look.
    private const long RetiredLimit = 32L << 20;

    private readonly VirtualFileSystem _files;
    private readonly List<LiveRoot> _roots = [];
    private readonly Dictionary<(LiveRoot Root, string Path), PendingFolder> _pending = [];
    private (LiveRoot Root, string Folder, string Name)? _renamedFrom;
    private long _retired;

    /// <summary>Takes over what a start has laid.</summary>
    /// <param name="files">The file system.</param>
    /// <param name="set">The mods, as they were scanned.</param>
    /// <param name="applied">Their layers.</param>
    public LiveMods(VirtualFileSystem files, ModSet set, AppliedMods applied)
    {
        _files = files;
        _configuration = set.Configuration;
        _options = ScanOptions.Of(set.Configuration);
        _targets = [.. applied.Targets];
        for (int i = 0; i < set.Mods.Count; i++)
        {
            if (set.Mods[i].Listing is not { } listing)
                continue;
            Mod mod = set.Mods[i].Mod;
            var root = new LiveRoot(mod.Name, mod.Folder, _options, listing) { IsMod = true };
            root.Layers.AddRange(applied.Layers.Where(l => l.Mod == i).Select(l => new LiveLayer(l.Handle, l.Target.VirtualFolder)));
            _roots.Add(root);
        }
    }

    /// <summary>What is followed: mods in their order, then other folders.</summary>
    public IReadOnlyList<LiveRoot> Roots => _roots;

    /// <summary>The mods folder; null where there is none.</summary>
    public string? ModsFolder => _configuration.Mods;

    /// <summary>Whether something was told that hasn't been applied.</summary>
    public bool HasPending => _pending.Count > 0 || _orderIsStale;

    /// <summary>A name in a folder of a root has changed. Of a rename the old name is told first, the new one right after it.</summary>
    public void Changed(LiveRoot root, string[] folder, string name, ChangeKind kind)
    {
        (LiveRoot Root, string Folder, string Name)? from = _renamedFrom;
        _renamedFrom = kind == ChangeKind.RenamedFrom ? (root, Key(folder), name) : null;
        if (folder.Length == 0 && ModMetadataReader.IsRead(name))
        {
            // What the mod says may also move it.
            Lost(root, [], deep: true);
            _orderIsStale |= root.IsMod;
            return;
        }

        if (kind == ChangeKind.Modified)
            return;
        PendingFolder pending = PendingOf(root, folder);
        pending.Add(name, kind);
        if (kind == ChangeKind.RenamedTo && from is { } old && old.Root == root && old.Folder == Key(folder))
            pending.Renames.Add((old.Name, name));
    }

    /// <summary>A folder isn't known any more: its watch lost changes, or it wasn't watched when it was listed.</summary>
    /// <param name="root">The root.</param>
    /// <param name="folder">The folder.</param>
    /// <param name="deep">Whether that goes for everything below it, too.</param>
    public void Lost(LiveRoot root, string[] folder, bool deep)
    {
        PendingFolder pending = PendingOf(root, folder);
        pending.IsStale = true;
        pending.IsDeepStale |= deep;
    }

    /// <summary>Applies everything that was told: what is on disk is read first, then the layers are changed.</summary>
    /// <param name="mayChange">Asked under the file system's lock: whether the layers are still to be changed.</param>
    /// <param name="isUrged">Asked before each folder that is listed again: whether what is left waits for another time.</param>
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

    /// <summary>Lists the real folders of a virtual one again, as <see cref="Apply"/> does; everything else that was told waits.</summary>
    /// <param name="folder">The virtual folder, canonical, in any letter case.</param>
    /// <param name="mayChange">Asked under the file system's lock: whether the layers are still to be changed.</param>
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
            if (_pending.Remove((real.Root, Key(real.Names)), out PendingFolder? told))
                again.Merge(told);
        }

        var edit = new LayerEdit();
        Plan(pending, update, edit, isUrged: null);
        ApplyEdit(edit, mayChange, update);
        return update;
    }

    /// <summary>Whether a folder of a root is listed.</summary>
    public static bool Lists(LiveFolder folder) => ListingSearch.Find(folder.Root.Listing, folder.Names, out _) >= 0;

    /// <summary>Reads from disk what was told of, and gathers what that means for the layers.</summary>
    private void Plan(Dictionary<(LiveRoot Root, string Path), PendingFolder> pending, LiveUpdate update, LayerEdit edit,
        Func<bool>? isUrged)
    {
        foreach (IGrouping<LiveRoot, PendingFolder> group in pending.GroupBy(p => p.Key.Root, p => p.Value))
            Plan(group.Key, [.. group], update, edit, isUrged);
    }

    private void ApplyEdit(LayerEdit edit, Func<bool> mayChange, LiveUpdate update)
    {
        if (!edit.IsEmpty)
        {
            // A file alone goes into the snapshot in force; with other changes all go into a new one.
            update.HasChanged = _files.Update(
                mayChange,
                () =>
                {
                    Append(edit.Files, update);
                    edit.Steps.ForEach(step => step());
                },
                edit.Renames,
                isPublishedOnce: edit.Steps.Count > 0);
        }

        if (_retired > RetiredLimit)
        {
            _retired = 0;
            GC.Collect();
        }
    }

    /// <summary>The real folders that are listed under a virtual path.</summary>
    private IEnumerable<LiveFolder> Find(string path)
    {
        foreach (LiveRoot root in _roots)
        {
            foreach (LiveLayer layer in root.Layers)
            {
                if (!VirtualPath.IsSameOrBelow(path, layer.Target))
                    continue;
                foreach (int folder in ListingSearch.FindFolded(root.Listing, path.AsSpan(layer.Target.Length)))
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

    private void Plan(LiveRoot root, List<PendingFolder> folders, LiveUpdate update, LayerEdit edit, Func<bool>? isUrged)
    {
        if (!_roots.Contains(root))
            return;
        if (folders.Exists(f => f is { Names.Length: 0, IsDeepStale: true } || IsBehindExcluded(root, f)))
        {
            folders.ForEach(folder => edit.Renames.AddRange(root.RenamesIn(folder)));
            Rescan(root, update, edit);
            return;
        }

        var patch = new ListingPatch(root.Listing, root.Appended);
        bool isPatched = false;
        var files = new List<NewFile>();
        // Outer folders first: one that is scanned anew takes in those below it.
        var covered = new HashSet<string>(StringComparer.Ordinal);
        foreach (PendingFolder folder in Lift(root, folders))
        {
            bool isCovered = IsBelow(folder.Names, covered);
            if (!isCovered && isUrged?.Invoke() == true)
            {
                PendingOf(root, folder.Names).Merge(folder);
                continue;
            }

            edit.Renames.AddRange(root.RenamesIn(folder));
            if (isCovered)
                continue;

            int number = ListingSearch.Find(root.Listing, folder.Names, out bool hasTwin);
            if (number < 0 || (!folder.IsStale && !hasTwin && TryTakeFiles(root, number, folder, files)))
                continue;
            HashSet<string> fresh = [];
            FolderScan scan = FolderScanner.ScanBelow(root.Name, root.Folder, folder.Names, root.Options, name =>
            {
                bool isKnown = !folder.IsDeepStale && !folder.Touched.Contains(name)
                    && ListingSearch.FindFolder(root.Listing, number, name, out _) >= 0;
                if (!isKnown)
                    fresh.Add(name);
                return isKnown;
            });
            update.ListedFolders++;
            KeepBusy(root, folder, number, scan, fresh);
            if (scan.Listing is { } listing)
            {
                covered.UnionWith(fresh.Concat(folder.Touched).Select(name => Key([.. folder.Names, name])));
                isPatched |= patch.Replace(number, listing, fresh);
            }
            else if (scan.Busy.Count > 0)
            {
                // What is known of it stays so until then.
            }
            else if (folder.Names.Length == 0)
            {
                Rescan(root, update, edit);
                return;
            }
            else
            {
                // Gone, and the folder that it was in knows more.
                PendingFolder above = PendingOf(root, folder.Names[..^1]);
                above.Touched.Add(folder.Names[^1]);
                above.IsStale = true;
            }
        }

        if (!isPatched)
        {
            edit.Files.AddRange(files);
            return;
        }

        files.ForEach(f => patch.AddFile(f.Folder, f.Name));
        Replace(root, patch.Build(), edit);
        update.Lost.AddRange(patch.Lost.Select(names => new LiveFolder(root, names)));
        update.Gained.AddRange(patch.Gained.Select(names => new LiveFolder(root, names)));
    }

    /// <summary>
    /// Changes in folders that the listing hasn't got: they are the nearest listed folder's, where that folder wasn't left out on purpose.
    /// Outer folders come first.
    /// </summary>
    private static List<PendingFolder> Lift(LiveRoot root, List<PendingFolder> folders)
    {
        var lifted = new Dictionary<string, PendingFolder>(StringComparer.Ordinal);
        foreach (PendingFolder folder in folders)
        {
            int known = folder.Names.Length;
            while (known > 0 && ListingSearch.Find(root.Listing, folder.Names[..known], out _) < 0)
                known--;
            string[] names = folder.Names[..known];
            if (known < folder.Names.Length && DefaultExcludes.IsExcludedAnywhere(folder.Names[known]))
                continue;
            if (!lifted.TryGetValue(Key(names), out PendingFolder? into))
                lifted.Add(Key(names), into = new PendingFolder(names));
            if (known == folder.Names.Length)
            {
                into.Merge(folder);
            }
            else
            {
                into.Touched.Add(folder.Names[known]);
                into.IsStale = true;
                into.BusyLooks = Math.Max(into.BusyLooks, folder.BusyLooks);
            }
        }

        return [.. lifted.Values.OrderBy(f => f.Names.Length)];
    }

    /// <summary>
    /// Whether names that were added are all plain new files, or none of our business; they go to <paramref name="files"/> then.
    /// </summary>
    private static bool TryTakeFiles(LiveRoot root, int number, PendingFolder folder, List<NewFile> files)
    {
        int longest = root.Options.LongestRelative(root.Folder);
        int length = folder.Names.Sum(n => n.Length + 1);
        var found = new List<NewFile>();
        foreach (string name in folder.Added)
        {
            FileAttributes attributes;
            try
            {
                attributes = File.GetAttributes(Path.Join(root.PathOf(folder.Names), name));
            }
            catch (Exception e) when (FolderReader.IsFileSystemError(e))
            {
                return false;
            }

            if ((attributes & FileAttributes.Directory) != 0)
                return false;
            if (root.Listing.Hides.HasExcludes || HideMarker.IsMarker(name) || HideMarker.IsOwnHidden(name))
                return false;
            if (DefaultExcludes.IsExcluded(name, isFolder: false, folder.Names.Length == 0))
            {
                if (!root.Options.Include.IsEmpty)
                    return false;
                continue;
            }

            if (length + name.Length + 1 > longest || ModName.WhyImpossible(name) is not null || name.Contains('\uFFFD'))
                return false;
            ReadOnlySpan<char> listed = ListingSearch.FindFile(root.Listing, number, name);
            if (listed.SequenceEqual(name))
                continue;
            int child = ListingSearch.FindFolder(root.Listing, number, name, out bool hasTwin);
            if (!listed.IsEmpty || child >= 0 || hasTwin)
                return false;
            string? appended = root.Appended.Concat(found.Select(f => (f.Folder, f.Name)))
                .FirstOrDefault(a => a.Folder == number && NameComparer.Instance.Equals(a.Name, name)).Name;
            if (appended == name)
                continue;
            if (appended is not null)
                return false;
            found.Add(new NewFile(root, number, folder.Names, name));
        }

        files.AddRange(found);
        return true;
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

    /// <summary>What a start would do with the folder.</summary>
    private void Rescan(LiveRoot root, LiveUpdate update, LayerEdit edit)
    {
        update.ScannedRoots++;
        update.Lost.Add(new LiveFolder(root, []));
        FolderScan scan = FolderScanner.Scan(root.Name, root.Folder, root.Options);
        if (scan.Listing is not { } listing)
        {
            update.Messages.Add($"{root.Name} can't be read any more");
            _orderIsStale |= root.IsMod;
            RemoveRoot(root, edit);
            return;
        }

        Replace(root, listing, edit);
        update.Gained.AddRange(root.GetFolders().Select(names => new LiveFolder(root, names)));
    }

    private void Replace(LiveRoot root, FolderListing listing, LayerEdit edit)
    {
        _retired += root.Listing.NativeBytes;
        root.Listing = listing;
        root.Appended.Clear();
        edit.Steps.Add(() => root.Layers.ForEach(layer => _files.SetListing(layer.Handle, listing)));
    }

    /// <summary>Whether a change may bring in, or take out, what the include patterns make of an excluded folder.</summary>
    private static bool IsBehindExcluded(LiveRoot root, PendingFolder folder) =>
        !root.Options.Include.IsEmpty
            && (folder.Names.Any(n => DefaultExcludes.IsExcludedAnywhere(n))
                || folder.Touched.Any(n => DefaultExcludes.IsExcludedAnywhere(n)));

    private static bool IsBelow(string[] names, HashSet<string> folders)
    {
        for (int length = 1; length <= names.Length; length++)
        {
            if (folders.Contains(Key(names[..length])))
                return true;
        }

        return false;
    }

    private static string Key(string[] names) => string.Join('/', names);
}
