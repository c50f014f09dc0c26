using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// Deleting by a handle, under the policy <c>overwrite</c>: what lies in the overwrite folder is deleted there; of what another layer, or
/// the game, has, a marker says that it isn't seen any more.
/// </summary>
/// <param name="view">What the game sees.</param>
/// <param name="overwrite">The folder that takes what is written.</param>
internal readonly unsafe struct OverwriteRemoval(MergedView view, OverwriteFolder overwrite)
{
    private OverwriteWriter Writer => new(view, overwrite);

    /// <summary>
    /// Answers for a handle of a file or folder that lies in a target; false where the original does all, which deletes in the overwrite
    /// folder alone then.
    /// </summary>
    public bool TryRun(
        nint handle, void* ioStatusBlock, void* information, uint length, FILE_INFORMATION_CLASS informationClass, out NtStatus status)
    {
        status = NtStatus.STATUS_SUCCESS;
        HandleEntry entry = HandleTable.Current.Get(handle);
        if (entry.Kind is not (HandleKind.File or HandleKind.Folder)
            || !Disposition.TryRead(information, length, informationClass, out Disposition disposition)
            || !OverwrittenHandle.TryFind(view, overwrite, handle, out OverwrittenHandle source)
            || !WrittenName.TryFind(view, overwrite, source.Path, out WrittenName name))
            return false;
        bool deletes = disposition.Deletes;
        status = source.IsInOverwrite ? status : SystemOpinion.OfDisposition(overwrite, informationClass, disposition.Flags);
        if (!status.IsSuccess())
            return true;
        if (entry.Kind == HandleKind.Folder)
        {
            status = RunOnFolder(entry, name, deletes, disposition.IsAtOnce);
        }
        else if (source.IsInOverwrite)
        {
            if (deletes)
                overwrite.Keep(name.Place);
            status = deletes ? Writer.Hide(name) : status;
            return !status.IsSuccess();
        }
        else if (deletes)
        {
            bool isKept = !disposition.IgnoresReadOnly
                && (RealFiles.AttributesOf(NtPath.FromCanonical(source.Real)) & FileAttributes.ReadOnly) != 0;
            status = isKept ? NtStatus.STATUS_CANNOT_DELETE : Writer.HideLower(name);
        }

        SetDone(ioStatusBlock, status);
        return true;
    }

    /// <summary>Says in the game's own block that a call has succeeded.</summary>
    public static void SetDone(void* ioStatusBlock, NtStatus status)
    {
        IO_STATUS_BLOCK result = default;
        if (status.IsSuccess())
            GateTable.Native.TryCopy(ioStatusBlock, &result, (nuint)sizeof(IO_STATUS_BLOCK));
    }

    private NtStatus RunOnFolder(in HandleEntry entry, in WrittenName name, bool deletes, bool isAtOnce)
    {
        if (!deletes)
        {
            PendingRemovals.Current.TakeBack(entry);
            return NtStatus.STATUS_SUCCESS;
        }

        if (!OverwriteListing.IsEmpty(view, overwrite, name.Path))
            return NtStatus.STATUS_DIRECTORY_NOT_EMPTY;
        return isAtOnce || !PendingRemovals.Current.TryAdd(entry, isOnClose: false) ? Remove(entry.PathId) : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Removes a folder in which the game sees nothing; nothing happens to any other.</summary>
    /// <param name="pathId">Its stable id.</param>
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
    /// Removes a folder, whatever the game sees in it: what the overwrite folder has of it has to be empty, but for markers.
    /// </summary>
    public NtStatus Remove(in WrittenName name)
    {
        overwrite.KeepTree(name.Place);
        // The marker first: the folder is there, and empty, until it is gone whole.
        NtStatus status = Writer.Hide(name);
        if (!status.IsSuccess())
            return status;
        string place = name.Place;
        string[] kept = [.. OverwriteListing.PartsOf(view, overwrite, name.Path)
            .Where(part => !CaseFolding.Equals(part, place) && RealFiles.IsFolder(part))];
        if (RealFiles.IsFolder(place))
        {
            foreach (string marker in DeletionMarkers.NamesIn(place).Where(marker => HideMarker.IsMarker(marker)))
                RealFiles.Delete($@"{place}\{marker}");
            if (!FolderRemoval.TryDelete(place, view.Files.GetOrAddPathId(name.Path), isMods: true))
                return NtStatus.STATUS_DIRECTORY_NOT_EMPTY;
        }

        // As long as the folder is on disk another thread would take it for one that has come back.
        Snapshot snapshot = view.Files.Current;
        if (kept.Length > 0)
            view.Whiteouts.AddFolder(snapshot, name.Path, [place], kept, name.Root.Layer);
        GC.KeepAlive(snapshot);
        return status;
    }
}
