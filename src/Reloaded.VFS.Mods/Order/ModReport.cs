using System.Text.Json.Serialization;

namespace Reloaded.VFS.Mods.Order;

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
