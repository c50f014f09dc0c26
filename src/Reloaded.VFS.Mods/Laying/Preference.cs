namespace Reloaded.VFS.Mods.Laying;

/// <summary>A rule of <c>prefer.txt</c> and the mod that it prefers, by its index among the mods. Immutable.</summary>
/// <remarks>
/// The rule becomes a layer above all mods with the files of the mod that it names, as if they had been copied over the game once more
/// after every mod.
/// </remarks>
internal sealed record Preference(PreferenceRule Rule, int Mod)
{
    /// <summary>Returns the rules whose mods are to be laid over the game.</summary>
    public static List<Preference> Of(LoadOrder order)
    {
        var found = new List<Preference>();
        Dictionary<string, int> indexes = IndexesOf(order);
        foreach (PreferenceRule rule in order.Preferences)
        {
            if (indexes.TryGetValue(rule.Mod, out int mod) && order.Mods[mod].IsLoaded)
                found.Add(new Preference(rule, mod));
        }

        return found;
    }

    /// <summary>Returns warnings for rules whose mod isn't there or has no such file.</summary>
    /// <param name="order">The rules and the mods.</param>
    /// <param name="partsOf">Returns the parts of a mod by its index, or null if they aren't known.</param>
    public static IEnumerable<Diagnostic> FindGone(LoadOrder order, Func<int, IReadOnlyList<ModPart>?> partsOf)
    {
        Dictionary<string, int> indexes = IndexesOf(order);
        foreach (PreferenceRule rule in order.Preferences)
        {
            int mod = indexes.GetValueOrDefault(rule.Mod, -1);
            string? cause = mod < 0 || order.Mods[mod].State == ModState.Missing
                ? $"there is no mod '{rule.Mod}', which is preferred here"
                : partsOf(mod) is { } parts && Select(parts, rule.Pattern).Count == 0
                    ? $"the mod '{order.Mods[mod].Name}', which is preferred here, has no '{rule.Pattern.Text}'"
                    : null;
            string fix = $"remove the line: rvfs prefer --remove \"{rule.Pattern.Text}\"";
            if (cause is not null)
                yield return Diagnostic.Warning(cause, order.PreferenceFile, rule.Mod, fix) with { Line = rule.Line };
        }
    }

    /// <summary>Returns what a pattern matches of a mod's parts, by the paths that they go to. Parts without one are left out.</summary>
    public static List<ModPart> Select(IReadOnlyList<ModPart> parts, PathPattern pattern) =>
        [.. parts.Select(part => part with { Listing = Select(part.Listing, pattern, part.To) }).Where(part => part.Listing.FileCount > 0)];

    /// <summary>Returns the files of a listing that a pattern matches, or that are in a folder that it matches.</summary>
    /// <param name="listing">The listing.</param>
    /// <param name="pattern">The pattern.</param>
    /// <param name="to">The path of the listed folder itself, as patterns name it.</param>
    public static FolderListing Select(FolderListing listing, PathPattern pattern, string to = "")
    {
        using var builder = new FolderListingBuilder(listing.Root);
        var paths = new string[listing.FolderCount];
        var isWhole = new bool[listing.FolderCount];
        int[] made = [.. Enumerable.Repeat(-1, listing.FolderCount)];
        (paths[0], made[0]) = (to, 0);
        for (int end = to.Length; end > 0 && !isWhole[0]; end = to.LastIndexOf('\\', end - 1))
            isWhole[0] = pattern.Matches(to.AsSpan(0, end));
        for (int i = 0; i < listing.FolderCount; i++)
        {
            if (i > 0)
            {
                int parent = listing.GetParent(i);
                paths[i] = Join(paths[parent], listing.GetFolderName(i));
                isWhole[i] = isWhole[parent] || pattern.Matches(paths[i]);
            }

            (int first, int count) = listing.GetFiles(i);
            for (int file = first; file < first + count; file++)
            {
                string name = listing.GetFileName(file);
                if (isWhole[i] || pattern.Matches(Join(paths[i], name)))
                    builder.AddFile(Enter(i), name);
            }
        }

        return builder.Build();

        int Enter(int folder) => made[folder] >= 0 ? made[folder]
            : made[folder] = builder.AddFolder(Enter(listing.GetParent(folder)), listing.GetFolderName(folder));
    }

    private static Dictionary<string, int> IndexesOf(LoadOrder order)
    {
        var indexes = new Dictionary<string, int>(NameComparer.Instance);
        for (int i = 0; i < order.Mods.Count; i++)
            indexes.TryAdd(order.Mods[i].Name, i);
        return indexes;
    }

    private static string Join(string folder, string name) => folder.Length == 0 ? name : $@"{folder}\{name}";
}
