using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Changes;

/// <summary>The kinds of change to a name that mods supply.</summary>
public enum NameChangeKind
{
    /// <summary>Mods supply the name now and didn't before.</summary>
    Came,

    /// <summary>Mods no longer supply the name.</summary>
    Gone,

    /// <summary>Another layer's file is behind the name.</summary>
    Replaced,
}

/// <summary>A name that mods supply differently than before. The contents of the game's own folder aren't considered.</summary>
/// <param name="Kind">The kind of change.</param>
/// <param name="IsFolder">True if the name is, or was, a folder.</param>
/// <param name="Path">The path relative to the compared folder.</param>
public readonly record struct NameChange(NameChangeKind Kind, bool IsFolder, string Path);

/// <summary>A comparison of two snapshots.</summary>
public static class SnapshotDifference
{
    /// <summary>Compares what two snapshots contain in a folder.</summary>
    /// <remarks>
    /// A new folder precedes its contents; a removed folder follows them. A name that turned from a file into a folder, or back, is
    /// reported as gone and as new.
    /// </remarks>
    /// <param name="before">The older snapshot.</param>
    /// <param name="now">The newer one.</param>
    /// <param name="pathId">The folder's stable id.</param>
    /// <param name="tree">True to compare everything below the folder, too.</param>
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
            // Names that were folders before have been compared above.
            if (entry.IsFolder && tree)
                Compare(before, now, entry.PathId, path + '\\', tree, changes);
        }
    }
}

/// <summary>A rename on disk: two canonical virtual paths in one folder.</summary>
internal readonly record struct NameRename(string From, string To);

/// <summary>The replacement of a snapshot by a newer one.</summary>
/// <param name="Before">The older snapshot.</param>
/// <param name="Now">The newer one.</param>
/// <param name="Renames">
/// The names that were changed on disk. Ignore an entry if the older snapshot lacks the old name or the newer one lacks the new name.
/// </param>
internal sealed record PublishedChange(Snapshot Before, Snapshot Now, IReadOnlyList<NameRename> Renames);
