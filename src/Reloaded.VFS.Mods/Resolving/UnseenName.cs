namespace Reloaded.VFS.Mods.Resolving;

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
