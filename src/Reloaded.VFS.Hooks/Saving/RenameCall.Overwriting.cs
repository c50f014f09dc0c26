using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Saving;

/// <content>
/// Renames and hard links under the policy <c>overwrite</c>: the new name lies in the overwrite folder. What lies there itself is renamed;
/// what another layer, or the game, has is copied to the new name, and isn't seen under the old one any more.
/// </content>
internal unsafe partial struct RenameCall
{
    private readonly bool Replaces => (_header.Flags & RenameFlags.FILE_RENAME_REPLACE_IF_EXISTS) != 0;

    /// <summary>Answers where the old name or the new one lies in a target.</summary>
    /// <param name="overwrite">The folder that takes what is written.</param>
    /// <param name="destination">The new name; null where only the kernel can answer.</param>
    /// <param name="status">What the game gets.</param>
    private readonly bool TryRunInOverwrite(OverwriteFolder overwrite, string? destination, out NtStatus status)
    {
        status = NtStatus.STATUS_SUCCESS;
        MergedView view = MergedView.Current;
        if (!OverwrittenHandle.TryFind(view, overwrite, FileHandle, out OverwrittenHandle source))
            return false;
        bool isInTarget = overwrite.TryGetPlace(MergedView.Current, source.Path, out _, out _), isLower = isInTarget && !source.IsInOverwrite;
        if (destination is null)
        {
            KeepSource(overwrite, source);
            status = SystemOpinion.OfRename(overwrite, FileInformationClass, _header.Flags);
            if (status.IsSuccess())
                status = SystemOpinion.OfRoot(_header.RootDirectory);
            // The kernel would rename the file itself.
            if (status.IsSuccess())
                status = NtStatus.STATUS_NOT_SAME_DEVICE;
            return isLower;
        }

        if (!WrittenName.TryFind(view, overwrite, destination, out WrittenName to) && !TryFindInPart(view, overwrite, destination, out to))
        {
            status = isLower ? LeaveTarget(view, overwrite, source, destination) : Discard(view, overwrite, source);
            return isLower || !status.IsSuccess();
        }

        bool isFolder = RealFiles.IsFolder(FileHandle);
        if (isFolder && IsLink)
        {
            // The system refuses that, wherever the name lies: no folder of the game's is made to find it out.
            status = WrittenName.IsFolderSeen(view, overwrite, to.Parent)
                ? Invoke(overwrite.NewTemporary())
                : NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
            return true;
        }

        status = SystemOpinion.OfRename(overwrite, FileInformationClass, _header.Flags);
        if (!status.IsSuccess())
            return true;
        status = Refuse(view, overwrite, source, to, isFolder);
        if (status.IsSuccess())
        {
            KeepSource(overwrite, source);
            status = isFolder ? RenameFolder(view, overwrite, source, to, isInTarget) : RenameFile(view, overwrite, source, to, isLower);
        }

        return true;
    }

    /// <summary>
    /// A new name in a folder of the user's that mods alone have, and that can't be made there, lies in the overwrite folder. False for any
    /// other.
    /// </summary>
    private static bool TryFindInPart(MergedView view, OverwriteFolder overwrite, string path, out WrittenName name)
    {
        name = default;
        string parent = VirtualPath.GetParent(path).ToString();
        if (!overwrite.TryGetRoot(path, out string place, out OverwriteRoot root) || !root.IsUsers
            || view.Disk.IsFolder(NtPath.FromCanonical(parent))
            || SeenPath.Of(view, path, SeenOptions.Canonical) is not { IsAbsent: false, Kind: LookupKind.Miss, Target: not null })
            return false;
        ParentFolders parents = new(view);
        if (parents.TryMake(view.Files.GetOrAddPathId(parent)))
        {
            parents.TakeBack();
            return false;
        }

        name = new WrittenName(WrittenKind.None, path, place, root, "", IsInOverwrite: false);
        return true;
    }

    /// <summary>
    /// The journal of this run gets what lies in the overwrite folder under the old name: with a hard link, too, through which the file
    /// may be changed.
    /// </summary>
    private static void KeepSource(OverwriteFolder overwrite, in OverwrittenHandle source)
    {
        if (source.IsInOverwrite)
            overwrite.KeepTree(NtPath.FromCanonical(source.Real));
    }

