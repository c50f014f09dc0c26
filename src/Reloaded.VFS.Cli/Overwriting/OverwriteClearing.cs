using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>Empties the overwrite folder.</summary>
internal static class OverwriteClearing
{
    /// <summary>
    /// Takes each part away in one step, so that it is there whole or not at all, and deletes it then. What a kill leaves of that isn't
    /// seen, and goes at the next start of the game.
    /// </summary>
    /// <exception cref="IOException">It can't be taken away.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be taken away.</exception>
    public static void Clear(OverwriteContent content)
    {
        string temporary = OverwritePlaces.TemporaryOf(content.Folder);
        PendingRename.Discard(content.Folder);
        foreach (OverwritePart part in content.Parts.Where(part => part.Entries.Count > 0))
        {
            Directory.CreateDirectory(temporary);
            string away = Path.Combine(temporary, Guid.NewGuid().ToString("N"));
            DiskRemoval.Rename(part.Folder, away);
            Directory.CreateDirectory(part.Folder);
            DiskRemoval.DeleteTree(away);
        }
    }
}
