namespace Reloaded.VFS.Mods.Laying;

/// <summary>The map that says where a mod's parts go. Immutable.</summary>
/// <remarks>
/// Files that no rule names aren't laid over anything. If one rule names a folder and another something in it, the inner one counts there.
/// </remarks>
/// <param name="rules">The rules as the mod's own file would have them.</param>
/// <param name="mod">The mod.</param>
internal sealed class ModMap(IReadOnlyList<MapRule> rules, Mod mod)
{
    public IReadOnlyList<MapRule> Rules => rules;

    /// <summary>Returns a mod's map, preferring the configuration's to its own, or null if all of it is laid over the targets.</summary>
    public static ModMap? Of(VfsConfiguration configuration, Mod mod)
    {
        MapRule[] given =
            [.. configuration.Map.Where(rule => NameComparer.Instance.Equals(rule.Mod, mod.Name)).Select(rule => rule.InMod())];
        return given.Length > 0 ? new ModMap(given, mod) : mod.Metadata.Map is { } own ? new ModMap(own, mod) : null;
    }

    /// <summary>Returns errors for the configuration's rules whose mods aren't there.</summary>
    public static IEnumerable<Diagnostic> FindGone(VfsConfiguration configuration, IReadOnlyList<Mod> mods) =>
        from rule in configuration.Map
        where !mods.Any(mod => mod.State != ModState.Missing && NameComparer.Instance.Equals(mod.Name, rule.Mod))
        select At(rule, Diagnostic.Error($"there is no mod '{rule.Mod}', which is mapped here"), rule.Mod);

    /// <summary>
    /// Returns the parts of a mod, and adds errors for rules that match nothing. Without a map, all of the mod goes over the targets.
    /// </summary>
    public static List<ModPart> Split(VfsConfiguration configuration, Mod mod, FolderListing listing, List<Diagnostic> diagnostics) =>
        Of(configuration, mod)?.Split(listing, diagnostics) ?? [ModPart.Whole(listing)];

    /// <summary>Returns the parts of the mod, in the order of its folders, and adds errors for rules that match nothing.</summary>
    public List<ModPart> Split(FolderListing listing, List<Diagnostic> diagnostics)
    {
        using var splitter = new MapSplitter(listing);
        foreach (MapRule rule in rules)
        {
            if (!splitter.Begin(rule))
                diagnostics.Add(At(rule, Diagnostic.Error($"the mod '{mod.Name}' has no '{MapRule.Show(rule.From)}', which is mapped here")));
        }

        splitter.Assign();
        foreach (string path in splitter.AssignHides())
        {
            string cause = $"'{MapRule.Show(path)}' isn't hidden: no part of the mod goes to a folder that contains it";
            diagnostics.Add(
                Diagnostic.Error(cause, mod.Metadata.File, fix: "add a part that goes to \".\" to the map") with { Key = "hide" });
        }

        return splitter.Build();
    }

    /// <summary>Returns the folders of the mod from which something may go into a folder of the targets, as relative paths.</summary>
    /// <param name="place">The folder's path below the target, with backslashes; empty for the target itself.</param>
    public IEnumerable<string> FoldersFor(string place)
    {
        foreach (MapRule rule in rules.Where(rule => rule.Base is null))
        {
            // The rule may name a file.
            yield return rule.From[..Math.Max(rule.From.LastIndexOf('\\'), 0)];
            if (rule.To.Length == 0 || VirtualPath.IsSameOrBelow(place, rule.To))
                yield return $@"{rule.From}\{place[rule.To.Length..].TrimStart('\\')}".Trim('\\');
        }
    }

    private Diagnostic At(MapRule rule, Diagnostic diagnostic) => At(rule, diagnostic, mod.Name);

    private static Diagnostic At(MapRule rule, Diagnostic diagnostic, string mod) => diagnostic with
    {
        File = rule.Location?.File,
        Line = rule.Location?.Line,
        Key = rule.Location is { } place ? $"{place.Key}.from" : null,
        Mod = mod,
    };
}

/// <summary>A part of a mod, and the folder over which it is laid. Immutable.</summary>
/// <param name="Listing">The part's content; the listing's root is the real folder.</param>
/// <param name="Base">The known folder that the part goes to, or null for the targets.</param>
/// <param name="Below">The path below that folder, with backslashes; empty for the folder itself.</param>
internal sealed record ModPart(FolderListing Listing, KnownFolder? Base, string Below)
{
    /// <summary>Gets the names that lead from the mod's folder to the listing's root.</summary>
    public string[] Names { get; init; } = [];

    /// <summary>Gets the destination as files name it: <c>%DOCUMENTS%\My Games</c>, or relative to the target.</summary>
    public string To => Base is not { } known ? Below
        : Below.Length == 0 ? KnownFolders.NameOf(known) : $@"{KnownFolders.NameOf(known)}\{Below}";

    /// <summary>Returns a part that is a whole mod, over the targets.</summary>
    public static ModPart Whole(FolderListing listing) => new(listing, null, "");
}
