using Reloaded.VFS.Hooks.Overwriting;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>Handles that an open has just given, and that are tracked.</summary>
internal static unsafe class OpenedHandle
{
    /// <summary>Tracks the handle of a folder or of a mod's file, and forgets what was known about the same value before.</summary>
    /// <param name="status">The status of the open; nothing happens unless it is success.</param>
    /// <param name="fileHandle">The pointer to which the kernel wrote the handle.</param>
    [SkipLocalsInit]
    public static void Track(MergedView view, NtStatus status, nint* fileHandle, OpenedEntry opened)
    {
        nint handle;
        if (status.IsSuccess() && GateTable.Native.TryCopy(&handle, fileHandle, (nuint)sizeof(nint)) != 0)
            Track(view, handle, opened);
    }

    /// <summary>Tracks the handle of a folder or of a mod's file, and forgets what was known about the same value before.</summary>
    public static void Track(MergedView view, nint handle, OpenedEntry opened)
    {
        if (GateTable.AnyCloses)
            TrackInPlaceOf(view, view.Handles.Get(handle), handle, opened);
        else
            Note(view.Handles, handle, opened);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Note(HandleTable handles, nint handle, OpenedEntry opened)
    {
        if (opened.Kind == OpenedKind.File)
            handles.SetFile(handle, opened.FolderId);
        else if (opened.Kind == OpenedKind.Folder)
            handles.Set(handle, opened.FolderId);
        else if (opened.Kind == OpenedKind.None)
            handles.Forget(handle);
    }

    /// <summary>Tracks a handle whose value may be that of one that was closed unseen.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void TrackInPlaceOf(MergedView view, in HandleEntry earlier, nint handle, OpenedEntry opened)
    {
        Note(view.Handles, handle, opened);
        if (earlier.Kind == HandleKind.Folder)
            view.Removals.ClosedPastHooks(earlier);
    }

    /// <summary>Reads a handle that the kernel has just written. Returns false if the game has made that impossible.</summary>
    public static bool TryRead(nint* fileHandle, out nint handle)
    {
        nint read;
        bool isRead = GateTable.Native.TryCopy(&read, fileHandle, (nuint)sizeof(nint)) != 0;
        handle = isRead ? read : 0;
        return isRead;
    }

    /// <summary>
    /// Notes the consequences of an open that created a folder, or that deletes what it opens when the last handle is closed: if that is a
    /// folder that mods have, every part of it is deleted.
    /// </summary>
    /// <param name="status">The status of the open; nothing happens unless it is success.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void TrackChange(MergedView view, NtStatus status, in ChangeRequest call, OpenedEntry opened)
    {
        if (!status.IsSuccess() || !call.Result.TryGetHandle(out nint handle))
            return;
        // A folder that was created where a mod had a file.
        if (call.MakesFolder && opened.Kind == OpenedKind.File)
            CreatedEntry.AwaitFolder(view, handle, opened.FolderId);
        if (!call.Deletes)
            return;
        // While nothing is watched, the closing of one of the game's own files need not be tracked.
        if (view.Watches?.IsWatching == true)
            view.Handles.SetDeletePending(handle);
        try
        {
            view.Removals.AddOnClose(handle);
        }
        catch (OutOfMemoryException)
        {
            // The mods' parts of the folder stay.
        }
    }

    /// <summary>
    /// Tracks a handle that was opened by an id instead of a name: a mod's file is tracked where the game sees it. A folder is resolved
    /// when the handle is used (<see cref="HandlePaths.EnsureResolved"/>).
    /// </summary>
    /// <returns>The status.</returns>
    public static NtStatus TrackFound(MergedView view, NtStatus status, nint* fileHandle)
    {
        if (!status.IsSuccess() || !TryRead(fileHandle, out nint handle))
            return status;
        view.Handles.SetUnresolved(handle);
        try
        {
            string real = RealNames.Of(handle);
            Snapshot snapshot = view.Snapshot;
            bool isSeen = real.Length == 0
                || (OwnEntry.MayBeSeen(view, real, CountedDeletions.Lasting) && snapshot.Hidden?.CoversReal(real) != true);
            GC.KeepAlive(snapshot);
            if (!isSeen)
            {
                view.Handles.Forget(handle);
                RealFiles.Close(handle);
                return NtFunctions.IsWine ? NtStatus.STATUS_OBJECT_NAME_NOT_FOUND : NtStatus.STATUS_INVALID_PARAMETER;
            }

            if (real.Length > 0 && ReverseLookup.TryFindFolderOf(view, real, out int parentId))
                view.Handles.SetFile(handle, parentId);
        }
        catch (Exception e)
        {
            // Out of memory: the handle then reports its real name.
            HandlerFaults.Note("a handle tells its real name to the game", e);
        }

        return status;
    }
}
