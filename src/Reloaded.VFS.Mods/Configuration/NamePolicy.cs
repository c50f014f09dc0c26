namespace Reloaded.VFS.Mods.Configuration;

/// <summary>What a program is told when it asks an open handle of a mod's file for its name and volume.</summary>
public enum NamePolicy
{
    /// <summary>The name by which the game opened it, as if the file lay in the game's folder.</summary>
    Virtual,

    /// <summary>The real file's, in the mod's folder.</summary>
    Real,
}
