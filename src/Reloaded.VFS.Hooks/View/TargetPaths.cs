using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.View;

/// <summary>The paths that lie in a target, whether mods have anything there or not.</summary>
internal static class TargetPaths
{
    /// <summary>
    /// Determines whether a folder, which mods needn't have, lies in a target, and below no name that is a file for the game or hidden from
    /// it.
    /// </summary>
    public static bool Contain(MergedView view, Snapshot snapshot, ReadOnlySpan<char> path)
    {
        var kind = LookupKind.Outside;
        int id = -1;
        for (int end = path.Length; kind == LookupKind.Outside && end > 0; end = path[..end].LastIndexOf('\\'))
        {
            LookupResult found = snapshot.Lookup(path[..end]);
            (kind, id) = (found.Kind, found.PathId);
        }

        bool isInTarget = kind == LookupKind.Miss
            || (kind == LookupKind.Folder && snapshot.TryGetFolder(id, out FolderView folder) && folder.IsInTarget);
        GC.KeepAlive(snapshot);
        return isInTarget && !view.Hidden.Cover(path, out _);
    }
}
