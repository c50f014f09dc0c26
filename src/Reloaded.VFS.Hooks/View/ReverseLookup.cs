namespace Reloaded.VFS.Hooks.View;

/// <summary>The reverse of a look-up: where the game sees a mod's real file or folder. Rare: the methods may examine many folders.</summary>
internal static class ReverseLookup
{
    /// <summary>Finds the entry of a folder whose backing file has the real path, canonical.</summary>
    public static bool TryFindFile(FolderView folder, string real, out EntryView found)
    {
        ReadOnlySpan<char> realFolder = VirtualPath.GetParent(real), realName = VirtualPath.GetName(real);
        // Nearly always the file has its own name there; a single file that was laid over another name hasn't.
        if (folder.TryFind(realName, out found) && IsBacking(found, realFolder, realName))
            return true;
        foreach (EntryView entry in folder)
        {
            found = entry;
            if (IsBacking(entry, realFolder, realName))
                return true;
        }

        found = default;
        return false;
    }

    /// <summary>Finds the folder in which a mod's file of the real path, canonical, is seen. May examine all folders of mods.</summary>
    public static bool TryFindFolderOf(MergedView view, string real, out int parentId)
    {
        parentId = -1;
        if (!SourceRoots.MayHave(real))
            return false;
        ReadOnlySpan<char> parent = VirtualPath.GetParent(real);
        Snapshot snapshot = view.Files.Snapshot;
        bool isFound = false;
        while (!isFound && ++parentId < snapshot.FolderCount)
            isFound = snapshot.TryGetFolder(parentId, out FolderView folder) && MayHaveSource(view, folder, parent) && IsSource(folder, parent)
                && TryFindFile(folder, real, out _);
        GC.KeepAlive(snapshot);
        return isFound;
    }

    /// <summary>Finds the folder of which a mod's folder of the real path, canonical, is a part. May examine all folders of mods.</summary>
    public static bool TryFindPartOf(MergedView view, string real, out int folderId)
    {
        folderId = -1;
        if (!SourceRoots.MayHave(real))
            return false;
        Snapshot snapshot = view.Files.Snapshot;
        bool isFound = false;
        while (!isFound && ++folderId < snapshot.FolderCount)
            isFound = snapshot.TryGetFolder(folderId, out FolderView folder) && MayHaveSource(view, folder, real) && IsSource(folder, real);
        GC.KeepAlive(snapshot);
        return isFound;
    }

    /// <summary>
    /// Determines whether a real folder may be one of a folder's sources, without comparing whole paths: below a target real folders have
    /// the names of the virtual ones.
    /// </summary>
    public static bool MayHaveSource(MergedView view, FolderView folder, ReadOnlySpan<char> real) =>
        CaseFolding.Equals(folder.Name, VirtualPath.GetName(real)) || view.Aliases.IsTarget(folder.Path);

    /// <summary>Determines whether a real path, canonical, is one of a folder's sources.</summary>
    public static bool IsSource(FolderView folder, ReadOnlySpan<char> real)
    {
        foreach (FolderSource source in folder.Sources)
        {
            if (IsSame(source.Text, real))
                return true;
        }

        return false;
    }

    private static bool IsBacking(in EntryView entry, ReadOnlySpan<char> folder, ReadOnlySpan<char> name) =>
        !entry.IsFolder && CaseFolding.Equals(entry.BackingName, name) && IsSame(entry.BackingFolder, folder);

    /// <summary>Determines whether a folder in NT form (<c>\??\C:\mods\a\</c>) is a canonical path (<c>C:\mods\a</c>).</summary>
    private static bool IsSame(ReadOnlySpan<char> target, ReadOnlySpan<char> canonical)
    {
        ReadOnlySpan<char> path = NtPath.FolderToCanonical(target);
        return path.Length == canonical.Length && CaseFolding.Equals(path, canonical);
    }
}

/// <summary>The letter case in which the game sees a name.</summary>
internal static class SeenLetters
{
    /// <summary>Finds a name in the letter case in which the game sees it, whatever the layers know about it; null if nothing is.</summary>
    /// <param name="path">The name's canonical path.</param>
    /// <param name="isFolder">True if a folder is seen there: a name of the other kind has no effect on the letter case.</param>
    public static string? Of(MergedView view, Snapshot snapshot, string path, bool isFolder)
    {
        ReadOnlySpan<char> name = VirtualPath.GetName(path);
        LookupResult parent = snapshot.Lookup(VirtualPath.GetParent(path));
        string place = "", real = "", seen = "";
        string? letters = null, known = null;
        bool isPlaced = false;
        if (parent.Kind == LookupKind.Folder && snapshot.TryGetFolder(parent.PathId, out FolderView folder))
        {
            if (folder.TryFind(name, out EntryView entry))
            {
                seen = known = entry.Name.ToString();
                isPlaced = view.Whiteouts.TryGetPlace(folder, entry, out place, out real, out letters);
            }
            else if (view.Whiteouts.TryGetPlace(parent.PathId, name, out seen, out place, out real))
            {
                (isPlaced, known) = (true, seen);
            }
        }

        // A file at a place was made anew, or has the letter case that was seen before.
        if (!isFolder && isPlaced && CaseFolding.Equals(seen, real) && view.Disk.IsFile(place + real))
            return DiskName.Of(place + real);
        if (!isFolder && letters is not null)
            return letters;
        string own = NtPath.FromCanonical(path);
        return (isFolder ? view.Disk.IsFolder(own) : view.Disk.IsFile(own)) && snapshot.Hidden?.CoversOwn(path, out _) != true
            ? DiskName.Of(own)
            : known;
    }
}
