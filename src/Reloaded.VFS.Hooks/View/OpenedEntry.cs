namespace Reloaded.VFS.Hooks.View;

/// <summary>What an open handle leads to, as far as the VFS has to know.</summary>
internal enum OpenedKind
{
    /// <summary>Nothing of a mod: the game's own file, or nothing was opened.</summary>
    None,

    /// <summary>A folder that the file system knows.</summary>
    Folder,

    /// <summary>A mod's file.</summary>
    File,

    /// <summary>A file whose closing matters: the table of handles has it already.</summary>
    Followed,
}

/// <summary>What a call has opened.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="FolderId">The stable id of the folder, or of the folder that the file is seen in; without meaning for
/// <see cref="OpenedKind.None"/>.</param>
internal readonly record struct OpenedEntry(OpenedKind Kind, int FolderId)
{
    /// <summary>Nothing of a mod.</summary>
    public static OpenedEntry None => default;

    /// <summary>A known folder.</summary>
    public static OpenedEntry Folder(int folderId) => new(OpenedKind.Folder, folderId);

    /// <summary>A mod's file that is seen in a folder.</summary>
    public static OpenedEntry FileIn(int folderId) => new(OpenedKind.File, folderId);

    /// <summary>A file that is seen in a folder, and whose handle the table has.</summary>
    public static OpenedEntry FollowedIn(int folderId) => new(OpenedKind.Followed, folderId);
}
