namespace Reloaded.VFS.Mods.Configuration;

/// <summary>What happens to the game when something that was asked for is missing.</summary>
public enum ErrorPolicy
{
    /// <summary>The game runs without what is missing, and the start report names it.</summary>
    Run,

    /// <summary>Nothing of the game runs: playing a modded save without its mods ruins it.</summary>
    Stop,
}
