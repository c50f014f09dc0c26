using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Mods.Tracking;

/// <content>Folders that a program holds open without sharing them: they exist but can't be listed.</content>
internal sealed partial class LiveMods
{
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(100);
    private const int MostDoublings = 6; // 6.4 s

    private readonly Dictionary<(LiveRoot Root, string Path), PendingFolder> _busy = [];

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
            if (!_busy.TryAdd((root, Key(names)), again))
                _busy[(root, Key(names))].Merge(again);
        }
    }
}
