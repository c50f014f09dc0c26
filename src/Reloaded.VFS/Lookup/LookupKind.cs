namespace Reloaded.VFS.Lookup;

/// <summary>The kinds of path in the virtual file system.</summary>
public enum LookupKind : byte
{
    /// <summary>
    /// The path is in no target, or in a folder that neither mods nor targets contain. Only the game's own folder can have something there.
    /// </summary>
    Outside,

    /// <summary>The parent folder is a target or below one, and no mod supplies the name. The game's own folder may.</summary>
    Miss,

    /// <summary>A file that a mod supplies.</summary>
    File,

    /// <summary>A folder that mods supply, a target, or an ancestor of a target.</summary>
    Folder,
}
