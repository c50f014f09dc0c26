using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>A folder that is deleted through a handle, as it is while the handle is open. Rare: it may allocate and ask the disk.</summary>
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

    /// <summary>What mods supply. Alive as long as this is.</summary>
    public Snapshot Snapshot { get; }

    /// <summary>The folder's parts.</summary>
    public FolderParts Parts { get; }

    /// <summary>Which of the mods' parts the handle leads to; -1 where it is the game's own.</summary>
    public int Behind { get; }

    /// <summary>Whether the closing of the handle deletes none of the parts, so that each is to be deleted.</summary>
    public bool IsOnClose { get; private init; }

    /// <summary>The name under which the part goes that the handle leads to (<see cref="FreedName"/>); null for its own.</summary>
    public string? FreedName { get; set; }

    /// <summary>Has the folder's deletion outlast the process. Before any of its parts is deleted.</summary>
    public void PutMarker() => DeletionMarkers.AddFolder(_view, Snapshot, Parts.Path, Parts.Sources, Parts.Layers, Parts.KeepsOwn);

    public override void Finish(bool isClosed, bool isRemoved)
    {
        var removal = new FolderRemoval(_view);
        if (!isClosed)
            FolderRemoval.AfterRefusal(_handle, this);
        if (isRemoved)
            removal.Finish(this);
        else if (IsOnClose)
            Parts.TakeMarkerBack();
    }

    /// <summary>Null where mods haven't got the folder.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="handle">A handle of one of its real folders.</param>
    /// <param name="pathId">The folder's stable id.</param>
    public static RemovedFolder? Of(MergedView view, nint handle, int pathId) => Create(view, handle, pathId, isOnClose: false);

    private static RemovedFolder? Create(MergedView view, nint handle, int pathId, bool isOnClose)
    {
        Snapshot snapshot = view.Snapshot;
        return FolderParts.Of(view, snapshot, pathId) is { } parts
            ? new RemovedFolder(view, snapshot, parts, handle) { IsOnClose = isOnClose }
            : null;
    }

    /// <summary>Null where mods haven't got the folder, or it isn't to be deleted because it isn't empty.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="handle">A handle of one of its real folders.</param>
    /// <param name="pathId">The folder's stable id.</param>
    /// <param name="isOnClose">Whether only now it matters whether the folder is empty.</param>
    public static RemovedFolder? Of(MergedView view, nint handle, int pathId, bool isOnClose) =>
        Create(view, handle, pathId, isOnClose) is { } folder && (!isOnClose || folder.Parts.IsEmpty) ? folder : null;
}
