using Reloaded.VFS.Hooks.Marking;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>A rename of a file or folder, or a hard link to a file, if names are written in place.</summary>
/// <remarks>
/// A name that a mod supplies leads into the mod: a file that is saved under another name and then renamed replaces the mod's, and the
/// game's own stays unchanged. Any other name leads into the game's folder.
/// </remarks>
internal readonly unsafe struct InPlaceRename(RenameCall call)
{
    private readonly MergedView _view = call.View;

    public NtStatus Run()
    {
        Snapshot snapshot = _view.Snapshot;
        // The name of a stream isn't valid: the kernel refuses it. A companion's place is looked up below.
        SeenEntry? seen = call.Destination is null ? null : SeenAt(_view, snapshot, call.Destination);
        HandleEntry entry = call.Entry;
        RenameDecision decision = RenameDecision.Of(new RenameFacts(
            call.IsLink, entry.Kind == HandleKind.File, seen is not null && call.IsOfSeveral(snapshot), call.IsSpelledOut, seen));
        if (!call.IsLink && decision.Way != RenameWay.Refuse && entry.Kind == HandleKind.Folder)
            _view.Whiteouts.Folders.NoteRemoved(snapshot, _view.Files.GetPath(entry.PathId).ToString());
        if (decision.Way != RenameWay.Refuse)
            Record(call.Destination is null || decision.Way == RenameWay.Rename ? null : NtPath.FromCanonical(call.Destination));
        NtStatus status = decision.Way switch
        {
            RenameWay.Original => call.Set.Invoke(),
            RenameWay.MoveOut => MoveOut(),
            RenameWay.Rename => Rename(seen!, CompanionOf(_view, snapshot, seen!)),
            _ => decision.Status,
        };
        GC.KeepAlive(snapshot);
        return status;
    }

    /// <summary>Returns what the game sees at a new name; a file that is renamed to a name that a mod hides goes into that mod.</summary>
    public static SeenEntry SeenAt(MergedView view, Snapshot snapshot, string destination)
    {
        SeenEntry seen = SeenPath.Of(view, destination, SeenOptions.Whiteouts | SeenOptions.Hidden, snapshot);
        return seen is { IsHiddenByMod: true, IsAbsentItself: true } && snapshot.Hidden?.TryGetPlace(seen.Path, out string place) == true
            ? seen with { Kind = LookupKind.File, Backing = place, IsAbsent = false, IsAbsentItself = false }
            : seen;
    }

    /// <summary>Returns the place beside the mod's file that the new name belongs to; null if it belongs to none.</summary>
    public static string? CompanionOf(MergedView view, Snapshot snapshot, SeenEntry seen) =>
        SeenPath.Of(view, seen.Path, SeenOptions.Whiteouts | SeenOptions.Companions, snapshot) is { IsCompanion: true } beside
            ? beside.Backing
            : null;

    private NtStatus Rename(SeenEntry destination, string? companion)
    {
        string own = NtPath.FromCanonical(destination.Path);
        (string target, bool isInMod, bool isOwnName) = RenamePlace.Of(destination, companion, RealFiles.IsFolder(own), call.RealName);
        bool isReplacing = isInMod && RealFiles.IsFile(target);
        // Before the name is removed; only a name that was deleted counts, so that nothing is lost if the call fails.
        HandleWhiteout whiteout = call.IsLink || isOwnName ? default : HandleWhiteout.WhiteOut(_view, call.Handle);
        NtStatus status = Invoke(target);
        if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && (destination.Kind == LookupKind.File || companion is not null))
        {
            // The mod's folder is gone: the name is the game's.
            (target, isInMod) = (own, false);
            status = Invoke(target);
        }

        if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && destination is { Kind: LookupKind.Miss, Backing: not null, IsOpaque: false })
            status = RenameInFolderOfMods(destination, ref target, ref isInMod);
        status = call.MoveAcross(target, destination.Path, status);
        whiteout.End(status.IsSuccess());
        if (!status.IsSuccess())
            return status;
        if (isInMod && !RealFiles.IsFolder(target))
        {
            string place = target;
            GivenLetters.UpdateMarker(_view, destination.Path, target,
                isReplacing ? () => SystemOpinion.KeepsLetters(() => TemporaryName.Beside(place), isOwnName) : null);
        }

        if (isInMod && companion is not null)
            _view.Companions.Note(destination.PathId, VirtualPath.GetName(destination.Path));
        if (!call.IsLink)
            Track(destination, isInMod, isOwnName, companion is not null);
        // A name that a mod hides, or one in a folder that only mods have, is listed once the mod is seen to have it.
        else if (isInMod && (destination.IsHiddenByMod || destination.Kind == LookupKind.Miss))
            CreatedEntry.Await(_view, destination.Path, LookupKind.File);
        return status;
    }

    /// <summary>
    /// Renames to a new name in a folder that only mods have: the file goes to the game's folder, as when it is created; otherwise into the
    /// mod.
    /// </summary>
    private NtStatus RenameInFolderOfMods(SeenEntry destination, ref string target, ref bool isInMod)
    {
        var status = NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        ParentFolders folders = new(_view);
        if (folders.TryMake(destination.PathId) && !(status = Invoke(target)).IsSuccess())
            folders.Undo();
        if (status != NtStatus.STATUS_OBJECT_PATH_NOT_FOUND
            || _view.Writes.PlaceOfNew(destination.Path) == NewNames.InOwnFolderOrElsewhere)
            return status;
        target = string.Concat(destination.Backing, VirtualPath.GetName(destination.Path));
        isInMod = true;
        return Invoke(target);
    }

    /// <summary>Tracks the handle under its new name.</summary>
    private void Track(SeenEntry destination, bool isInMod, bool isOwnName, bool isCompanion)
    {
        bool isFolder = RealFiles.IsFolder(call.Handle);
        // Another mod's folder may be known under the name, or the handle's own under the old one.
        bool mayBeKnown = isFolder && (isOwnName || _view.Whiteouts.Folders.Contains(destination.Path));
        // Before the folder is listed again.
        if (isInMod && isFolder)
            _view.Whiteouts.Folders.Lift(destination.Path);
        int known = RenamedHandle.IsAwaited(isInMod, isFolder, isCompanion, destination.IsHiddenByMod ? LookupKind.Miss : destination.Kind)
            ? CreatedEntry.Await(_view, destination.Path, isFolder ? LookupKind.Folder : LookupKind.File, mayBeKnown)
            : -1;
        OpenedHandle.Track(_view, call.Handle, RenamedHandle.EntryOf(isInMod, isFolder, destination, known));
    }

    /// <summary>
    /// Calls the original with the game's arguments: a mod's file is moved below a folder's handle that leads to no known folder, where no
    /// mod has a part.
    /// </summary>
    private NtStatus MoveOut()
    {
        HandleWhiteout whiteout = HandleWhiteout.WhiteOut(_view, call.Handle);
        NtStatus status = call.Set.Invoke();
        whiteout.End(status.IsSuccess());
        if (status.IsSuccess())
            _view.Handles.Forget(call.Handle);
        return status;
    }

    /// <summary>Calls the original with another name.</summary>
    private NtStatus Invoke(string target)
    {
        Record(target);
        return call.Invoke(target);
    }

    /// <summary>
    /// Records the old name, and the new one, with everything in a folder: for a hard link, too, since either name may be used for changes.
    /// </summary>
    private void Record(string? target)
    {
        if (_view.Writes.Journal is not { } journal)
            return;
        try
        {
            string source = NtPath.FromCanonical(call.RealName);
            journal.RecordTree(source);
            if (target is null)
                return;
            journal.RecordNew(target, NtPath.ToLongWin32(source));
            journal.RecordMove(source, target);
        }
        catch (Exception)
        {
            // Out of memory, or a folder that can't be listed: the game continues.
            journal.MarkIncomplete();
        }
    }
}

