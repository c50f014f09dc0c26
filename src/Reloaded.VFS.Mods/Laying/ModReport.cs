using System.Text.Json.Serialization;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Mods.Laying;

/// <summary>One mod in a start report. Immutable.</summary>
public sealed record ModReport
{
    /// <summary>Gets the mod's name, which is that of its folder.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the state of the mod.</summary>
    public ModState State { get; init; }

    /// <summary>Gets the number of files that the mod supplies, including those that other mods replace.</summary>
    public int Files { get; init; }

    /// <summary>Gets the number of these files that the game sees, because no later mod has the same file.</summary>
    public int Wins { get; init; }

    /// <summary>Gets the number of the visible files that replace a file of the game.</summary>
    public int Replaces { get; init; }

    /// <summary>Gets a value indicating whether the mod is laid over the game.</summary>
    [JsonIgnore]
    public bool IsLoaded => State is ModState.Active or ModState.New;
}

/// <summary>The counts of what the game sees of its mods. Immutable.</summary>
/// <param name="Files">The number of the mods' files that the game sees.</param>
/// <param name="Replaces">The number of those files that replace a file of the game.</param>
/// <param name="Mods">Every mod, in the load order, with its own counts.</param>
public sealed record ModCounts(int Files, int Replaces, IReadOnlyList<ModReport> Mods);
