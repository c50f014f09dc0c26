namespace Reloaded.VFS.Mods.Tracking;

/// <content>Folders that are just being deleted, by their real paths:
/// a folder may be in several roots, and a root may come again meanwhile.</content>
internal sealed partial class LiveMods
{
    private readonly List<string> _held = [];
    private readonly Dictionary<(LiveRoot Root, string Path), PendingFolder> _heldBack = [];

    /// <summary>
    /// A folder is being deleted, and its name goes with the last handle: until <see cref="Resume"/> nothing here opens it or what is below
    /// it. What is told of it, or of the folder that it is in, waits so long.
    /// </summary>
    /// <param name="folder">The folder's real path; its letter case doesn't matter.</param>
    public void Hold(string folder)
    {
        if (!_held.Contains(folder, StringComparer.OrdinalIgnoreCase))
            _held.Add(folder);
        Move(_pending, _heldBack, held: true);
    }

    /// <summary>The handle that deletes a folder is closed: the folder around it is listed again, in every root that has it.</summary>
    /// <param name="folder">The folder's real path, as <see cref="Hold"/> got it.</param>
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

    /// <summary>Whether a folder is held, or below one that is.</summary>
    private bool IsHeld(LiveFolder folder) => _held.Count > 0 && IsHeld(folder.Root.PathOf(folder.Names));

    private bool IsHeld(string path) => _held.Exists(held => LiveRoot.IsWithin(path, held));

    /// <summary>Whether a folder is one that is held, lies below one, or has one directly in it.</summary>
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
