namespace Reloaded.VFS.Hooks.Overwriting;

/// <summary>The game's deletions that are considered when the game's own entry is looked up.</summary>
internal enum CountedDeletions
{
    /// <summary>None: the caller has asked <see cref="SeenPath"/>, or asks for a name that a handle leads to.</summary>
    None,

    /// <summary>Names that are deleted and haven't been created again (<see cref="Whiteouts.Hides"/>).</summary>
    Lasting,

    /// <summary>Names that were deleted, so that the layers never come to know them (<see cref="Whiteouts.OutlastsLayers"/>).</summary>
    UnknownToLayers,
}

/// <summary>
/// The game's own file or folder of a name, if it is visible, whatever mods supply beside it or over it. Rare compared to opens: it asks
/// the disk. Safe from any thread.
/// </summary>
/// <remarks>This is the one place that determines this, as <see cref="SeenPath"/> does for what is seen.</remarks>
internal static class OwnEntry
{
    /// <summary>Determines whether neither a mod nor a deletion hides what the game's own folder has, or would have, at a path.</summary>
    /// <param name="path">A canonical path.</param>
    /// <param name="deletions">The deletions that are considered: the current ones.</param>
    /// <param name="hiding">The snapshot whose hidden names are considered, kept alive by the caller. Null: the current one.</param>
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

    /// <summary>Determines whether the game's own folder has a visible file or folder at a path.</summary>
    /// <inheritdoc cref="MayBeSeen"/>
    public static bool IsSeen(MergedView view, ReadOnlySpan<char> path, CountedDeletions deletions, Snapshot? hiding = null) =>
        view.Disk.Exists(NtPath.FromCanonical(path)) && MayBeSeen(view, path, deletions, hiding);

    /// <summary>Determines whether the game's own folder has a visible folder at a path.</summary>
    /// <inheritdoc cref="MayBeSeen"/>
    public static bool IsFolderSeen(MergedView view, ReadOnlySpan<char> path, CountedDeletions deletions) =>
        view.Disk.IsFolder(NtPath.FromCanonical(path)) && MayBeSeen(view, path, deletions);
}
