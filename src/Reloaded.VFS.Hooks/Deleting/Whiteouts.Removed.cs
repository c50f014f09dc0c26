using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Deleting;

/// <content>
/// Folders that are gone on disk, every part of them, because the game has removed them or renamed them away. A snapshot has them until the
/// thread that follows mods on disk has seen that, or until the process ends where nothing follows them. Nothing but the game's own folder
/// has a say in such a name then.
/// </content>
internal sealed unsafe partial class Whiteouts
{
    private readonly WholeList<string> _removed = new();

    /// <summary>
    /// Notes a folder no part of which is to stay, with all that was in it. While a part is there after all, nothing differs.
    /// </summary>
    /// <param name="snapshot">What mods supply; alive.</param>
    /// <param name="path">Its canonical path.</param>
    public void NoteRemoved(Snapshot snapshot, string path)
    {
        if (snapshot.Lookup(path).Kind != LookupKind.Folder)
            return;
        if (!_any)
            First?.Invoke();
        // What snapshots don't have any more needs no note.
        _removed.Replace(before =>
            [.. before.Where(known => !CaseFolding.Equals(known, path) && snapshot.Lookup(known).Kind == LookupKind.Folder), path]);
        _any = true;
    }

    /// <summary>A folder that a snapshot still has, and that was removed: its name is one that no mod supplies.</summary>
    /// <param name="snapshot">What was asked; alive.</param>
    /// <param name="found">A folder.</param>
    private void ApplyToRemoved(Snapshot snapshot, ref LookupResult found)
    {
        string path = files.GetPath(found.PathId).ToString();
        if (!Array.Exists(_removed.Items, removed => VirtualPath.IsSameOrBelow(path, removed)) || !IsGone(snapshot, found.PathId, path))
            return;
        // A name beside it that nothing has.
        LookupResult beside = snapshot.Lookup(path + DefaultExcludes.TemporaryEnding);
        if (beside.Kind == LookupKind.Miss)
            found = beside;
    }

    private bool IsGone(Snapshot snapshot, int pathId, string path)
    {
        if (disk.IsFolder(NtPath.FromCanonical(path)) || !snapshot.TryGetFolder(pathId, out FolderView folder))
            return false;
        for (int i = 0; i < folder.SourceCount; i++)
        {
            if (disk.IsFolder(folder.GetSource(i).TrimEnd('\\')))
                return false;
        }

        return folder.SourceCount > 0;
    }
}
