using System.Reflection;
using System.Text.Json;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Profiling;

/// <summary>The file calls of a whole run, and their analysis. Immutable.</summary>
internal sealed class Profile
{
    /// <summary>Analyses a run.</summary>
    /// <param name="game">The program.</param>
    /// <param name="calls">All calls. They are sorted by their beginning.</param>
    /// <param name="dropped">The number of calls that weren't recorded.</param>
    /// <param name="sizeOf">Returns a real file's size in bytes, or null if it can't be read.</param>
    public Profile(string game, IEnumerable<FileEvent> calls, IReadOnlyCollection<EventLayer> layers, long dropped,
        Func<string, long?> sizeOf)
    {
        Game = game;
        Calls = [.. calls.OrderBy(c => c.Began)];
        Layers = layers;
        Dropped = dropped;
        foreach (FileEvent call in Calls.Where(c => c.Status == 0 && c.IsOpen && !c.Path.StartsWith('…')))
        {
            if (!Sizes.ContainsKey(call.Path) && sizeOf(call.Became ?? call.Path) is { } size)
                Sizes.Add(call.Path, size);
        }

        Measure();
    }

    public string Game { get; }

    /// <summary>Gets all calls, ordered by their beginning.</summary>
    public IReadOnlyList<FileEvent> Calls { get; }

    public IReadOnlyCollection<EventLayer> Layers { get; }

    /// <summary>Gets the number of calls that weren't recorded.</summary>
    public long Dropped { get; }

    /// <summary>Gets the sizes of opened files in bytes, by the paths that the game used.</summary>
    public Dictionary<string, long> Sizes { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Gets the time from the first call's beginning to the last one's end.</summary>
    public TimeSpan Span { get; private set; }

    /// <summary>Gets the time during which at least one thread was in a file call.</summary>
    public TimeSpan Busy { get; private set; }

    /// <summary>Gets the time during which exactly one thread was in a file call.</summary>
    public TimeSpan Alone { get; private set; }

    /// <summary>Gets the share, from 0 to 1, of the time in file calls during which only one thread was in one.</summary>
    public double NotParallel => Busy > TimeSpan.Zero ? Alone / Busy : 0;

    private void Measure()
    {
        if (Calls.Count == 0)
            return;
        Span = Calls.Max(c => c.Began + c.Duration) - Calls[0].Began;
        // Beginnings and ends in order. At the same time, an end precedes a beginning.
        (TimeSpan At, int Change)[] edges = [.. Calls.Select(call => (call.Began, 1))
            .Concat(Calls.Select(call => (call.Began + call.Duration, -1))).Order()];
        int running = 0;
        TimeSpan last = edges[0].At;
        foreach ((TimeSpan at, int change) in edges)
        {
            if (running > 0)
                Busy += at - last;
            if (running == 1)
                Alone += at - last;
            running += change;
            last = at;
        }
    }
}

/// <summary>A writer of a profile as a self-contained HTML file: <c>profile.html</c> with the data as JSON inside the page.</summary>
internal static class ProfileHtml
{
    private const string Mark = "/*DATA*/";

    public static void Write(Profile profile, string file)
    {
        using Stream form = Assembly.GetExecutingAssembly().GetManifestResourceStream("profile.html")!;
        string page = new StreamReader(form).ReadToEnd();
        int at = page.IndexOf(Mark, StringComparison.Ordinal);
        File.WriteAllText(file, string.Concat(page.AsSpan(0, at), Data(profile), page.AsSpan(at + Mark.Length)));
    }

    // The default encoder escapes < and &, so that no path can end the script.
    private static string Data(Profile profile)
    {
        MemoryStream output = new();
        using (Utf8JsonWriter json = new(output))
        {
            json.WriteStartObject();
            json.WriteString("version", CliVersion.Text);
            json.WriteString("game", profile.Game);
            json.WriteNumber("span", profile.Span.TotalMilliseconds);
            json.WriteNumber("busy", profile.Busy.TotalMilliseconds);
            json.WriteNumber("notParallel", profile.NotParallel);
            json.WriteNumber("dropped", profile.Dropped);
            json.WriteList("mods", profile.Layers.Select(l => l.Name).Distinct(), json.WriteStringValue);
            TimeSpan begin = profile.Calls.Count > 0 ? profile.Calls[0].Began : TimeSpan.Zero;
            // The columns are begin and duration in milliseconds, thread, function, result, path, mod, size.
            json.WriteList("calls", profile.Calls, call =>
            {
                json.WriteStartArray();
                json.WriteNumberValue(Math.Round((call.Began - begin).TotalMilliseconds, 4));
                json.WriteNumberValue(Math.Round(call.Duration.TotalMilliseconds, 4));
                json.WriteNumberValue(call.Thread);
                json.WriteStringValue(call.Function.ToString());
                json.WriteStringValue(EventText.Status(call));
                json.WriteStringValue(call.Path);
                json.WriteStringValue(call.IsRedirected ? call.Layer!.Name : null);
                if (profile.Sizes.TryGetValue(call.Path, out long size))
                    json.WriteNumberValue(size);
                else
                    json.WriteNullValue();
                json.WriteEndArray();
            });
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(output.ToArray());
    }
}

/// <summary>A writer of a profile in the trace event format that Chrome (<c>chrome://tracing</c>) and Perfetto read.</summary>
internal static class ProfileTrace
{
    /// <summary>Writes a complete event for each call, and a track for each thread.</summary>
    public static void Write(Profile profile, Stream output)
    {
        using Utf8JsonWriter json = new(output);
        json.WriteStartObject();
        json.WriteString("displayTimeUnit", "ms");
        json.WriteStartArray("traceEvents");
        foreach (uint thread in profile.Calls.Select(c => c.Thread).Distinct())
        {
            json.WriteStartObject();
            json.WriteString("name", "thread_name");
            json.WriteString("ph", "M");
            json.WriteNumber("pid", 1);
            json.WriteNumber("tid", thread);
            json.WriteStartObject("args");
            json.WriteString("name", $"thread {thread}");
            json.WriteEndObject();
            json.WriteEndObject();
        }

        foreach (FileEvent call in profile.Calls)
        {
            json.WriteStartObject();
            json.WriteString("name", VirtualPath.GetName(call.Path));
            json.WriteString("cat", call.IsRedirected ? "mod" : call.IsMissing ? "missing" : "game");
            json.WriteString("ph", "X");
            json.WriteNumber("ts", Math.Round(call.Began.TotalMicroseconds, 3));
            json.WriteNumber("dur", Math.Round(call.Duration.TotalMicroseconds, 3));
            json.WriteNumber("pid", 1);
            json.WriteNumber("tid", call.Thread);
            json.WriteStartObject("args");
            json.WriteString("path", call.Path);
            json.WriteString("function", call.Function.ToString());
            json.WriteString("result", EventText.Status(call));
            if (call.Became is { } became)
                json.WriteString("became", became);
            if (call.Layer is { } layer)
                json.WriteString("mod", layer.Name);
            if (profile.Sizes.TryGetValue(call.Path, out long size))
                json.WriteNumber("size", size);
            json.WriteEndObject();
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }
}
