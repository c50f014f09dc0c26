namespace Reloaded.VFS.Mods.Configuration;

/// <summary>What becomes of a process that the game starts.</summary>
public enum ChildMode
{
    /// <summary>The child sees the mods, and its own children are followed.</summary>
    Mods,

    /// <summary>The child sees and writes the game's own files; its own children are followed. For launchers and patchers.</summary>
    Follow,

    /// <summary>Nothing is put into it. For browsers, crash reporters and store clients.</summary>
    Leave,
}
