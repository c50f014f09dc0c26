using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Changes;

/// <summary>What became of a name that mods supply.</summary>
public enum NameChangeKind
{
    /// <summary>Mods have it now.</summary>
    Came,

    /// <summary>Mods have it no longer.</summary>
    Gone,

    /// <summary>Another layer's file is behind it.</summary>
    Replaced,
}

/// <summary>A name that mods supply differently than before. What the game's own folder has doesn't come into it.</summary>
/// <param name="Kind">What became of it.</param>
/// <param name="IsFolder">Whether it is, or was, a folder.</param>
/// <param name="Path">The path from the compared folder on.</param>
public readonly record struct NameChange(NameChangeKind Kind, bool IsFolder, string Path);

/// <summary>What readers of two snapshots find different in a folder.</summary>
public static class SnapshotDifference
{
    /// <summary>
    /// Compares what mods supply in a folder. Folders that came stand before what is in them, folders that are gone behind it; a name that
    /// turned from a file into a folder, or back, is gone and came.
    /// </summary>
    /// <param name="before">The older snapshot.</param>
    /// <param name="now">The newer one.</param>
    /// <param name="pathId">The folder's stable id.</param>
    /// <param name="tree">Whether everything below it is compared, too.</param>
    public static List<NameChange> Of(Snapshot before, Snapshot now, int pathId, bool tree)
    {
        var changes = new List<NameChange>();
        Compare(before, now, pathId, "", tree, changes);
        return changes;
    }

    private static void Compare(Snapshot before, Snapshot now, int pathId, string prefix, bool tree, List<NameChange> changes)
    {
        bool was = before.TryGetFolder(pathId, out FolderView old), @is = now.TryGetFolder(pathId, out FolderView @new);
        if (was)
        {
            foreach (EntryView entry in old)
            {
                string path = prefix + entry.Name.ToString();
                EntryView other = default;
                bool isThere = @is && @new.TryFind(entry.Name, out other);
                if (isThere && other.IsFolder == entry.IsFolder)
                {
                    if (!entry.IsFolder && other.Layer != entry.Layer)
                        changes.Add(new NameChange(NameChangeKind.Replaced, false, path));
                    else if (entry.IsFolder && tree)
                        Compare(before, now, entry.PathId, path + '\\', tree, changes);
                    continue;
                }

                if (entry.IsFolder && tree)
                    Compare(before, now, entry.PathId, path + '\\', tree, changes);
                changes.Add(new NameChange(NameChangeKind.Gone, entry.IsFolder, path));
            }
        }

        if (!@is)
            return;
        foreach (EntryView entry in @new)
        {
            if (was && old.TryFind(entry.Name, out EntryView other) && other.IsFolder == entry.IsFolder)
                continue;
            string path = prefix + entry.Name.ToString();
            changes.Add(new NameChange(NameChangeKind.Came, entry.IsFolder, path));
            // What was a folder before has been compared above.
            if (entry.IsFolder && tree)
                Compare(before, now, entry.PathId, path + '\\', tree, changes);
        }
    }
}

/// <summary>A name that was changed: two virtual paths, canonical, in one folder.</summary>
/// <param name="From">The path that it had.</param>
/// <param name="To">The path that it has.</param>
internal readonly record struct NameRename(string From, string To);

/// <summary>A snapshot that has taken the place of another, with what is known of the way from one to the other.</summary>
/// <param name="Before">The older snapshot.</param>
/// <param name="Now">The newer one.</param>
/// <param name="Renames">
/// Names that were changed on disk. Where one snapshot hasn't got the old name, or the other the new one, a row means nothing.
/// </param>
internal sealed record PublishedChange(Snapshot Before, Snapshot Now, IReadOnlyList<NameRename> Renames);
