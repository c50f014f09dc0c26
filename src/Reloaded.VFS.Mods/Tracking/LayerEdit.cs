using Reloaded.VFS.Changes;

namespace Reloaded.VFS.Mods.Tracking;

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
    /// <summary>Changes of layers, in this order.</summary>
    public List<Action> Steps { get; } = [];

    /// <summary>Files that are added to layers before the steps.</summary>
    public List<NewFile> Files { get; } = [];

    /// <summary>Names that were changed, which those who watch are told of with the snapshot that has them.</summary>
    public List<NameRename> Renames { get; } = [];

    /// <summary>Whether the layers stay as they are.</summary>
    public bool IsEmpty => Steps.Count == 0 && Files.Count == 0;
}
