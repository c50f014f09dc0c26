using System.Globalization;
using System.IO.Enumeration;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Events;

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
        < 1 => string.Create(CultureInfo.InvariantCulture, $"{duration.TotalMicroseconds:0} us"),
        < 1000 => string.Create(CultureInfo.InvariantCulture, $"{duration.TotalMilliseconds:0.0} ms"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{duration.TotalSeconds:0.00} s"),
    };

    /// <summary>
    /// Returns a path from the folder on that mods are laid over, which every path begins with, with slashes as the live view has them.
    /// </summary>
    public static string Short(string path, IReadOnlyCollection<EventLayer> layers)
    {
        string? target = layers.Select(layer => layer.Target.TrimEnd('\\')).Where(target => path.Length > target.Length + 1
                && path[target.Length] == '\\' && path.StartsWith(target, StringComparison.OrdinalIgnoreCase))
            .MaxBy(target => target.Length);
        return (target is null ? path : path[(target.Length + 1)..]).Replace('\\', '/');
    }

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

    /// <summary>Determines whether a call is shown.</summary>
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
