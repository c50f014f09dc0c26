using Reloaded.VFS.Changes;

namespace Reloaded.VFS.Mods.Tracking;

/// <summary>A folder of a root.</summary>
/// <param name="Root">The root.</param>
/// <param name="Names">The names that lead to it; none for the root itself.</param>
internal sealed record LiveFolder(LiveRoot Root, string[] Names);

/// <summary>The result of applying changes. A watcher must process the folders that were lost and then those that were gained.</summary>
internal sealed class LiveUpdate
{
    /// <summary>Gets a value indicating whether readers see something different from before.</summary>
    public bool HasChanged { get; internal set; }

    /// <summary>Gets a value indicating whether there may be new layers without new folders.</summary>
    public bool HasNewLayers { get; internal set; }

    /// <summary>Gets the number of files that were added to the current snapshot without a new one.</summary>
    public int AppendedFiles { get; internal set; }

    /// <summary>Gets the number of folders that were listed again.</summary>
    public int ListedFolders { get; internal set; }

    /// <summary>Gets the number of roots that were scanned as a whole.</summary>
    public int ScannedRoots { get; internal set; }

    /// <summary>Gets the folders that are gone, with everything below them.</summary>
    public List<LiveFolder> Lost { get; } = [];

    /// <summary>Gets the folders that have appeared, each after its parent.</summary>
    public List<LiveFolder> Gained { get; } = [];

    /// <summary>Gets the messages for a log.</summary>
    public List<string> Messages { get; } = [];
}

/// <summary>A file that has appeared in a listed folder.</summary>
/// <param name="Root">The root that contains the file.</param>
/// <param name="Folder">The folder's number in the root's listing.</param>
/// <param name="Names">The names that lead to the folder.</param>
/// <param name="Name">The file's name.</param>
internal sealed record NewFile(LiveRoot Root, int Folder, string[] Names, string Name);

/// <summary>
/// The changes of layers that follow from changes on disk. They are planned while the disk is read, without a lock, and then applied as a
/// whole (<see cref="VirtualFileSystem.Update"/>).
/// </summary>
internal sealed class LayerEdit
{
    /// <summary>Gets or sets a value indicating whether the layers of mods are to be updated to match the plan after the steps.</summary>
    public bool Lays { get; set; }

    /// <summary>Gets or sets a value indicating whether parent folders for parts of mods may be missing or no longer needed.</summary>
    public bool ChecksParents { get; set; }

    /// <summary>Gets the changes of targets and of other layers, in the order in which they are made.</summary>
    public List<Action> Steps { get; } = [];

    /// <summary>Gets the files that are added to layers before the steps.</summary>
    public List<NewFile> Files { get; } = [];

    /// <summary>Gets the renames that are reported to watchers with the snapshot that contains them.</summary>
    public List<NameRename> Renames { get; } = [];

    /// <summary>Gets a value indicating whether the layers stay as they are.</summary>
    public bool IsEmpty => Steps.Count == 0 && Files.Count == 0 && !Lays;
}
