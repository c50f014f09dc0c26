namespace Reloaded.VFS.Mods.Configuration;

/// <summary>What becomes of a process that the game starts.</summary>
public enum ChildMode
{
    /// <summary>It sees the mods, and its own children are followed.</summary>
    Mods,

    /// <summary>It sees the game's own files, and writes into them; its own children are followed. For launchers and patchers.</summary>
    Follow,

    /// <summary>Nothing is put into it. For browsers, crash reporters and store clients.</summary>
    Leave,
}
