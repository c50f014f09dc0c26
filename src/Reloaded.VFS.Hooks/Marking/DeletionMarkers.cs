namespace Reloaded.VFS.Hooks.Marking;

/// <summary>
/// Deletions that outlast the process, if writes go to the game and its mods. Rare compared to opens, so it may allocate and ask the disk.
/// Safe from any thread.
/// </summary>
/// <remarks>
/// If the game deletes a mod's file or folder, and a lower mod or the game itself has the name, too, a marker is put into the mod
/// (<see cref="HideMarker"/>). The next start reads it like any other marker. In this process <see cref="Whiteouts"/> have the same effect
/// at once. A marker is made before its file is removed: beside a mod's own file it has no effect. If a marker can't be made, the deletion
/// ends with the process.
/// </remarks>
internal static class DeletionMarkers
{
    /// <summary>Adds the marker of a mod's file that is to be deleted or renamed.</summary>
    /// <param name="name">The file's name, as the game sees it.</param>
    /// <returns>The marker, to be ended with the call: an empty one if nothing else has the name.</returns>
    public static AddedMarker Add(MergedView view, Snapshot snapshot, ReadOnlySpan<char> name, in LookupResult found)
    {
        string target = BackingPath.Of(found);
        return view.Writes.Overwrite?.Contains(target) != true && IsNeeded(view.Disk, snapshot, name, found)
            ? AddedMarker.Make(view, target)
            : default;
    }

    /// <summary>
    /// Determines whether a marker beside a mod's file would be read as one of the name, and a lower mod or the game has the name, too.
    /// Changes nothing.
    /// </summary>
    /// <param name="name">The file's name, as the game sees it.</param>
    public static bool IsNeeded(IDisk disk, Snapshot snapshot, ReadOnlySpan<char> name, in LookupResult found) =>
        found.Kind == LookupKind.File && snapshot.TryGetFolder(found.PathId, out FolderView folder)
        && IsReadFor(folder, BackingPath.Of(found), name, found.Layer, out int rank) && IsBelow(disk, folder, name, rank);

    /// <summary>
    /// Removes the marker beside a file or folder whose deletion was withdrawn, or that exists again (<see cref="GivenLetters.UpdateMarker"/>).
    /// A mod's own marker stays. Returns true if one was removed.
    /// </summary>
    /// <param name="place">The file or folder, in NT form.</param>
    public static bool Clear(MergedView view, string place)
    {
        string marker = place + HideMarker.Ending;
        if (!RealFiles.IsFile(marker) || !HideMarker.IsOfDeleted(NtPath.ToLongWin32(marker)))
            return false;
        return Remove(view, marker);
    }

    /// <summary>
    /// Adds the marker of a folder that is to be deleted, if any of its parts stays on disk; the markers in the parts that are to be
    /// removed are then deleted, since the folder's covers them. If several parts are to be removed, the highest mod's gets the marker.
    /// A mod's own markers stay until the parts are removed (<see cref="RemoveAll"/>): the deletion may be withdrawn or refused.
    /// </summary>
    /// <param name="path">The folder's canonical path.</param>
    /// <param name="sources">The mods' parts, as they are opened (<see cref="NtPath.ToOpen"/>), the highest mod's first.</param>
    /// <param name="layers">The layers of the parts.</param>
    /// <param name="keepsOwn">True if the game's own part stays.</param>
    public static void AddFolder(MergedView view, Snapshot snapshot, string path, string[] sources, int[] layers, bool keepsOwn)
    {
        string[][] names = [.. sources.Select(RealFolder.NamesIn)];
        int highest = FindGoing(names, keepsOwn, out bool[] goes, out bool isNeeded);
        if (highest < 0)
            return;
        LookupResult parent = snapshot.Lookup(VirtualPath.GetParent(path));
        for (int i = 0; i < sources.Length; i++)
        {
            if (goes[i])
                WhiteOut(view, path, sources[i], layers[i], names[i]);
        }

        // A marker in a part that is removed hides less than the folder's own.
        if (isNeeded && parent.Kind == LookupKind.Folder
            && snapshot.TryGetFolder(parent.PathId, out FolderView folder)
            && IsReadFor(folder, sources[highest], VirtualPath.GetName(path), layers[highest], out _))
            MarkerFile.TryMake(view.Writes.Journal, sources[highest] + HideMarker.Ending,
                names.SelectMany((inside, i) => goes[i] ? inside.Select(name => NtPath.Combine(sources[i], name)) : []));
        for (int i = 0; i < sources.Length; i++)
        {
            foreach (string marker in goes[i] ? names[i] : [])
            {
                string file = NtPath.Combine(sources[i], marker);
                if (!HideMarker.IsMarker(marker) || HideMarker.IsOfDeleted(NtPath.ToLongWin32(file)))
                    Remove(view, file);
            }
        }
    }

    /// <summary>
    /// Deletes the markers in a folder that is being removed, a mod's own ones too. Returns false if something else is in it, or nothing.
    /// </summary>
    /// <param name="folder">The folder, in NT form.</param>
    public static bool RemoveAll(MergedView view, string folder)
    {
        string[] names = RealFolder.NamesIn(folder);
        if (names.Length == 0 || !Array.TrueForAll(names, name => HideMarker.IsAnyMarker(name)))
            return false;
        foreach (string name in names)
            Remove(view, NtPath.Combine(folder, name));
        return true;
    }

