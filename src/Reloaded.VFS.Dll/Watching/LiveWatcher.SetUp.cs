using System.Diagnostics;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Dll.Watching;

/// <content>Setting up the watches.</content>
internal sealed unsafe partial class LiveWatcher
{
    // While thousands of watches are set up, the game loads: under Wine each open of the game waits for the same server.
    private const int RestsAfter = 32; // folders
    private const int RestFactor = 3; // a rest is this many times as long as the work before it
    private static readonly TimeSpan LongestRests = TimeSpan.FromSeconds(2); // in all

    // A program that was started has begun by then, and many have ended.
    private const int WayMilliseconds = 100;

    private int _waysUntil = Environment.TickCount;
    private TimeSpan _rested;
    private int _follows; // calls of Follow

    /// <summary>Lets a program that is being started go first: setting up the watches goes on a little later. Thread-safe.</summary>
    public void GiveWay() => Volatile.Write(ref _waysUntil, Environment.TickCount + WayMilliseconds);

    /// <summary>Watches everything that the start has scanned, and requests a new listing of what has changed since.</summary>
    private void SetUp()
    {
        long began = Stopwatch.GetTimestamp();
        if (_live.ModsFolder is { } mods)
        {
            _watches.WatchPlace(mods);
            if (_live.OrderFolder is { } order)
                _watches.WatchPlace(order);
            LookAtOrder(_scanned);
        }

        Follow(_live.Roots.ToList().SelectMany(root => root.GetFolders().Select(names => new LiveFolder(root, names))), _scanned);
        if (NtFunctions.IsWine && _watches.Watched > 0)
            _probe = WatchProbe.TryBegin(_watches, _needs.OwnFolder, _schedule.Now);
        Figures.SetUpMilliseconds = Math.Round((Stopwatch.GetElapsedTime(began) - _rested).TotalMilliseconds, 1);
        SayHowFollowed();
    }

    /// <summary>Requests that the mods folder be read again if it or the order has changed since a time (a FILETIME).</summary>
    private void LookAtOrder(long since)
    {
        if ((_live.ModsFolder is { } mods && FolderTime.OfOrder(mods) >= since)
            || (_live.OrderFolder is { } order && FolderTime.OfOrder(order) >= since))
            _live.ModsFolderLost();
    }

    private void SayHowFollowed()
    {
        if (_watches.Polled > 0 && !_watches.IsUnreliable)
        {
            _needs.Report(Diagnostic.Notice(
                $"{_watches.Polled} folders of mods are checked for changes every second; changes in the other {_watches.Watched} "
                    + "are noticed at once",
                fix: NtFunctions.IsWine ? "nothing to do; the system limits the number of a program's watches" : null));
        }
    }

    private int WayMillisecondsLeft => Volatile.Read(ref _waysUntil) - Environment.TickCount;

    /// <summary>
    /// Rests in proportion to the work before, so that the game gets its turns, and as long as a program starts. A change or a request ends
    /// the rest.
    /// </summary>
    private void Rest(TimeSpan worked)
    {
        TimeSpan began = _schedule.Now, way = TimeSpan.FromMilliseconds(Math.Max(0, WayMillisecondsLeft));
        TimeSpan rest = Min(way > worked * RestFactor ? way : worked * RestFactor, LongestRests - _rested);
        WaitForWork(began + rest);
        _rested += _schedule.Now - began;
        Figures.RestMilliseconds = Math.Round(_rested.TotalMilliseconds, 1);
    }

    /// <summary>Begins to follow folders. A folder that has changed since a time (a FILETIME; 0: any) is listed again.</summary>
    private void Follow(IEnumerable<LiveFolder> folders, long since)
    {
        int count = 0;
        TimeSpan began = _schedule.Now;
        _follows++;
        foreach (LiveFolder folder in folders)
        {
            // A folder that was lost meanwhile can't be watched.
            if (!_watches.Add(folder.Root, folder.Names, out long time) && _hasLost && !LiveMods.Lists(folder))
            {
                _watches.Remove(folder.Root, folder.Names);
                continue;
            }

            if (time == 0 && since != 0)
                time = FolderTime.Get(folder.Root.PathOf(folder.Names));
            bool mayHaveChanged = time >= since;
            if (mayHaveChanged)
                _live.Lost(folder.Root, folder.Names, deep: false);
            if (folder.Names.Length == 0 && (mayHaveChanged || FolderTime.OfMetadata(folder.Root) >= since))
                _live.ConfirmMetadata(folder.Root);
            if (++count % 64 == 0)
                Receive(0);
            // The game is waiting.
            RunRescans();
            if (_stopped)
                return;
            if (!_isSetUp && (count % RestsAfter == 0 || (WayMillisecondsLeft > 0 && _rested < LongestRests)))
            {
                Rest(_schedule.Now - began);
                began = _schedule.Now;
            }
        }

        // A call that waited may have led here again.
        if (--_follows == 0)
            _watches.EndRoots();
        Figures.Watched = _watches.Watched;
        Figures.Members = _watches.Members;
        Figures.Polled = _watches.Polled;
    }
}
