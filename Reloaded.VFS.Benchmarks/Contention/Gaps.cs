namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>
/// The times in which a thread finished nothing. Wherever the gaps of all threads overlap, no thread got anything done: the system was
/// idle, however busy it looked.
/// </summary>
/// <param name="capacity">The maximum number of gaps. Allocated from the start: a growing list would itself cause a gap.</param>
public sealed class Gaps(int capacity)
{
    private readonly List<(long From, long To)> _gaps = new(capacity);

    /// <summary>Gets the gaps in order of time.</summary>
    public IReadOnlyList<(long From, long To)> All => _gaps;

    public void Add(long from, long to)
    {
        if (_gaps.Count < capacity)
            _gaps.Add((from, to));
    }

    /// <summary>Returns the time spans that lie in a gap of every thread, in order.</summary>
    public static IReadOnlyList<(long From, long To)> Intersect(IReadOnlyList<Gaps> threads)
    {
        IReadOnlyList<(long From, long To)> common = threads[0].All;
        foreach (Gaps thread in threads.Skip(1))
            common = Intersect(common, thread.All);
        return common;
    }

    private static List<(long From, long To)> Intersect(IReadOnlyList<(long From, long To)> left, IReadOnlyList<(long From, long To)> right)
    {
        var common = new List<(long, long)>();
        for (int l = 0, r = 0; l < left.Count && r < right.Count;)
        {
            long from = Math.Max(left[l].From, right[r].From), to = Math.Min(left[l].To, right[r].To);
            if (from < to)
                common.Add((from, to));
            if (left[l].To < right[r].To)
                l++;
            else
                r++;
        }

        return common;
    }
}
