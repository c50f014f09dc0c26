using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Saving;

/// <content>Renames and hard links of files under the policy <c>overwrite</c>.</content>
internal unsafe partial struct RenameCall
{
    private readonly NtStatus RenameFile(MergedView view, OverwriteFolder overwrite, in OverwrittenHandle source, WrittenName to,
        bool isLower)
    {
        var writer = new OverwriteWriter(view, overwrite);
        if (!writer.TryMakeFolder(to.Parent, out int parentId, out NtStatus status))
            return status;
        bool isSame = CaseFolding.Equals(source.Path, to.Path), isOverLower = to is { Kind: WrittenKind.File, IsInOverwrite: false };
        WrittenName cased = isOverLower ? writer.InTheCaseOf(to) : to;
        // Where the system leaves the letters of what is replaced, the place has them, too.
        if (cased.Place != to.Place && SystemOpinion.KeepsLetters(() => overwrite.NewTemporary() + "x", isSame))
            to = cased;
        WrittenName old = default;
        if ((isLower || source.IsInOverwrite) && !WrittenName.TryFind(view, overwrite, source.Path, out old))
            return NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
        old = old with { Real = NtPath.FromCanonical(source.Real) };
        if (to is { Kind: WrittenKind.File, IsInOverwrite: false } && !isSame)
            overwrite.Cover(CoveredKind.Replaced, to.Place, to.Real);
        OverwriteFileRename decision = OverwriteFileRename.Of(IsLink, isLower, source.IsInOverwrite, isSame, Replaces);
        if (decision.Way == OverwriteRenameWay.LinkToCopy)
        {
            overwrite.Keep(to.Place);
            status = LinkCopy(writer, old, to);
        }
        else if (decision.Way == OverwriteRenameWay.Copy)
        {
            // Another thread that opens the file to write to it makes its copy before, or finds the name gone.
            lock (overwrite.Copying)
            {
                status = RealFiles.IsFile(old.Place)
                    ? RenameCopy(writer, overwrite, old, to, decision)
                    : CopyAway(writer, overwrite, old, to, decision);
            }
        }
        else
        {
            overwrite.Keep(to.Place);
            if (source.IsInOverwrite)
                overwrite.KeepMove(NtPath.FromCanonical(source.Real), to.Place);
            if (decision.HidesOld)
                status = writer.Hide(old);
            // A mod's file that was written where it is: its name stays gone.
            AddedMarker marker = IsLink || source.IsInOverwrite ? default : HandleWhiteout.WhiteOut(FileHandle);
            if (status.IsSuccess())
                status = Invoke(to.Place);
            if (status == NtStatus.STATUS_NOT_SAME_DEVICE && !IsLink && IsOnSameVirtualVolume(to.Path))
                status = VolumeCrossing.Move(FileHandle, RealName(), to.Place, Replaces, IoStatusBlock);
            marker.End(status.IsSuccess());
        }

        if (!status.IsSuccess())
            return status;
        // In the letter case that the game gives, but that Wine keeps the name of a file that is replaced.
        string spelled = DiskName.Of(to.Place);
        WrittenName placed = to with
        {
            Path = string.Concat(to.Path.AsSpan(0, to.Path.Length - to.Name.Length), spelled),
            Place = string.Concat(to.Place.AsSpan(0, to.Place.Length - to.Name.Length), spelled),
        };
        if (isOverLower && GivenLetters.HaveOthers(view, view.Files.Current, placed.Path, placed.Place, spelled))
        {
            view.Whiteouts.LiftPlace(parentId, to.Name);
            status = writer.Hide(placed);
            writer.Forget(placed.Path);
        }
        else
        {
            status = writer.PlaceNew(placed);
        }

        if (!IsLink)
            FollowRename(source, to, parentId, isLower);
        return status;
    }

    /// <summary>What the handle leads to has its new name: the file itself, or a copy of the one that the handle goes on reading.</summary>
    private readonly void FollowRename(in OverwrittenHandle source, in WrittenName to, int parentId, bool isLower)
    {
        HandleEntry entry = MergedView.Current.Handles.Get(FileHandle);
        if (!isLower || entry is not { Kind: HandleKind.File, Generation: not 0 })
        {
            OpenedHandle.Track(MergedView.Current, FileHandle, OpenedEntry.FileIn(parentId));
            return;
        }

        MergedView.Current.Removals.GetOrAddFile(entry, source.Path).Rename(to.Path);
        MergedView.Current.Handles.MoveFollowed(FileHandle, parentId);
    }

    /// <summary>What another layer, or the game, has gets its new name by a copy, and is hidden under the old one.</summary>
    private readonly NtStatus CopyAway(OverwriteWriter writer, OverwriteFolder overwrite, in WrittenName old, in WrittenName to,
        in OverwriteFileRename decision)
    {
        var status = NtStatus.STATUS_SUCCESS;
        string prepared = "";
        PendingRename? rename = decision.HidesOld ? Pending(overwrite, old, to.Place) : null;
        if (decision.HidesOld)
            status = writer.PrepareHiding(old, out prepared);
        if (status.IsSuccess())
            status = writer.CopyTo(old, to.Place, decision.ReplacesCopy, rename);
        if (decision.HidesOld)
            status = writer.EndHiding(old, prepared, status);
        rename?.End();
        OverwriteRemoval.SetDone(IoStatusBlock, status);
        return status;
    }

    /// <summary>Another thread has opened the file to write to it since the game has its handle: that copy is the file now.</summary>
    private readonly NtStatus RenameCopy(OverwriteWriter writer, OverwriteFolder overwrite, in WrittenName old, in WrittenName to,
        in OverwriteFileRename decision)
    {
        NtStatus status = RealFiles.Open(old.Place, AccessMask.DELETE, ShareAccess.All, out nint copy);
        if (!status.IsSuccess())
            return status;
        overwrite.Keep(old.Place);
        overwrite.Keep(to.Place);
        overwrite.KeepMove(old.Place, to.Place);
        if (decision.HidesOld)
            status = writer.Hide(old);
        if (status.IsSuccess())
            status = RealFiles.Rename(copy, to.Place, _header.Flags, IoStatusBlock, FileInformationClass);
        RealFiles.Close(copy);
        return status;
    }

    /// <summary>What tells the next start of a rename that was killed before its old name was hidden.</summary>
    private static PendingRename Pending(OverwriteFolder overwrite, in WrittenName old, string destination) =>
        new(overwrite.NewTemporary(), destination, old.Place + HideMarker.Ending);

    /// <summary>A hard link to a file that another layer, or the game, has: to its copy, which is the file from now on.</summary>
    private readonly NtStatus LinkCopy(OverwriteWriter writer, in WrittenName old, in WrittenName to)
    {
        NtStatus status = writer.CopyUp(old);
        if (!status.IsSuccess())
            return status;
        status = RealFiles.Open(old.Place, AccessMask.FILE_WRITE_ATTRIBUTES, ShareAccess.All, out nint copy);
        if (!status.IsSuccess())
            return status;
        status = RealFiles.Rename(copy, to.Place, _header.Flags, IoStatusBlock, FileInformationClass);
        RealFiles.Close(copy);
        return status;
    }
}
