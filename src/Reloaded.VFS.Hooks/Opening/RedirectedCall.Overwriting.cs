using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>
/// Calls that may change what they name, under the policy <c>overwrite</c>: what they name lies in the overwrite folder before the original
/// runs. A call that deletes or renames alone gets a handle of what is there, which stays as it is: what the handle is used for later is
/// answered for it (<c>Saving</c>).
/// </summary>
internal static unsafe partial class RedirectedCall
{
    private const AccessMask Changing = AccessMask.FILE_WRITE_DATA | AccessMask.FILE_APPEND_DATA | AccessMask.FILE_WRITE_EA
        | AccessMask.FILE_WRITE_ATTRIBUTES | AccessMask.WRITE_DAC | AccessMask.WRITE_OWNER | AccessMask.MAXIMUM_ALLOWED
        | AccessMask.GENERIC_ALL | AccessMask.GENERIC_WRITE;

    /// <summary>
    /// Answers a call that may change what it names, where what it writes goes elsewhere, or is recorded. False where it goes its usual
    /// way.
    /// </summary>
    /// <param name="call">The call.</param>
    /// <param name="original">The game's pointer.</param>
    /// <param name="path">The path.</param>
    /// <param name="buffers">The call's.</param>
    /// <param name="began">When the call began; 0 then, where its event has been told.</param>
    /// <param name="status">What the game gets.</param>
    /// <param name="ended">Gets how the original has ended.</param>
    /// <param name="opened">What it opened.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryRunChanging<TCall>(ref TCall call, OBJECT_ATTRIBUTES* original, in CapturedPath path, ref PathBuffers buffers,
        ref ulong began, out NtStatus status, ref Ended<NtStatus> ended, out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        if (MergedView.Current.Overwrite is { } overwrite)
            return TryRunInOverwrite(ref call, original, overwrite, in path, ref buffers, out status, out opened);
        (status, opened) = (NtStatus.STATUS_SUCCESS, OpenedEntry.None);
        if (path.IsDevice || MergedView.Current.Journal is not { } journal)
            return false;
        string whole = new(path.Text, 0, path.Length + path.StreamLength);
        if (!call.TryRunJournaled(journal, original, whole, out status, ref ended, out opened))
            return false;
        began = 0;
        return true;
    }

    /// <summary>Answers a call that may change what it names. False for what changes nothing, whatever way it goes.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryRunInOverwrite<TCall>(ref TCall call, OBJECT_ATTRIBUTES* original, OverwriteFolder overwrite,
        in CapturedPath captured, ref PathBuffers buffers, out NtStatus status, out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        opened = OpenedEntry.None;
        status = NtStatus.STATUS_SUCCESS;
        // Nothing is copied or hidden for what is refused.
        if (captured.IsDevice || IsRefusedDeletion(in call))
            return false;
        CapturedPath path = captured;
        // The stream of a file of the game's own.
        int colon = VirtualPath.GetName(path.Span).IndexOf(':');
        if (colon > 0)
        {
            int length = path.Length - VirtualPath.GetName(path.Span).Length + colon;
            path.StreamLength += path.Length - length;
            path.Length = length;
        }

        MergedView view = MergedView.Current;
        var writer = new OverwriteWriter(view, overwrite);
        try
        {
            if (!WrittenName.TryFind(view, overwrite, path.Span.ToString(), out WrittenName name))
                return false;
            return name.Kind switch
            {
                WrittenKind.None => TryCreate(ref call, writer, name, in path, ref buffers, out status, out opened),
                WrittenKind.File => TryWrite(ref call, writer, name, in path, ref buffers, out status, out opened),
                WrittenKind.Folder => TryOpenFolder(ref call, writer, name, in path, ref buffers, out status, out opened),
                _ => false,
            };
        }
        catch (Exception e)
        {
            // Out of memory, or a fault of the VFS: the game's own file, or a mod's, isn't to be changed instead.
            HandlerFaults.Note("a call that may change a file failed, and nothing was changed", e);
            status = NtStatus.STATUS_INSUFFICIENT_RESOURCES;
            opened = OpenedEntry.None;
            return true;
        }
    }

    /// <summary>Nothing has the name: what is made lies in the overwrite folder.</summary>
    private static bool TryCreate<TCall>(ref TCall call, OverwriteWriter writer, in WrittenName name, in CapturedPath path,
        ref PathBuffers buffers, out NtStatus status, out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        opened = OpenedEntry.None;
        status = NtStatus.STATUS_SUCCESS;
        MergedView view = MergedView.Current;
        if (!call.MayCreate)
        {
            if (!name.IsDeleted)
                return false;
            // Another process may have said so, which isn't known here yet.
            status = InvokeAbsent(ref call, in path, path.Length, ref buffers);
            if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && WrittenName.IsFolderSeen(view, MergedView.Current.Overwrite!, name.Parent))
                status = NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
            return true;
        }

        if (!WrittenName.IsFolderSeen(view, MergedView.Current.Overwrite!, name.Parent))
            return false;
        // Such a name means another one there.
        if (HideMarker.IsMarker(name.Name))
            status = NtStatus.STATUS_ACCESS_DENIED;
        else if (writer.TryMakeFolder(name.Parent, out int parentId, out status))
        {
            MergedView.Current.Overwrite!.Keep(name.Place);
            status = InvokeReal(ref call, in path, name.Place, ref buffers);
            // Another thread was first.
            if (status == NtStatus.STATUS_OBJECT_NAME_COLLISION && call.MakesFolder)
                writer.TryMakeFolder(name.Path, out _, out _);
            if (!status.IsSuccess())
                return true;
            opened = OpenedEntry.FileIn(parentId);
            if (call.MakesFolder)
            {
                view.Whiteouts.Folders.Lift(name.Path);
                // Its marker may be known before it is, and the letters of one that has gone.
                string? seen = SeenLetters.Of(view, view.Files.Current, name.Path, isFolder: true);
                if (name.IsDeleted || (seen is not null && !name.Name.SequenceEqual(seen)))
                    writer.Publish(name.Path);
                opened = writer.TryMakeFolder(name.Path, out int made, out _) ? OpenedEntry.Folder(made) : OpenedEntry.None;
            }
            else
            {
                writer.PlaceNew(name);
            }
        }

        return true;
    }

    /// <summary>
    /// What is new in a folder of the user's that mods alone have, and that can't be made there, lies in the overwrite folder: nothing is
    /// made in a mod.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus CreateInPart<TCall>(ref TCall call, in CapturedPath path, ref PathBuffers buffers, out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        OverwriteFolder overwrite = MergedView.Current.Overwrite!;
        MergedView view = MergedView.Current;
        if (VirtualPath.GetName(path.Span).Contains(':') || !overwrite.TryGetRoot(path.Span, out string place, out OverwriteRoot root))
        {
            opened = OpenedEntry.None;
            return NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        }

        var name = new WrittenName(WrittenKind.None, path.Span.ToString(), place, root, "", IsInOverwrite: false);
        return TryCreate(ref call, new OverwriteWriter(view, overwrite), name, in path, ref buffers, out NtStatus status, out opened)
            ? status
            : NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
    }

    /// <summary>
    /// Opens a folder, and does no more: what the handle is used for later is answered for it. A folder whose attributes or times the
    /// handle may set is made in the overwrite folder, unless it is a target's own.
    /// </summary>
    private static bool TryOpenFolder<TCall>(ref TCall call, OverwriteWriter writer, in WrittenName name, in CapturedPath path,
        ref PathBuffers buffers, out NtStatus status, out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        opened = OpenedEntry.None;
        status = NtStatus.STATUS_SUCCESS;
        OpenRequest request = call.Request;
        if (request.Disposition == CreateDisposition.FILE_CREATE)
        {
            if (name.IsInOverwrite)
                writer.TryMakeFolder(name.Path, out _, out _);
            status = Collide(ref call, name, in path, ref buffers);
            return true;
        }

        if (!TCall.GivesHandle && call.Deletes)
        {
            status = InvokeOnFolder(ref call, in path, name.Real, ref buffers);
            opened = OpenedEntry.Folder(MergedView.Current.Files.GetOrAddPathId(name.Path));
            return true;
        }

        if (!TCall.GivesHandle || request.Disposition is not (CreateDisposition.FILE_OPEN or CreateDisposition.FILE_OPEN_IF))
            return false;
        // A target's own folder stays what it is.
        bool isTarget = name.Path.Length <= name.Root.Target.Length, changes = (request.Access & Changing) != 0;
        string real = isTarget && OwnEntry.IsFolderSeen(MergedView.Current, name.Path, CountedDeletions.Lasting)
            ? NtPath.FromCanonical(name.Path)
            : name.Real;
        if (isTarget && (request.Access & ~AccessMask.SYNCHRONIZE) == AccessMask.FILE_WRITE_ATTRIBUTES)
            status = NtStatus.STATUS_ACCESS_DENIED;
        else if (changes && !isTarget && writer.TryMakeLeading(name.Path, out status))
            real = name.Place;
        if (!status.IsSuccess())
            return true;
        OpenRequest made = WithoutDeletion(request) with
        {
            Access = changes && isTarget ? ReadingPart(request.Access) : request.Access,
            Disposition = CreateDisposition.FILE_OPEN,
        };
        var pauses = new ShortPauses(MostMillisecondsListed);
        do
            status = InvokeRealAs(ref call, in path, real, made, ref buffers);
        while (status == NtStatus.STATUS_SHARING_VIOLATION && !isTarget && (request.Share & ShareAccess.FILE_SHARE_READ) == 0
            && pauses.TryPause());
        if (status.IsSuccess())
            opened = OpenedEntry.Folder(MergedView.Current.Files.GetOrAddPathId(name.Path));
        return true;
    }

    /// <summary>
    /// The system refuses to make what is there: here the overwrite folder itself, which is there whatever becomes of the name.
    /// </summary>
    private static NtStatus Collide<TCall>(ref TCall call, in WrittenName name, in CapturedPath path, ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        CapturedPath plain = path;
        plain.StreamLength = 0;
        plain.HasTrailingBackslash = false;
        NtStatus status = InvokeReal(ref call, in plain, name.Root.Folder, ref buffers);
        return status.IsSuccess() ? NtStatus.STATUS_OBJECT_NAME_COLLISION : status;
    }

    /// <summary>
    /// The rights of an access to a target's own folder that change nothing. The right to delete is one: the VFS answers a deletion by the
    /// handle.
    /// So are the rights to add files and folders, which count for those who share the folder: what is added is added by a named call.
    /// </summary>
    private static AccessMask ReadingPart(AccessMask access)
    {
        const AccessMask making = AccessMask.FILE_WRITE_DATA | AccessMask.FILE_APPEND_DATA;
        AccessMask reading = access & (~Changing | making);
        if ((access & (AccessMask.GENERIC_ALL | AccessMask.GENERIC_WRITE)) != 0)
            reading |= making;
        if ((access & (AccessMask.GENERIC_ALL | AccessMask.MAXIMUM_ALLOWED)) != 0)
            reading |= AccessMask.GENERIC_READ | AccessMask.GENERIC_EXECUTE | AccessMask.DELETE;
        return reading | AccessMask.FILE_READ_ATTRIBUTES | AccessMask.SYNCHRONIZE;
    }

    private static NtStatus InvokeOnFolder<TCall>(ref TCall call, in CapturedPath path, string real, ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        fixed (char* text = real)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes;
            Fill(&attributes, &name, text, real.Length, in path, ref buffers);
            return call.InvokeOnFolder(&attributes);
        }
    }

    /// <summary>The request, whose handle deletes nothing when it is closed.</summary>
    private static OpenRequest WithoutDeletion(in OpenRequest request) =>
        request with { Options = RealFiles.WithoutDeletion(request.Access, request.Options) };

    /// <summary>Another request on a real path in NT form, with what stands behind the name in the game's.</summary>
    private static NtStatus InvokeRealAs<TCall>(ref TCall call, in CapturedPath path, string real, in OpenRequest request,
        ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        string whole = string.Concat(real, new ReadOnlySpan<char>(path.Text + path.Length, path.StreamLength),
            path.HasTrailingBackslash ? @"\" : "");
        fixed (char* text = whole)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes;
            Fill(&attributes, &name, text, whole.Length, in path, ref buffers);
            return call.InvokeAs(&attributes, request);
        }
    }
}
