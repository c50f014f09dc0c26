using System.Text.Json.Serialization;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Mods.Order;

/// <summary>A mod at its place in the load order. Immutable.</summary>
/// <param name="Name">The mod's name: that of its folder on disk, or, if it is missing, as <c>order.txt</c> spells it.</param>
/// <param name="Folder">The mod's folder, a host path.</param>
/// <param name="State">The mod's state.</param>
public sealed record Mod(string Name, string Folder, ModState State)
{
    /// <summary>Gets the mod's line in <c>order.txt</c>, or null if it isn't listed.</summary>
    public int? Line { get; init; }

    /// <summary>Gets the mod's metadata, if it is to be laid over the game.</summary>
    internal ModMetadata Metadata { get; init; } = ModMetadata.None;

    /// <summary>
    /// Gets the archive that the mod's content comes from, or null for a folder in the mods folder. If it is an archive,
    /// <see cref="Folder"/> is in the cache.
    /// </summary>
    internal ArchiveFile? Archive { get; init; }

    /// <summary>Returns what has been cached of the mod's folder, or null for nothing.</summary>
    internal CachedMod? CachedIn(CachedMods? cached) => Archive is null ? cached?.Find(Name) : cached?.FindContent(Folder);

    /// <summary>Gets a value indicating whether the mod is to be laid over the game.</summary>
    public bool IsLoaded => State is ModState.Active or ModState.New;
}

/// <summary>The state of a mod at a start.</summary>
public enum ModState
{
    /// <summary>Laid over the game.</summary>
    [JsonStringEnumMemberName("active")]
    Active,

    /// <summary>Laid over the game, but not in <c>order.txt</c>, and so after the mods that are.</summary>
    [JsonStringEnumMemberName("new")]
    New,

    /// <summary>Switched off in <c>order.txt</c>.</summary>
    [JsonStringEnumMemberName("disabled")]
    Disabled,

    /// <summary>Listed in <c>order.txt</c>, but not there.</summary>
    [JsonStringEnumMemberName("missing")]
    Missing,

    /// <summary>There, but left out because it can't be read.</summary>
    [JsonStringEnumMemberName("error")]
    Error,
}
