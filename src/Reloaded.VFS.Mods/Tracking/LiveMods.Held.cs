namespace Reloaded.VFS.Mods.Tracking;

/// <content>Folders that are delete-pending, by their real paths:
/// a folder may be in several roots, and a root may come again meanwhile.</content>
internal sealed partial class LiveMods
{
    private readonly List<string> _held = [];
    private readonly Dictionary<(LiveRoot Root, string Path), PendingFolder> _heldBack = [];

    /// <summary>
    /// Holds a folder that is being deleted, whose name disappears with the last handle. Until <see cref="Resume"/>, nothing here opens the
    /// folder or anything below it, and changes reported of it or of its parent folder wait.
    /// </summary>
    /// <param name="folder">The folder's real path, in any letter case.</param>
    public void Hold(string folder)
    {
        if (!_held.Contains(folder, StringComparer.OrdinalIgnoreCase))
            _held.Add(folder);
        Move(_pending, _heldBack, held: true);
    }

    /// <summary>
    /// Resumes after the handle that deletes a folder has been closed: its parent folder is listed again, in every root that has it.
    /// </summary>
    /// <param name="folder">The folder's real path, as passed to <see cref="Hold"/>.</param>
    public void Resume(string folder)
    {
        _held.RemoveAll(held => held.Equals(folder, StringComparison.OrdinalIgnoreCase));
        Move(_heldBack, _pending, held: false);
        foreach (LiveRoot root in _roots)
        {
            if (root.TryGetNames(folder, out string[] names) && names.Length > 0)
                Changed(root, names[..^1], names[^1], ChangeKind.Removed);
        }
    }

    private void Move(Dictionary<(LiveRoot Root, string Path), PendingFolder> from,
        Dictionary<(LiveRoot Root, string Path), PendingFolder> to, bool held)
    {
        foreach (((LiveRoot Root, string Path) key, PendingFolder pending) in from.ToList())
        {
            if (WaitsForHeld(key.Root, pending.Names) != held)
                continue;
            from.Remove(key);
            if (!to.TryAdd(key, pending))
                to[key].Merge(pending);
        }
    }

    /// <summary>Determines whether a folder is held or is below a held one.</summary>
    private bool IsHeld(LiveFolder folder) => _held.Count > 0 && IsHeld(folder.Root.PathOf(folder.Names));

    private bool IsHeld(string path) => _held.Exists(held => LiveRoot.IsWithin(path, held));

    /// <summary>Determines whether a folder is held, is below a held one, or directly contains one.</summary>
    private bool WaitsForHeld(LiveRoot root, string[] names)
    {
        if (_held.Count == 0)
            return false;
        string path = root.PathOf(names);
        return IsHeld(path)
            || _held.Exists(held =>
                LiveRoot.IsWithin(held, path) && held.LastIndexOf(System.IO.Path.DirectorySeparatorChar) == path.Length);
    }
}
