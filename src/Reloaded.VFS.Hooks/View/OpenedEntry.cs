namespace Reloaded.VFS.Hooks.View;

/// <summary>The kinds of what an open handle leads to, as far as the VFS has to know.</summary>
internal enum OpenedKind
{
    /// <summary>Nothing of a mod: the game's own file, or nothing was opened.</summary>
    None,

    /// <summary>A folder that the file system knows.</summary>
    Folder,

    File,

    /// <summary>A file whose closing matters: the handle table already has it.</summary>
    Tracked,
}

/// <summary>The file or folder that a call has opened.</summary>
/// <param name="FolderId">
/// The stable id of the folder, or of the folder in which the file is seen; without meaning for <see cref="OpenedKind.None"/>.
/// </param>
internal readonly record struct OpenedEntry(OpenedKind Kind, int FolderId)
{
    /// <summary>Gets the entry for nothing of a mod.</summary>
    public static OpenedEntry None => default;

    public static OpenedEntry Folder(int folderId) => new(OpenedKind.Folder, folderId);

    /// <summary>Returns the entry of a mod's file that is seen in a folder.</summary>
    public static OpenedEntry FileIn(int folderId) => new(OpenedKind.File, folderId);

    /// <summary>Returns the entry of a file that is seen in a folder, and whose handle is in the table.</summary>
    public static OpenedEntry TrackedIn(int folderId) => new(OpenedKind.Tracked, folderId);
}
