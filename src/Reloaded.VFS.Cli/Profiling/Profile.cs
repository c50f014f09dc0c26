using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Cli.Profiling;

/// <summary>The file calls of a whole run, and their analysis. Immutable.</summary>
internal sealed class Profile
{
    /// <summary>Analyses a run.</summary>
    /// <param name="game">The program.</param>
    /// <param name="calls">All calls. They are sorted by their beginning.</param>
    /// <param name="layers">The layers.</param>
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

    /// <summary>Gets the program.</summary>
    public string Game { get; }

    /// <summary>Gets all calls, ordered by their beginning.</summary>
    public IReadOnlyList<FileEvent> Calls { get; }

    /// <summary>Gets the layers.</summary>
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
        List<(TimeSpan At, int Change)> edges = [];
        foreach (FileEvent call in Calls)
        {
            edges.Add((call.Began, 1));
            edges.Add((call.Began + call.Duration, -1));
        }

        edges.Sort((x, y) => x.At != y.At ? x.At.CompareTo(y.At) : x.Change.CompareTo(y.Change));
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
