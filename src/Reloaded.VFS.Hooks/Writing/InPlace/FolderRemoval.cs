using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Hooks.Marking;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>
/// The deletion of a folder that mods have. If the folder is empty for the game, all of its parts are deleted when the handle is closed by
/// which the deletion was requested, as a single folder would be.
/// </summary>
/// <remarks>
/// A part stays on disk if the game's own contains files that a mod's deleted ones covered, or a mod's contains something that isn't
/// overlaid. The folder is then <see cref="Whiteouts">whited out</see>.
/// </remarks>
internal readonly unsafe struct FolderRemoval(MergedView view)
{
    private const int ReleaseMilliseconds = 5000;

    /// <summary>Answers a call on a folder that mods have. Returns false if the original has to answer it.</summary>
    public bool TryRun(in SetCall call, Disposition disposition, out NtStatus status)
    {
        status = 0;
        HandleEntry entry = view.Handles.Get(call.Handle);
        if (entry.Kind != HandleKind.Folder)
            return false;
        if (!disposition.Deletes)
        {
            view.Removals.Withdraw(entry, Disposition.IsOfFile);
            FolderParts.Of(view, view.Snapshot, entry.PathId)?.RestoreMarkers();
            return false;
        }

        RemovedFolder? folder = RemovedFolder.Of(view, call.Handle, entry.PathId);
        if (folder is null)
            return false;
        status = Mark(call, folder, disposition.IsAtOnce);
        if (!status.IsSuccess())
            return true;
        try
        {
            if (disposition.IsAtOnce || !view.Removals.TryAdd(entry, isOnClose: false))
            {
                Finish(folder);
                view.Removals.EndReleases(entry.PathId);
            }
        }
        catch (Exception e)
        {
            // Out of memory, or a bug of the VFS: the mods' parts of the folder stay. The original has run, and must not run again.
            HandlerFaults.Note(HandlerFaults.FolderStays, e);
        }

        return true;
    }

    /// <summary>Deletes a folder and closes its handle, as NtDeleteFile does.</summary>
    /// <param name="handle">A handle of one of the folder's real folders, opened to be deleted.</param>
    /// <param name="opened">The folder.</param>
    public NtStatus Delete(nint handle, OpenedEntry opened)
    {
        byte delete = 1;
        IO_STATUS_BLOCK result;
        RemovedFolder? folder = null;
        try
        {
            folder = opened.Kind == OpenedKind.Folder ? RemovedFolder.Of(view, handle, opened.FolderId) : null;
        }
        catch (Exception e)
        {
            // Out of memory, or a bug of the VFS: the mods' parts of the folder stay.
            HandlerFaults.Note(HandlerFaults.FolderStays, e);
        }

        NtStatus status = folder is not null
            ? Mark(new SetCall(handle, &result, &delete, sizeof(byte), FILE_INFORMATION_CLASS.FileDispositionInformation), folder,
                isAtOnce: true)
            : RealFiles.DeleteAtClose(handle);
        try
        {
            if (folder is not null && status.IsSuccess())
                Finish(folder);
        }
        catch (Exception e)
        {
            // The status is that of what was done.
            HandlerFaults.Note(HandlerFaults.FolderStays, e);
        }

        if (folder is not null && status.IsSuccess())
            BeforeClose(handle, folder);
        RealFiles.Close(handle);
        try
        {
            FreedName.Await(folder?.FreedName);
            if (opened.Kind == OpenedKind.Folder)
                view.Removals.EndReleases(opened.FolderId);
        }
        catch (OutOfMemoryException)
        {
            // The follower leaves the folder alone.
        }

        return AsWineSays(status);
    }

    /// <summary>Returns the status that Wine gives: its <c>NtDeleteFile</c> reports success for a folder that isn't empty.</summary>
    public static NtStatus AsWineSays(NtStatus status) =>
        status == NtStatus.STATUS_DIRECTORY_NOT_EMPTY && NtFunctions.IsWine ? NtStatus.STATUS_SUCCESS : status;

    /// <summary>
    /// Deletes the parts that the handle doesn't lead to. The VFS has no handle of the other part, so its name is removed with the handle.
    /// </summary>
    /// <param name="folder">The folder, empty for the game, whose handle is marked for deletion, or closed.</param>
    public void Finish(RemovedFolder folder)
    {
        FolderParts parts = folder.Parts;
        int pathId = parts.PathId;
        List<string> deleted = [], kept = [];
        int layer = 0;
        for (int i = 0; i < parts.Sources.Length; i++)
        {
            string source = parts.Sources[i];
            bool isBehind = i == folder.Behind;
            // The system deletes the part that the handle leads to, but only an empty one.
            bool isMarked = isBehind && !folder.IsOnClose && RealFolder.NamesIn(source).Length == 0;
            if (isMarked)
                Release(source, pathId);
            else if (parts.IsEmpty)
                DeletionMarkers.RemoveAll(view, source);
            // The name of the part that the game has open elsewhere must stay.
            if (!isMarked && RealFiles.Exists(source)
                && !TryDelete(source, pathId, isMods: !isBehind || !view.Handles.IsPathInUse(pathId)))
            {
                // A part that isn't empty isn't overlaid, and stays.
                kept.Add(source);
                continue;
            }

            if (deleted.Count == 0)
                layer = parts.Layers[i];
            deleted.Add(source);
        }

        if ((folder.Behind >= 0 || folder.IsOnClose) && !parts.KeepsOwn && RealFiles.IsFolder(parts.Own))
            TryDelete(parts.Own, pathId, isMods: false);
        else
            Release(parts.Own, pathId);
        // If every mod keeps its part, what takes the folder's place goes to the game's own folder.
        if (deleted.Count == 0 && parts.HasOwnPlace && view.Files.TryGetPathId(VirtualPath.GetParent(parts.Path), out int parentId)
            && new ParentFolders(view).TryMake(parentId))
        {
            layer = parts.Layers[0];
            deleted.Add(parts.Own);
        }

        if ((parts.KeepsOwn || kept.Count > 0) && deleted.Count > 0)
            view.Whiteouts.AddFolder(folder.Snapshot, parts.Path, [.. deleted], [.. kept], layer);
        else if (kept.Count == 0)
            view.Whiteouts.Folders.NoteRemoved(folder.Snapshot, parts.Path);
        FreedName.Await(folder.FreedName);
        GC.KeepAlive(folder.Snapshot);
    }

    /// <summary>
    /// Frees the name of the part that a handle leads to, and that is deleted when the handle is closed. Does nothing if the game itself
    /// has the part open elsewhere: then its name must stay.
    /// </summary>
    /// <param name="handle">A handle with <c>DELETE</c> access, whose closing deletes the part.</param>
    public void BeforeClose(nint handle, RemovedFolder folder)
    {
        FolderParts parts = folder.Parts;
        try
        {
            if (NtFunctions.IsWine && folder.Behind >= 0 && !view.Handles.IsPathInUse(parts.PathId, except: handle)
                && RealFolder.NamesIn(parts.Sources[folder.Behind]).Length == 0)
                folder.FreedName = FreedName.Free(view, handle, parts.Sources[folder.Behind]);
        }
        catch (OutOfMemoryException)
        {
            // The name may stay.
        }
    }

    /// <summary>Undoes <see cref="BeforeClose"/> after the system has refused to close a handle.</summary>
    public static void AfterRefusal(nint handle, RemovedFolder folder)
    {
        if (folder.FreedName is not null)
            RealFiles.Rename(handle, folder.Parts.Sources[folder.Behind]);
    }

    /// <summary>
    /// Has the system mark the part that the handle leads to for deletion, if the game sees nothing in the folder. Returns the game's
    /// status.
    /// </summary>
    /// <param name="isAtOnce">True if the deletion can't be withdrawn.</param>
    private NtStatus Mark(in SetCall call, RemovedFolder folder, bool isAtOnce)
    {
        if (!folder.Parts.IsEmpty)
            return NtStatus.STATUS_DIRECTORY_NOT_EMPTY;
        folder.PutMarker();
        NtStatus status = call.Invoke();
        if (status == NtStatus.STATUS_DIRECTORY_NOT_EMPTY && isAtOnce && folder.Behind >= 0
            && DeletionMarkers.RemoveAll(view, folder.Parts.Sources[folder.Behind]))
            status = call.Invoke();
        if (status != NtStatus.STATUS_DIRECTORY_NOT_EMPTY || (folder.Behind < 0 && !folder.Parts.KeepsOwn))
        {
            if (!status.IsSuccess())
                folder.Parts.RestoreMarkers();
            return status;
        }

        call.SetDone(NtStatus.STATUS_SUCCESS);
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Deletes a real folder if it is empty. Returns true if the folder is deleted, or will be with its last handle.</summary>
    /// <param name="part">The folder, in NT form without a backslash at the end.</param>
    /// <param name="pathId">The virtual folder of which the real one is a part.</param>
    /// <param name="isMods">True if the folder isn't the game's own.</param>
    public bool TryDelete(string part, int pathId, bool isMods)
    {
        if (!RealFiles.TryOpenToDelete(part, out nint handle))
            return false;
        view.Writes.Journal?.Record(part);
        bool isDeleted = RealFiles.DeleteAtClose(handle).IsSuccess();
        if (isDeleted)
            Release(part, pathId);
        string? freed = isDeleted && isMods ? FreedName.Free(view, handle, part) : null;
        RealFiles.Close(handle);
        FreedName.Await(freed);
        return isDeleted;
    }

    /// <summary>Closes the VFS's own handles of a deleted folder, whose name Wine keeps as long as any handle is open.</summary>
    /// <remarks>
    /// The thread that follows the mods has a handle of each folder, and so has the one that reports changes to programs. Neither opens the
    /// folder again until the game has closed its handles.
    /// </remarks>
    private void Release(string part, int pathId)
    {
        if (!NtFunctions.IsWine)
            return;
        string path = NtPath.ToCanonical(part).ToString();
        view.Removals.AddRelease(pathId, path);
        view.Watches?.PartGoes(path);
        if (view.Follower is not { } follower)
            return;
        using RescanRequest release = follower.Release(path);
        release.Wait(ReleaseMilliseconds);
    }
}

/// <summary>A folder that is being deleted through a handle that is still open. Rare: it may allocate and ask the disk.</summary>
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

    public FolderParts Parts { get; }

    /// <summary>Gets the index of the mods' part that the handle leads to; -1 if it is the game's own.</summary>
    public int Behind { get; }

    /// <summary>Gets a value indicating whether closing the handle deletes no part, so that each of them has to be deleted.</summary>
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

    /// <summary>
    /// Returns the folder to be deleted; null if mods don't have it, or if it isn't deleted because it isn't empty when its handle is
    /// closed.
    /// </summary>
    /// <param name="handle">A handle of one of the folder's real folders.</param>
    /// <param name="pathId">The folder's stable id.</param>
    /// <param name="isOnClose">True if the folder has to be empty only now.</param>
    public static RemovedFolder? Of(MergedView view, nint handle, int pathId, bool isOnClose = false)
    {
        // What was created in the folder a moment ago may not be in the snapshot yet: a folder with it would be taken for empty.
        if (view.Follower is { } follower && FolderParts.Has(view.Snapshot, pathId))
            follower.LookAgain(view.Files.GetPath(pathId).ToString());

        Snapshot snapshot = view.Snapshot;
        return FolderParts.Of(view, snapshot, pathId) is { } parts && (parts.IsEmpty || !isOnClose)
            ? new RemovedFolder(view, snapshot, parts, handle) { IsOnClose = isOnClose }
            : null;
    }
}
