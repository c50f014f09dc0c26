namespace Reloaded.VFS.Lookup;

/// <summary>What a path is in the virtual file system.</summary>
public enum LookupKind : byte
{
    /// <summary>
    /// Unrelated: no target contains the path, or it lies in a folder that neither mods nor targets know (where only the game's own
    /// folder can have something).
    /// </summary>
    Outside,

    /// <summary>
    /// The parent folder is known, a target or below one, and the name isn't supplied by a mod (the game's own folder may have it).
    /// </summary>
    Miss,

    /// <summary>A file that a mod supplies.</summary>
    File,

    /// <summary>A folder that is known: one that mods supply, a target, or an ancestor of a target.</summary>
    Folder,
}
