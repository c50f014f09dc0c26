using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Mods.Tracking;

/// <content>Folders that a program holds open without sharing them: they are there, and can't be listed.</content>
internal sealed partial class LiveMods
{
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(100);
    private const int MostDoublings = 6; // 6.4 s

    private readonly Dictionary<(LiveRoot Root, string Path), PendingFolder> _busy = [];

    /// <summary>Whether there are folders that couldn't be listed and are to be looked at again, by <see cref="LookAtBusy"/>.</summary>
    public bool HasBusy => _busy.Count > 0;

    /// <summary>
    /// How long to wait before the next look at them: twice as long after each look that came too soon, up to some seconds.
    /// What was busy least often decides.
    /// </summary>
    public TimeSpan BusyPause => PauseAfter(_busy.Values.Select(folder => folder.BusyLooks).DefaultIfEmpty(1).Min());

    /// <summary>How long to wait after so many looks, one after the other, at a folder that can't be listed.</summary>
    internal static TimeSpan PauseAfter(int looks) => ShortestPause * (1 << Math.Clamp(looks - 1, 0, MostDoublings));

    /// <summary>Has those folders listed with what is applied next.</summary>
    public void LookAtBusy()
    {
        foreach (((LiveRoot root, _), PendingFolder folder) in _busy)
            PendingOf(root, folder.Names).Merge(folder);
        _busy.Clear();
    }

    /// <summary>Keeps what is known of folders that couldn't be listed, and notes them for later.</summary>
    /// <param name="root">Their root.</param>
    /// <param name="folder">What was to be listed.</param>
    /// <param name="number">Its number in the root's listing.</param>
    /// <param name="scan">What came of it.</param>
    /// <param name="fresh">Names in it that were scanned; one that wasn't, because it is held open,
    /// goes out where the root's listing has it.</param>
    private void KeepBusy(LiveRoot root, PendingFolder folder, int number, FolderScan scan, HashSet<string> fresh)
    {
        foreach (string[] names in scan.Busy)
        {
            var again = new PendingFolder(names) { IsStale = true, BusyLooks = folder.BusyLooks + 1 };
            if (names.Length == folder.Names.Length)
                again.Merge(folder); // of the looks the greater number
            else if (names.Length == folder.Names.Length + 1 && ListingSearch.FindFolder(root.Listing, number, names[^1], out _) >= 0)
                fresh.Remove(names[^1]);
            if (!_busy.TryAdd((root, Key(names)), again))
                _busy[(root, Key(names))].Merge(again);
        }
    }
}
