using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.View;

/// <summary>The letters in which the game sees a name.</summary>
internal static class SeenLetters
{
    /// <summary>Finds the letters of a name, in whatever state the layers know it; null where nothing is known of it.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="snapshot">What mods supply; alive.</param>
    /// <param name="path">The name's canonical path.</param>
    /// <param name="isFolder">Whether a folder is seen there: a name of the other kind has no say in the letters.</param>
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

        // What lies at a place was made anew, or has the letters that were seen before.
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
