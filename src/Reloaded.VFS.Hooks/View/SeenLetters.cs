using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.View;

/// <summary>The letter case in which the game sees a name.</summary>
internal static class SeenLetters
{
    /// <summary>
    /// Finds a name in the letter case in which the game sees it, whatever the layers know about the name; null if nothing is known.
    /// </summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="snapshot">The snapshot, kept alive by the caller.</param>
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
