using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Opening;

/// <content>Files that a call may change, under the policy <c>overwrite</c>: copied, replaced, or only opened to be deleted.</content>
internal static unsafe partial class RedirectedCall
{
    /// <summary>A file: it is copied first where the handle may change it.</summary>
    private static bool TryWrite<TCall>(ref TCall call, OverwriteWriter writer, in WrittenName name, in CapturedPath path,
        ref PathBuffers buffers, out NtStatus status, out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        opened = OpenedEntry.None;
        status = NtStatus.STATUS_SUCCESS;
        OpenRequest request = call.Request;
        bool isStream = path.StreamLength > 0;
        // Refused by the system, wherever it lies.
        if (path.HasTrailingBackslash || (request.Options & CreateOptions.FILE_DIRECTORY_FILE) != 0
            || request.Disposition > CreateDisposition.FILE_OVERWRITE_IF)
            return false;
        if (request.Disposition == CreateDisposition.FILE_CREATE && !isStream)
        {
            // Another thread, or another process, has just made it: once the game is told so, it sees it.
            if (name.IsInOverwrite)
                writer.Place(name);
            status = Collide(ref call, name, in path, ref buffers);
            return true;
        }

        if (!name.IsInOverwrite && !TCall.GivesHandle)
            return TryDelete(writer, name, out status);
        bool onlyDeletes = (request.Access & Changing) == 0 && !request.Truncates && !isStream;
        if (!name.IsInOverwrite && onlyDeletes)
        {
            status = OpenLower(ref call, writer, name, in path, ref buffers, out opened);
            if (status != NtStatus.STATUS_ACCESS_DENIED)
                return true;
        }

        string below = "";
        status = name.IsInOverwrite ? writer.Place(name) : MayOpen(request, name);
        using HeldFile lower = status.IsSuccess() && !name.IsInOverwrite ? HeldFile.Hold(name.Real, request.Share, out status) : default;
        if (status.IsSuccess() && name.IsInOverwrite && (!TCall.GivesHandle || MayDelete(request)))
            status = MayOpenBelow(request, name);
        if (status.IsSuccess() && name.IsInOverwrite && call.Deletes)
            status = writer.HideOwn(name, out below);
        if (!status.IsSuccess())
            return true;
        if (!name.IsInOverwrite && request.Truncates && !isStream && IsPlain(name.Real))
            status = ReplaceLower(ref call, writer, name, in path, ref buffers);
        // The copy stays though the call is refused: another process may have opened it.
        else if (name.IsInOverwrite || (status = writer.CopyUp(name)).IsSuccess())
            status = InvokeKept(ref call, in path, name, ref buffers);
        // Another process has deleted it meanwhile.
        else if (status == NtStatus.STATUS_OBJECT_NAME_NOT_FOUND && call.MayCreate
            && WrittenName.TryFind(MergedView.Current, MergedView.Current.Overwrite!, name.Path, out WrittenName gone)
            && gone.Kind == WrittenKind.None)
            return TryCreate(ref call, writer, gone, in path, ref buffers, out status, out opened);
        // Another process has just copied it, and takes its copy back: the name is deleted.
        if (onlyDeletes && below.Length > 0 && status is (NtStatus.STATUS_OBJECT_NAME_NOT_FOUND or NtStatus.STATUS_NO_SUCH_FILE))
            status = TCall.GivesHandle ? OpenAsItIs(ref call, below, in path, ref buffers) : NtStatus.STATUS_SUCCESS;
        if (!status.IsSuccess())
            return true;
        opened = FileIn(name);
        // What a process that ends here has opened goes, and leaves what is below.
        if (!name.IsInOverwrite && call.Deletes && writer.Hide(name) is var hidden && !hidden.IsSuccess())
        {
            call.CloseHandle();
            (status, opened) = (hidden, OpenedEntry.None);
        }

        return true;
    }

    /// <summary>The original on what lies in the overwrite folder, once the journal of this run has it as it was.</summary>
    private static NtStatus InvokeKept<TCall>(ref TCall call, in CapturedPath path, in WrittenName name, ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        MergedView.Current.Overwrite!.Keep(name.Place);
        NtStatus status = InvokeReal(ref call, in path, name.Place, ref buffers);
        return status == NtStatus.STATUS_SHARING_VIOLATION ? InvokeArriving(ref call, in path, name.Place, ref buffers) : status;
    }

    /// <summary>
    /// A file of another layer, or of the game, that the call empties: nothing is copied. A new file takes its place in the step that opens
    /// it, so that no other process comes upon an empty one that this call was refused.
    /// </summary>
    private static NtStatus ReplaceLower<TCall>(ref TCall call, OverwriteWriter writer, in WrittenName name, in CapturedPath path,
        ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        NtStatus status = writer.MakePlace(name, out WrittenName made);
        if (!status.IsSuccess())
            return status;
        using FolderTime time = FolderTime.Keep(VirtualPath.GetParent(made.Place));
        MergedView.Current.Overwrite!.Cover(CoveredKind.Replaced, made.Place, name.Real);
        CapturedPath plain = path;
        plain.Header.SecurityDescriptor = 0; // it counts for what is new, which this isn't to the game
        status = InvokeRealAs(ref call, in plain, made.Place, call.Request with { Disposition = CreateDisposition.FILE_CREATE },
            ref buffers);
        bool isDeleted = status.IsSuccess() && RealFiles.Exists(made.Place + HideMarker.Ending);
        if (isDeleted && call.Request.Disposition == CreateDisposition.FILE_OVERWRITE)
        {
            // Another process has deleted it meanwhile, and nothing is to be made.
            call.CloseHandle();
            RealFiles.Delete(made.Place);
            return NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
        }

        if (status.IsSuccess() && !isDeleted && FileTimes.TryRead(name.Real, out DateTime created, out _))
            call.SetReplaced(created);
        else if (status == NtStatus.STATUS_OBJECT_NAME_COLLISION)
            status = InvokeKept(ref call, in path, made, ref buffers); // another process was first
        if (status.IsSuccess())
            writer.Place(made);
        return status;
    }

