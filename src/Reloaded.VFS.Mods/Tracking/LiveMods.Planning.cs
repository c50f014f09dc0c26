namespace Reloaded.VFS.Mods.Tracking;

/// <content>Reading the changed folders from disk, and planning the changes of layers.</content>
internal sealed partial class LiveMods
{
    /// <summary>Reads the reported folders from disk and collects the necessary changes of layers.</summary>
    private void Plan(Dictionary<(LiveRoot Root, string Path), PendingFolder> pending, LiveUpdate update, LayerEdit edit,
        Func<bool>? isUrged)
    {
        foreach (IGrouping<LiveRoot, PendingFolder> group in pending.GroupBy(p => p.Key.Root, p => p.Value))
            Plan(group.Key, [.. group], update, edit, isUrged);
        PlanPreferences(edit);
    }

    private void Plan(LiveRoot root, List<PendingFolder> folders, LiveUpdate update, LayerEdit edit, Func<bool>? isUrged)
    {
        if (!_roots.Contains(root))
            return;
        int looks = folders.Max(folder => folder.BusyLooks);
        if (folders.Exists(f => f is { Names.Length: 0, IsDeepStale: true } || IsBehindExcluded(root, f)))
        {
            folders.ForEach(folder => edit.Renames.AddRange(root.RenamesIn(folder)));
            Rescan(root, looks, update, edit);
            return;
        }

        var again = new Relisting(root);
        foreach (PendingFolder folder in Lift(root, folders))
        {
            bool isCovered = IsBelow(folder.Names, again.Covered);
            if (!isCovered && isUrged?.Invoke() == true)
            {
                PendingOf(root, folder.Names).Merge(folder);
                continue;
            }

            edit.Renames.AddRange(root.RenamesIn(folder));
            if (isCovered || !MustList(folder, again, out int number))
                continue;
            update.ListedFolders++;
            if (TryList(folder, number, again))
                continue;
            Rescan(root, looks, update, edit);
            return;
        }

        if (!again.IsPatched)
        {
            edit.Files.AddRange(again.Files);
            return;
        }

        again.Files.ForEach(file => again.Patch.AddFile(file.Folder, file.Name));
        Replace(root, again.Patch.Build(), update, edit);
        update.Lost.AddRange(again.Patch.Lost.Select(names => new LiveFolder(root, names)));
        update.Gained.AddRange(again.Patch.Gained.Select(names => new LiveFolder(root, names)));
    }

    /// <summary>The state of a root's listing while folders of it are listed again, outer ones first.</summary>
    private sealed class Relisting(LiveRoot root)
    {
        public LiveRoot Root { get; } = root;
        public ListingPatch Patch { get; } = new(root.Listing, root.Appended);

        /// <summary>Gets or sets a value indicating whether the listing is replaced.</summary>
        public bool IsPatched { get; set; }

        /// <summary>Gets the new files that are added to the current listing.</summary>
        public List<NewFile> Files { get; } = [];

        /// <summary>Gets the folders that were scanned anew, with everything below them.</summary>
        public HashSet<string> Covered { get; } = new(StringComparer.Ordinal);
    }

    /// <summary>Determines whether a folder must be listed. It needn't if it isn't in the listing or has only noted new files.</summary>
    private bool MustList(PendingFolder folder, Relisting again, out int number)
    {
        LiveRoot root = again.Root;
        number = ListingSearch.Find(root.Listing, folder.Names, out bool hasTwin);
        return number >= 0
            && (folder.IsStale || hasTwin || root.IsMapped || IsPreferred(root) || !NewFiles.TryCollect(root, number, folder, again.Files));
    }

    /// <summary>Lists a folder again. Returns false if the root itself is gone.</summary>
    private bool TryList(PendingFolder folder, int number, Relisting again)
    {
        LiveRoot root = again.Root;
        HashSet<string> fresh = [];
        FolderScan scan = FolderScanner.ScanBelow(root.Name, root.Folder, folder.Names, root.Options, name =>
        {
            bool isKnown = !folder.IsDeepStale && !folder.Touched.Contains(name)
                && ListingSearch.FindFolder(root.Listing, number, name, out _) >= 0;
            if (!isKnown)
                fresh.Add(name);
            return isKnown;
        });
        RetainBusy(root, folder, number, scan, fresh);
        if (scan.Listing is { } listing)
        {
            again.Covered.UnionWith(fresh.Concat(folder.Touched).Select(name => Key([.. folder.Names, name])));
            again.IsPatched |= again.Patch.Replace(number, listing, fresh);
            return true;
        }

        // What is known of a busy folder stays until then.
        if (scan.Busy.Count > 0)
            return true;
        if (folder.Names.Length == 0)
            return false;
        // The folder is gone, and its parent folder is listed instead.
        PendingFolder above = PendingOf(root, folder.Names[..^1]);
        above.Touched.Add(folder.Names[^1]);
        above.IsStale = true;
        return true;
    }

    /// <summary>
    /// Assigns changes in folders that the listing lacks to the nearest listed folder, unless the folder was left out on purpose. Outer
    /// folders come first.
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
            if (known < folder.Names.Length && DefaultExcludes.IsExcluded(folder.Names[known], isFolder: true, atRoot: known == 0))
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

    /// <summary>Determines whether a change may add or remove something in an excluded folder that the include patterns match.</summary>
    private static bool IsBehindExcluded(LiveRoot root, PendingFolder folder) =>
        !root.Options.Include.IsEmpty
            && (DefaultExcludes.IsExcludedFolder(folder.Names)
                || folder.Touched.Any(n => DefaultExcludes.IsExcluded(n, isFolder: true, atRoot: folder.Names.Length == 0)));

    private static bool IsBelow(string[] names, HashSet<string> folders)
    {
        for (int length = 1; length <= names.Length; length++)
        {
            if (folders.Contains(Key(names[..length])))
                return true;
        }

        return false;
    }
}
