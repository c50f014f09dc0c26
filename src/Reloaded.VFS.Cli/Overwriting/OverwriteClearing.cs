using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>Empties the overwrite folder.</summary>
internal static class OverwriteClearing
{
    /// <summary>
    /// Deletes what lies under a name: each file, marker or folder is moved away in one step and then deleted. Everything else in the
    /// folder stays.
    /// </summary>
    /// <param name="content">The content under the name.</param>
    /// <exception cref="IOException">Something can't be moved away.</exception>
    /// <exception cref="UnauthorizedAccessException">Something may not be moved away.</exception>
    public static void ClearOnly(OverwriteContent content)
    {
        string temporary = OverwritePlaces.TemporaryOf(content.Folder);
        Directory.CreateDirectory(temporary);
        foreach (OverwriteEntry entry in content.Parts.SelectMany(HighestOf))
        {
            string away = Path.Combine(temporary, Guid.NewGuid().ToString("N"));
            DiskRemoval.Rename(entry.Real, away);
            Delete(entry.Kind, away);
        }
    }

    /// <summary>Returns the entries that aren't in a folder among them.</summary>
    private static IEnumerable<OverwriteEntry> HighestOf(OverwritePart part) => part.Entries.Where(entry =>
        !part.Entries.Any(other => entry.Path.StartsWith(other.Path + '\\', StringComparison.OrdinalIgnoreCase)));

    private static void Delete(OverwriteKind kind, string path)
    {
        if (kind == OverwriteKind.Folder)
            DiskRemoval.DeleteTree(path);
        else
            DiskRemoval.DeleteFile(path);
    }

    /// <summary>
    /// Moves each part away in one step, so that it is there either completely or not at all, and then deletes it. What a kill leaves isn't
    /// seen, and is deleted at the next start of the game.
    /// </summary>
    /// <exception cref="IOException">A part can't be moved away.</exception>
    /// <exception cref="UnauthorizedAccessException">A part may not be moved away.</exception>
    public static void Clear(OverwriteContent content)
    {
        string temporary = OverwritePlaces.TemporaryOf(content.Folder);
        PendingRename.Discard(content.Folder);
        foreach (OverwritePart part in content.Parts.Where(part => part.Entries.Count > 0))
        {
            // A link stays a link, because what it leads to may lie on another volume.
            if (new DirectoryInfo(part.Folder).LinkTarget is not null)
            {
                foreach (OverwriteEntry entry in HighestOf(part))
                    Delete(entry.Kind, entry.Real);
                continue;
            }

            Directory.CreateDirectory(temporary);
            string away = Path.Combine(temporary, Guid.NewGuid().ToString("N"));
            DiskRemoval.Rename(part.Folder, away);
            Directory.CreateDirectory(part.Folder);
            DiskRemoval.DeleteTree(away);
        }
    }
}
