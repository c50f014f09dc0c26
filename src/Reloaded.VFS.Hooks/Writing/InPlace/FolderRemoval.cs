using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>
/// Deleting a folder that mods have. To the game it has to be empty; then every part of it is deleted when the handle is closed that asked
/// for it, as a single folder would be. Where the game's own part holds files that a mod's deleted ones covered, that part stays on disk
/// and is <see cref="Whiteouts">whited out</see>.
/// </summary>
/// <param name="view">What the game sees.</param>
internal readonly unsafe struct FolderRemoval(MergedView view)
{
    private const int ReleaseMilliseconds = 5000;

    /// <summary>Answers for a folder that mods have; false where the original alone does all.</summary>
    public bool TryRun(in SetCall call, Disposition disposition, out NtStatus status)
    {
        status = 0;
        HandleEntry entry = view.Handles.Get(call.Handle);
        if (entry.Kind != HandleKind.Folder)
            return false;
        if (!disposition.Deletes)
        {
            view.Removals.TakeBack(entry, Disposition.IsOfFile);
            FolderParts.Of(view, view.Snapshot, entry.PathId)?.TakeMarkerBack();
            return false;
        }

        RemovedFolder? folder = RemovedFolder.Of(view, call.Handle, entry.PathId);
        if (folder is null)
            return false;
        status = Mark(call, folder);
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
            // Out of memory, or a fault of the VFS: what mods have of the folder stays. The original has run, and isn't to run again.
            HandlerFaults.Note(HandlerFaults.FolderStays, e);
        }

        return true;
    }

    /// <summary>Deletes a folder and closes its handle, as NtDeleteFile does.</summary>
    /// <param name="handle">One of its real folders, opened to be deleted.</param>
    /// <param name="opened">What it is.</param>
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
            // Out of memory, or a fault of the VFS: what mods have of the folder stays.
            HandlerFaults.Note(HandlerFaults.FolderStays, e);
        }

        NtStatus status = folder is not null
            ? Mark(new SetCall(handle, &result, &delete, sizeof(byte), FILE_INFORMATION_CLASS.FileDispositionInformation), folder)
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

    /// <summary>Wine says of <c>NtDeleteFile</c> that it has deleted a folder which isn't empty.</summary>
    public static NtStatus AsWineSays(NtStatus status) =>
        status == NtStatus.STATUS_DIRECTORY_NOT_EMPTY && NtFunctions.IsWine ? NtStatus.STATUS_SUCCESS : status;

    /// <summary>
    /// Deletes the parts that the handle doesn't lead to; nothing of the VFS has the one open that it does,
    /// so that its name goes with the handle.
    /// </summary>
    /// <param name="folder">The folder, to the game an empty one, whose handle is marked for deletion, or closed.</param>
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
            if (isBehind && !folder.IsOnClose)
                Release(source, pathId);
            // The name of the part that the game has open elsewhere is to stay.
            else if (RealFiles.Exists(source)
                && !TryDelete(source, pathId, isMods: !isBehind || !view.Handles.IsPathInUse(pathId)))
            {
                // What isn't empty there isn't overlaid, and stays.
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
        if ((parts.KeepsOwn || kept.Count > 0) && deleted.Count > 0)
            view.Whiteouts.AddFolder(folder.Snapshot, parts.Path, [.. deleted], [.. kept], layer);
        else if (kept.Count == 0)
            view.Whiteouts.Folders.NoteRemoved(folder.Snapshot, parts.Path);
        FreedName.Await(folder.FreedName);
        GC.KeepAlive(folder.Snapshot);
    }

    /// <summary>
    /// Frees the name of the part that a handle leads to, with whose closing it goes. Nothing happens where the game itself has it open
    /// elsewhere: then its name is to stay.
    /// </summary>
    /// <param name="handle">A handle with <c>DELETE</c> access, whose closing deletes the part.</param>
    /// <param name="folder">The folder.</param>
    public void BeforeClose(nint handle, RemovedFolder folder)
    {
        FolderParts parts = folder.Parts;
        try
        {
            if (NtFunctions.IsWine && folder.Behind >= 0 && !view.Handles.IsPathInUse(parts.PathId, except: handle)
                && FolderParts.IsEmptyOnDisk(parts.Sources[folder.Behind]))
                folder.FreedName = FreedName.Free(view, handle, parts.Sources[folder.Behind]);
        }
        catch (OutOfMemoryException)
        {
            // The name may stay.
        }
    }

    /// <summary>The system has refused to close a handle: what <see cref="BeforeClose"/> did is undone.</summary>
    public static void AfterRefusal(nint handle, RemovedFolder folder)
    {
        if (folder.FreedName is not null)
            RealFiles.Rename(handle, folder.Parts.Sources[folder.Behind]);
    }

    /// <summary>
    /// Has the system mark the part that the handle leads to, if the game sees nothing in the folder. The status that the game gets.
    /// </summary>
    private static NtStatus Mark(in SetCall call, RemovedFolder folder)
    {
        if (!folder.Parts.IsEmpty)
            return NtStatus.STATUS_DIRECTORY_NOT_EMPTY;
        folder.PutMarker();
        NtStatus status = call.Invoke();
        if (status != NtStatus.STATUS_DIRECTORY_NOT_EMPTY || !folder.Parts.KeepsOwn || folder.Behind >= 0)
        {
            if (!status.IsSuccess())
                folder.Parts.TakeMarkerBack();
            return status;
        }

        call.SetDone(NtStatus.STATUS_SUCCESS);
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Deletes a real folder, if it is empty. Whether it is deleted, or will be with its last handle.</summary>
    /// <param name="part">The folder, in NT form without a backslash behind it.</param>
    /// <param name="pathId">The virtual folder that it is a part of.</param>
    /// <param name="isMods">Whether it isn't the game's own.</param>
    public bool TryDelete(string part, int pathId, bool isMods)
    {
        if (!RealFiles.TryOpenToDelete(part, out nint handle))
            return false;
        view.Journal?.Keep(part);
        bool isDeleted = RealFiles.DeleteAtClose(handle).IsSuccess();
        if (isDeleted)
            Release(part, pathId);
        string? freed = isDeleted && isMods ? FreedName.Free(view, handle, part) : null;
        RealFiles.Close(handle);
        FreedName.Await(freed);
        return isDeleted;
    }

    /// <summary>
    /// Wine keeps a deleted folder's name as long as anything has it open: the thread that follows the mods does, a folder each, and so
    /// does the one that tells programs of changes. Neither opens it again until the game has closed its handles.
    /// </summary>
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