/// <summary>The freed name of a mod's folder that is being deleted, under Wine.</summary>
/// <remarks>
/// Wine keeps the name as long as any process has the folder open, and other processes under the VFS have, because they follow the mods. So
/// the folder gets another name, which is never overlaid. The followers are notified of the new name, and close the folder. A folder of the
/// overwrite folder is moved to the temporary folder, so that the folder around it is empty at once.
/// </remarks>
internal static class FreedName
{
    private const int MostMilliseconds = 500;

    /// <summary>Renames a folder that is deleted when its handle is closed. Returns the new name; null if it keeps its own.</summary>
    /// <param name="handle">A handle with <c>DELETE</c> access.</param>
    /// <param name="folder">The folder, in NT form.</param>
    public static string? Free(MergedView view, nint handle, string folder)
    {
        if (!NtFunctions.IsWine)
            return null;
        if (WritePolicy.Of(view).NewNameAside(folder) is { } aside && RealFiles.Rename(handle, aside))
            return aside;
        string beside = TemporaryName.Beside(folder);
        return RealFiles.Rename(handle, beside) ? beside : null;
    }

    /// <summary>
    /// Waits, for a moment at most, until no process has the folder open any more. Does so only if the new name is beside the old one,
    /// since the folder around both isn't empty until then.
    /// </summary>
    /// <remarks>
    /// The calling thread has closed its handle. No code of the game runs meanwhile. The wait polls: another process closes the folder, and
    /// no event reports that. Windows frees the name at once, so there nothing is waited for.
    /// </remarks>
    /// <param name="name">The name that <see cref="Free"/> returned.</param>
    public static void Await(string? name)
    {
        if (name is null || !DefaultExcludes.IsTemporary(name))
            return;
        var pauses = new ShortPauses(MostMilliseconds);
        while (RealFiles.Exists(name) && pauses.TryPause())
        {
        }
    }
}
