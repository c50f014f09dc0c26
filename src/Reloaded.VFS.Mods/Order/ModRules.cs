using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Mods.Order;

/// <summary>
/// The rules that mods state about each other: which mods must be there, which come before which, and which mustn't be there together.
/// Immutable.
/// </summary>
/// <remarks>The rules decide the order of mods that <c>order.txt</c> doesn't list. If it lists both mods of one, it wins.</remarks>
internal sealed class ModRules
{
    private sealed record Rule(Mod First, Mod Second, Mod Says)
    {
        /// <summary>Gets or sets a value indicating whether the rule is part of a cycle.</summary>
        public bool IsDropped { get; set; }
    }

    private readonly List<Rule> _rules = [];
    private readonly Dictionary<(string First, string Second), Rule> _byNames = [];
    private readonly Dictionary<Mod, List<Rule>> _byFirst = new(ReferenceEqualityComparer.Instance);
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
            AddRulesOf(mod);
        if (_rules.Count > 0)
            DropCircles(loaded);
    }

    /// <summary>Returns the rules of the mods that are to be laid over the game.</summary>
    public static ModRules Of(IEnumerable<Mod> mods) => new(mods);

    /// <summary>Gets the problems found: needed mods that aren't there, mods that conflict, and cycles of rules.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics => _diagnostics;

    /// <summary>Returns mods in an order that keeps every rule between them and otherwise preserves their order.</summary>
    public List<Mod> Sort(IReadOnlyList<Mod> mods) => _rules.Count == 0 ? [.. mods] : SortByRules(mods);

    private List<Mod> SortByRules(IReadOnlyList<Mod> mods)
    {
        var waitsFor = new Dictionary<Mod, int>(ReferenceEqualityComparer.Instance);
        var places = new Dictionary<Mod, int>(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < mods.Count; i++)
            (waitsFor[mods[i]], places[mods[i]]) = (0, i);
        foreach (Rule rule in mods.SelectMany(RulesFrom).Where(rule => waitsFor.ContainsKey(rule.Second)))
            waitsFor[rule.Second]++;
        var free = new PriorityQueue<Mod, int>();
        foreach (Mod mod in mods.Where(mod => waitsFor[mod] == 0))
            free.Enqueue(mod, places[mod]);
        var sorted = new List<Mod>(mods.Count);
        // Without cycles, each of them becomes free.
        while (free.TryDequeue(out Mod? next, out _))
        {
            sorted.Add(next);
            foreach (Rule rule in RulesFrom(next))
            {
                if (waitsFor.ContainsKey(rule.Second) && --waitsFor[rule.Second] == 0)
                    free.Enqueue(rule.Second, places[rule.Second]);
            }
        }

        return sorted;
    }

    /// <summary>Returns diagnostics for the rules that an order doesn't keep. They name the file that defines the order.</summary>
    public List<Diagnostic> FindBroken(IReadOnlyList<Mod> mods, string orderFile) =>
        _rules.Count == 0 ? [] : FindBrokenRules(mods, orderFile);

    private List<Diagnostic> FindBrokenRules(IReadOnlyList<Mod> mods, string orderFile)
    {
        var places = new Dictionary<Mod, int>(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < mods.Count; i++)
            places[mods[i]] = i;
        var broken = new List<Diagnostic>();
        foreach (Rule rule in _rules.Where(rule => !rule.IsDropped && places[rule.First] > places[rule.Second]))
        {
            bool isBefore = ReferenceEquals(rule.Says, rule.First);
            Mod other = isBefore ? rule.Second : rule.First;
            string name = rule.Says.Name, fix = $"rvfs order --fix, or move the line of '{name}'";
            string cause = $"'{name}' says that it comes {(isBefore ? "before" : "after")} '{other.Name}', "
                + $"but {OrderFile.Name} has them the other way round, and {OrderFile.Name} counts";
            broken.Add(Diagnostic.Warning(cause, orderFile, name, fix) with { Line = rule.Says.Line });
        }

        return broken;
    }

    private void AddRulesOf(Mod mod)
    {
        ModMetadata says = mod.Metadata;
        foreach (string need in says.Needs)
        {
            if (Find(need) is { } needed)
                Add(needed, mod, mod);
            else
                _diagnostics.Add(Missing(mod, need));
        }

        foreach (Mod earlier in says.After.Select(Find).OfType<Mod>())
            Add(earlier, mod, mod);
        foreach (Mod later in says.Before.Select(Find).OfType<Mod>())
            Add(mod, later, mod);

        foreach (Mod other in says.Conflicts.Select(Find).OfType<Mod>().Where(other => !ReferenceEquals(other, mod)))
        {
            _diagnostics.Add(Diagnostic.Warning($"'{mod.Name}' says that it conflicts with '{other.Name}', and both are loaded",
                file: says.File, mod: mod.Name, fix: $"switch one of the two off: rvfs mods disable \"{other.Name}\""));
        }
    }

    private IEnumerable<Rule> RulesFrom(Mod mod) =>
        _byFirst.TryGetValue(mod, out List<Rule>? rules) ? rules.Where(rule => !rule.IsDropped) : [];

    /// <summary>Adds a rule. If several mods state the same rule, or one states it more than once, the first counts.</summary>
    private void Add(Mod first, Mod second, Mod says)
    {
        if (ReferenceEquals(first, second))
            return;
        var rule = new Rule(first, second, says);
        if (!_byNames.TryAdd((first.Name, second.Name), rule))
            return;
        _rules.Add(rule);
        if (!_byFirst.TryGetValue(first, out List<Rule>? rules))
            _byFirst.Add(first, rules = []);
        rules.Add(rule);
    }

    // Thunderstore's names begin with the team's name.
    private Mod? Find(string name)
    {
        int dash = name.IndexOf('-');
        return _byName.GetValueOrDefault(name) ?? (dash > 0 ? _byName.GetValueOrDefault(name[(dash + 1)..]) : null);
    }

    /// <summary>
    /// Returns the diagnostic for a needed mod that isn't there. What another manager's file needs may be the loader itself, or something
    /// else that isn't a mod here.
    /// </summary>
    private static Diagnostic Missing(Mod mod, string need)
    {
        string name = ModName.Show(need), cause = $"'{mod.Name}' needs '{name}', which isn't there or is switched off",
            fix = $"put '{name}' into the mods folder, or switch it on";
        return mod.Metadata.From is null
            ? Diagnostic.Error(cause, mod.Metadata.File, mod.Name, fix)
            : Diagnostic.Notice(cause, mod.Metadata.File, mod.Name, fix);
    }

    /// <summary>
    /// Drops the rules of each cycle, which is reported once, as a chain. Each rule is followed once: a mod that is done leads only to mods
    /// that aren't in a cycle.
    /// </summary>
    private void DropCircles(Mod[] mods)
    {
        var done = new HashSet<Mod>(ReferenceEqualityComparer.Instance);
        var next = new Dictionary<Mod, int>(ReferenceEqualityComparer.Instance);
        var places = new Dictionary<Mod, int>(ReferenceEqualityComparer.Instance);
        var way = new List<(Mod Mod, Rule? By)>();
        foreach (Mod start in mods.Where(mod => !done.Contains(mod)))
        {
            Enter(start, null);
            while (way.Count > 0)
            {
                Mod at = way[^1].Mod;
                List<Rule> rules = _byFirst.GetValueOrDefault(at) ?? [];
                int index = next.GetValueOrDefault(at);
                if (index == rules.Count)
                {
                    done.Add(at);
                    Leave();
                    continue;
                }

                next[at] = index + 1;
                Rule rule = rules[index];
                if (places.TryGetValue(rule.Second, out int place))
                    Drop(place, rule);
                else if (!done.Contains(rule.Second))
                    Enter(rule.Second, rule);
            }
        }

        void Enter(Mod mod, Rule? by)
        {
            places[mod] = way.Count;
            way.Add((mod, by));
        }

        void Leave()
        {
            places.Remove(way[^1].Mod);
            way.RemoveAt(way.Count - 1);
        }

        // The cycle starts at its first mod, to which the last rule leads back.
        void Drop(int place, Rule last)
        {
            string chain = string.Join(" before ", way.Skip(place).Append(way[place]).Select(step => $"'{step.Mod.Name}'"));
            _diagnostics.Add(Diagnostic.Warning($"these rules of mods form a circle and are ignored: {chain}",
                file: way[place].Mod.Metadata.File, mod: way[place].Mod.Name, fix: "remove one of them from 'after', 'before' or 'needs'"));
            last.IsDropped = true;
            while (way.Count > place + 1)
            {
                way[^1].By!.IsDropped = true;
                Leave();
            }
        }
    }
}
