using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Monitoring.Files;

/// <summary>What a monitor knows of the calls so far. Not thread-safe.</summary>
internal sealed class MonitorModel(EventFilter filter)
{
    private const int RecentCount = 500;

    private readonly Dictionary<string, (TimeSpan Longest, FileEvent Call)> _slowest = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, (long Calls, TimeSpan Time)> _folders = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, long> _mods = new(StringComparer.OrdinalIgnoreCase);
    private readonly Queue<FileEvent> _recent = new();

    /// <summary>All calls.</summary>
    public long Calls { get; private set; }

    /// <summary>Calls that a mod's file answered.</summary>
    public long Redirected { get; private set; }

    /// <summary>Calls for names that weren't there.</summary>
    public long Missing { get; private set; }

    /// <summary>The time that all calls took together.</summary>
    public TimeSpan Time { get; private set; }

    /// <summary>The last calls that the filter lets through, the newest last.</summary>
    public IEnumerable<FileEvent> Recent => _recent;

    /// <summary>Takes one call. True if the filter lets it through.</summary>
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

    /// <summary>The files whose calls took longest, each with its longest.</summary>
    public IEnumerable<FileEvent> Slowest(int count) => _slowest.Values.OrderByDescending(s => s.Longest).Take(count).Select(s => s.Call);

    /// <summary>The folders with the most calls.</summary>
    public IEnumerable<(string Folder, long Calls, TimeSpan Time)> HottestFolders(int count) =>
        _folders.OrderByDescending(f => f.Value.Calls).ThenBy(f => f.Key, StringComparer.OrdinalIgnoreCase).Take(count)
            .Select(f => (f.Key, f.Value.Calls, f.Value.Time));

    /// <summary>How often each mod's files were asked for.</summary>
    public IEnumerable<(string Mod, long Calls)> Mods => _mods.OrderByDescending(m => m.Value).Select(m => (m.Key, m.Value));

    /// <summary>Mods of which nothing was ever asked for.</summary>
    public IEnumerable<string> UnusedMods(IEnumerable<EventLayer> layers) =>
        layers.Select(l => l.Name).Distinct(StringComparer.OrdinalIgnoreCase).Where(n => !_mods.ContainsKey(n));
}
