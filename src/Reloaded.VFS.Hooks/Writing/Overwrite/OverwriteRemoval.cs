using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.Writing.InPlace;

namespace Reloaded.VFS.Hooks.Writing.Overwrite;

/// <summary>
/// Deletions by a handle, under the policy <c>overwrite</c>: files in the overwrite folder are deleted there; those of another layer, or of
/// the game, are hidden by a marker.
/// </summary>
internal readonly unsafe struct OverwriteRemoval(MergedView view, OverwriteFolder overwrite)
{
    private OverwriteWriter Writer => new(view, overwrite);

    /// <summary>
    /// Answers for a handle of a file or folder in a target. Returns false if the original does everything; it then deletes only in the
    /// overwrite folder.
    /// </summary>
    public bool TryRun(in SetCall call, Disposition disposition, out NtStatus status)
    {
        status = NtStatus.STATUS_SUCCESS;
        HandleEntry entry = view.Handles.Get(call.Handle);
        if (entry.Kind is not (HandleKind.File or HandleKind.Folder)
            || !OverwrittenHandle.TryFind(view, overwrite, call.Handle, out OverwrittenHandle source)
            || !WrittenName.TryFind(view, overwrite, source.Path, out WrittenName name))
            return false;
        bool deletes = disposition.Deletes, isFile = entry.Kind == HandleKind.File;
        if (isFile && source.IsInOverwrite)
        {
            status = RunOnCopy(call, name, deletes);
            return true;
        }

        // The handle's own rights count: the system is asked about another file or folder.
        status = source.IsInOverwrite ? status
            : !MayDelete(call.Handle) ? NtStatus.STATUS_ACCESS_DENIED
            : SystemOpinion.OfDisposition(overwrite, call.Class, disposition.Flags);
        if (!status.IsSuccess())
            return true;
        if (!isFile)
        {
            status = RunOnFolder(entry, name, disposition);
        }
        else if (!deletes)
        {
            view.Removals.Withdraw(entry, Disposition.IsOfFile, source.Path);
        }
        else
        {
            bool isKept = !disposition.IgnoresReadOnly && RealFiles.IsReadOnly(NtPath.FromCanonical(source.Real));
            status = isKept ? NtStatus.STATUS_CANNOT_DELETE
                : disposition.IsAtOnce || entry.Generation == 0 ? Writer.HideLower(name)
                : Writer.DeleteAtClose(entry, name, isOnClose: false);
        }

        call.SetDone(status);
        return true;
    }

    /// <summary>Determines whether a handle has the right to delete, or its rights can't be determined.</summary>
    private static bool MayDelete(nint handle) =>
        !RealFiles.TryGetAccess(handle, out AccessMask access) || (access & AccessMask.DELETE) != 0;

    /// <summary>Deletes a file in the overwrite folder, or takes that back: the system does so.</summary>
    /// <remarks>
    /// The marker for what is below the file exists before the file is removed, and is removed with the disposition that has made it.
    /// </remarks>
    private NtStatus RunOnCopy(in SetCall call, in WrittenName name, bool deletes)
    {
        string marker = name.Place + HideMarker.Ending;
        NtStatus status = NtStatus.STATUS_SUCCESS;
        bool isNew = false;
        uint asker = AskedDeletions.AskerOf(call.Handle);
        if (deletes)
        {
            overwrite.Journal?.Record(name.Place);
            isNew = !RealFiles.Exists(marker);
            status = Writer.Hide(name);
        }

        if (status.IsSuccess())
            status = call.Invoke();
        // A marker that was there before stands for an earlier deletion, and stays.
        if (deletes && status.IsSuccess() && (isNew || view.AskedDeletions.Contains(name.Place)))
            view.AskedDeletions.Add(name.Place, asker);
        else if (deletes ? isNew : status.IsSuccess() && view.AskedDeletions.Withdraw(name.Place, asker, Disposition.IsOfFile))
            RealFiles.Delete(marker);
        return status;
    }

    /// <summary>Deletes the file that was to be deleted by the last duplicate of a handle, which is closed.</summary>
    public void Remove(PendingRemovals.Removal[] closing)
    {
        foreach (PendingRemovals.Removal removal in closing)
        {
            // A file that was deleted meanwhile, and created again, is another file.
            if (removal.File is { } file && WrittenName.TryFind(view, overwrite, file.Path, out WrittenName name)
                && name.Kind == WrittenKind.File && (file.IsRenamed || !RealFiles.Exists(name.Place + HideMarker.Ending)))
                Writer.HideLower(name);
            removal.Record?.End();
        }

        view.Watches?.WaitUntilReported();
    }

    private NtStatus RunOnFolder(in HandleEntry entry, in WrittenName name, Disposition disposition)
    {
        if (!disposition.Deletes)
        {
            view.Removals.Withdraw(entry, Disposition.IsOfFile);
            return NtStatus.STATUS_SUCCESS;
        }

        if (!OverwriteListing.IsEmpty(view, overwrite, name.Path))
            return NtStatus.STATUS_DIRECTORY_NOT_EMPTY;
        // Wine deletes a read-only folder.
        if (!NtFunctions.IsWine && !disposition.IgnoresReadOnly && RealFiles.IsReadOnly(name.Real))
            return NtStatus.STATUS_CANNOT_DELETE;
        return disposition.IsAtOnce || !view.Removals.TryAdd(entry, isOnClose: false) ? Remove(entry.PathId) : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Removes a folder in which the game sees nothing; does nothing with any other.</summary>
    /// <param name="pathId">The folder's stable id.</param>
    public NtStatus Remove(int pathId)
    {
        if (!WrittenName.TryFind(view, overwrite, view.Files.GetPath(pathId).ToString(), out WrittenName name)
            || name.Kind != WrittenKind.Folder)
            return NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
        if (!OverwriteListing.IsEmpty(view, overwrite, name.Path))
            return NtStatus.STATUS_DIRECTORY_NOT_EMPTY;
        return Remove(name);
    }

    /// <summary>
    /// Removes a folder, whatever the game sees in it: its part in the overwrite folder has to be empty, except for markers.
    /// </summary>
    public NtStatus Remove(in WrittenName name)
    {
        overwrite.Journal?.RecordTree(name.Place);
        // The marker first: the folder exists, and is empty, until it is removed as a whole.
        NtStatus status = Writer.Hide(name);
        if (!status.IsSuccess())
            return status;
        string place = name.Place;
        string[] kept = [.. OverwriteListing.PartsOf(view, overwrite, name.Path)
            .Where(part => !CaseFolding.Equals(part, place) && RealFiles.IsFolder(part))];
        if (RealFiles.IsFolder(place))
        {
            foreach (string marker in RealFolder.NamesIn(place).Where(marker => HideMarker.IsMarker(marker)))
                RealFiles.Delete($@"{place}\{marker}");
            if (!new FolderRemoval(view).TryDelete(place, view.Files.GetOrAddPathId(name.Path), isMods: true))
                return NtStatus.STATUS_DIRECTORY_NOT_EMPTY;
        }

        // While the folder is on disk, another thread would take it for one that has come back.
        Snapshot snapshot = view.Snapshot;
        if (kept.Length > 0)
            view.Whiteouts.AddFolder(snapshot, name.Path, [place], kept, name.Root.Layer);
        GC.KeepAlive(snapshot);
        return status;
    }
}
