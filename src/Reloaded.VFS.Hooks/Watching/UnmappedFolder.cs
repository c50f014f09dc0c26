namespace Reloaded.VFS.Hooks.Watching;

/// <summary>The game's own folders in a target in which no mod has anything yet.</summary>
/// <remarks>
/// They are in no snapshot; but a program that watches one expects to be notified of what mods add there later, so they get an id before
/// the mods do.
/// </remarks>
internal static class UnmappedFolder
{
    private const CreateOptions OtherThanOverlappedFolder =
        CreateOptions.FILE_SYNCHRONOUS_IO_ALERT | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT | CreateOptions.FILE_NON_DIRECTORY_FILE;

    /// <summary>
    /// Tracks a folder that was just opened for overlapped calls, as by programs that watch: a completion port that they bind to the
    /// handle, and duplicates, are noted from then on. Few opens are of that kind; any other costs one comparison.
    /// </summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="status">The status of the open.</param>
    /// <param name="fileHandle">The pointer to which the kernel wrote the handle.</param>
    /// <param name="opened">What the open found out about the handle.</param>
    /// <param name="options">The options of the open.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe void TrackOpened(MergedView view, NtStatus status, nint* fileHandle, OpenedEntry opened, CreateOptions options)
    {
        if (opened.Kind == OpenedKind.None && (options & OtherThanOverlappedFolder) == 0 && status.IsSuccess()
            && view.Watches is not null)
            TrackOverlapped(view, fileHandle);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static unsafe void TrackOverlapped(MergedView view, nint* fileHandle)
    {
        nint handle;
        if (GateTable.Native.TryCopy(&handle, fileHandle, (nuint)sizeof(nint)) != 0)
            TryTrack(view, handle);
    }

    /// <summary>Tracks an unknown folder's handle if the folder lies in a target. Returns true if the handle is tracked now.</summary>
    public static bool TryTrack(MergedView view, nint handle)
    {
        try
        {
            if (RealFiles.IsFolder(handle) && RealNames.Of(handle) is { Length: > 0 } real)
            {
                // The system reports the name as it was opened. An open folder exists, whatever has been deleted since.
                string path = SeenPath.Of(view, real, SeenOptions.Aliases | SeenOptions.ShortNames).Path;
                if (TargetPaths.Contain(view, view.Files.Snapshot, path))
                    view.Handles.SetFound(handle, view.Files.GetOrAddPathId(path));
            }
        }
        catch (Exception e) when (e is OutOfMemoryException or ObjectDisposedException)
        {
            // Reported as without the VFS.
        }

        return view.Handles.Get(handle).Kind == HandleKind.Folder;
    }
}
