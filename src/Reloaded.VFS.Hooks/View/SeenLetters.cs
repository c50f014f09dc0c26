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
    public static string? Of(MergedView view, Snapshot snapshot, string path)
    {
        string own = NtPath.FromCanonical(path);
        if (view.Disk.Exists(own) && snapshot.Hidden?.CoversOwn(path, out _) != true)
            return DiskName.Of(own);
        LookupResult parent = snapshot.Lookup(VirtualPath.GetParent(path));
        if (parent.Kind != LookupKind.Folder || !snapshot.TryGetFolder(parent.PathId, out FolderView folder))
            return null;
        return folder.TryFind(VirtualPath.GetName(path), out EntryView entry) ? entry.Name.ToString()
            : view.Whiteouts.TryGetPlace(parent.PathId, VirtualPath.GetName(path), out string seen, out _, out _) ? seen
            : null;
    }
}
