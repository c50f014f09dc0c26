using Reloaded.VFS.Layers;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Laying;

/// <summary>A layer that is to lie over a folder. Immutable.</summary>
/// <param name="Mod">The mod's number in the order.</param>
/// <param name="Part">The part of it that is laid.</param>
/// <param name="Target">The target that the part goes to.</param>
/// <param name="IsPreferred">Whether it has only those files that <c>prefer.txt</c> prefers, above all mods.</param>
internal sealed record PlannedLayer(int Mod, ModPart Part, AppliedTarget Target, bool IsPreferred)
{
    /// <summary>The virtual folder that it lies over, canonical: the target, or one in it.</summary>
    public string Folder { get; } = Target.PathOf(Part);

    /// <summary>Adds it to a file system. Returns the layer's handle.</summary>
    /// <param name="files">The file system.</param>
    /// <param name="name">The mod's name.</param>
    /// <param name="below">The layer that it is to lie below; null to lie above all.</param>
    /// <exception cref="ArgumentException">Two paths are too long together.</exception>
    public int Lay(VirtualFileSystem files, string name, int? below) =>
        files.AddFolder(Part.Listing, Folder, new LayerOptions { Name = name, Below = below });
}

/// <summary>The parts of a mod that a rule of <c>prefer.txt</c> prefers.</summary>
/// <param name="Mod">The mod's number in the order.</param>
/// <param name="Parts">What the rule names of its parts.</param>
internal sealed record PreferredParts(int Mod, IReadOnlyList<ModPart> Parts);

/// <summary>
/// The one rule of which layers mods make, and in which order. A start lays them; a change while a game runs brings what is laid in line
/// with them, so that it can't differ from a new start; what the launcher shows is laid by them, too.
/// </summary>
internal static class LayerPlan
{
    /// <summary>Lists the layers, lowest first.</summary>
    /// <param name="mods">The parts of each mod, in the order.</param>
    /// <param name="preferred">What is preferred, a later one counts more.</param>
    /// <param name="targets">The targets that can be used.</param>
    public static IEnumerable<PlannedLayer> Of(IReadOnlyList<IReadOnlyList<ModPart>> mods, IEnumerable<PreferredParts> preferred,
        IReadOnlyList<AppliedTarget> targets) =>
        [
            .. mods.SelectMany((parts, mod) => Of(mod, parts, targets, isPreferred: false)),
            .. preferred.SelectMany(rule => Of(rule.Mod, rule.Parts, targets, isPreferred: true)),
        ];

    /// <summary>Lists the known folders that parts go to.</summary>
    public static IEnumerable<KnownFolder> KnownFoldersOf(IEnumerable<ModPart> parts) =>
        parts.Select(part => part.Base).OfType<KnownFolder>().Distinct();

    private static IEnumerable<PlannedLayer> Of(int mod, IReadOnlyList<ModPart> parts, IReadOnlyList<AppliedTarget> targets,
        bool isPreferred) =>
        from part in parts from target in AppliedTarget.Of(part, targets) select new PlannedLayer(mod, part, target, isPreferred);
}
