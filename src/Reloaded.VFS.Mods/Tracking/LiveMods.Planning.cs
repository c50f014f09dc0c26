using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Mods.Tracking;

/// <content>What is read from disk of the folders that something was told of, and what that means for the layers.</content>
internal sealed partial class LiveMods
{
    /// <summary>Reads from disk what was told of, and gathers what that means for the layers.</summary>
    private void Plan(Dictionary<(LiveRoot Root, string Path), PendingFolder> pending, LiveUpdate update, LayerEdit edit,
        Func<bool>? isUrged)
    {
        foreach (IGrouping<LiveRoot, PendingFolder> group in pending.GroupBy(p => p.Key.Root, p => p.Value))
            Plan(group.Key, [.. group], update, edit, isUrged);
        PlanPreferences(edit, update);
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
            if (number < 0
                || (!folder.IsStale && !hasTwin && !root.IsMapped && !IsPreferred(root) && NewFiles.TryTake(root, number, folder, files)))
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
        Replace(root, patch.Build(), update, edit);
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
}