    private static bool Remove(MergedView view, string marker)
    {
        view.Writes.Journal?.Record(marker);
        return RealFiles.Delete(marker);
    }

    /// <summary>
    /// Whites out what the markers in a folder hide, before the markers are removed: the layers may be examined after that, when the
    /// folder's own marker isn't known yet.
    /// </summary>
    /// <param name="path">The folder's canonical path.</param>
    /// <param name="source">The mod's part, as it is opened (<see cref="NtPath.ToOpen"/>).</param>
    /// <param name="layer">The mod's layer.</param>
    /// <param name="markers">The names in the part.</param>
    public static void WhiteOut(MergedView view, string path, string source, int layer, string[] markers)
    {
        if (!view.Files.TryGetPathId(path, out int pathId))
            return;
        foreach (string marker in markers)
        {
            if (HideMarker.TryGetName(marker, out ReadOnlySpan<char> name))
                view.Whiteouts.AddPlace(pathId, name, NtPath.Combine(source, name), layer, isLasting: false);
        }
    }

    /// <summary>Finds the parts of a folder that are removed with it: those that contain only markers. Asks nothing of the disk.</summary>
    /// <param name="names">The names in each of the mods' parts, the highest mod's first.</param>
    /// <param name="keepsOwn">True if the game's own part stays.</param>
    /// <param name="goes">For each part, true if it is removed.</param>
    /// <param name="isNeeded">True if any part stays, the game's own or a mod's, which a marker has to hide.</param>
    /// <returns>The highest part that is removed, whose mod gets the marker; -1 for none.</returns>
    public static int FindGoing(string[][] names, bool keepsOwn, out bool[] goes, out bool isNeeded)
    {
        goes = [.. names.Select(inside => Array.TrueForAll(inside, name => HideMarker.IsAnyMarker(name)))];
        int highest = Array.FindIndex(goes, isGoing => isGoing);
        isNeeded = highest >= 0 && (keepsOwn || Array.Exists(goes, isGoing => !isGoing));
        return highest;
    }

    /// <summary>
    /// Puts markers into a mod's folder that exists again, instead of the one for the deleted folder: what is on disk in the other parts
    /// stays deleted, and what is added there isn't.
    /// </summary>
    /// <remarks>
    /// A name that has a place in another mod gets its marker there: in a higher one it would hide what the game creates anew. If the game
    /// has created the folder in another letter case than it would be seen in, the marker stays: it hides that one, and everything in the
    /// other parts, so that no name keeps a place there.
    /// </remarks>
    /// <param name="path">The folder's canonical path.</param>
    /// <param name="source">The mod's part, as it is opened (<see cref="NtPath.ToOpen"/>).</param>
    /// <param name="others">The other mods' parts.</param>
    /// <param name="isMade">True if the game has created the folder; false if its deletion was withdrawn.</param>
    /// <returns>True if the folder had such a marker.</returns>
    public static bool Spread(MergedView view, string path, string source, IEnumerable<string> others, bool isMade)
    {
        string marker = source + HideMarker.Ending;
        if (!RealFiles.IsFolder(source) || !RealFiles.IsFile(marker) || !HideMarker.IsOfDeleted(NtPath.ToLongWin32(marker)))
            return false;
        if (isMade && others.Prepend(NtPath.FromCanonical(path)).FirstOrDefault(part => RealFiles.Exists(part)) is { } seen
            && DiskName.Of(seen) != DiskName.Of(source))
        {
            view.Whiteouts.MoveInto(path, source);
            return true;
        }

        int pathId = view.Files.TryGetPathId(path, out int known) ? known : -1;
        foreach (string name in others.Prepend(NtPath.FromCanonical(path)).SelectMany(RealFolder.NamesIn)
            .Where(name => !HideMarker.IsAnyMarker(name)))
        {
            bool hasPlace = view.Whiteouts.TryGetPlace(pathId, name, out _, out string folder, out string real);
            MarkerFile.TryMake(view.Writes.Journal, (hasPlace ? folder + real : NtPath.Combine(source, name)) + HideMarker.Ending);
        }

        Clear(view, source);
        return true;
    }

    /// <summary>
    /// Determines whether a marker beside a layer's file is read as one of the file's name: the layer lies over the folder around it, under
    /// its own names.
    /// </summary>
    private static bool IsReadFor(in FolderView folder, string target, ReadOnlySpan<char> name, int layer, out int rank)
    {
        foreach (FolderSource source in folder.Sources)
        {
            rank = source.Rank;
            if (source.Layer == layer && CaseFolding.Equals(source.PathOf(name), target))
                return true;
        }

        rank = -1;
        return false;
    }

    /// <summary>Determines whether a mod lower than one of a rank, or the game, has a name on disk.</summary>
    private static bool IsBelow(IDisk disk, in FolderView folder, ReadOnlySpan<char> name, int rank)
    {
        foreach (FolderSource source in folder.Sources)
        {
            if (source.Rank > rank && disk.Exists(source.PathOf(name)))
                return true;
        }

        return disk.Exists(string.Concat(NtPath.Prefix, folder.Path, @"\", name));
    }
}
