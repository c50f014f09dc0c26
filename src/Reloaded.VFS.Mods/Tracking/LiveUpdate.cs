using Reloaded.VFS.Changes;

namespace Reloaded.VFS.Mods.Tracking;

/// <summary>A folder of a root.</summary>
/// <param name="Root">The root.</param>
/// <param name="Names">The names that lead to it; none for the root itself.</param>
internal sealed record LiveFolder(LiveRoot Root, string[] Names);

/// <summary>What applying changes came to: what a watcher has to follow from now on, in this order.</summary>
internal sealed class LiveUpdate
{
    /// <summary>Whether readers see something else than before.</summary>
    public bool HasChanged { get; internal set; }

    /// <summary>Whether there may be layers that weren't there, without folders that weren't.</summary>
    public bool HasNewLayers { get; internal set; }

    /// <summary>Files that went into the snapshot in force, without a new one.</summary>
    public int AppendedFiles { get; internal set; }

    /// <summary>Folders that were listed again.</summary>
    public int ListedFolders { get; internal set; }

    /// <summary>Roots that were scanned as a whole.</summary>
    public int ScannedRoots { get; internal set; }

    /// <summary>Folders that are gone, with everything below them.</summary>
    public List<LiveFolder> Lost { get; } = [];

    /// <summary>Folders that have appeared, each after the one that it is in.</summary>
    public List<LiveFolder> Gained { get; } = [];

    /// <summary>What there is to tell, for a log.</summary>
    public List<string> Messages { get; } = [];
}

/// <summary>A file that has appeared in a folder that is listed.</summary>
/// <param name="Root">The root that it is in.</param>
/// <param name="Folder">The folder's number in the root's listing.</param>
/// <param name="Names">The names that lead to the folder.</param>
/// <param name="Name">The file's name.</param>
internal sealed record NewFile(LiveRoot Root, int Folder, string[] Names, string Name);

/// <summary>
/// What changes on disk mean for the layers. It is planned while the disk is read, without a lock, and then applied as a whole
/// (<see cref="VirtualFileSystem.Update"/>).
/// </summary>
internal sealed class LayerEdit
{
    /// <summary>Whether the layers of mods are to be brought in line with what is planned of them, after the steps.</summary>
    public bool Lays { get; set; }

    /// <summary>Whether folders on the way to parts of mods may be missing, or needed no more.</summary>
    public bool ChecksParents { get; set; }

    /// <summary>Changes of targets and of other layers, in this order.</summary>
    public List<Action> Steps { get; } = [];

    /// <summary>Files that are added to layers before the steps.</summary>
    public List<NewFile> Files { get; } = [];

    /// <summary>Names that were changed, which those who watch are told of with the snapshot that has them.</summary>
    public List<NameRename> Renames { get; } = [];

    /// <summary>Whether the layers stay as they are.</summary>
    public bool IsEmpty => Steps.Count == 0 && Files.Count == 0 && !Lays;
}
