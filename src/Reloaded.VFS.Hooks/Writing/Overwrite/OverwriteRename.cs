using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.Writing.InPlace;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Hooks.Writing.Overwrite;

/// <summary>
/// A rename of a file or folder, or a hard link to a file, under the policy <c>overwrite</c>: the new name lies in the overwrite folder.
/// </summary>
/// <remarks>
/// A file in the overwrite folder is renamed itself; one of another layer, or of the game, is copied to the new name, and isn't seen under
/// the old one any more.
/// </remarks>
internal sealed partial class OverwriteRename(OverwriteFolder overwrite, RenameCall call)
{
    private readonly MergedView _view = call.View;
    private readonly OverwriteWriter _writer = new(call.View, overwrite);
    private OverwrittenHandle _source;

    // True if the old name lies in a target, and if another layer, or the game, has it there.
    private bool _isInTarget, _isLower;

    private WrittenName _discarded;
    private bool _isMarkerNew;

    private OverwriteRemoval Removal => new(_view, overwrite);

    /// <summary>Answers the call. Returns false if neither the old name nor the new one lies in a target.</summary>
    public bool TryRun(out NtStatus status)
    {
        status = NtStatus.STATUS_SUCCESS;
        if (!OverwrittenHandle.TryFind(_view, overwrite, call.Handle, out _source))
            return false;
        _isInTarget = overwrite.TryGetPlace(_view, _source.Path, out _, out _);
        _isLower = _isInTarget && !_source.IsInOverwrite;
        if (call.Destination is not { } destination)
        {
            RecordSource();
            status = SystemOpinion.OfRename(overwrite, call);
            if (status.IsSuccess())
                status = SystemOpinion.OfRoot(call.RootDirectory);
            // The kernel would rename the file itself.
            if (status.IsSuccess())
                status = NtStatus.STATUS_NOT_SAME_DEVICE;
            return _isLower;
        }

        if (!WrittenName.TryFind(_view, overwrite, destination, out WrittenName to) && !TryFindInPart(destination, out to))
        {
            status = _isLower ? LeaveTarget(destination) : Discard();
            return _isLower || !status.IsSuccess();
        }

        bool isFolder = RealFiles.IsFolder(call.Handle);
        if (isFolder && call.IsLink)
        {
            // The system refuses that, wherever the name lies: no folder of the game's is made to determine the status.
            status = WrittenName.IsFolderSeen(_view, overwrite, to.Parent)
                ? call.Invoke(overwrite.NewTemporary())
                : NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
            return true;
        }

        status = SystemOpinion.OfRename(overwrite, call);
        if (status.IsSuccess())
            status = Refuse(to, isFolder);
        if (!status.IsSuccess())
            return true;
        RecordSource();
        status = isFolder ? RenameFolder(to) : RenameFile(to);
        return true;
    }

    /// <summary>
    /// Finds the place in the overwrite folder of a new name in one of the user's folders that only mods have, and that can't be made
    /// there. Returns false for any other name.
    /// </summary>
    private bool TryFindInPart(string path, out WrittenName name)
    {
        name = default;
        string parent = VirtualPath.GetParent(path).ToString();
        if (!overwrite.TryGetRoot(path, out string place, out OverwriteRoot root) || !root.IsUsers
            || _view.Disk.IsFolder(NtPath.FromCanonical(parent))
            || SeenPath.Of(_view, path, SeenOptions.Canonical) is not { IsAbsent: false, Kind: LookupKind.Miss, Backing: not null })
            return false;
        ParentFolders parents = new(_view);
        if (parents.TryMake(_view.Files.GetOrAddPathId(parent)))
        {
            parents.Undo();
            return false;
        }

        name = new WrittenName(WrittenKind.None, path, place, root, "", IsInOverwrite: false);
        return true;
    }

    /// <summary>
    /// Records in the journal of this run what lies in the overwrite folder under the old name: for a hard link, too, through which the
    /// file may be changed.
    /// </summary>
    private void RecordSource()
    {
        if (_source.IsInOverwrite)
            overwrite.Journal?.RecordTree(NtPath.FromCanonical(_source.Real));
    }

