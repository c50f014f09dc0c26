namespace Reloaded.VFS.Mods.Resolving;

/// <summary>A mod, or the game itself, that has a path. Immutable.</summary>
/// <param name="Mod">The mod's name; null for the game itself.</param>
/// <param name="Path">The real file or folder, a host path.</param>
/// <param name="IsFolder">True if the path is a folder there.</param>
public sealed record Provider(string? Mod, string Path, bool IsFolder)
{
    /// <summary>Gets a value indicating whether this is the game itself.</summary>
    public bool IsGame => Mod is null;
}

/// <summary>A path that the game sees, with all its providers. Immutable.</summary>
/// <param name="Path">The path below the target, with backslashes, its last name in the letter case that the game sees.</param>
/// <param name="Target">The target, a host path.</param>
/// <param name="Providers">
/// The providers; the first one wins, and the game itself comes last. If the first one has a folder, all providers' folders are merged.
/// </param>
public sealed record ResolvedName(string Path, string Target, IReadOnlyList<Provider> Providers)
{
    /// <summary>Gets the provider that wins.</summary>
    public Provider Winner => Providers[0];

    /// <summary>Gets a value indicating whether the game sees a folder.</summary>
    public bool IsFolder => Winner.IsFolder;

    /// <summary>Gets the providers that lose: for a file all others, for a folder those that have a file of its name.</summary>
    public IEnumerable<Provider> Losers => Providers.Skip(1).Where(p => !IsFolder || !p.IsFolder);

    /// <summary>Gets a value indicating whether the path is a file to one provider and a folder to another.</summary>
    public bool IsClash => Providers.Any(p => p.IsFolder != IsFolder);

    /// <summary>Gets a value indicating whether a mod's file replaces a file of the game.</summary>
    public bool ReplacesGame => !IsFolder && !Winner.IsGame && Providers[^1] is { IsGame: true, IsFolder: false };
}

/// <summary>A line of what the game sees: <see cref="ResolvedName"/> without the providers that lose. Immutable.</summary>
/// <param name="Path">The path below the target, with backslashes.</param>
/// <param name="Target">The target, a host path.</param>
/// <param name="IsFolder">True if the path is a folder.</param>
/// <param name="Mod">The mod that wins, or null for the game itself and for a folder that the game has, too.</param>
/// <param name="Source">The real file or folder, a host path.</param>
/// <param name="ReplacesGame">True if a mod's file replaces a file of the game.</param>
public sealed record SeenName(string Path, string Target, bool IsFolder, string? Mod, string Source, bool ReplacesGame)
{
    /// <summary>
    /// Gets a value indicating whether the folder is a link that leads to a folder around it. Its content, which would never end, isn't
    /// listed.
    /// </summary>
    public bool LeadsBack { get; init; }
}

/// <summary>The reasons why the game doesn't see a path that a mod or the game has.</summary>
internal enum UnseenCause
{
    /// <summary>A mod hides the path, by a marker or by <c>hide</c> in its mod.json.</summary>
    Hidden,

    /// <summary>The game has deleted the path; a marker in a mod or in the overwrite folder hides it in lower layers.</summary>
    Deleted,

    /// <summary>A file has the name of a folder that contains the path.</summary>
    BelowFile,

    /// <summary>A map moves what the mod has there elsewhere, or nowhere.</summary>
    Moved,
}

/// <summary>One reason why a path isn't seen. Immutable.</summary>
/// <param name="Cause">The kind of reason.</param>
/// <param name="Mod">The mod's name; null for the game itself.</param>
/// <param name="File">
/// The file that is the reason, a host path: the marker, the mod.json, the file that is in the way, or the mod's file that is moved.
/// </param>
/// <param name="To">The place to which a map moves the path, or null if there is none or the reason isn't a map.</param>
internal sealed record UnseenReason(UnseenCause Cause, string? Mod, string? File, string? To = null);

/// <summary>A path that the game doesn't see, though mods or the game have it. Immutable.</summary>
/// <param name="Path">The path below the target, with backslashes, as it was given.</param>
/// <param name="Reasons">The reasons why the path isn't seen.</param>
/// <param name="Providers">The providers that have the path all the same; none if a map is the reason.</param>
internal sealed record UnseenName(string Path, IReadOnlyList<UnseenReason> Reasons, IReadOnlyList<Provider> Providers);
