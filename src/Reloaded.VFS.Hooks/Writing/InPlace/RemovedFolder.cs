using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>
/// A folder that is being deleted through a handle, as it is while the handle is open. Rare: it may allocate and ask the disk.
/// </summary>
internal sealed class RemovedFolder : ClosingRemoval
{
    private readonly MergedView _view;
    private readonly nint _handle;

    private RemovedFolder(MergedView view, Snapshot snapshot, FolderParts parts, nint handle)
    {
        (_view, _handle, Snapshot, Parts) = (view, handle, snapshot, parts);
        string real = RealNames.Of(handle);
        Behind = Array.FindIndex(parts.Sources, source => CaseFolding.Equals(NtPath.ToCanonical(source), real));
    }

    /// <summary>Gets the snapshot, which stays alive as long as this object.</summary>
    public Snapshot Snapshot { get; }

    /// <summary>Gets the folder's parts.</summary>
    public FolderParts Parts { get; }

    /// <summary>Gets the index of the mods' part that the handle leads to; -1 if it is the game's own.</summary>
    public int Behind { get; }

    /// <summary>
    /// Gets a value indicating whether the closing of the handle deletes none of the parts, so that each is to be deleted.
    /// </summary>
    public bool IsOnClose { get; private init; }

    /// <summary>Gets or sets the name under which the handle's part is deleted (<see cref="FreedName"/>); null for its own.</summary>
    public string? FreedName { get; set; }

    /// <summary>Makes the folder's deletion outlast the process. Call it before any of the parts is deleted.</summary>
    public void PutMarker() => DeletionMarkers.AddFolder(_view, Snapshot, Parts.Path, Parts.Sources, Parts.Layers, Parts.KeepsOwn);

    public override void Finish(bool isClosed, bool isRemoved)
    {
        var removal = new FolderRemoval(_view);
        if (!isClosed)
            FolderRemoval.AfterRefusal(_handle, this);
        if (isRemoved)
            removal.Finish(this);
        else if (IsOnClose)
            Parts.RestoreMarkers();
    }

    /// <summary>Returns the folder to be deleted; null if mods don't have it.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="handle">A handle of one of the folder's real folders.</param>
    /// <param name="pathId">The folder's stable id.</param>
    public static RemovedFolder? Of(MergedView view, nint handle, int pathId) => Create(view, handle, pathId, isOnClose: false);

    private static RemovedFolder? Create(MergedView view, nint handle, int pathId, bool isOnClose)
    {
        Snapshot snapshot = view.Snapshot;
        return FolderParts.Of(view, snapshot, pathId) is { } parts
            ? new RemovedFolder(view, snapshot, parts, handle) { IsOnClose = isOnClose }
            : null;
    }

    /// <summary>Returns the folder to be deleted; null if mods don't have it, or it isn't deleted because it isn't empty.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="handle">A handle of one of the folder's real folders.</param>
    /// <param name="pathId">The folder's stable id.</param>
    /// <param name="isOnClose">True if the folder has to be empty only now.</param>
    public static RemovedFolder? Of(MergedView view, nint handle, int pathId, bool isOnClose) =>
        Create(view, handle, pathId, isOnClose) is { } folder && (!isOnClose || folder.Parts.IsEmpty) ? folder : null;
}
