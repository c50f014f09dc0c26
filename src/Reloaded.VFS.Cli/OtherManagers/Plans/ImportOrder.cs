using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.OtherManagers.Plans;

/// <summary>
/// Finds an order for mods of which it is only known which of two comes first. Where that leads in a circle, what is said least often is
/// given up. Not thread-safe.
/// </summary>
internal sealed class ImportOrder
{
    private readonly Dictionary<string, Dictionary<string, int>> _later = new(NameComparer.Instance);

    /// <summary>Says, once more, that a mod comes before another.</summary>
    public void Add(string first, string second)
    {
        if (NameComparer.Instance.Equals(first, second))
            return;
        if (!_later.TryGetValue(first, out Dictionary<string, int>? counts))
            _later.Add(first, counts = new Dictionary<string, int>(NameComparer.Instance));
        counts[second] = counts.GetValueOrDefault(second) + 1;
    }

    /// <summary>Returns the names in an order that keeps what was said. Names of which nothing was said keep their order.</summary>
    public List<string> Sort(IReadOnlyList<string> names)
    {
        var waits = names.ToDictionary(name => name, _ => 0, NameComparer.Instance);
        foreach ((string first, Dictionary<string, int> counts) in _later)
        {
            foreach ((string second, int count) in counts)
            {
                if (waits.ContainsKey(first) && waits.ContainsKey(second))
                    waits[second] += count;
            }
        }

        List<string> sorted = [], left = [.. names];
        while (left.Count > 0)
        {
            // The first that waits for none, or else the first of those that wait for the fewest.
            int next = 0;
            for (int i = 1; i < left.Count && waits[left[next]] > 0; i++)
            {
                if (waits[left[i]] < waits[left[next]])
                    next = i;
            }

            string name = left[next];
            left.RemoveAt(next);
            sorted.Add(name);
            foreach ((string second, int count) in _later.GetValueOrDefault(name) ?? [])
            {
                if (waits.ContainsKey(second))
                    waits[second] -= count;
            }
        }

        return sorted;
    }
}
