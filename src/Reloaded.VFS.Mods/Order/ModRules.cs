using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Order;

/// <summary>
/// What mods say of each other: which must be there, which comes before which, which mustn't be there together. Rules decide the order of
/// mods that <c>order.txt</c> doesn't list; where it lists both, it wins. Immutable.
/// </summary>
internal sealed class ModRules
{
    private sealed record Rule(Mod First, Mod Second, Mod Says);

    private readonly List<Rule> _rules = [];
    private readonly List<Diagnostic> _diagnostics = [];
    private readonly Dictionary<string, Mod> _byName = new(NameComparer.Instance);

    private ModRules(IEnumerable<Mod> mods)
    {
        Mod[] loaded = [.. mods.Where(mod => mod.IsLoaded)];
        foreach (Mod mod in loaded)
            _byName[mod.Name] = mod;
        foreach (Mod mod in loaded)
        {
            if (mod.Metadata.Id is { } id)
                _byName.TryAdd(id, mod);
        }

        foreach (Mod mod in loaded)
            Take(mod);
        DropCircles(loaded);
    }

    /// <summary>The rules of the mods that are to be laid over the game.</summary>
    public static ModRules Of(IEnumerable<Mod> mods) => new(mods);

    /// <summary>Needs that aren't there, mods that don't go together, rules that lead in a circle.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics => _diagnostics;

    /// <summary>Mods in an order that keeps every rule between them, and otherwise in the one that they have.</summary>
    public List<Mod> Sort(IReadOnlyList<Mod> mods)
    {
        var left = new List<Mod>(mods);
        var sorted = new List<Mod>(mods.Count);
        while (left.Count > 0)
        {
            // Without circles there is always one.
            int next = Math.Max(0, left.FindIndex(mod => !_rules.Exists(rule => rule.Second == mod && left.Contains(rule.First))));
            sorted.Add(left[next]);
            left.RemoveAt(next);
        }

        return sorted;
    }

    /// <summary>Rules that an order doesn't keep.</summary>
    /// <param name="mods">The order.</param>
    /// <param name="orderFile">The file that says so, for messages.</param>
    public List<Diagnostic> FindBroken(IReadOnlyList<Mod> mods, string orderFile)
    {
        Dictionary<Mod, int> places = mods.Select((mod, place) => (mod, place)).ToDictionary(pair => pair.mod, pair => pair.place);
        var broken = new List<Diagnostic>();
        foreach (Rule rule in _rules.Where(rule => places[rule.First] > places[rule.Second]))
        {
            Mod other = rule.Says == rule.First ? rule.Second : rule.First;
            string wanted = rule.Says == rule.First ? "before" : "after";
            broken.Add(Diagnostic.Warning(
                $"'{rule.Says.Name}' says that it comes {wanted} '{other.Name}', but {OrderFile.Name} has them the other way round, "
                    + "which counts") with
            {
                File = orderFile,
                Line = rule.Says.Line,
                Mod = rule.Says.Name,
                Fix = $"rvfs order --fix, or move the line of '{rule.Says.Name}'",
            });
        }

        return broken;
    }

    private void Take(Mod mod)
    {
        ModMetadata says = mod.Metadata;
        foreach (string need in says.Needs)
        {
            if (Find(need) is { } needed)
                Add(needed, mod, mod);
            else
                _diagnostics.Add(Missing(mod, need));
        }

        foreach (string name in says.After)
        {
            if (Find(name) is { } earlier)
                Add(earlier, mod, mod);
        }

        foreach (string name in says.Before)
        {
            if (Find(name) is { } later)
                Add(mod, later, mod);
        }

        foreach (string name in says.Conflicts)
        {
            if (Find(name) is { } other && other != mod)
                _diagnostics.Add(Diagnostic.Warning(
                    $"'{mod.Name}' says that it doesn't go together with '{other.Name}', and both are there") with
                {
                    File = says.File,
                    Mod = mod.Name,
                    Fix = $"switch one of the two off: rvfs mods disable \"{other.Name}\"",
                });
        }
    }

    private void Add(Mod first, Mod second, Mod says)
    {
        if (first != second)
            _rules.Add(new Rule(first, second, says));
    }

    // Thunderstore's names have the team's before them.
    private Mod? Find(string name)
    {
        int dash = name.IndexOf('-');
        return _byName.GetValueOrDefault(name) ?? (dash > 0 ? _byName.GetValueOrDefault(name[(dash + 1)..]) : null);
    }

    /// <summary>What other managers' files need may be the loader itself, or another thing that is no mod here.</summary>
    private static Diagnostic Missing(Mod mod, string need)
    {
        bool isOwn = Path.GetFileName(mod.Metadata.File) == ModMetadataReader.FileName;
        string cause = $"'{mod.Name}' needs '{ModName.Show(need)}', which isn't there or is switched off";
        return (isOwn ? Diagnostic.Error(cause) : Diagnostic.Notice(cause)) with
        {
            File = mod.Metadata.File,
            Mod = mod.Name,
            Fix = $"put '{ModName.Show(need)}' into the mods folder, or switch it on",
        };
    }

    /// <summary>The rules of a circle don't count; each circle is told once, as a chain.</summary>
    private void DropCircles(Mod[] mods)
    {
        while (FindCircle(mods) is { } circle)
        {
            string chain = string.Join(" before ", circle.Select(mod => $"'{mod.Name}'"));
            _diagnostics.Add(Diagnostic.Warning($"the rules of mods lead in a circle and don't count: {chain}") with
            {
                File = circle[0].Metadata.File,
                Mod = circle[0].Name,
                Fix = "remove one of them from 'after', 'before' or 'needs'",
            });
            for (int i = 0; i + 1 < circle.Count; i++)
                _rules.RemoveAll(rule => rule.First == circle[i] && rule.Second == circle[i + 1]);
        }
    }

    /// <summary>Mods each of which is to come before the next one; the last is the first. Null where there is none.</summary>
    private List<Mod>? FindCircle(Mod[] mods)
    {
        var done = new HashSet<Mod>();
        foreach (Mod start in mods)
        {
            var way = new List<Mod>();
            if (Walk(start, way, done) is { } circle)
                return circle;
        }

        return null;
    }

    private List<Mod>? Walk(Mod mod, List<Mod> way, HashSet<Mod> done)
    {
        int known = way.IndexOf(mod);
        way.Add(mod);
        if (known >= 0)
            return way[known..];
        if (!done.Contains(mod))
        {
            foreach (Rule rule in _rules.Where(rule => rule.First == mod))
            {
                if (Walk(rule.Second, way, done) is { } circle)
                    return circle;
            }

            done.Add(mod);
        }

        way.RemoveAt(way.Count - 1);
        return null;
    }
}