    /// <summary>A handle of a file that stays as it is: the call deletes it, or it, or a later one, renames it.</summary>
    private static NtStatus OpenLower<TCall>(ref TCall call, OverwriteWriter writer, in WrittenName name, in CapturedPath path,
        ref PathBuffers buffers, out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        opened = OpenedEntry.None;
        NtStatus status = OpenAsItIs(ref call, name.Real, in path, ref buffers);
        if (!status.IsSuccess())
            return status;
        // What it is closed with, or another name, is the VFS's to give.
        opened = FileIn(name);
        if (call.TryGetHandle(out nint handle) && MergedView.Current.Handles.SetFollowed(handle, opened.FolderId))
            opened = OpenedEntry.FollowedIn(opened.FolderId);
        if (!call.Deletes)
            return status;
        NtStatus hidden = IsReadOnly(name.Real) ? NtStatus.STATUS_CANNOT_DELETE
            : opened.Kind == OpenedKind.Followed
            ? writer.DeleteAtClose(MergedView.Current.Handles.Get(handle), name, isOnClose: true)
            : writer.HideLower(name);
        if (hidden.IsSuccess())
            return status;
        call.CloseHandle();
        MergedView.Current.Handles.Forget(handle);
        opened = OpenedEntry.None;
        return hidden;
    }

    /// <summary>A handle of a real file, in target form, that asks for no change of it, and whose closing deletes nothing.</summary>
    private static NtStatus OpenAsItIs<TCall>(ref TCall call, string real, in CapturedPath path, ref PathBuffers buffers)
        where TCall : struct, INamedCall =>
        InvokeRealAs(ref call, in path, real, WithoutDeletion(call.Request) with { Disposition = CreateDisposition.FILE_OPEN }, ref buffers);

    /// <summary>Deletes a file by its name, where another layer, or the game, has it: it isn't seen any more.</summary>
    private static bool TryDelete(OverwriteWriter writer, in WrittenName name, out NtStatus status)
    {
        status = RealFiles.Open(name.Real, AccessMask.DELETE, ShareAccess.All, out nint handle);
        if (status.IsSuccess())
            RealFiles.Close(handle);
        if (status != NtStatus.STATUS_SHARING_VIOLATION)
            status = IsReadOnly(name.Real) ? NtStatus.STATUS_CANNOT_DELETE : writer.HideLower(name);
        return true;
    }

    /// <summary>Whether the system would let the game open a file as it asks: others may have it open and not share it.</summary>
    private static NtStatus MayOpen(in OpenRequest request, in WrittenName name)
    {
        NtStatus status = RealFiles.Open(name.Real, request.Access & ~AccessMask.MAXIMUM_ALLOWED, request.Share, out nint handle);
        if (status.IsSuccess())
            RealFiles.Close(handle);
        // A folder that can't be written to is no reason: the file is written elsewhere.
        return status == NtStatus.STATUS_SHARING_VIOLATION || (status == NtStatus.STATUS_ACCESS_DENIED && IsReadOnly(name.Real))
            ? status
            : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Whether the call, or the handle that it gives, may delete the file or give it another name.</summary>
    private static bool MayDelete(in OpenRequest request) =>
        (request.Options & CreateOptions.FILE_DELETE_ON_CLOSE) != 0
        || (request.Access & (AccessMask.DELETE | AccessMask.MAXIMUM_ALLOWED | AccessMask.GENERIC_ALL)) != 0;

    /// <summary>
    /// Whether handles of what a copy was made of let it be opened so: to the game both are one file. They were opened before the copy was
    /// made.
    /// </summary>
    private static NtStatus MayOpenBelow(in OpenRequest request, in WrittenName copy)
    {
        string below = RealFiles.Exists(copy.Place + HideMarker.Ending)
            ? ""
            : WrittenName.FindBelow(MergedView.Current, copy.Path, copy.Place);
        if (below.Length == 0)
            return NtStatus.STATUS_SUCCESS;
        OpenRequest asked = request.Access == 0 ? request with { Access = AccessMask.DELETE, Share = ShareAccess.All } : request;
        NtStatus status = MayOpen(asked, copy with { Real = below });
        return status == NtStatus.STATUS_SHARING_VIOLATION ? status : NtStatus.STATUS_SUCCESS;
    }

    private static OpenedEntry FileIn(in WrittenName name) => OpenedEntry.FileIn(MergedView.Current.Files.GetOrAddPathId(name.Parent));

    private static bool IsReadOnly(string real) => (RealFiles.AttributesOf(real) & FileAttributes.ReadOnly) != 0;

    /// <summary>Whether no attribute of a file has the system refuse to empty it.</summary>
    private static bool IsPlain(string real) =>
        (RealFiles.AttributesOf(real) & (FileAttributes.ReadOnly | FileAttributes.Hidden | FileAttributes.System)) == 0;
}
