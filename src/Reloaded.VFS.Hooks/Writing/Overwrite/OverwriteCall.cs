using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Hooks.Writing.Overwrite;

/// <summary>
/// A call that may change a name, under the policy <c>overwrite</c>: the steps of its way (<see cref="OverwriteOpen"/>). Rare compared to
/// opens that read, so it may allocate and ask the disk.
/// </summary>
/// <param name="rest">What follows the name in the game's call: a stream, or a backslash.</param>
internal sealed class OverwriteCall(MergedView view, OverwriteFolder overwrite, WrittenName name, ChangeRequest call, string rest)
    : IDisposable
{
    // The folder that keeps its time, and the file that is copied, until the game has its handle.
    private FolderTime _time;
    private nint _held;
    private OverwriteOpenFacts _facts;
    private OverwriteWay _way;
    private WrittenName _made;
    private string _below = "";

    private OverwriteWriter Writer => new(view, overwrite);

    /// <summary>Returns the call, unless its name has to be written in place.</summary>
    public static OverwriteCall? TryFind(MergedView view, OverwriteFolder overwrite, in CalledName called, in ChangeRequest call)
    {
        ReadOnlySpan<char> path = called.Text, stream = called.Stream;
        // The stream of one of the game's own files.
        int colon = VirtualPath.GetName(path).IndexOf(':');
        if (colon > 0)
        {
            stream = path[(path.Length - VirtualPath.GetName(path).Length + colon)..];
            path = path[..^stream.Length];
        }

        return WrittenName.TryFind(view, overwrite, path.ToString(), out WrittenName name)
            ? Decided(view, overwrite, name, call, stream, called.Path.HasTrailingBackslash)
            : null;
    }

    /// <summary>
    /// Returns the call for a name that doesn't exist, in one of the user's folders; null if the overwrite folder can't have the name.
    /// </summary>
    public static OverwriteCall? TryFindInPart(MergedView view, OverwriteFolder overwrite, in CalledName called, in ChangeRequest call) =>
        !VirtualPath.GetName(called.Text).Contains(':') && overwrite.TryGetRoot(called.Text, out string place, out OverwriteRoot root)
            ? Decided(view, overwrite, new WrittenName(WrittenKind.None, called.Text.ToString(), place, root, "", IsInOverwrite: false),
                call, "", called.Path.HasTrailingBackslash)
            : null;

    private static OverwriteCall? Decided(MergedView view, OverwriteFolder overwrite, in WrittenName name, in ChangeRequest call,
        ReadOnlySpan<char> stream, bool hasBackslash)
    {
        var found = new OverwriteCall(view, overwrite, name, call, string.Concat(stream, hasBackslash ? @"\" : ""));
        found.Decide(hasStream: stream.Length > 0, hasBackslash);
        return found._way == OverwriteWay.Usual ? null : found;
    }

    private void Decide(bool hasStream, bool hasBackslash)
    {
        _facts = new OverwriteOpenFacts(
            name.Kind, name.IsInOverwrite, name.IsDeleted,
            name.Kind == WrittenKind.None && call.MayCreate && WrittenName.IsFolderSeen(view, overwrite, name.Parent),
            HideMarker.IsMarker(name.Name), name.Path.Length <= name.Root.Target.Length, hasStream, hasBackslash,
            name is { Kind: WrittenKind.File, IsInOverwrite: false } && call.Truncates && IsPlain(name.Real));
        _way = OverwriteOpen.Of(_facts, call);
    }

    /// <summary>Prepares the original, and returns what it is called on.</summary>
    public Attempt First() => _way switch
    {
        OverwriteWay.Absent => OnAbsent(),
        OverwriteWay.Create => Create(),
        OverwriteWay.Collide => Collide(),
        OverwriteWay.DeleteFolder => new Attempt(AttemptOn.FolderPlace, name.Real) { State = this },
        OverwriteWay.OpenFolder or OverwriteWay.OpenLeadingFolder => OpenFolder(),
        OverwriteWay.HideFile => End(HideFile()),
        OverwriteWay.OpenAsItIs => OnAsItIs(name.Real),
        OverwriteWay.Replace or OverwriteWay.CopyUp or OverwriteWay.OpenCopy => OpenToChange(),
        _ => End(NtStatus.STATUS_ACCESS_DENIED),
    };

    /// <summary>Notes the result of an attempt, and returns the next one.</summary>
    public Attempt Next(ref CalledName called, NtStatus status)
    {
        switch (_way)
        {
            case OverwriteWay.Absent:
                return End(status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && WrittenName.IsFolderSeen(view, overwrite, name.Parent)
                    ? NtStatus.STATUS_OBJECT_NAME_NOT_FOUND
                    : status);
            case OverwriteWay.Collide:
                return End(status.IsSuccess() ? NtStatus.STATUS_OBJECT_NAME_COLLISION : status);
            case OverwriteWay.Create:
                if (status.IsSuccess())
                    called.Opened = Created();
                // Another thread was first.
                else if (status == NtStatus.STATUS_OBJECT_NAME_COLLISION && call.MakesFolder)
                    Writer.TryMakeFolder(name.Path, out _, out _);
                return End(status);
            case OverwriteWay.DeleteFolder or OverwriteWay.OpenFolder or OverwriteWay.OpenLeadingFolder:
                called.Opened = OpenedEntry.Folder(view.Files.GetOrAddPathId(name.Path));
                return End(status);
            case OverwriteWay.OpenAsItIs when status != NtStatus.STATUS_ACCESS_DENIED:
                return End(status.IsSuccess() ? TrackLower(ref called) : status);
            case OverwriteWay.OpenAsItIs:
                _way = OverwriteWay.CopyUp;
                return OpenToChange();
            case OverwriteWay.Replace:
                return Replaced(ref called, status);
            default:
                return ChangedOpened(ref called, status);
        }
    }

    public void Dispose()
    {
        _time.Dispose();
        if (_held != 0)
            RealFiles.Close(_held);
    }

    private Attempt End(NtStatus status) => Attempt.End(status) with { State = this };

    private Attempt OnAbsent()
    {
        string absent = string.Concat(NtPath.FromCanonical(name.Path), DefaultExcludes.TemporaryEnding, _facts.HasBackslash ? @"\" : "");
        return new Attempt(AttemptOn.Place, absent) { State = this };
    }

    private Attempt On(string place, Patience patience = Patience.None) =>
        new(AttemptOn.Place, place + rest) { State = this, Patience = patience };

    /// <summary>Returns an attempt for a handle of a real file that asks for no change of it, and whose closing deletes nothing.</summary>
    private Attempt OnAsItIs(string real) =>
        On(real) with { Request = call.Open.WithoutDeletion() with { Disposition = CreateDisposition.FILE_OPEN } };

    /// <summary>Returns an attempt on a file in the overwrite folder, after the journal of this run has recorded it.</summary>
    private Attempt OnRecorded(in WrittenName kept)
    {
        overwrite.Journal?.Record(kept.Place);
        return On(kept.Place, Patience.Arrival);
    }

    private Attempt Create()
    {
        if (!Writer.TryMakeFolder(name.Parent, out _, out NtStatus status))
            return End(status);
        overwrite.Journal?.Record(name.Place);
        return On(name.Place);
    }

    /// <summary>Publishes what was created, so that it is seen at once.</summary>
    private OpenedEntry Created()
    {
        if (!call.MakesFolder)
        {
            Writer.GiveNewPlace(name);
            return FileIn(name);
        }

        view.Whiteouts.Folders.Lift(name.Path);
        // Its marker may be known before the folder is, and the letter case of a deleted one.
        string? seen = SeenLetters.Of(view, view.Snapshot, name.Path, isFolder: true);
        if (name.IsDeleted || (seen is not null && !name.Name.SequenceEqual(seen)))
            Writer.Publish(name.Path);
        return Writer.TryMakeFolder(name.Path, out int made, out _) ? OpenedEntry.Folder(made) : OpenedEntry.None;
    }

    /// <summary>Returns an attempt on the overwrite folder itself, which exists whatever becomes of the name.</summary>
    private Attempt Collide()
    {
        // Another thread or process has just created it: the game must see it after this status.
        if (name is { IsInOverwrite: true, Kind: WrittenKind.Folder })
            Writer.TryMakeFolder(name.Path, out _, out _);
        else if (name.IsInOverwrite)
            Writer.GivePlace(name);
        return new Attempt(AttemptOn.Place, name.Root.Folder) { State = this };
    }

    /// <summary>Opens a folder; if the handle may set attributes or times, the folder is made in the overwrite folder.</summary>
    private Attempt OpenFolder()
    {
        string real = name.Real;
        if (_facts.IsTarget && OwnEntry.IsFolderSeen(view, name.Path, CountedDeletions.Lasting))
            real = NtPath.FromCanonical(name.Path);
        else if (_way == OverwriteWay.OpenLeadingFolder && !Writer.TryMakeLeading(name.Path, out NtStatus status))
            return End(status);
        else if (_way == OverwriteWay.OpenLeadingFolder)
            real = name.Place;
        return On(real, _facts.IsTarget ? Patience.None : Patience.Listing) with
        {
            Request = call.Open.WithoutDeletion() with
            {
                Access = _facts.IsTarget ? OverwriteOpen.ReadingPart(call.Open.Access) : call.Open.Access,
                Disposition = CreateDisposition.FILE_OPEN,
            },
        };
    }

    /// <summary>Deletes a file by name, if another layer, or the game, has it: the file isn't seen any more.</summary>
    private NtStatus HideFile()
    {
        NtStatus status = RealFiles.OpinionOf(name.Real, AccessMask.DELETE, ShareAccess.All);
        return status == NtStatus.STATUS_SHARING_VIOLATION ? status
            : RealFiles.IsReadOnly(name.Real) ? NtStatus.STATUS_CANNOT_DELETE
            : Writer.HideLower(name);
    }

    /// <summary>Tracks a handle of a lower layer's file, since the VFS performs its deletion or renaming.</summary>
    private NtStatus TrackLower(ref CalledName called)
    {
        called.Opened = FileIn(name);
        if (call.Result.TryGetHandle(out nint handle) && view.Handles.SetTracked(handle, called.Opened.FolderId))
            called.Opened = OpenedEntry.TrackedIn(called.Opened.FolderId);
        if (!call.Deletes)
            return NtStatus.STATUS_SUCCESS;
        NtStatus hidden = RealFiles.IsReadOnly(name.Real) ? NtStatus.STATUS_CANNOT_DELETE
            : called.Opened.Kind == OpenedKind.Tracked
            ? Writer.DeleteAtClose(view.Handles.Get(handle), name, isOnClose: true)
            : Writer.HideLower(name);
        if (hidden.IsSuccess())
            return hidden;
        call.Result.Close();
        view.Handles.Forget(handle);
        called.Opened = OpenedEntry.None;
        return hidden;
    }

    /// <summary>Opens a file that the handle may change: the file is copied to the overwrite folder first.</summary>
    private Attempt OpenToChange()
    {
        bool isCopy = name.IsInOverwrite;
        NtStatus status = isCopy ? Writer.GivePlace(name) : MayOpen(call.Open, name.Real);
        if (status.IsSuccess() && !isCopy)
            status = Hold();
        if (status.IsSuccess() && isCopy && call.MayDelete)
            status = MayOpenBelow();
        if (status.IsSuccess() && isCopy && call.Deletes)
            status = Writer.HideOwn(name, out _below);
        if (!status.IsSuccess())
            return End(status);
        if (_way == OverwriteWay.Replace)
            return Replace();
        // The copy stays even if the call is refused: another process may have opened it.
        if (isCopy || (status = Writer.CopyUp(name)).IsSuccess())
            return OnRecorded(name);
        // Another process has deleted the file meanwhile.
        if (status == NtStatus.STATUS_OBJECT_NAME_NOT_FOUND && call.MayCreate
            && WrittenName.TryFind(view, overwrite, name.Path, out WrittenName gone) && gone.Kind == WrittenKind.None)
        {
            name = gone;
            Decide(_facts.HasStream, _facts.HasBackslash);
            return _way == OverwriteWay.Create ? Create() : End(status);
        }

        return End(status);
    }

    /// <summary>
    /// Opens the file that is copied, until the game has its own handle of the copy, so that another program can't delete the file in
    /// between.
    /// </summary>
    /// <remarks>Deletion is refused as the game's handle would refuse it. A call that shares deletion needs no such handle.</remarks>
    /// <returns>A sharing violation if a handle may already delete the file, or another call is just examining it.</returns>
    private NtStatus Hold()
    {
        if ((call.Open.Share & ShareAccess.FILE_SHARE_DELETE) != 0)
            return NtStatus.STATUS_SUCCESS;
        NtStatus status = RealFiles.Open(
            name.Real, AccessMask.FILE_LIST_DIRECTORY, ShareAccess.FILE_SHARE_READ | ShareAccess.FILE_SHARE_WRITE, out _held);
        // A file that can't be read can't be copied either: the copy reports that.
        return status == NtStatus.STATUS_SHARING_VIOLATION ? status : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Replaces a file of another layer, or of the game, that the call truncates: nothing is copied.</summary>
    /// <remarks>
    /// A new file takes its place in the step that opens it, so that no other process finds an empty file for a call that is refused.
    /// </remarks>
    private Attempt Replace()
    {
        NtStatus status = Writer.MakePlace(name, out _made);
        if (!status.IsSuccess())
            return End(status);
        _time = FolderTime.Read(VirtualPath.GetParent(_made.Place));
        overwrite.Cover(CoveredKind.Replaced, _made.Place, name.Real);
        return On(_made.Place) with { IsNotNew = true, Request = call.Open with { Disposition = CreateDisposition.FILE_CREATE } };
    }

    private Attempt Replaced(ref CalledName called, NtStatus status)
    {
        bool isDeleted = status.IsSuccess() && RealFiles.Exists(_made.Place + HideMarker.Ending);
        if (isDeleted && call.Open.Disposition == CreateDisposition.FILE_OVERWRITE)
        {
            // Another process has deleted it meanwhile, and nothing must be created.
            call.Result.Close();
            RealFiles.Delete(_made.Place);
            return End(NtStatus.STATUS_OBJECT_NAME_NOT_FOUND);
        }

        if (status.IsSuccess() && !isDeleted && FileTimes.TryRead(name.Real, out DateTime created, out _))
            call.Result.SetReplaced(created, call.Open.Disposition);
        // From here on the file is treated like a copy.
        _way = OverwriteWay.CopyUp;
        // Another process was first.
        return status == NtStatus.STATUS_OBJECT_NAME_COLLISION ? OnRecorded(_made) : ChangedOpened(ref called, status);
    }

    /// <summary>Completes the call after the game has got its handle of a file in the overwrite folder, or was refused.</summary>
    private Attempt ChangedOpened(ref CalledName called, NtStatus status)
    {
        string below = _below;
        _below = "";
        // Another process has just copied the file, and takes its copy back: the name is deleted.
        if (below.Length > 0 && OverwriteOpen.OnlyDeletes(_facts, call)
            && status is NtStatus.STATUS_OBJECT_NAME_NOT_FOUND or NtStatus.STATUS_NO_SUCH_FILE)
        {
            if (call.GivesHandle)
                return OnAsItIs(below);
            status = NtStatus.STATUS_SUCCESS;
        }

        if (!status.IsSuccess() && below.Length > 0)
            Writer.TakeBack(name);
        if (status.IsSuccess() && _made.Place is not null)
            Writer.GivePlace(_made);
        _time.Dispose();
        _time = default;
        if (!status.IsSuccess())
            return End(status);
        called.Opened = FileIn(name);
        // If the process ends here, what it has opened is deleted, and what is below stays.
        if (!name.IsInOverwrite && call.Deletes && Writer.Hide(name) is var hidden && !hidden.IsSuccess())
        {
            call.Result.Close();
            called.Opened = OpenedEntry.None;
            return End(hidden);
        }

        if (call.Deletes)
            view.AskedDeletions.Add(name.Place, AskedDeletions.Nobody);
        return End(status);
    }

    /// <summary>Returns the system's status for opening a file as the game asks: another handle may not share it.</summary>
    private static NtStatus MayOpen(in OpenRequest request, string real)
    {
        NtStatus status = RealFiles.OpinionOf(real, request.Access & ~AccessMask.MAXIMUM_ALLOWED, request.Share);
        // A folder that can't be written to is no reason to refuse: the file is written elsewhere.
        return status == NtStatus.STATUS_SHARING_VIOLATION || (status == NtStatus.STATUS_ACCESS_DENIED && RealFiles.IsReadOnly(real))
            ? status
            : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>
    /// Returns the status of opening the file from which a copy was made: for the game both are one file, and handles may have been opened
    /// before the copy was made.
    /// </summary>
    private NtStatus MayOpenBelow()
    {
        string below = RealFiles.Exists(name.Place + HideMarker.Ending) ? "" : WrittenName.FindBelow(view, name.Path, name.Place);
        if (below.Length == 0)
            return NtStatus.STATUS_SUCCESS;
        OpenRequest asked = call.Open.Access == 0 ? call.Open with { Access = AccessMask.DELETE, Share = ShareAccess.All } : call.Open;
        NtStatus status = MayOpen(asked, below);
        return status == NtStatus.STATUS_SHARING_VIOLATION ? status : NtStatus.STATUS_SUCCESS;
    }

    private OpenedEntry FileIn(in WrittenName file) => OpenedEntry.FileIn(view.Files.GetOrAddPathId(file.Parent));

    /// <summary>Determines whether a file has no attribute for which the system refuses to truncate it.</summary>
    private static bool IsPlain(string real) =>
        (RealFiles.AttributesOf(real) & (FileAttributes.ReadOnly | FileAttributes.Hidden | FileAttributes.System)) == 0;
}
