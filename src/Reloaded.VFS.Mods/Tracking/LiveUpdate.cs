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