    /// <summary>Why the new name can't be given; success where it can.</summary>
    private readonly NtStatus Refuse(MergedView view, OverwriteFolder overwrite, in OverwrittenHandle source, in WrittenName to,
        bool isFolder)
    {
        var facts = new OverwriteRenameFacts(
            IsLink, isFolder, Replaces, CaseFolding.Equals(source.Path, to.Path), to.Kind, view.Hidden.Cover(to.Path, out _),
            HideMarker.IsMarker(to.Name), WrittenName.IsFolderSeen(view, overwrite, to.Parent));
        OverwriteRenameDecision decision = OverwriteRenameDecision.Of(facts);
        if (!decision.ReplacesFile)
        {
            return decision.Status == NtStatus.STATUS_OBJECT_NAME_COLLISION && !IsLink && IsOneFile(source, to)
                ? NtStatus.STATUS_SUCCESS
                : decision.Status;
        }

        NtStatus status = (RealFiles.AttributesOf(to.Real) & FileAttributes.ReadOnly) != 0
            ? SystemOpinion.OfReplacingReadOnly(overwrite, FileInformationClass, _header.Flags)
            : NtStatus.STATUS_SUCCESS;
        if (!status.IsSuccess())
            return status;
        // The copy and what it was made of are one file to the game.
        string below = to.IsInOverwrite && !RealFiles.Exists(to.Place + HideMarker.Ending)
            ? WrittenName.FindBelow(view, to.Path, to.Place)
            : "";
        if (IsKept(to.Real) || (below.Length > 0 && IsKept(below)))
            return NtStatus.STATUS_ACCESS_DENIED;
        string lower = to.IsInOverwrite ? below : to.Real;
        return lower.Length > 0 && SystemOpinion.OfReplacingOpen(overwrite, FileInformationClass, _header.Flags) is var opinion
            && !opinion.IsSuccess() && OpenHandles.AnyLeadsTo(lower, FileHandle)
            ? opinion
            : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Whether another handle of a real file keeps it from being deleted.</summary>
    private static bool IsKept(string real)
    {
        NtStatus status = RealFiles.Open(real, AccessMask.DELETE, ShareAccess.All, out nint handle);
        if (status.IsSuccess())
            RealFiles.Close(handle);
        return status == NtStatus.STATUS_SHARING_VIOLATION;
    }

    /// <summary>Whether both are names of one file in the overwrite folder: Wine leaves both then, and says that it is done.</summary>
    private static bool IsOneFile(in OverwrittenHandle source, in WrittenName to) =>
        NtFunctions.IsWine && source.IsInOverwrite && to is { IsInOverwrite: true, Kind: WrittenKind.File }
        && RealFiles.TryGetLinks(to.Place, out uint links, out long id) && links > 1
        && RealFiles.TryGetLinks(NtPath.FromCanonical(source.Real), out _, out long sourceId) && id == sourceId;

    private readonly NtStatus RenameFolder(MergedView view, OverwriteFolder overwrite, in OverwrittenHandle source, in WrittenName to,
        bool isInTarget)
    {
        var writer = new OverwriteWriter(view, overwrite);
        bool isSame = CaseFolding.Equals(source.Path, to.Path);
        WrittenName old = default;
        if (isInTarget && !WrittenName.TryFind(view, overwrite, source.Path, out old))
            return NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
        bool isLower = isInTarget && (!source.IsInOverwrite || IsMerged(view, overwrite, old));
        // A folder can't become one of its own members; of a folder that others have no other letter case is known.
        if (isLower && (isSame || VirtualPath.IsSameOrBelow(to.Path, source.Path)))
            return isSame ? NtStatus.STATUS_NOT_SAME_DEVICE : NtStatus.STATUS_SHARING_VIOLATION;
        // What is written where it is would stay behind, out of sight under either name; a folder of several parts would be torn apart.
        if (isInTarget ? OverwriteListing.HasInPlace(view, overwrite, source.Path) : IsOfSeveral(view.Files.Current))
            return NtStatus.STATUS_NOT_SAME_DEVICE;
        if (!writer.TryMakeFolder(to.Parent, out _, out NtStatus status))
            return status;
        if (isLower && source.IsInOverwrite)
        {
            status = RenameCompleted(view, overwrite, old, to);
        }
        else if (isLower)
        {
            PendingRename rename = Pending(overwrite, old, to.Place);
            status = writer.CopyTree(old, to.Place, rename);
            if (status.IsSuccess() && RemoveCopied(view, overwrite, old, out bool isCopyAll) is var removed && !removed.IsSuccess())
            {
                rename.End();
                if (isCopyAll)
                    writer.Publish(to.Path);
                else
                    OverwriteWriter.DeleteTree(to.Place);
                status = removed;
            }

            rename.End();
            OverwriteRemoval.SetDone(IoStatusBlock, status);
        }
        else
        {
            overwrite.KeepNew(to.Place, NtPath.CanonicalToLongWin32(source.Real));
            overwrite.KeepMove(NtPath.FromCanonical(source.Real), to.Place);
            status = Invoke(to.Place);
        }

        if (!status.IsSuccess())
            return status;
        view.Whiteouts.Lift(to.Path);
        writer.Publish(to.Path);
        if (isInTarget && !isSame)
            writer.Forget(source.Path);
        OpenedHandle.Track(MergedView.Current, FileHandle, OpenedEntry.Folder(view.Files.GetOrAddPathId(to.Path)));
        return status;
    }

    /// <summary>Whether a folder in the overwrite folder is seen together with one of another layer, or of the game.</summary>
    private static bool IsMerged(MergedView view, OverwriteFolder overwrite, in WrittenName folder)
    {
        string place = folder.Place;
        return !RealFiles.Exists(place + HideMarker.Ending)
            && OverwriteListing.PartsOf(view, overwrite, folder.Path)
                .Exists(part => !CaseFolding.Equals(part, place) && RealFiles.IsFolder(part));
    }

    /// <summary>
    /// Renames a folder of which the overwrite folder has a part, by the game's own handle of that part: it gets the rest first.
    /// </summary>
    private readonly NtStatus RenameCompleted(MergedView view, OverwriteFolder overwrite, in WrittenName old, in WrittenName to)
    {
        NtStatus status = new OverwriteWriter(view, overwrite).Complete(old.Path, old.Place);
        overwrite.KeepNew(to.Place, NtPath.ToLongWin32(old.Place));
        overwrite.KeepMove(old.Place, to.Place);
        if (!status.IsSuccess())
            return status;
        PendingRename rename = Pending(overwrite, old, to.Place);
        try
        {
            rename.Begin(old.Place);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            rename.End();
            return OverwriteWriter.StatusOf(e);
        }

        status = Invoke(to.Place);
        if (!status.IsSuccess())
        {
            rename.End();
            return status;
        }

        status = new OverwriteRemoval(view, overwrite).Remove(old);
        rename.End();
        // The old name can't be hidden: the folder has it again, with its markers; where that fails nothing of it goes.
        if (status.IsSuccess())
            OverwriteWriter.DeleteMarkers(to.Place);
        else if (!RealFiles.Rename(FileHandle, old.Place))
            new OverwriteWriter(view, overwrite).Publish(to.Path);
        return status;
    }

    /// <summary>A folder that was copied to its new name isn't seen under the old one any more, nor is anything that is in it.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="overwrite">The folder that takes what is written.</param>
    /// <param name="old">The folder under its old name.</param>
    /// <param name="isCopyAll">
    /// Whether the overwrite folder's part of the old name is out of its place: after a failure the copy is all that is left of it.
    /// </param>
    private static NtStatus RemoveCopied(MergedView view, OverwriteFolder overwrite, in WrittenName old, out bool isCopyAll)
    {
        string temporary = overwrite.NewTemporary(), place = NtPath.ToLongWin32(old.Place), aside = NtPath.ToLongWin32(temporary);
        isCopyAll = false;
        try
        {
            // In one step: where a file in it is in use, nothing has gone.
            if (Directory.Exists(place))
            {
                overwrite.KeepTree(old.Place);
                DiskRemoval.Rename(place, aside);
                isCopyAll = true;
            }

            NtStatus status = new OverwriteRemoval(view, overwrite).Remove(old);
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

        new OverwriteWriter(view, overwrite).Forget(old.Path);
        // What can't be deleted there, the next start removes that no other process shares.
        if (isCopyAll)
            OverwriteWriter.DeleteTree(temporary);
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>What leaves the targets from the overwrite folder: the original renames it.</summary>
    private readonly NtStatus Discard(MergedView view, OverwriteFolder overwrite, in OverwrittenHandle source)
    {
        KeepSource(overwrite, source);
        return source.IsInOverwrite && !IsLink && WrittenName.TryFind(view, overwrite, source.Path, out WrittenName old)
            && old.Kind == WrittenKind.File
            ? new OverwriteWriter(view, overwrite).Hide(old)
            : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>What another layer, or the game, has gets a name out of every target: a copy does.</summary>
    private readonly NtStatus LeaveTarget(MergedView view, OverwriteFolder overwrite, in OverwrittenHandle source, string destination)
    {
        if (RealFiles.IsFolder(FileHandle) || !WrittenName.TryFind(view, overwrite, source.Path, out WrittenName old))
            return NtStatus.STATUS_NOT_SAME_DEVICE;
        Snapshot snapshot = view.Files.Current;
        SeenEntry seen = SeenPath.Of(view, destination, SeenOptions.Whiteouts | SeenOptions.Hidden, snapshot);
        seen = seen is { IsHiddenByMod: true, IsAbsentItself: true } ? PlaceOf(snapshot, seen) : seen;
        if (seen.IsAbsent)
            return seen.IsAbsentItself ? NtStatus.STATUS_ACCESS_DENIED : NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        string? companion = CompanionOf(view, snapshot, seen);
        (string target, bool isInMod, _) = RenamePlace.Of(seen, companion, RealFiles.IsFolder(NtPath.FromCanonical(destination)), "");
        // In a user's folder: mods alone may have the one around it.
        ParentFolders parents = new(view);
        if (!isInMod && overwrite.TryGetRoot(destination, out _, out _)
            && !parents.TryMake(view.Files.GetOrAddPathId(VirtualPath.GetParent(destination))))
            return NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        NtStatus status = LeaveTarget(overwrite, old, source, target);
        if (!status.IsSuccess())
            parents.TakeBack();
        else if (isInMod)
            NoteInMod(view, seen, target, isCompanion: companion is not null);
        GC.KeepAlive(snapshot);
        return status;
    }

    /// <summary>A name in place that a mod supplies, or that belongs into one, has got new content there.</summary>
    private static void NoteInMod(MergedView view, SeenEntry seen, string target, bool isCompanion)
    {
        GivenLetters.Settle(view, seen.Path, target);
        if (isCompanion)
            view.Companions.Note(seen.PathId, VirtualPath.GetName(seen.Path));
        if (seen.IsHiddenByMod)
            CreatedEntry.Await(view, seen.Path, LookupKind.File);
    }

    /// <summary>What can fail comes before the file of the new name is replaced.</summary>
    private readonly NtStatus LeaveTarget(OverwriteFolder overwrite, in WrittenName old, in OverwrittenHandle source, string target)
    {
        var writer = new OverwriteWriter(MergedView.Current, overwrite);
        if (IsLink)
            return LinkCopy(writer, old, old with { Place = target });
        if (!Replaces && RealFiles.Exists(target))
            return NtStatus.STATUS_OBJECT_NAME_COLLISION;
        NtStatus status = writer.PrepareHiding(old, out string prepared);
        if (!status.IsSuccess())
            return status;
        PendingRename rename = Pending(overwrite, old, target);
        string beside = TemporaryName.Beside(NtPath.ToLongWin32(target));
        try
        {
            FileCopy.Make(NtPath.CanonicalToLongWin32(source.Real), beside);
            rename.Begin(NtPath.From(beside));
            DiskRemoval.Rename(beside, NtPath.ToLongWin32(target), Replaces);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The record goes first: where the copy is gone it says that the file has its new name.
            rename.End();
            RealFiles.Delete(NtPath.From(beside));
            status = OverwriteWriter.StatusOf(e);
        }

        status = writer.EndHiding(old, prepared, status);
        rename.End();
        OverwriteRemoval.SetDone(IoStatusBlock, status);
        return status;
    }
}
