using Reloaded.VFS.Hooks.Following;

namespace Reloaded.VFS.Hooks.Marking;

/// <summary>
/// The letter case of names that the game creates, or gives to a file by renaming. Rare compared to opens, so it may allocate and ask the
/// disk.
/// </summary>
/// <remarks>
/// If several layers have a name, it is seen in the lowest one's letter case, as if the layers were copied. If the game has created the
/// name anew in another letter case, the others are hidden by a marker beside the file (<see cref="DeletionMarkers"/>), at the next start,
/// too.
/// </remarks>
internal static class GivenLetters
{
    /// <summary>Returns a real path whose last name has the letter case that the game gave; or as it is if it has another name.</summary>
    /// <param name="target">The path, in NT form.</param>
    /// <param name="path">The game's canonical path.</param>
    public static string Of(string target, ReadOnlySpan<char> path)
    {
        ReadOnlySpan<char> name = VirtualPath.GetName(path);
        return CaseFolding.Equals(VirtualPath.GetName(target), name)
            ? string.Concat(target.AsSpan(0, target.Length - name.Length), name)
            : target;
    }

    /// <summary>Notes the letter case of a file that a call has created in a mod under a name that the game had deleted.</summary>
    /// <param name="path">The canonical path, in the letter case that the game gave.</param>
    /// <param name="place">The file, in NT form.</param>
    /// <param name="isPassing">True if the file is deleted when its handle is closed: the name is deleted then, and its marker stays.</param>
    public static void OfMade(MergedView view, string path, string place, bool isPassing)
    {
        if (!isPassing)
            UpdateMarker(view, path, place);
        else if (DiskName.Of(place) is var name && VirtualPath.GetName(path).SequenceEqual(name))
            SetLetters(view, path, name);
    }

    /// <summary>
    /// Updates the marker beside a file that has got a name in a mod which the game had deleted, or another file had: the marker is
    /// removed, unless it hides another letter case of the name.
    /// </summary>
    /// <remarks>One that hides a folder of the game stays, since a file hides no paths below its name; and so does a mod's own.</remarks>
    /// <param name="path">The canonical path, in the letter case that the game gave.</param>
    /// <param name="place">The file, in NT form.</param>
    /// <param name="isKept">Determines whether the system keeps the letter case of a file that is replaced, as this one was.</param>
    public static void UpdateMarker(MergedView view, string path, string place, Func<bool>? isKept = null)
    {
        string name = VirtualPath.GetName(path).ToString(), marker = place + HideMarker.Ending;
        bool hasMarker = RealFiles.IsFile(marker);
        view.AskedDeletions.Forget(place);
        Snapshot snapshot = view.Snapshot;
        bool isSeen = SeenLetters.Of(view, snapshot, path, isFolder: false) == name;
        if (RealFiles.IsFolder(NtPath.FromCanonical(path)))
        {
            if (!isSeen && DiskName.Of(place) == name)
                view.Follower?.LookAgain(VirtualPath.GetParent(path).ToString());
        }
        else if (hasMarker || !isSeen)
        {
            // The system may have kept the name of a file that was replaced.
            string letters = DiskName.Of(place);
            bool isGiven = letters == name && isKept?.Invoke() != true, isNeeded = HaveOthers(view, snapshot, path, place, letters);
            bool isChanged = isNeeded
                ? isGiven && MarkerFile.TryMake(view.Writes.Journal, marker)
                : hasMarker && DeletionMarkers.Clear(view, place);
            if (isGiven)
                SetLetters(view, path, name);
            if (isGiven && (!isSeen || isChanged))
                view.Follower?.LookAgain(VirtualPath.GetParent(path).ToString());
        }
        else
        {
            // A file that was deleted with its handle may have had another one.
            SetLetters(view, path, name);
        }

        GC.KeepAlive(snapshot);
    }

    private static void SetLetters(MergedView view, string path, string name)
    {
        if (view.Files.TryGetPathId(VirtualPath.GetParent(path), out int parentId))
            view.Whiteouts.SetLetters(parentId, name);
    }

    /// <summary>Determines whether a name would be seen in the letter case of another layer or of the game if no marker hid them.</summary>
    /// <param name="path">The name's canonical path.</param>
    /// <param name="place">The place, in NT form.</param>
    /// <param name="letters">The name in its letter case.</param>
    public static bool HaveOthers(MergedView view, Snapshot snapshot, string path, string place, string letters)
    {
        string own = NtPath.FromCanonical(path);
        if (view.Disk.Exists(own))
            return DiskName.Of(own) != letters;
        LookupResult parent = snapshot.Lookup(VirtualPath.GetParent(path));
        if (parent.Kind != LookupKind.Folder || !snapshot.TryGetFolder(parent.PathId, out FolderView folder))
            return false;
        // The lowest one's letter case is seen.
        string lowest = "";
        foreach (FolderSource source in folder.Sources)
        {
            string other = source.PathOf(VirtualPath.GetName(path));
            if (!CaseFolding.Equals(other, place) && view.Disk.Exists(other))
                lowest = other;
        }

        return lowest.Length > 0 && DiskName.Of(lowest) != letters;
    }

    /// <summary>
    /// Returns a mod's file's name in the letter case in which it is seen, before the file is deleted or renamed. Null if nothing else has
    /// the name.
    /// </summary>
    /// <remarks>While the file stays, as another handle is open or the call fails, its marker hides the others' letter case.</remarks>
    /// <param name="path">The name's canonical path.</param>
    public static string? OfDeleted(MergedView view, Snapshot snapshot, string path, in LookupResult found) =>
        view.Disk.IsFile(BackingPath.Of(found)) && DeletionMarkers.IsNeeded(view.Disk, snapshot, VirtualPath.GetName(path), found)
            ? SeenLetters.Of(view, snapshot, path, isFolder: false)
            : null;
}
