using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Listings;

/// <summary>A name beside a listed folder's files that the folder hides.</summary>
/// <param name="Folder">The folder's number in the listing.</param>
/// <param name="Name">The name that isn't seen in it of lower layers.</param>
internal readonly record struct HiddenName(int Folder, string Name);

/// <summary>What a listed folder hides of the layers below it, and of the game's own. Immutable.</summary>
/// <param name="Names">By markers that lie in its folders.</param>
/// <param name="Paths">Relative paths with backslashes between names.</param>
/// <param name="Patterns">Of relative paths: they hide what lower layers list. What they hide of the game's own is among the paths.</param>
internal sealed record ListedHides(IReadOnlyList<HiddenName> Names, IReadOnlyList<string> Paths, IReadOnlyList<PathPattern> Patterns)
{
    /// <summary>Nothing.</summary>
    public static ListedHides None { get; } = new([], [], []);

    /// <summary>
    /// Names beside listed ones that are on disk and no part of the listing: they aren't to be reached through the folder that they are in.
    /// </summary>
    public IReadOnlyList<HiddenName> LeftOut { get; init; } = [];

    /// <summary>Whether a new name may be one that isn't listed, for another reason than its own letters.</summary>
    public bool HasExcludes { get; init; }

    /// <summary>Whether it hides nothing, and leaves nothing out.</summary>
    public bool IsEmpty => Names.Count == 0 && Paths.Count == 0 && Patterns.Count == 0 && LeftOut.Count == 0;
}
