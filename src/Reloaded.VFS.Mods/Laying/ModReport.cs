using System.Text.Json.Serialization;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Mods.Laying;

/// <summary>One mod in a start report. Immutable.</summary>
public sealed record ModReport
{
    /// <summary>The mod's name: that of its folder.</summary>
    public required string Name { get; init; }

    /// <summary>What has become of it.</summary>
    public ModState State { get; init; }

    /// <summary>How many files it supplies, those that other mods replace included.</summary>
    public int Files { get; init; }

    /// <summary>How many of them the game sees: no later mod has the same.</summary>
    public int Wins { get; init; }

    /// <summary>How many of those have the place of a file of the game.</summary>
    public int Replaces { get; init; }

    /// <summary>Whether the game sees it.</summary>
    [JsonIgnore]
    public bool IsLoaded => State is ModState.Active or ModState.New;
}

/// <summary>How much the game sees of its mods. Immutable.</summary>
/// <param name="Files">How many files of mods the game sees.</param>
/// <param name="Replaces">How many of them have the place of a file of the game.</param>
/// <param name="Mods">Every mod, in the load order, with its own counts.</param>
public sealed record ModCounts(int Files, int Replaces, IReadOnlyList<ModReport> Mods);
