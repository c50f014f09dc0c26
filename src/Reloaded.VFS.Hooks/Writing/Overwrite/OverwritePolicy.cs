using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.Writing.InPlace;

namespace Reloaded.VFS.Hooks.Writing.Overwrite;

/// <summary>The policy <c>overwrite</c>: whatever a call may change lies in the overwrite folder before the original runs.</summary>
/// <remarks>
/// A call that only deletes or renames gets a handle of the existing file, which stays unchanged: the VFS answers later calls by the
/// handle. Names that are written in place follow another policy.
/// </remarks>
/// <param name="inPlace">The policy for names that are written in place.</param>
internal sealed class OverwritePolicy(MergedView view, OverwriteFolder overwrite, WritePolicy inPlace)
    : WritePolicy(overwrite, inPlace.Journal)
{
    private readonly OverwriteFolder _overwrite = overwrite;

    public override Attempt First(ref CalledName name, in ChangeRequest call)
    {
        // Nothing is copied or hidden for a call that is refused.
        if (name.Path.IsDevice || call.IsRefusedDeletion)
            return inPlace.First(ref name, call);
        try
        {
            return OverwriteCall.TryFind(view, _overwrite, in name, in call) is { } found
                ? found.First()
                : inPlace.First(ref name, call);
        }
        catch (Exception e)
        {
            return Fail(ref name, e);
        }
    }

    public override Attempt Next(ref CalledName name, in ChangeRequest call, in Attempt made, NtStatus status)
    {
        try
        {
            if (made.State is OverwriteCall known)
                return known.Next(ref name, status);
            Attempt next = inPlace.Next(ref name, call, made, status);
            // Something new in one of the user's folders that only mods have, and that can't be made there: nothing is made in a mod.
            return name.End == SeenEnd.WithoutPlace && next.On == AttemptOn.Nothing && !status.IsSuccess()
                ? OverwriteCall.TryFindInPart(view, _overwrite, in name, in call)?.First()
                    ?? Attempt.End(NtStatus.STATUS_OBJECT_PATH_NOT_FOUND)
                : next;
        }
        catch (Exception e)
        {
            return Fail(ref name, e);
        }
    }

    // Out of memory, or a bug of the VFS: the game's own file, or a mod's, must not be changed instead.
    private static Attempt Fail(ref CalledName name, Exception cause)
    {
        HandlerFaults.Note("a call that may change a file failed, and nothing was changed", cause);
        name.Opened = OpenedEntry.None;
        return Attempt.End(NtStatus.STATUS_INSUFFICIENT_RESOURCES);
    }

    public override Attempt OfHandle(nint handle, bool isReopened)
    {
        var original = new Attempt(AttemptOn.Original);
        if (!OverwrittenHandle.TryFind(view, _overwrite, handle, out OverwrittenHandle file))
            return isReopened ? Attempt.End(NtStatus.STATUS_ACCESS_DENIED) : original;
        if (!WrittenName.TryFind(view, _overwrite, file.Path, out WrittenName name))
            return original;
        // A file that the game has open may have a copy by now, which the game sees instead. If another file has the name, there is none by
        // which this one could be changed elsewhere.
        string seen = isReopened && name.IsInOverwrite ? WrittenName.FindBelow(view, file.Path, name.Place) : name.Real;
        bool isOther = !CaseFolding.Equals(NtPath.ToCanonical(seen), file.Real)
            && (isReopened ? !file.IsInOverwrite : name.Kind != WrittenKind.Folder);
        return isOther ? Attempt.End(NtStatus.STATUS_ACCESS_DENIED) : new Attempt(AttemptOn.OtherName, NtPath.FromCanonical(file.Path));
    }

    public override bool MayRunWithoutVfs() => false;

    public override NtStatus Rename(RenameCall call)
    {
        var rename = new OverwriteRename(_overwrite, call);
        if (rename.TryRun(out NtStatus status))
            return status;
        status = inPlace.Rename(call);
        rename.EndDiscard(status);
        return status;
    }

    public override NtStatus SetDisposition(in SetCall call, Disposition disposition, ref Ended<NtStatus> ended) =>
        Removal.TryRun(call, disposition, out NtStatus status) ? status : inPlace.SetDisposition(call, disposition, ref ended);

    public override NtStatus DeleteFolder(nint handle, OpenedEntry opened)
    {
        var status = NtStatus.STATUS_INSUFFICIENT_RESOURCES;
        bool isClosed = false;
        try
        {
            if (opened.Kind != OpenedKind.Folder || !_overwrite.TryGetPlace(view, view.Files.GetPath(opened.FolderId), out _, out _))
                return inPlace.DeleteFolder(handle, opened);
            RealFiles.Close(handle);
            isClosed = true;
            status = Removal.Remove(opened.FolderId);
        }
        catch (Exception e)
        {
            // Out of memory, or a bug of the VFS: no exception may leave the hook, and no folder of the game or of a mod is deleted
            // instead.
            HandlerFaults.Note(HandlerFaults.FolderStays, e);
            if (!isClosed)
                RealFiles.Close(handle);
        }

        return FolderRemoval.AsWineSays(status);
    }

    public override ClosingRemoval? BeginClose(nint handle, in HandleEntry entry, PendingRemovals.Removal[] closing)
    {
        bool isFile = entry.Kind == HandleKind.File;
        if (!isFile && !_overwrite.TryGetPlace(view, view.Files.GetPath(entry.PathId), out _, out _))
            return inPlace.BeginClose(handle, entry, closing);
        // While the handle is open, so that another process finds the name gone once the handle is closed.
        if (isFile && view.Handles.IsOnly(handle, entry.Generation))
        {
            Removal.Remove(closing);
            return null;
        }

        return new Closing(Removal, isFile ? closing : null, entry.PathId);
    }

    /// <summary>Determines whether setting attributes and times by a handle is refused.</summary>
    /// <remarks>
    /// A handle with the right to set attributes and times leads to the overwrite folder. Wine doesn't check that right: a handle that only
    /// reads would change the game's own file or folder.
    /// </remarks>
    public override bool RefusesBasicInformation(nint handle)
    {
        if (!NtFunctions.IsWine || !RealFiles.TryGetAccess(handle, out AccessMask access)
            || (access & AccessMask.FILE_WRITE_ATTRIBUTES) != 0)
            return false;
        try
        {
            HandlePaths.Resolve(handle, view);
            return OverwrittenHandle.TryFind(view, _overwrite, handle, out OverwrittenHandle found) && !found.IsInOverwrite
                && _overwrite.TryGetPlace(view, found.Path, out _, out _);
        }
        catch (Exception e)
        {
            // Out of memory, or a bug of the VFS: nothing of the game's may be changed.
            HandlerFaults.Note("attributes or times weren't set", e);
            return true;
        }
    }

    // In the overwrite folder's temporary folder: the folder around it is empty at once.
    public override string? NewNameAside(string folder) => _overwrite.Contains(folder) ? _overwrite.NewTemporary() : null;

    public override NewNames PlaceOfNew(ReadOnlySpan<char> path) =>
        _overwrite.IsUsers(path) ? NewNames.InOwnFolderOrElsewhere
            : _overwrite.TryGetPlace(view, path, out _, out _) ? NewNames.Nowhere
            : NewNames.InOwnFolder;

    private OverwriteRemoval Removal => new(view, _overwrite);

    /// <summary>A file, or a folder of the overwrite folder, that is deleted with its last handle.</summary>
    private sealed class Closing(OverwriteRemoval removal, PendingRemovals.Removal[]? files, int pathId) : ClosingRemoval
    {
        public override void Finish(bool isClosed, bool isRemoved)
        {
            if (isRemoved && files is not null)
                removal.Remove(files);
            else if (isRemoved)
                removal.Remove(pathId);
        }
    }
}
