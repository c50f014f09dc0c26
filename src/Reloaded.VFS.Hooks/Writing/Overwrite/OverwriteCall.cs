using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Writing.Overwrite;

/// <summary>
/// One call that may change a name, under the policy <c>overwrite</c>: the steps of its way (<see cref="OverwriteOpen"/>). Rare beside
/// opens that read, so that it may allocate and ask the disk.
/// </summary>
/// <param name="view">What the game sees.</param>
/// <param name="overwrite">The folder that takes what is written.</param>
/// <param name="name">The name.</param>
/// <param name="call">What is asked.</param>
/// <param name="rest">What stands behind the name in the game's: a stream, or a backslash.</param>
internal sealed class OverwriteCall(MergedView view, OverwriteFolder overwrite, WrittenName name, ChangeRequest call, string rest)
    : IDisposable
{
    // The folder that is to keep its time, and the file of which a copy is made, until the game has its handle.
    private FolderTime _time;
    private nint _held;
    private OverwriteOpenFacts _facts;
    private OverwriteWay _way;
    private WrittenName _made;
    private string _below = "";

    private OverwriteWriter Writer => new(view, overwrite);

    /// <summary>The call, if its name doesn't have to be written where it is.</summary>
    public static OverwriteCall? TryFind(MergedView view, OverwriteFolder overwrite, in CalledName called, in ChangeRequest call)
    {
        ReadOnlySpan<char> path = called.Text, stream = called.Stream;
        // The stream of a file of the game's own.
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

    /// <summary>The call, for a name in a folder of the user's that nothing has; null where the overwrite folder can't have it.</summary>
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

    /// <summary>What is done before the original, and what the original is called on.</summary>
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

    /// <summary>What is noted of an attempt, and what comes next.</summary>
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
                return End(status.IsSuccess() ? Follow(ref called) : status);
            case OverwriteWay.OpenAsItIs:
                _way = OverwriteWay.CopyUp;
                return OpenToChange();
            case OverwriteWay.Replace:
                return Replaced(ref called, status);
            default:
                return ChangedOpened(ref called, status);
        }
    }

    /// <inheritdoc/>
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

    /// <summary>A handle of a real file that asks for no change of it, and whose closing deletes nothing.</summary>
    private Attempt OnAsItIs(string real) =>
        On(real) with { Request = call.Open.WithoutDeletion() with { Disposition = CreateDisposition.FILE_OPEN } };

    /// <summary>On what lies in the overwrite folder, once the journal of this run has it as it was.</summary>
    private Attempt OnKept(in WrittenName kept)
    {
        overwrite.Journal?.Keep(kept.Place);
        return On(kept.Place, Patience.Arrival);
    }

    private Attempt Create()
    {
        if (!Writer.TryMakeFolder(name.Parent, out _, out NtStatus status))
            return End(status);
        overwrite.Journal?.Keep(name.Place);
        return On(name.Place);
    }

    /// <summary>What was made is seen at once.</summary>
    private OpenedEntry Created()
    {
        if (!call.MakesFolder)
        {
            Writer.PlaceNew(name);
            return FileIn(name);
        }

        view.Whiteouts.Folders.Lift(name.Path);
        // Its marker may be known before it is, and the letters of one that has gone.
        string? seen = SeenLetters.Of(view, view.Snapshot, name.Path, isFolder: true);
        if (name.IsDeleted || (seen is not null && !name.Name.SequenceEqual(seen)))
            Writer.Publish(name.Path);
        return Writer.TryMakeFolder(name.Path, out int made, out _) ? OpenedEntry.Folder(made) : OpenedEntry.None;
    }

    /// <summary>The overwrite folder is there, whatever becomes of the name.</summary>
    private Attempt Collide()
    {
        // Another thread, or another process, has just made it: once the game is told so, it sees it.
        if (name is { IsInOverwrite: true, Kind: WrittenKind.Folder })
            Writer.TryMakeFolder(name.Path, out _, out _);
        else if (name.IsInOverwrite)
            Writer.Place(name);
        return new Attempt(AttemptOn.Place, name.Root.Folder) { State = this };
    }

    /// <summary>A folder whose attributes or times the handle may set is made in the overwrite folder.</summary>
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

    /// <summary>Deletes a file by its name, where another layer, or the game, has it: it isn't seen any more.</summary>
    private NtStatus HideFile()
    {
        NtStatus status = RealFiles.OpinionOf(name.Real, AccessMask.DELETE, ShareAccess.All);
        return status == NtStatus.STATUS_SHARING_VIOLATION ? status
            : IsReadOnly(name.Real) ? NtStatus.STATUS_CANNOT_DELETE
            : Writer.HideLower(name);
    }

    /// <summary>What a handle of a lower layer's file is closed with, or another name, is the VFS's to give.</summary>
    private NtStatus Follow(ref CalledName called)
    {
        called.Opened = FileIn(name);
        if (call.Result.TryGetHandle(out nint handle) && view.Handles.SetFollowed(handle, called.Opened.FolderId))
            called.Opened = OpenedEntry.FollowedIn(called.Opened.FolderId);
        if (!call.Deletes)
            return NtStatus.STATUS_SUCCESS;
        NtStatus hidden = IsReadOnly(name.Real) ? NtStatus.STATUS_CANNOT_DELETE
            : called.Opened.Kind == OpenedKind.Followed
            ? Writer.DeleteAtClose(view.Handles.Get(handle), name, isOnClose: true)
            : Writer.HideLower(name);
        if (hidden.IsSuccess())
            return hidden;
        call.Result.Close();
        view.Handles.Forget(handle);
        called.Opened = OpenedEntry.None;
        return hidden;
    }

    /// <summary>A file that the handle may change: it is in the overwrite folder first.</summary>
    private Attempt OpenToChange()
    {
        bool isCopy = name.IsInOverwrite;
        NtStatus status = isCopy ? Writer.Place(name) : MayOpen(call.Open, name.Real);
        if (status.IsSuccess() && !isCopy)
            status = Hold();
        if (status.IsSuccess() && isCopy && OverwriteOpen.MayDelete(call))
            status = MayOpenBelow();
        if (status.IsSuccess() && isCopy && call.Deletes)
            status = Writer.HideOwn(name, out _below);
        if (!status.IsSuccess())
            return End(status);
        if (_way == OverwriteWay.Replace)
            return Replace();
        // The copy stays though the call is refused: another process may have opened it.
        if (isCopy || (status = Writer.CopyUp(name)).IsSuccess())
            return OnKept(name);
        // Another process has deleted it meanwhile.
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
    /// Opens the file of which a copy is made, until the game has its own handle of the copy: whoever wants to delete the file in between
    /// is refused, as the game's handle would have them refused. For a call that shares deletion there is nothing to hold.
    /// </summary>
    /// <returns>A sharing violation where a handle may delete the file already, or another call just looks at it.</returns>
    private NtStatus Hold()
    {
        if ((call.Open.Share & ShareAccess.FILE_SHARE_DELETE) != 0)
            return NtStatus.STATUS_SUCCESS;
        NtStatus status = RealFiles.Open(
            name.Real, AccessMask.FILE_LIST_DIRECTORY, ShareAccess.FILE_SHARE_READ | ShareAccess.FILE_SHARE_WRITE, out _held);
        // A file that can't be read can't be copied either, which says so itself.
        return status == NtStatus.STATUS_SHARING_VIOLATION ? status : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>
    /// A file of another layer, or of the game, that the call empties: nothing is copied. A new file takes its place in the step that opens
    /// it, so that no other process comes upon an empty one that this call was refused.
    /// </summary>
    private Attempt Replace()
    {
        NtStatus status = Writer.MakePlace(name, out _made);
        if (!status.IsSuccess())
            return End(status);
        _time = FolderTime.Keep(VirtualPath.GetParent(_made.Place));
        overwrite.Cover(CoveredKind.Replaced, _made.Place, name.Real);
        return On(_made.Place) with { IsNotNew = true, Request = call.Open with { Disposition = CreateDisposition.FILE_CREATE } };
    }

    private Attempt Replaced(ref CalledName called, NtStatus status)
    {
        bool isDeleted = status.IsSuccess() && RealFiles.Exists(_made.Place + HideMarker.Ending);
        if (isDeleted && call.Open.Disposition == CreateDisposition.FILE_OVERWRITE)
        {
            // Another process has deleted it meanwhile, and nothing is to be made.
            call.Result.Close();
            RealFiles.Delete(_made.Place);
            return End(NtStatus.STATUS_OBJECT_NAME_NOT_FOUND);
        }

        if (status.IsSuccess() && !isDeleted && FileTimes.TryRead(name.Real, out DateTime created, out _))
            call.Result.SetReplaced(created, call.Open.Disposition);
        // From here on it is as a copy.
        _way = OverwriteWay.CopyUp;
        // Another process was first.
        return status == NtStatus.STATUS_OBJECT_NAME_COLLISION ? OnKept(_made) : ChangedOpened(ref called, status);
    }

    /// <summary>The game has its handle of what lies in the overwrite folder, or can't have it.</summary>
    private Attempt ChangedOpened(ref CalledName called, NtStatus status)
    {
        string below = _below;
        _below = "";
        // Another process has just copied it, and takes its copy back: the name is deleted.
        if (below.Length > 0 && OverwriteOpen.OnlyDeletes(_facts, call)
            && status is NtStatus.STATUS_OBJECT_NAME_NOT_FOUND or NtStatus.STATUS_NO_SUCH_FILE)
        {
            if (call.GivesHandle)
                return OnAsItIs(below);
            status = NtStatus.STATUS_SUCCESS;
        }

        if (status.IsSuccess() && _made.Place is not null)
            Writer.Place(_made);
        _time.Dispose();
        _time = default;
        if (!status.IsSuccess())
            return End(status);
        called.Opened = FileIn(name);
        // What a process that ends here has opened goes, and leaves what is below.
        if (!name.IsInOverwrite && call.Deletes && Writer.Hide(name) is var hidden && !hidden.IsSuccess())
        {
            call.Result.Close();
            called.Opened = OpenedEntry.None;
            return End(hidden);
        }

        if (call.Deletes)
            AskedDeletions.Add(name.Place, AskedDeletions.Nobody);
        return End(status);
    }

    /// <summary>Whether the system would let the game open a file as it asks: others may have it open and not share it.</summary>
    private static NtStatus MayOpen(in OpenRequest request, string real)
    {
        NtStatus status = RealFiles.OpinionOf(real, request.Access & ~AccessMask.MAXIMUM_ALLOWED, request.Share);
        // A folder that can't be written to is no reason: the file is written elsewhere.
        return status == NtStatus.STATUS_SHARING_VIOLATION || (status == NtStatus.STATUS_ACCESS_DENIED && IsReadOnly(real))
            ? status
            : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>
    /// Whether handles of what a copy was made of let it be opened so: to the game both are one file. They were opened before the copy was
    /// made.
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

    private static bool IsReadOnly(string real) => (RealFiles.AttributesOf(real) & FileAttributes.ReadOnly) != 0;

    /// <summary>Whether no attribute of a file has the system refuse to empty it.</summary>
    private static bool IsPlain(string real) =>
        (RealFiles.AttributesOf(real) & (FileAttributes.ReadOnly | FileAttributes.Hidden | FileAttributes.System)) == 0;
}
