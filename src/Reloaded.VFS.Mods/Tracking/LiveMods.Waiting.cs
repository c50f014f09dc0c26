namespace Reloaded.VFS.Mods.Tracking;

/// <content>
/// Folders that wait: those that a program holds open without sharing them, which exist but can't be listed, and delete-pending ones, by
/// their real paths, since a folder may be in several roots, and a root may come again meanwhile.
/// </content>
internal sealed partial class LiveMods
{
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(100);
    private const int MostDoublings = 6; // 6.4 s

    private readonly Dictionary<(LiveRoot Root, string Path), PendingFolder> _busy = [];

    private readonly List<string> _held = [];
    private readonly Dictionary<(LiveRoot Root, string Path), PendingFolder> _heldBack = [];

    /// <summary>
    /// Gets a value indicating whether there are folders that couldn't be listed and are to be tried again by <see cref="LookAtBusy"/>.
    /// </summary>
    public bool HasBusy => _busy.Count > 0;

    /// <summary>
    /// Gets the time to wait before folders that couldn't be listed are tried again. It doubles after each failed attempt, up to some
    /// seconds, and the folder with the fewest attempts decides.
    /// </summary>
    public TimeSpan BusyPause => PauseAfter(_busy.Values.Select(folder => folder.BusyLooks).DefaultIfEmpty(1).Min());

    /// <summary>Returns the time to wait after a number of consecutive attempts to list a folder.</summary>
    internal static TimeSpan PauseAfter(int looks) => ShortestPause * (1 << Math.Clamp(looks - 1, 0, MostDoublings));

    /// <summary>Marks the folders that couldn't be listed to be listed with the next changes.</summary>
    public void LookAtBusy()
    {
        foreach (((LiveRoot root, _), PendingFolder folder) in _busy)
            PendingOf(root, folder.Names).Merge(folder);
        _busy.Clear();
    }

    /// <summary>Keeps what is known of folders that couldn't be listed, for the next attempt.</summary>
    /// <param name="root">The folders' root.</param>
    /// <param name="folder">The folder that was to be listed.</param>
    /// <param name="number">The folder's number in the root's listing.</param>
    /// <param name="scan">The result of the scan.</param>
    /// <param name="fresh">
    /// The names of subfolders that were scanned. A name is removed if it wasn't scanned because it is held open, and the root's listing
    /// has it.
    /// </param>
    private void RetainBusy(LiveRoot root, PendingFolder folder, int number, FolderScan scan, HashSet<string> fresh)
    {
        foreach (string[] names in scan.Busy)
        {
            var again = new PendingFolder(names) { IsStale = true, BusyLooks = folder.BusyLooks + 1 };
            if (names.Length == folder.Names.Length)
                again.Merge(folder); // keeps the greater number of attempts
            else if (names.Length == folder.Names.Length + 1 && ListingSearch.FindFolder(root.Listing, number, names[^1], out _) >= 0)
                fresh.Remove(names[^1]);
            Retry(root, again);
        }
    }

    private void Retry(LiveRoot root, PendingFolder folder)
    {
        if (!_busy.TryAdd((root, Key(folder.Names)), folder))
            _busy[(root, Key(folder.Names))].Merge(folder);
    }

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