    /// <summary>Returns the reason why the new name can't be given; success if it can.</summary>
    private NtStatus Refuse(in WrittenName to, bool isFolder)
    {
        var facts = new OverwriteRenameFacts(
            call.IsLink, isFolder, call.Replaces, CaseFolding.Equals(_source.Path, to.Path), to.Kind, _view.Hidden.Cover(to.Path, out _),
            HideMarker.IsMarker(to.Name), WrittenName.IsFolderSeen(_view, overwrite, to.Parent));
        OverwriteRenameDecision decision = OverwriteRenameDecision.Of(facts);
        if (!decision.ReplacesFile)
        {
            return decision.Status == NtStatus.STATUS_OBJECT_NAME_COLLISION && !call.IsLink && IsOneFile(to)
                ? NtStatus.STATUS_SUCCESS
                : decision.Status;
        }

        NtStatus status = RealFiles.IsReadOnly(to.Real)
            ? SystemOpinion.OfRename(overwrite, call, Replaced.ReadOnly)
            : NtStatus.STATUS_SUCCESS;
        if (!status.IsSuccess())
            return status;
        // For the game, the copy and the file from which it was made are one file.
        string below = to.IsInOverwrite && !RealFiles.Exists(to.Place + HideMarker.Ending)
            ? WrittenName.FindBelow(_view, to.Path, to.Place)
            : "";
        if (IsKept(to.Real) || (below.Length > 0 && IsKept(below)))
            return NtStatus.STATUS_ACCESS_DENIED;
        string lower = to.IsInOverwrite ? below : to.Real;
        return lower.Length > 0 && SystemOpinion.OfRename(overwrite, call, Replaced.Open) is var opinion
            && !opinion.IsSuccess() && OpenHandles.AnyLeadsTo(lower, call.Handle)
            ? opinion
            : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Determines whether another handle of a real file prevents its deletion.</summary>
    private static bool IsKept(string real) =>
        RealFiles.OpinionOf(real, AccessMask.DELETE, ShareAccess.All) == NtStatus.STATUS_SHARING_VIOLATION;

    /// <summary>Determines whether both are names of one file in the overwrite folder: Wine then keeps both, and reports success.</summary>
    private bool IsOneFile(in WrittenName to) =>
        NtFunctions.IsWine && _source.IsInOverwrite && to is { IsInOverwrite: true, Kind: WrittenKind.File }
        && RealFiles.TryGetLinks(to.Place, out uint links, out long id) && links > 1
        && RealFiles.TryGetLinks(NtPath.FromCanonical(_source.Real), out _, out long sourceId) && id == sourceId;

    private NtStatus RenameFolder(in WrittenName to)
    {
        bool isSame = CaseFolding.Equals(_source.Path, to.Path);
        WrittenName old = default;
        if (_isInTarget && !WrittenName.TryFind(_view, overwrite, _source.Path, out old))
            return NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
        bool isLower = _isLower || (_isInTarget && IsMerged(old));
        // A folder can't become one of its own members; of a folder that others have no other letter case is known.
        if (isLower && (isSame || VirtualPath.IsSameOrBelow(to.Path, _source.Path)))
            return isSame ? NtStatus.STATUS_NOT_SAME_DEVICE : NtStatus.STATUS_SHARING_VIOLATION;
        // Files written in place would stay behind, hidden under either name; a folder of several parts would be torn apart.
        if (_isInTarget ? OverwriteListing.HasInPlace(_view, overwrite, _source.Path) : call.IsOfSeveral(_view.Snapshot))
            return NtStatus.STATUS_NOT_SAME_DEVICE;
        if (!_writer.TryMakeFolder(to.Parent, out _, out NtStatus status))
            return status;
        status = !isLower ? RenameWhole(NtPath.FromCanonical(_source.Real), to)
            : _source.IsInOverwrite ? RenameCompleted(old, to)
            : RenameCopied(old, to);
        if (!status.IsSuccess())
            return status;
        _view.Whiteouts.Folders.Lift(to.Path);
        _writer.Publish(to.Path);
        if (_isInTarget && !isSame)
            _writer.ListAgain(_source.Path);
        OpenedHandle.Track(_view, call.Handle, OpenedEntry.Folder(_view.Files.GetOrAddPathId(to.Path)));
        return status;
    }

    /// <summary>Determines whether a folder in the overwrite folder is seen together with one of another layer, or of the game.</summary>
    private bool IsMerged(in WrittenName folder)
    {
        string place = folder.Place;
        return !RealFiles.Exists(place + HideMarker.Ending)
            && OverwriteListing.PartsOf(_view, overwrite, folder.Path)
                .Exists(part => !CaseFolding.Equals(part, place) && RealFiles.IsFolder(part));
    }

    /// <summary>Calls the original to rename a folder that consists of one real folder.</summary>
    private NtStatus RenameWhole(string real, in WrittenName to)
    {
        overwrite.Journal?.RecordNew(to.Place, NtPath.ToLongWin32(real));
        overwrite.Journal?.RecordMove(real, to.Place);
        return call.Invoke(to.Place);
    }

    /// <summary>Copies a folder of another layer, or of the game, to its new name.</summary>
    private NtStatus RenameCopied(in WrittenName old, in WrittenName to)
    {
        PendingRename rename = Pending(old, to.Place);
        NtStatus status = _writer.CopyTree(old, to.Place, rename);
        if (status.IsSuccess() && RemoveCopied(old, out bool isCopyAll) is var removed && !removed.IsSuccess())
        {
            rename.End();
            if (isCopyAll)
                _writer.Publish(to.Path);
            else
                OverwriteWriter.DeleteTree(to.Place);
            status = removed;
        }

        rename.End();
        call.Set.SetDone(status);
        return status;
    }

    /// <summary>
    /// Renames a folder of which the overwrite folder has a part, by the game's own handle of that part, after the rest was copied to it.
    /// </summary>
    private NtStatus RenameCompleted(in WrittenName old, in WrittenName to)
    {
        NtStatus status = _writer.Complete(old.Path, old.Place);
        if (!status.IsSuccess())
            return status;
        PendingRename rename = Pending(old, to.Place);
        try
        {
            rename.Begin(old.Place);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            rename.End();
            return OverwriteWriter.StatusOf(e);
        }

        status = RenameWhole(old.Place, to);
        if (!status.IsSuccess())
        {
            rename.End();
            return status;
        }

        status = Removal.Remove(old);
        rename.End();
        // The old name can't be hidden: the folder has it again, with its markers; if that fails nothing of the folder is removed.
        if (status.IsSuccess())
            OverwriteWriter.DeleteMarkers(to.Place);
        else if (!RealFiles.Rename(call.Handle, old.Place))
            _writer.Publish(to.Path);
        return status;
    }

    /// <summary>Removes a folder that was copied to its new name, with everything in it, from the game's view under the old name.</summary>
    /// <param name="old">The folder under its old name.</param>
    /// <param name="isCopyAll">
    /// True if the overwrite folder's part of the old name was moved out of its place: after a failure only the copy is left of it.
    /// </param>
    private NtStatus RemoveCopied(in WrittenName old, out bool isCopyAll)
    {
        string temporary = overwrite.NewTemporary(), place = NtPath.ToLongWin32(old.Place), aside = NtPath.ToLongWin32(temporary);
        isCopyAll = false;
        try
        {
            // In one step: if a file in it is in use, nothing is removed.
            if (Directory.Exists(place))
            {
                overwrite.Journal?.RecordTree(old.Place);
                DiskRemoval.Rename(place, aside);
                isCopyAll = true;
            }

            NtStatus status = Removal.Remove(old);
            if (!status.IsSuccess())
            {
                if (isCopyAll)
                    DiskRemoval.Rename(aside, place);
                isCopyAll = false;
                return status;
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return OverwriteWriter.StatusOf(e);
        }

        _writer.ListAgain(old.Path);
        // What can't be deleted there, the next start removes that no other process shares.
        if (isCopyAll)
            OverwriteWriter.DeleteTree(temporary);
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Calls the original to move a file or folder out of the targets from the overwrite folder.</summary>
    private NtStatus Discard()
    {
        RecordSource();
        return _source.IsInOverwrite && !call.IsLink && WrittenName.TryFind(_view, overwrite, _source.Path, out _discarded)
            && _discarded.Kind == WrittenKind.File
            ? _writer.Hide(_discarded, out _isMarkerNew)
            : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Ends a call that <see cref="TryRun"/> has left to the policy in place.</summary>
    public void EndDiscard(NtStatus status)
    {
        if (_isMarkerNew && !status.IsSuccess())
            _writer.TakeBack(_discarded);
    }

    /// <summary>Copies a file of another layer, or of the game, to a name outside every target.</summary>
    private NtStatus LeaveTarget(string destination)
    {
        if (RealFiles.IsFolder(call.Handle) || !WrittenName.TryFind(_view, overwrite, _source.Path, out WrittenName old))
            return NtStatus.STATUS_NOT_SAME_DEVICE;
        Snapshot snapshot = _view.Snapshot;
        SeenEntry seen = InPlaceRename.SeenAt(_view, snapshot, destination);
        if (seen.IsAbsent)
            return seen.IsAbsentItself ? NtStatus.STATUS_ACCESS_DENIED : NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        string? companion = InPlaceRename.CompanionOf(_view, snapshot, seen);
        (string target, bool isInMod, _) = RenamePlace.Of(seen, companion, RealFiles.IsFolder(NtPath.FromCanonical(destination)), "");
        // In a user's folder: mods alone may have the parent folder.
        ParentFolders parents = new(_view);
        if (!isInMod && overwrite.TryGetRoot(destination, out _, out _)
            && !parents.TryMake(_view.Files.GetOrAddPathId(VirtualPath.GetParent(destination))))
            return NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        NtStatus status = LeaveTarget(old, target);
        if (!status.IsSuccess())
            parents.Undo();
        else if (isInMod)
            NoteInMod(seen, target, isCompanion: companion is not null);
        GC.KeepAlive(snapshot);
        return status;
    }

    /// <summary>Notes that a name in place, which a mod supplies or which belongs in one, has got new content there.</summary>
    private void NoteInMod(SeenEntry seen, string target, bool isCompanion)
    {
        GivenLetters.UpdateMarker(_view, seen.Path, target);
        if (isCompanion)
            _view.Companions.Note(seen.PathId, VirtualPath.GetName(seen.Path));
        if (seen.IsHiddenByMod)
            CreatedEntry.Await(_view, seen.Path, LookupKind.File);
    }

    /// <summary>Copies the file: everything that can fail comes before the file of the new name is replaced.</summary>
    private NtStatus LeaveTarget(in WrittenName old, string target)
    {
        if (call.IsLink)
            return LinkCopy(old, target);
        if (!call.Replaces && RealFiles.Exists(target))
            return NtStatus.STATUS_OBJECT_NAME_COLLISION;
        NtStatus status = _writer.PrepareHiding(old, out string prepared);
        if (!status.IsSuccess())
            return status;
        PendingRename rename = Pending(old, target);
        string beside = TemporaryName.Beside(NtPath.ToLongWin32(target));
        try
        {
            FileCopy.Make(NtPath.CanonicalToLongWin32(_source.Real), beside);
            rename.Begin(NtPath.From(beside));
            DiskRemoval.Rename(beside, NtPath.ToLongWin32(target), call.Replaces);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The record is removed first: if the copy is gone, the record means that the file has its new name.
            rename.End();
            RealFiles.Delete(NtPath.From(beside));
            status = OverwriteWriter.StatusOf(e);
        }

        status = _writer.EndHiding(old, prepared, status);
        rename.End();
        call.Set.SetDone(status);
        return status;
    }

    /// <summary>Returns the record that informs the next start of a rename that was killed before its old name was hidden.</summary>
    private PendingRename Pending(in WrittenName old, string destination) =>
        new(overwrite.NewTemporary(), destination, old.Place + HideMarker.Ending);
}
