namespace Reloaded.VFS.Snapshots;

/// <summary>What a path is in the virtual file system.</summary>
public enum LookupKind : byte
{
    /// <summary>
    /// None of ours: no target contains the path, or it lies in a folder that neither mods nor targets know (where only the game's own
    /// folder can have something).
    /// </summary>
    Outside,

    /// <summary>The parent folder is known, a target or below one, and the name isn't supplied by a mod (the game's own folder may have it).</summary>
    Miss,

    /// <summary>A file that a mod supplies.</summary>
    File,

    /// <summary>A folder that is known: one that mods supply, a target, or an ancestor of a target.</summary>
    Folder,
}

/// <summary>
/// The answer of <see cref="Snapshot.Lookup"/>. The pointers lead into the snapshot's native memory: they are valid as long as the
/// caller keeps the snapshot alive (<see cref="GC.KeepAlive"/> after the last use).
/// </summary>
public unsafe struct LookupResult
{
    /// <summary>What the path is.</summary>
    public LookupKind Kind;

    /// <summary>The stable id of the folder (<see cref="LookupKind.Folder"/>) or of the parent folder (File, Miss); -1 outside.</summary>
    public int PathId;

    /// <summary>
    /// The real folder, in target form (<c>\??\C:\mods\a\data\</c>), with a trailing backslash. File: the folder that holds the winning
    /// file. Folder: the winning source of the folder itself. Miss: the winning source of the parent. Null where no mod has that folder.
    /// </summary>
    public char* TargetFolder;

    /// <summary>Characters in <see cref="TargetFolder"/>.</summary>
    public int TargetFolderLength;

    /// <summary>File only: the real file's name in <see cref="TargetFolder"/>, as it is cased on disk.</summary>
    public char* TargetName;

    /// <summary>Characters in <see cref="TargetName"/>; 0 unless a file.</summary>
    public int TargetNameLength;

    /// <summary>The handle of the layer that <see cref="TargetFolder"/> is of; 0 where that is null.</summary>
    public int Layer;
}
