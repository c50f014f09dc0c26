using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Marking;

/// <summary>
/// The letter case of names that the game makes, or renames a file to. Of a name that several layers have the lowest one's letters are
/// seen, as copying leaves them. Where the game has made the name anew in other letters, those are hidden by a marker beside the file
/// (<see cref="DeletionMarkers"/>), at the next start, too. Rare beside opens, so that it may allocate and ask the disk.
/// </summary>
internal static class GivenLetters
{
    private const int Milliseconds = 5000;

    /// <summary>A real path whose last name has the letters that the game gave; as it is where its name is another one.</summary>
    /// <param name="target">The path, in NT form.</param>
    /// <param name="path">The canonical path of the game's.</param>
    public static string Of(string target, ReadOnlySpan<char> path)
    {
        ReadOnlySpan<char> name = VirtualPath.GetName(path);
        return CaseFolding.Equals(VirtualPath.GetName(target), name)
            ? string.Concat(target.AsSpan(0, target.Length - name.Length), name)
            : target;
    }

    /// <summary>
    /// A file has got a name in a mod, which the game had deleted, or another file had: the marker beside it has had its time, unless it
    /// hides other letters of the name. One that hides a folder of the game's own stays, since a file hides no paths below its name; and so
    /// does a mod's own.
    /// </summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="path">The canonical path, in the letters that the game gave.</param>
    /// <param name="place">The file, in NT form.</param>
    /// <param name="isKept">Whether the system leaves the letters of a file whose place another one takes, as this one has.</param>
    public static void Settle(MergedView view, string path, string place, Func<bool>? isKept = null)
    {
        string name = VirtualPath.GetName(path).ToString(), marker = place + HideMarker.Ending;
        bool hasMarker = RealFiles.IsFile(marker);
        AskedDeletions.Forget(place);
        Snapshot snapshot = view.Snapshot;
        bool isSeen = SeenLetters.Of(view, snapshot, path, isFolder: false) == name;
        if (RealFiles.IsFolder(NtPath.FromCanonical(path)))
        {
            if (!isSeen && DiskName.Of(place) == name)
                LookAgain(view, path);
        }
        else if (hasMarker || !isSeen)
        {
            // The system may have left the name of a file that was replaced as it was.
            string letters = DiskName.Of(place);
            bool isGiven = letters == name && isKept?.Invoke() != true, isNeeded = HaveOthers(view, snapshot, path, place, letters);
            bool isChanged = isNeeded
                ? isGiven && MarkerFile.TryMake(view.Journal, marker)
                : hasMarker && DeletionMarkers.Clear(view, place);
            if (isGiven && view.Files.TryGetPathId(VirtualPath.GetParent(path), out int parentId))
                view.Whiteouts.SetLetters(parentId, name);
            if (isGiven && (!isSeen || isChanged))
                LookAgain(view, path);
        }

        GC.KeepAlive(snapshot);
    }

    /// <summary>Whether a name would be seen in other letters, those of another layer or of the game, if no marker hid them.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="snapshot">What mods supply; alive.</param>
    /// <param name="path">The name's canonical path.</param>
    /// <param name="place">The place, in NT form.</param>
    /// <param name="letters">The letters.</param>
    public static bool HaveOthers(MergedView view, Snapshot snapshot, string path, string place, string letters)
    {
        string own = NtPath.FromCanonical(path);
        if (view.Disk.Exists(own))
            return DiskName.Of(own) != letters;
        LookupResult parent = snapshot.Lookup(VirtualPath.GetParent(path));
        if (parent.Kind != LookupKind.Folder || !snapshot.TryGetFolder(parent.PathId, out FolderView folder))
            return false;
        // The lowest one's letters are seen.
        for (int i = folder.SourceCount - 1; i >= 0; i--)
        {
            string other = string.Concat(folder.GetSource(i), VirtualPath.GetName(path));
            if (!CaseFolding.Equals(other, place) && view.Disk.Exists(other))
                return DiskName.Of(other) != letters;
        }

        return false;
    }

    /// <summary>
    /// The letters in which a mod's file is seen that is about to be deleted, or to get another name: while it stays, since another handle
    /// of it is open or the call fails, its marker hides those of the others. Null where nothing else has the name.
    /// </summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="snapshot">What mods supply; alive.</param>
    /// <param name="path">The name's canonical path.</param>
    /// <param name="found">The file.</param>
    public static string? OfDeleted(MergedView view, Snapshot snapshot, string path, in LookupResult found) =>
        view.Disk.IsFile(BackingPath.Of(found)) && DeletionMarkers.IsNeeded(view.Disk, snapshot, VirtualPath.GetName(path), found)
            ? SeenLetters.Of(view, snapshot, path, isFolder: false)
            : null;

    /// <summary>Has the folder around a name looked at again, and waits for that; not where nothing follows the mods.</summary>
    private static void LookAgain(MergedView view, string path)
    {
        if (view.Follower is not { } follower)
            return;
        using RescanRequest look = follower.Rescan(VirtualPath.GetParent(path).ToString());
        look.Wait(Milliseconds);
    }
}
