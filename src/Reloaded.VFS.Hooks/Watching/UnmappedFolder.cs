using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// Folders of the game's own, in a target, in which no mod has anything yet. They are in no snapshot; but a program that watches one wants
/// to hear of what mods bring there later, so those get an id before the mods do.
/// </summary>
internal static class UnmappedFolder
{
    private const CreateOptions OtherThanOverlappedFolder =
        CreateOptions.FILE_SYNCHRONOUS_IO_ALERT | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT | CreateOptions.FILE_NON_DIRECTORY_FILE;

    /// <summary>
    /// Tracks a folder that was just opened for overlapped calls, which is what programs do that watch: a completion port that they bind to
    /// it, and duplicates, are noted from then on. Few opens are of that kind; any other costs one comparison.
    /// </summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="status">How the open ended.</param>
    /// <param name="fileHandle">Where the kernel wrote the handle.</param>
    /// <param name="opened">What the open found out about it.</param>
    /// <param name="options">The open's.</param>
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

    /// <summary>Tracks a folder's handle that nothing is known of, if the folder lies in a target. Whether it's tracked now.</summary>
    public static bool TryTrack(MergedView view, nint handle)
    {
        try
        {
            if (RealFiles.IsFolder(handle) && RealNames.Of(handle) is { Length: > 0 } real)
            {
                // The system tells the name as it was opened. What is open is there, whatever has been deleted since.
                string path = SeenPath.Of(view, real, SeenOptions.Aliases | SeenOptions.ShortNames).Path;
                if (TargetPaths.Contain(view, view.Files.Snapshot, path))
                    view.Handles.SetFound(handle, view.Files.GetOrAddPathId(path));
            }
        }
        catch (Exception e) when (e is OutOfMemoryException or ObjectDisposedException)
        {
            // Told of as without the VFS.
        }

        return view.Handles.Get(handle).Kind == HandleKind.Folder;
    }
}
