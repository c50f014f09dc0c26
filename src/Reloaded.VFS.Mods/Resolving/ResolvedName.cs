namespace Reloaded.VFS.Mods.Resolving;

/// <summary>Who has a path. Immutable.</summary>
/// <param name="Mod">The mod's name; null for the game itself.</param>
/// <param name="Path">The real file or folder, a host path.</param>
/// <param name="IsFolder">Whether it's a folder there.</param>
public sealed record Provider(string? Mod, string Path, bool IsFolder)
{
    /// <summary>Whether it's the game itself.</summary>
    public bool IsGame => Mod is null;
}

/// <summary>A path that the game sees, with everyone who has it. Immutable.</summary>
/// <param name="Path">The path below the target, its names joined with backslashes, the last one cased as the game sees it.</param>
/// <param name="Target">The target, a host path.</param>
/// <param name="Providers">Who has it; the first one wins, the game itself comes last.
/// Where the first has a folder, all that have a folder make it up together.</param>
public sealed record ResolvedName(string Path, string Target, IReadOnlyList<Provider> Providers)
{
    /// <summary>Who wins.</summary>
    public Provider Winner => Providers[0];

    /// <summary>Whether the game sees a folder.</summary>
    public bool IsFolder => Winner.IsFolder;

    /// <summary>Who has it in vain: all others of a file; of a folder those that have a file of its name.</summary>
    public IEnumerable<Provider> Losers => Providers.Skip(1).Where(p => !IsFolder || !p.IsFolder);

    /// <summary>Whether it's a file to one and a folder to another.</summary>
    public bool IsClash => Providers.Any(p => p.IsFolder != IsFolder);

    /// <summary>Whether a mod's file has the place of a file of the game.</summary>
    public bool ReplacesGame => !IsFolder && !Winner.IsGame && Providers[^1] is { IsGame: true, IsFolder: false };
}

/// <summary>A line of what the game sees: <see cref="ResolvedName"/> without those who lose. Immutable.</summary>
/// <param name="Path">The path below the target, its names joined with backslashes.</param>
/// <param name="Target">The target, a host path.</param>
/// <param name="IsFolder">Whether it's a folder.</param>
/// <param name="Mod">The mod that wins; null for the game itself, and for a folder that the game has too.</param>
/// <param name="Source">The real file or folder, a host path.</param>
/// <param name="ReplacesGame">Whether a mod's file has the place of a file of the game.</param>
public sealed record SeenName(string Path, string Target, bool IsFolder, string? Mod, string Source, bool ReplacesGame);

/// <summary>Why the game doesn't see a path that somebody has.</summary>
internal enum UnseenCause
{
    /// <summary>A mod hides it, by a marker or by <c>hide</c> in its mod.json.</summary>
    Hidden,

    /// <summary>The game has deleted it; a marker in a mod or in the overwrite folder keeps what lower ones have from being seen.</summary>
    Deleted,

    /// <summary>A file has the name of a folder that it lies in.</summary>
    BelowFile,

    /// <summary>A map sends what the mod has there elsewhere, or nowhere.</summary>
    Moved,
}

/// <summary>One who keeps a path from being seen. Immutable.</summary>
/// <param name="Cause">In which way.</param>
/// <param name="Mod">The mod's name; null for the game itself.</param>
/// <param name="File">
/// What does it, a host path: the marker, the mod.json, the file that is in the way, or the mod's file that is moved.
/// </param>
/// <param name="To">Where a map has it seen; null where that is nowhere, and where no map is the cause.</param>
internal sealed record UnseenReason(UnseenCause Cause, string? Mod, string? File, string? To = null);

/// <summary>A path that the game doesn't see, though mods or the game have it. Immutable.</summary>
/// <param name="Path">The path below the target, with backslashes, as it was asked for.</param>
/// <param name="Reasons">Who keeps it from being seen.</param>
/// <param name="Providers">Who has it in vain, where no map is the cause.</param>
internal sealed record UnseenName(string Path, IReadOnlyList<UnseenReason> Reasons, IReadOnlyList<Provider> Providers);
