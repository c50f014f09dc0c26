using Reloaded.VFS.Layers;

namespace Reloaded.VFS.Mods.Laying;

/// <summary>A layer that is to lie over a folder. Immutable.</summary>
/// <param name="Mod">The mod's number in the order.</param>
/// <param name="Part">The part of the mod that is laid.</param>
/// <param name="Target">The target that the part goes to.</param>
/// <param name="IsPreferred">True if the layer has only the files that <c>prefer.txt</c> prefers, and lies above all mods.</param>
internal sealed record PlannedLayer(int Mod, ModPart Part, AppliedTarget Target, bool IsPreferred)
{
    /// <summary>Gets the canonical virtual folder that the layer lies over: the target, or a folder in it.</summary>
    public string Folder { get; } = Target.PathOf(Part);

    /// <summary>Adds the layer to a file system and returns its handle.</summary>
    /// <param name="files">The file system.</param>
    /// <param name="name">The mod's name.</param>
    /// <param name="below">The layer below which this one is to lie, or null to lie above all.</param>
    /// <exception cref="ArgumentException">The two paths together are too long.</exception>
    public int Lay(VirtualFileSystem files, string name, int? below) =>
        files.AddFolder(Part.Listing, Folder, new LayerOptions { Name = name, Below = below });
}

/// <summary>The parts of a mod, by its number in the order, with the content that a rule of <c>prefer.txt</c> prefers.</summary>
internal sealed record PreferredParts(int Mod, IReadOnlyList<ModPart> Parts);

/// <summary>The single rule that decides which layers mods make, and in which order.</summary>
/// <remarks>
/// A start lays these layers, and a change while a game runs updates the layers to match them, so that the result can't differ from a new
/// start. What the launcher shows is laid by the same rule.
/// </remarks>
internal static class LayerPlan
{
    /// <summary>Lists the layers, lowest first.</summary>
    /// <param name="mods">The parts of each mod, in the order.</param>
    /// <param name="preferred">The preferred parts; a later one takes precedence.</param>
    /// <param name="targets">The targets that can be used.</param>
    public static IEnumerable<PlannedLayer> Of(IReadOnlyList<IReadOnlyList<ModPart>> mods, IEnumerable<PreferredParts> preferred,
        IReadOnlyList<AppliedTarget> targets) =>
        [
            .. mods.SelectMany((parts, mod) => Of(mod, parts, targets, isPreferred: false)),
            .. preferred.SelectMany(rule => Of(rule.Mod, rule.Parts, targets, isPreferred: true)),
        ];

    public static HashSet<KnownFolder> KnownFoldersOf(IEnumerable<ModPart> parts)
    {
        HashSet<KnownFolder> found = [];
        foreach (ModPart part in parts)
        {
            if (part.Base is { } known)
                found.Add(known);
        }

        return found;
    }

    private static IEnumerable<PlannedLayer> Of(int mod, IReadOnlyList<ModPart> parts, IReadOnlyList<AppliedTarget> targets,
        bool isPreferred) =>
        from part in parts from target in AppliedTarget.Of(part, targets) select new PlannedLayer(mod, part, target, isPreferred);
}
