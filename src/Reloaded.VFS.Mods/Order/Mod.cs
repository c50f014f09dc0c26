using System.Text.Json.Serialization;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Keeping;
using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Mods.Order;

/// <summary>A mod at its place in the load order. Immutable.</summary>
/// <param name="Name">Its name: that of its folder on disk; of a missing one as <c>order.txt</c> spells it.</param>
/// <param name="Folder">Its folder, a host path.</param>
/// <param name="State">What is to become of it.</param>
public sealed record Mod(string Name, string Folder, ModState State)
{
    /// <summary>The mod's line in <c>order.txt</c>; null where it isn't listed.</summary>
    public int? Line { get; init; }

    /// <summary>What it says of itself, where it is to be laid over the game.</summary>
    internal ModMetadata Metadata { get; init; } = ModMetadata.None;

    /// <summary>The archive whose content it is; null for a folder in the mods folder. <see cref="Folder"/> is in the cache then.</summary>
    internal ArchiveFile? Archive { get; init; }

    /// <summary>What is kept of its folder; null for nothing.</summary>
    internal KeptMod? KeptIn(KeptMods? kept) => Archive is null ? kept?.Find(Name) : kept?.FindContent(Folder);

    /// <summary>Whether it's to be laid over the game.</summary>
    public bool IsLoaded => State is ModState.Active or ModState.New;
}

/// <summary>What has become of a mod at a start.</summary>
public enum ModState
{
    /// <summary>Laid over the game.</summary>
    [JsonStringEnumMemberName("active")]
    Active,

    /// <summary>Laid over the game; it isn't in <c>order.txt</c> and so comes after those that are.</summary>
    [JsonStringEnumMemberName("new")]
    New,

    /// <summary>Switched off in <c>order.txt</c>.</summary>
    [JsonStringEnumMemberName("disabled")]
    Disabled,

    /// <summary>Listed in <c>order.txt</c>, but not there.</summary>
    [JsonStringEnumMemberName("missing")]
    Missing,

    /// <summary>There, but left out: it can't be read.</summary>
    [JsonStringEnumMemberName("error")]
    Error,
}
