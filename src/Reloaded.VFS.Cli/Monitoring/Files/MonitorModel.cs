using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Monitoring.Files;

/// <summary>The totals of the calls so far. Not thread-safe.</summary>
internal sealed class MonitorModel(EventFilter filter)
{
    private const int RecentCount = 500;

    private readonly Dictionary<string, (TimeSpan Longest, FileEvent Call)> _slowest = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, (long Calls, TimeSpan Time)> _folders = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, long> _mods = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, FileEvent> _written = new(StringComparer.OrdinalIgnoreCase);
    private readonly Queue<FileEvent> _recent = new();

    /// <summary>Gets the number of calls.</summary>
    public long Calls { get; private set; }

    /// <summary>Gets the number of calls that got a mod's file.</summary>
    public long Redirected { get; private set; }

    /// <summary>Gets the number of calls for missing names.</summary>
    public long Missing { get; private set; }

    /// <summary>Gets the total time of the calls.</summary>
    public TimeSpan Time { get; private set; }

    /// <summary>Gets the calls that have opened a file for writing, the first one of each path.</summary>
    public IReadOnlyCollection<FileEvent> Written => _written.Values;

    /// <summary>Gets the last calls that passed the filter, the newest last.</summary>
    public IEnumerable<FileEvent> Recent => _recent;

    /// <summary>Adds a call. Returns true if it passes the filter.</summary>
    public bool Add(FileEvent call)
    {
        Calls++;
        Time += call.Duration;
        if (call.IsMissing)
            Missing++;
        if (call.IsRedirected)
        {
            Redirected++;
            _mods[call.Layer!.Name] = _mods.GetValueOrDefault(call.Layer.Name) + 1;
        }

        if (call is { IsWrite: true, Status: 0 })
            _written.TryAdd(call.Path, call);
        if (!_slowest.TryGetValue(call.Path, out (TimeSpan Longest, FileEvent Call) slow) || call.Duration > slow.Longest)
            _slowest[call.Path] = (call.Duration, call);
        string folder = VirtualPath.GetParent(call.Path).ToString();
        (long calls, TimeSpan time) = _folders.GetValueOrDefault(folder);
        _folders[folder] = (calls + 1, time + call.Duration);

        if (!filter.Matches(call))
            return false;
        _recent.Enqueue(call);
        if (_recent.Count > RecentCount)
            _recent.Dequeue();
        return true;
    }

    /// <summary>Returns the files with the slowest calls, each with its slowest call.</summary>
    public IEnumerable<FileEvent> Slowest(int count) => _slowest.Values.OrderByDescending(s => s.Longest).Take(count).Select(s => s.Call);

    /// <summary>Returns the folders with the most calls.</summary>
    public IEnumerable<(string Folder, long Calls, TimeSpan Time)> HottestFolders(int count) =>
        _folders.OrderByDescending(f => f.Value.Calls).ThenBy(f => f.Key, StringComparer.OrdinalIgnoreCase).Take(count)
            .Select(f => (f.Key, f.Value.Calls, f.Value.Time));

    /// <summary>Gets the number of calls for each mod's files.</summary>
    public IEnumerable<(string Mod, long Calls)> Mods => _mods.OrderByDescending(m => m.Value).Select(m => (m.Key, m.Value));

    /// <summary>Returns the mods of which no file was requested.</summary>
    public IEnumerable<string> UnusedMods(IEnumerable<EventLayer> layers) =>
        layers.Select(l => l.Name).Distinct(StringComparer.OrdinalIgnoreCase).Where(n => !_mods.ContainsKey(n));
}
