using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Mods.Metadata;

/// <summary>
/// The metadata of a mod: what its <c>mod.json</c>, or the file of another mod manager, says. What isn't said is empty. Immutable.
/// </summary>
internal sealed record ModMetadata
{
    /// <summary>A mod that says nothing.</summary>
    public static ModMetadata None { get; } = new();

    /// <summary>The file that says it; null where there is none.</summary>
    public string? File { get; init; }

    /// <summary>Of the file's content: another one says that it has changed. 0 where there is no file.</summary>
    public ulong Stamp { get; init; }

    /// <summary>The name of another mod manager's file from which this was made; null if it is the mod's own.</summary>
    public string? From { get; init; }

    /// <summary>By what other mods name it, beside its folder's name; null where it isn't said.</summary>
    public string? Id { get; init; }

    /// <summary>The mod's name for people; null where it isn't said.</summary>
    public string? Name { get; init; }

    /// <summary>The mod's version, as it is written; null where it isn't said.</summary>
    public string? Version { get; init; }

    /// <summary>Mods that must be there, and that it comes after.</summary>
    public IReadOnlyList<string> Needs { get; init; } = [];

    /// <summary>Mods that it comes after, where they are there.</summary>
    public IReadOnlyList<string> After { get; init; } = [];

    /// <summary>Mods that it comes before, where they are there.</summary>
    public IReadOnlyList<string> Before { get; init; } = [];

    /// <summary>Mods that mustn't be there.</summary>
    public IReadOnlyList<string> Conflicts { get; init; } = [];

    /// <summary>Patterns of relative paths that aren't seen of lower layers, the game's own included.</summary>
    public IReadOnlyList<string> Hide { get; init; } = [];

    /// <summary>Patterns of relative paths inside the mod that aren't overlaid.</summary>
    public IReadOnlyList<string> Exclude { get; init; } = [];

    /// <summary>Where its parts go; null where all of it is laid over the game.</summary>
    public IReadOnlyList<MapRule>? Map { get; init; }

    /// <summary>What is the matter with the file.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; init; } = [];
}
