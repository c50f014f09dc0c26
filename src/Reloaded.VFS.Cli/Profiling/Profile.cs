using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Cli.Profiling;

/// <summary>A whole run's file calls, and what they come to. Immutable.</summary>
internal sealed class Profile
{
    /// <summary>Analyses a run.</summary>
    /// <param name="game">The program.</param>
    /// <param name="calls">All calls; they get sorted by their beginning.</param>
    /// <param name="layers">The layers.</param>
    /// <param name="dropped">Calls that weren't recorded.</param>
    /// <param name="sizeOf">A real file's size in bytes; null where it can't be read.</param>
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

    /// <summary>The program.</summary>
    public string Game { get; }

    /// <summary>All calls, by their beginning.</summary>
    public IReadOnlyList<FileEvent> Calls { get; }

    /// <summary>The layers.</summary>
    public IReadOnlyCollection<EventLayer> Layers { get; }

    /// <summary>Calls that weren't recorded.</summary>
    public long Dropped { get; }

    /// <summary>The size of files that were opened, in bytes, by the path that the game used.</summary>
    public Dictionary<string, long> Sizes { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>From the first call's beginning to the last one's end.</summary>
    public TimeSpan Span { get; private set; }

    /// <summary>How long at least one thread was in a file call.</summary>
    public TimeSpan Busy { get; private set; }

    /// <summary>How long exactly one thread was, and no other beside it.</summary>
    public TimeSpan Alone { get; private set; }

    /// <summary>The share of the time in file calls that only one thread was in one: 0 to 1.</summary>
    public double NotParallel => Busy > TimeSpan.Zero ? Alone / Busy : 0;

    private void Measure()
    {
        if (Calls.Count == 0)
            return;
        Span = Calls.Max(c => c.Began + c.Duration) - Calls[0].Began;
        // Beginnings and ends in order; an end before a beginning at the same moment.
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
