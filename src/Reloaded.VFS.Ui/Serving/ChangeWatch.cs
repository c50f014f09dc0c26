using System.Globalization;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Ui.Asking;

namespace Reloaded.VFS.Ui.Serving;

/// <summary>A watch for changes of mods, order and rules, by any program, and for starts and ends of games. Thread-safe.</summary>
/// <remarks>
/// All folders in mods are watched, unless there are so many that Linux, which needs a watch for each, would run out of watches. In that
/// case the page asks again when the user returns to it.
/// </remarks>
internal sealed class ChangeWatch : IDisposable
{
    private const int MostFolders = 8192;

    // Tells the watch of all that is below a folder from that of the folder alone.
    private const string Deep = "/*";

    // Files of a mod are mostly written many at once, and reading them all takes a while.
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(150), s_deepPause = TimeSpan.FromSeconds(2);

    private readonly Lock _lock = new();
    private readonly Dictionary<string, FileSystemWatcher> _watchers = [];
    private readonly string _own, _mods, _logs;
    private readonly Timer _changed, _ran;
    private long _due;
    private bool _isEnded;

    /// <summary>Creates a watch that watches nothing yet.</summary>
    /// <param name="context">The options that name the mods folder.</param>
    /// <param name="game">The game's folder.</param>
    /// <param name="changed">Called some time after a change, once for changes in quick succession.</param>
    /// <param name="ran">Called when a game has started or ended.</param>
    public ChangeWatch(Context context, string game, Action changed, Action ran)
    {
        _own = Path.Combine(game, "rvfs");
        _mods = context.Options.FirstOrDefault(option => option.StartsWith("--mods=", StringComparison.Ordinal))?["--mods=".Length..]
            ?? Path.Combine(_own, "mods");
        _logs = ReportFolders.OfGame(game);
        _ran = new Timer(_ => ran());
        _changed = new Timer(_ =>
        {
            lock (_lock)
                _due = 0;
            changed();
            // A folder may have been made.
            Watch();
        });
    }

    public bool WatchesAll
    {
        get
        {
            lock (_lock)
                return _watchers.ContainsKey(_mods + Deep);
        }
    }

    /// <summary>Watches the existing folders that aren't watched yet.</summary>
    public void Watch()
    {
        lock (_lock)
        {
            if (_isEnded)
                return;
            Watch(_own, s_pause);
            Watch(Path.Combine(_own, "sets"), s_pause);
            Watch(_logs, null);
            Watch(_mods, s_pause);
            if (Directory.Exists(_mods) && !_watchers.ContainsKey(_mods + Deep) && HasFew(_mods))
                Watch(_mods, s_deepPause, Deep);
        }
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _isEnded = true;
            foreach (FileSystemWatcher watcher in _watchers.Values)
                watcher.Dispose();
        }

        _changed.Dispose();
        _ran.Dispose();
    }

    /// <param name="pause">The time for which changes are collected; null for changes of runs.</param>
    /// <param name="depth">Empty to watch the folder alone; otherwise everything below it is watched, too.</param>
    private void Watch(string folder, TimeSpan? pause, string depth = "")
    {
        if (_watchers.ContainsKey(folder + depth) || !Directory.Exists(folder))
            return;
        try
        {
            FileSystemWatcher watcher = new(folder)
            {
                NotifyFilter = NotifyFilters.FileName | NotifyFilters.DirectoryName | NotifyFilters.LastWrite | NotifyFilters.Size,
                IncludeSubdirectories = depth.Length > 0,
            };
            FileSystemEventHandler seen = (_, _) => Seen(pause);
            watcher.Changed += seen;
            watcher.Created += seen;
            watcher.Deleted += seen;
            watcher.Renamed += (_, _) => Seen(pause);
            // A folder that is gone may come back.
            watcher.Error += (_, _) => Forget(folder + depth);
            watcher.EnableRaisingEvents = true;
            _watchers.Add(folder + depth, watcher);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // The page looks again when its window is.
        }
    }

    private void Forget(string key)
    {
        lock (_lock)
        {
            if (_watchers.Remove(key, out FileSystemWatcher? watcher))
                watcher.Dispose();
        }
    }

    private void Seen(TimeSpan? pause)
    {
        lock (_lock)
        {
            if (_isEnded)
                return;
            if (pause is not { } wait)
            {
                _ran.Change(s_pause, Timeout.InfiniteTimeSpan);
                return;
            }

            long due = Environment.TickCount64 + (long)wait.TotalMilliseconds;
            if (_due != 0 && _due <= due)
                return;
            _due = due;
            _changed.Change(wait, Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>Determines whether a folder contains few enough folders to watch them all.</summary>
    private static bool HasFew(string folder)
    {
        if (OperatingSystem.IsWindows())
            return true;
        try
        {
            int most = Math.Min(MostFolders,
                int.Parse(File.ReadAllText("/proc/sys/fs/inotify/max_user_watches"), CultureInfo.InvariantCulture) / 4);
            EnumerationOptions all = new() { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
            return Directory.EnumerateDirectories(folder, "*", all).Take(most + 1).Count() <= most;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException or OverflowException)
        {
            return false;
        }
    }
}
