using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Overwriting;

/// <summary>Which deletions of the game count where the question is whether its own entry is seen.</summary>
internal enum CountedDeletions
{
    /// <summary>None: the caller has asked <see cref="SeenPath"/>, or asks for a name that a handle leads to.</summary>
    None,

    /// <summary>What is deleted and hasn't been made again (<see cref="Whiteouts.Hides"/>).</summary>
    Lasting,

    /// <summary>What was deleted, so that the layers never come to know it (<see cref="Whiteouts.OutlastsLayers"/>).</summary>
    UnknownToLayers,
}

/// <summary>
/// Whether the game's own file or folder of a name is left to be seen, whatever mods supply beside it or over it: the one place that puts
/// this together, as <see cref="SeenPath"/> does for what is seen. Rare beside opens: it asks the disk. Safe from any thread.
/// </summary>
internal static class OwnEntry
{
    /// <summary>Whether neither a mod nor a deletion hides what the game's own folder has, or would have, at a path.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="path">A canonical path.</param>
    /// <param name="deletions">Which deletions count; they are those in force.</param>
    /// <param name="hiding">Whose hidden names count; alive. Null: those in force.</param>
    public static bool MayBeSeen(MergedView view, ReadOnlySpan<char> path, CountedDeletions deletions, Snapshot? hiding = null)
    {
        Snapshot snapshot = view.Snapshot;
        bool isDeleted = deletions switch
        {
            CountedDeletions.Lasting => view.Whiteouts.Hides(snapshot, path),
            CountedDeletions.UnknownToLayers => view.Whiteouts.OutlastsLayers(snapshot, path),
            _ => false,
        };
        bool maySee = !isDeleted && (hiding ?? snapshot).Hidden?.CoversOwn(path, out _) != true;
        GC.KeepAlive(snapshot);
        return maySee;
    }

    /// <summary>Whether the game's own folder has a file or folder at a path, and it is left to be seen.</summary>
    /// <inheritdoc cref="MayBeSeen"/>
    public static bool IsSeen(MergedView view, ReadOnlySpan<char> path, CountedDeletions deletions, Snapshot? hiding = null) =>
        view.Disk.Exists(NtPath.FromCanonical(path)) && MayBeSeen(view, path, deletions, hiding);

    /// <summary>Whether the game's own folder has a folder at a path, and it is left to be seen.</summary>
    /// <inheritdoc cref="MayBeSeen"/>
    public static bool IsFolderSeen(MergedView view, ReadOnlySpan<char> path, CountedDeletions deletions) =>
        view.Disk.IsFolder(NtPath.FromCanonical(path)) && MayBeSeen(view, path, deletions);
}
