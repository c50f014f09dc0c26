using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Listings;

/// <summary>A name that a listed folder hides, or that was left out of the listing.</summary>
/// <param name="Folder">The folder's number in the listing.</param>
/// <param name="Name">The name.</param>
internal readonly record struct HiddenName(int Folder, string Name);

/// <summary>The names and paths that a listed folder hides in the layers below it and in the game's own folder. Immutable.</summary>
/// <param name="Names">The names that markers in its folders hide.</param>
/// <param name="Paths">The hidden paths: relative, with backslashes between names.</param>
/// <param name="Patterns">
/// The patterns of relative paths that are hidden in lower layers' listings. <paramref name="Paths"/> has what they hide of the game's own
/// files.
/// </param>
internal sealed record ListedHides(IReadOnlyList<HiddenName> Names, IReadOnlyList<string> Paths, IReadOnlyList<PathPattern> Patterns)
{
    /// <summary>Gets an object that hides nothing.</summary>
    public static ListedHides None { get; } = new([], [], []);

    /// <summary>
    /// Gets the names that are on disk beside listed ones but aren't part of the listing: they can't be reached through their folder.
    /// </summary>
    public IReadOnlyList<HiddenName> LeftOut { get; init; } = [];

    /// <summary>Gets a value indicating whether patterns may exclude a name that is new in the folder.</summary>
    public bool HasExcludes { get; init; }

    /// <summary>Gets a value indicating whether nothing is hidden and nothing was left out.</summary>
    public bool IsEmpty => Names.Count == 0 && Paths.Count == 0 && Patterns.Count == 0 && LeftOut.Count == 0;
}
