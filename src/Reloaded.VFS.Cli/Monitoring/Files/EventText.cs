using System.IO.Enumeration;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Monitoring.Files;

/// <summary>Calls and totals as text, for logs and for output that isn't a terminal.</summary>
internal static class EventText
{
    /// <summary>Formats a call as one line: time, thread, duration, function, status, path, replacement, mod.</summary>
    public static string Line(FileEvent call) => string.Create(CultureInfo.InvariantCulture,
        $"{call.Began.TotalSeconds,9:0.0000} {call.Thread,6} {Duration(call.Duration),9} {call.Function,-24} {Status(call),-11} "
            + $"{call.Path}{(call.IsRedirected ? $" -> {call.Became ?? "?"} [{call.Layer!.Name}]" : "")}");

    /// <summary>Returns the result of a call, in a word if there is one.</summary>
    public static string Status(FileEvent call) => (uint)call.Status switch
    {
        _ when call.IsMissing => "missing",
        0 when call.IsRedirected => "mod",
        0 => "game",
        0xC000_0022 => "denied",
        0xC000_0043 => "sharing",
        uint other => $"0x{other:X8}",
    };

    /// <summary>Formats a duration with three digits.</summary>
    public static string Duration(TimeSpan duration) => duration.TotalMilliseconds switch
    {
        < 1 => $"{duration.TotalMicroseconds:0} us",
        < 1000 => $"{duration.TotalMilliseconds:0.0} ms",
        _ => $"{duration.TotalSeconds:0.00} s",
    };

    /// <summary>
    /// Returns a path from the folder on that mods are laid over, which every path begins with, with slashes as the live view has them.
    /// </summary>
    public static string Short(string path, IReadOnlyCollection<EventLayer> layers) =>
        (layers.Select(layer => PathIn(layer, path)).OfType<string>().MinBy(inner => inner.Length) ?? path).Replace('\\', '/');

    /// <summary>Returns a path from the folder on over which a layer lies, or null if the path isn't below that folder.</summary>
    public static string? PathIn(EventLayer layer, string path) => layer.Target.TrimEnd('\\') is var target
        && path.Length > target.Length + 1 && path[target.Length] == '\\' && path.StartsWith(target, StringComparison.OrdinalIgnoreCase)
            ? path[(target.Length + 1)..]
            : null;

    /// <summary>Writes the totals at the end.</summary>
    public static void WriteSummary(TextWriter output, MonitorModel model, IReadOnlyCollection<EventLayer> layers, long dropped)
    {
        output.WriteLine(
            $"{model.Calls} calls in {Duration(model.Time)}, {model.Redirected} of mods' files, {model.Missing} for missing "
                + $"names{(dropped > 0 ? $", {dropped} more {(dropped == 1 ? "wasn't" : "weren't")} recorded (too many at once)" : "")}");
        if (model.Calls > 0)
        {
            output.WriteLine("slowest files:");
            foreach (FileEvent call in model.Slowest(10))
                output.WriteLine($"  {Duration(call.Duration),9}  {Short(call.Path, layers)}{(call.IsRedirected ? $" [{call.Layer!.Name}]" : "")}");
            output.WriteLine("hottest folders:");
            foreach ((string folder, long calls, TimeSpan time) in model.HottestFolders(10))
                output.WriteLine($"  {calls,9}  {Short(folder, layers)} ({Duration(time)})");
            output.WriteLine("mods:");
            foreach ((string mod, long calls) in model.Mods)
                output.WriteLine($"  {calls,9}  {mod}");
        }

        if (WrittenPaths.Of(model.Written, layers) is { Count: > 0 } written)
        {
            output.WriteLine("opened for writing:");
            WrittenOwner.Write(output, written, more: "");
        }

        string[] unused = [.. model.UnusedMods(layers)];
        if (unused.Length > 0)
            output.WriteLine($"nothing was asked for of: {string.Join(", ", unused)}");
    }

    /// <summary>Returns the mods' files that each thread opened last, for the report of a crash.</summary>
    public static IEnumerable<string> LastFiles(IEnumerable<FileEvent> calls, int each = 3) =>
        calls.GroupBy(c => c.Thread).OrderByDescending(g => g.Max(c => c.Began)).Take(16).SelectMany(thread =>
            thread.OrderByDescending(c => c.Began).DistinctBy(c => c.Path).Take(each)
                .Select(call => $"thread {thread.Key}: {call.Path} of the mod '{call.Layer?.Name ?? "?"}'{Failure(call.Status)}"));

    private static string Failure(int status) =>
        status == 0 ? "" : $" ({NtStatusNames.NameOf((uint)status) ?? $"0x{status:X8}"})";
}

/// <summary>A filter of the calls that are shown. Totals count all calls.</summary>
internal sealed record EventFilter
{
    /// <summary>Gets a value indicating whether only calls for files of mods are shown.</summary>
    public bool OnlyRedirected { get; init; }

    /// <summary>Gets a value indicating whether only calls for missing names are shown.</summary>
    public bool OnlyMissing { get; init; }

    /// <summary>Gets a pattern with wildcards (<c>*.dds</c>) or a part of the path; null for all.</summary>
    public string? Pattern { get; init; }

    public bool Matches(FileEvent call)
    {
        if ((OnlyRedirected && !call.IsRedirected) || (OnlyMissing && !call.IsMissing))
            return false;
        if (Pattern is not { Length: > 0 } pattern)
            return true;
        // A backslash would be an escape in an expression.
        pattern = pattern.Replace('\\', '/');
        string path = call.Path.Replace('\\', '/');
        return pattern.AsSpan().IndexOfAny('*', '?') < 0
            ? path.Contains(pattern, StringComparison.OrdinalIgnoreCase)
            : FileSystemName.MatchesSimpleExpression("*/" + pattern.TrimStart('/'), path, ignoreCase: true);
    }
}

/// <summary>The totals of the calls so far. Not thread-safe.</summary>
internal sealed class MonitorModel(EventFilter filter)
{
    private const int RecentCount = 500;

    private readonly Dictionary<string, (TimeSpan Longest, FileEvent Call)> _slowest = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, (long Calls, TimeSpan Time)> _folders = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, long> _mods = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, FileEvent> _written = new(StringComparer.OrdinalIgnoreCase);
    private readonly Queue<FileEvent> _recent = new();

    public long Calls { get; private set; }

    /// <summary>Gets the number of calls that got a mod's file.</summary>
    public long Redirected { get; private set; }

    /// <summary>Gets the number of calls for missing names.</summary>
    public long Missing { get; private set; }

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

    public IEnumerable<FileEvent> Slowest(int count) => _slowest.Values.OrderByDescending(s => s.Longest).Take(count).Select(s => s.Call);

    public IEnumerable<(string Folder, long Calls, TimeSpan Time)> HottestFolders(int count) =>
        _folders.OrderByDescending(f => f.Value.Calls).ThenBy(f => f.Key, StringComparer.OrdinalIgnoreCase).Take(count)
            .Select(f => (f.Key, f.Value.Calls, f.Value.Time));

    /// <summary>Gets the number of calls for each mod's files.</summary>
    public IEnumerable<(string Mod, long Calls)> Mods => _mods.OrderByDescending(m => m.Value).Select(m => (m.Key, m.Value));

    /// <summary>Returns the mods of which no file was requested.</summary>
    public IEnumerable<string> UnusedMods(IEnumerable<EventLayer> layers) =>
        layers.Select(l => l.Name).Distinct(StringComparer.OrdinalIgnoreCase).Where(n => !_mods.ContainsKey(n));
}
