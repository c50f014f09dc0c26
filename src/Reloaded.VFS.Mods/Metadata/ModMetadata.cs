using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Mods.Metadata;

/// <summary>
/// The metadata of a mod, from its <c>mod.json</c> or the file of another mod manager. What isn't given is empty. Immutable.
/// </summary>
internal sealed record ModMetadata
{
    /// <summary>Gets the metadata of a mod that has none.</summary>
    public static ModMetadata None { get; } = new();

    /// <summary>Gets the file that the metadata comes from, or null if there is none.</summary>
    public string? File { get; init; }

    /// <summary>Gets a hash of the file's content, which shows whether it has changed, or 0 if there is no file.</summary>
    public ulong Stamp { get; init; }

    /// <summary>Gets the name of another mod manager's file from which the metadata was made, or null if it is the mod's own.</summary>
    public string? From { get; init; }

    /// <summary>Gets the name by which other mods refer to the mod, beside its folder's name, or null if it isn't given.</summary>
    public string? Id { get; init; }

    /// <summary>Gets the mod's display name, or null if it isn't given.</summary>
    public string? Name { get; init; }

    /// <summary>Gets the mod's version as it is written, or null if it isn't given.</summary>
    public string? Version { get; init; }

    /// <summary>Gets where the mod is from, for people, or null if it isn't given.</summary>
    public string? Source { get; init; }

    /// <summary>Gets the mods that must be there and that the mod comes after.</summary>
    public IReadOnlyList<string> Needs { get; init; } = [];

    /// <summary>Gets the mods that the mod comes after, if they are there.</summary>
    public IReadOnlyList<string> After { get; init; } = [];

    /// <summary>Gets the mods that the mod comes before, if they are there.</summary>
    public IReadOnlyList<string> Before { get; init; } = [];

    /// <summary>Gets the mods that mustn't be there.</summary>
    public IReadOnlyList<string> Conflicts { get; init; } = [];

    /// <summary>Gets the patterns of relative paths that are hidden in lower layers, including the game's own files.</summary>
    public IReadOnlyList<string> Hide { get; init; } = [];

    /// <summary>Gets the patterns of relative paths inside the mod that aren't overlaid.</summary>
    public IReadOnlyList<string> Exclude { get; init; } = [];

    /// <summary>Gets the rules that say where the mod's parts go, or null if all of it is laid over the game.</summary>
    public IReadOnlyList<MapRule>? Map { get; init; }

    /// <summary>Gets the problems found in the file.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; init; } = [];
}
