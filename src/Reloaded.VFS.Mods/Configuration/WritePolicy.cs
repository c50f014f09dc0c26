namespace Reloaded.VFS.Mods.Configuration;

/// <summary>Where a game's writes go.</summary>
public enum WritePolicy
{
    /// <summary>Files are edited where they are; new files go to the game's folder.</summary>
    Game,

    /// <summary>Everything written goes to a folder on top of all mods.</summary>
    Overwrite,
}
