using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.Writing.InPlace;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Hooks.Writing.Overwrite;

/// <content>Renames of files, and hard links to them.</content>
internal sealed partial class OverwriteRename
{
    private NtStatus RenameFile(WrittenName to)
    {
        if (!_writer.TryMakeFolder(to.Parent, out int parentId, out NtStatus status))
            return status;
        bool isSame = CaseFolding.Equals(_source.Path, to.Path), isOverLower = to is { Kind: WrittenKind.File, IsInOverwrite: false };
        WrittenName cased = isOverLower ? _writer.InTheCaseOf(to) : to;
        // If the system keeps the letter case of what is replaced, so does the place.
        if (cased.Place != to.Place && SystemOpinion.KeepsLetters(() => overwrite.NewTemporary() + "x", isSame))
            to = cased;
        WrittenName old = default;
        if ((_isLower || _source.IsInOverwrite) && !WrittenName.TryFind(_view, overwrite, _source.Path, out old))
            return NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
        old = old with { Real = NtPath.FromCanonical(_source.Real) };
        if (isOverLower && !isSame)
            overwrite.Cover(CoveredKind.Replaced, to.Place, to.Real);
        status = Give(old, to, OverwriteFileRename.Of(call.IsLink, _isLower, _source.IsInOverwrite, isSame, call.Replaces));
        if (!status.IsSuccess())
            return status;
        status = Publish(to, parentId, isOverLower);
        if (!call.IsLink)
            TrackRename(to, parentId);
        return status;
    }

    /// <summary>Gives a file its new name, in the chosen way.</summary>
    private NtStatus Give(in WrittenName old, in WrittenName to, in OverwriteFileRename decision)
    {
        if (decision.Way == OverwriteRenameWay.LinkToCopy)
        {
            overwrite.Journal?.Record(to.Place);
            return LinkCopy(old, to.Place);
        }

        if (decision.Way == OverwriteRenameWay.Copy)
        {
            // Another thread that opens the file to write to it makes its copy before, or finds the name gone.
            lock (overwrite.Copying)
                return RealFiles.IsFile(old.Place) ? RenameCopy(old, to, decision) : CopyAway(old, to, decision);
        }

        overwrite.Journal?.Record(to.Place);
        if (_source.IsInOverwrite)
            overwrite.Journal?.RecordMove(NtPath.FromCanonical(_source.Real), to.Place);
        bool isMarkerNew = false;
        NtStatus status = decision.HidesOld ? _writer.Hide(old, out isMarkerNew) : NtStatus.STATUS_SUCCESS;
        // A mod's file that was written in place: its name stays deleted.
        HandleWhiteout whiteout = call.IsLink || _source.IsInOverwrite ? default : HandleWhiteout.WhiteOut(_view, call.Handle);
        if (status.IsSuccess())
            status = call.MoveAcross(to.Place, to.Path, call.Invoke(to.Place));
        whiteout.End(status.IsSuccess());
        if (!status.IsSuccess() && isMarkerNew)
            _writer.TakeBack(old);
        return status;
    }

    /// <summary>Makes a file visible under its new name.</summary>
    private NtStatus Publish(in WrittenName to, int parentId, bool isOverLower)
    {
        // In the game's letter case, except that Wine keeps the name of a file that is replaced.
        string spelled = DiskName.Of(to.Place);
        WrittenName placed = to with
        {
            Path = string.Concat(to.Path.AsSpan(0, to.Path.Length - to.Name.Length), spelled),
            Place = string.Concat(to.Place.AsSpan(0, to.Place.Length - to.Name.Length), spelled),
        };
        if (!isOverLower || !GivenLetters.HaveOthers(_view, _view.Snapshot, placed.Path, placed.Place, spelled))
            return _writer.GiveNewPlace(placed);
        _view.Whiteouts.LiftPlace(parentId, to.Name);
        NtStatus status = _writer.Hide(placed);
        _writer.ListAgain(placed.Path);
        return status;
    }

    /// <summary>Tracks the new name for the handle: that of the file itself, or of a copy of the one the handle keeps reading.</summary>
    private void TrackRename(in WrittenName to, int parentId)
    {
        HandleEntry entry = call.Entry;
        if (!_isLower || entry is not { Kind: HandleKind.File, Generation: not 0 })
        {
            OpenedHandle.Track(_view, call.Handle, OpenedEntry.FileIn(parentId));
            return;
        }

        _view.Removals.GetOrAddFile(entry, _source.Path).Rename(to.Path);
        _view.Handles.MoveTracked(call.Handle, parentId);
    }

    /// <summary>Renames a file of another layer, or of the game, by a copy, and hides the old name.</summary>
    private NtStatus CopyAway(in WrittenName old, in WrittenName to, in OverwriteFileRename decision)
    {
        var status = NtStatus.STATUS_SUCCESS;
        string prepared = "";
        PendingRename? rename = decision.HidesOld ? Pending(old, to.Place) : null;
        if (decision.HidesOld)
            status = _writer.PrepareHiding(old, out prepared);
        if (status.IsSuccess())
            status = _writer.CopyTo(old, to.Place, decision.ReplacesCopy, rename);
        if (decision.HidesOld)
            status = _writer.EndHiding(old, prepared, status);
        rename?.End();
        call.Set.SetDone(status);
        return status;
    }

    /// <summary>
    /// Renames the copy that another thread has made, by opening the file to write to it, since the game got its handle: that copy is the
    /// file now.
    /// </summary>
    private NtStatus RenameCopy(in WrittenName old, in WrittenName to, in OverwriteFileRename decision)
    {
        NtStatus status = RealFiles.Open(old.Place, AccessMask.DELETE, ShareAccess.All, out nint copy);
        if (!status.IsSuccess())
            return status;
        overwrite.Journal?.Record(old.Place);
        overwrite.Journal?.Record(to.Place);
        overwrite.Journal?.RecordMove(old.Place, to.Place);
        bool isMarkerNew = false;
        if (decision.HidesOld)
            status = _writer.Hide(old, out isMarkerNew);
        if (status.IsSuccess())
            status = call.Invoke(copy, to.Place);
        if (!status.IsSuccess() && isMarkerNew)
            _writer.TakeBack(old);
        RealFiles.Close(copy);
        return status;
    }

    /// <summary>Makes a hard link to a file of another layer, or of the game: to its copy, which is the file from now on.</summary>
    private NtStatus LinkCopy(in WrittenName old, string target)
    {
        NtStatus status = _writer.CopyUp(old);
        if (!status.IsSuccess())
            return status;
        status = RealFiles.Open(old.Place, AccessMask.FILE_WRITE_ATTRIBUTES, ShareAccess.All, out nint copy);
        if (!status.IsSuccess())
            return status;
        status = call.Invoke(copy, target);
        RealFiles.Close(copy);
        return status;
    }
}
