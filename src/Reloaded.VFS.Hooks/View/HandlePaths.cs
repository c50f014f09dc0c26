namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// The folders and files of handles that were opened past the hooks: before the hooks, inherited, or by a call outside every target.
/// </summary>
/// <remarks>Each handle is resolved once; the answer stays in the handle table until the handle is closed.</remarks>
internal static unsafe class HandlePaths
{
    /// <summary>Returns the handle's entry, which is resolved first if it is unknown.</summary>
    public static HandleEntry Resolve(nint handle, MergedView view)
    {
        HandleEntry entry = view.Handles.Get(handle);
        if (entry.Kind != HandleKind.Unknown)
            return entry;
        Ask(handle, view);
        return view.Handles.Get(handle);
    }

    /// <summary>
    /// Resolves a handle that came from another process, or was opened by an id (<see cref="HandleTable.SetUnresolved"/>); does nothing
    /// with any other.
    /// </summary>
    /// <remarks>A call that comes here would wait while another uses the handle's file object, so the query adds no other wait.</remarks>
    public static void EnsureResolved(nint handle, MergedView view)
    {
        if (view.Handles.IsUnresolved(handle))
            ResolveUnresolved(handle, view);
    }

    /// <summary>
    /// Resolves an unknown handle if it leads to a known folder, a part of one in a mod, or a mod's file; leaves any other unchanged.
    /// </summary>
    /// <remarks>
    /// For handles that were there before the hooks, and the few that are opened past the hooks: every folder that mods have may be
    /// examined.
    /// </remarks>
    /// <param name="view">The view whose folders are searched.</param>
    /// <param name="isLeft">Returns true if nobody waits for the answer any more: nothing is noted. Null for a caller who waits.</param>
    /// <returns>The system's status for the handle: <c>STATUS_INVALID_HANDLE</c> if there is none.</returns>
    public static NtStatus Find(nint handle, MergedView view, Func<bool>? isLeft = null)
    {
        if (!IsDisk(handle, out NtStatus status) || view.Handles.Get(handle).Kind != HandleKind.Unknown)
            return status;
        string real = RealNames.Of(handle);
        int known = FolderBehind(real, view);
        if (isLeft?.Invoke() == true)
            return status;
        if (known >= 0)
            view.Handles.SetFound(handle, known);
        else if (real.Length > 0)
        {
            if (ReverseLookup.TryFindPartOf(view, real, out int folder))
                view.Handles.SetFound(handle, folder);
            else if (ReverseLookup.TryFindFolderOf(view, real, out int parent))
                view.Handles.SetFile(handle, parent);
        }

        return status;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ResolveUnresolved(nint handle, MergedView view)
    {
        try
        {
            bool isDisk = Find(handle, view).IsSuccess();
            if (isDisk && IsAskedAgain(handle))
                view.Handles.ForgetUnresolved(handle);
            else
                view.Handles.SetUnrelated(handle); // unless it was found
        }
        catch (OutOfMemoryException)
        {
            // The next call asks again.
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Ask(nint handle, MergedView view)
    {
        if (view.Handles.IsUnresolved(handle))
        {
            ResolveUnresolved(handle, view);
            return;
        }

        // A query for a pipe's name can block forever if its other end is busy.
        bool isDisk = IsDisk(handle, out _);
        string real = isDisk ? RealNames.Of(handle) : "";
        int known = FolderBehind(real, view);
        if (known < 0 && isDisk && GateTable.Native.Gate->Undecided != 0)
            known = OwnFolderBehind(handle, real, view);
        if (known >= 0)
            view.Handles.SetFound(handle, known);
        else if (!isDisk || !IsAskedAgain(handle))
            view.Handles.SetUnrelated(handle);
    }

    /// <summary>Determines whether a handle stays unknown, so that it is resolved again.</summary>
    /// <remarks>
    /// The gate lets no names in that are relative to unrelated handles. Names relative to a file's handle are that file, opened once more,
    /// and its streams, which may have to be written elsewhere or recorded.
    /// </remarks>
    private static bool IsAskedAgain(nint handle) =>
        GateTable.Native.Gate->Undecided != 0 && !RealFiles.IsFolder(handle);

    /// <summary>Returns the known folder that a disk file's handle leads to, by the handle's name; -1 for none.</summary>
    /// <remarks>
    /// The system reports the name as it was opened, so other spellings are considered; an open handle keeps leading to its folder,
    /// whatever has been deleted since.
    /// </remarks>
    private static int FolderBehind(string real, MergedView view)
    {
        if (real.Length == 0)
            return -1;
        SeenEntry seen = SeenPath.Of(view, real, SeenOptions.Aliases | SeenOptions.ShortNames);
        return seen.Kind == LookupKind.Folder ? seen.PathId : -1;
    }

    /// <summary>Returns the game's own folder in a target that a handle leads to; -1 for none.</summary>
    /// <remarks>
    /// No mod has the folder, but if the game's changes go elsewhere, or are recorded, a name that is relative to the folder has to be
    /// known.
    /// </remarks>
    private static int OwnFolderBehind(nint handle, string real, MergedView view)
    {
        if (real.Length == 0 || !RealFiles.IsFolder(handle))
            return -1;
        string path = SeenPath.Of(view, real, SeenOptions.Aliases | SeenOptions.ShortNames).Path;
        return TargetPaths.Contain(view, view.Files.Snapshot, path) ? view.Files.GetOrAddPathId(path) : -1;
    }

    /// <summary>Determines whether a handle leads to something on a disk: with any other, a query for the name may block.</summary>
    /// <param name="result">The system's status for the handle.</param>
    internal static bool IsDisk(nint handle, out NtStatus result)
    {
        IO_STATUS_BLOCK status;
        FILE_FS_DEVICE_INFORMATION device;
        result = NtQueryVolumeInformationFile.Exported.Invoke(handle, &status, &device, (uint)sizeof(FILE_FS_DEVICE_INFORMATION),
            FS_INFORMATION_CLASS.FileFsDeviceInformation);
        return result.IsSuccess()
            && device.DeviceType is DeviceType.FILE_DEVICE_CD_ROM or DeviceType.FILE_DEVICE_CD_ROM_FILE_SYSTEM
            or DeviceType.FILE_DEVICE_DISK or DeviceType.FILE_DEVICE_DISK_FILE_SYSTEM or DeviceType.FILE_DEVICE_FILE_SYSTEM
            or DeviceType.FILE_DEVICE_NETWORK_FILE_SYSTEM or DeviceType.FILE_DEVICE_VIRTUAL_DISK;
    }
}

/// <summary>The paths that lie in a target, whether mods have anything there or not.</summary>
internal static class TargetPaths
{
    /// <summary>
    /// Determines whether a folder, which mods needn't have, lies in a target, and below no name that is a file for the game or hidden from
    /// it.
    /// </summary>
    public static bool Contain(MergedView view, Snapshot snapshot, ReadOnlySpan<char> path)
    {
        var kind = LookupKind.Outside;
        int id = -1;
        for (int end = path.Length; kind == LookupKind.Outside && end > 0; end = path[..end].LastIndexOf('\\'))
        {
            LookupResult found = snapshot.Lookup(path[..end]);
            (kind, id) = (found.Kind, found.PathId);
        }

        bool isInTarget = kind == LookupKind.Miss
            || (kind == LookupKind.Folder && snapshot.TryGetFolder(id, out FolderView folder) && folder.IsInTarget);
        GC.KeepAlive(snapshot);
        return isInTarget && !view.Hidden.Cover(path, out _);
    }
}
