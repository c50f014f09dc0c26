using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// Folders of the game's own, in a target, in which no mod has anything yet. Nobody knows them; but a program that watches one wants to hear of what mods
/// bring there later, so those get an id before the mods do.
/// </summary>
internal static class UnmappedFolder
{
    private const uint OtherThanOverlappedFolder =
        CreateOptions.FILE_SYNCHRONOUS_IO_ALERT | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT | CreateOptions.FILE_NON_DIRECTORY_FILE;

    /// <summary>
    /// Tracks a folder that was just opened for overlapped calls, which is what programs do that watch: a completion port that they bind to it, and
    /// duplicates, are noted from then on. Few opens are of that kind; any other costs one comparison.
    /// </summary>
    /// <param name="status">How the open ended.</param>
    /// <param name="fileHandle">Where the kernel wrote the handle.</param>
    /// <param name="folderId">What the open found out about it.</param>
    /// <param name="options">The open's.</param>
    public static unsafe void TrackOpened(int status, nint* fileHandle, int folderId, uint options)
    {
        nint handle;
        if (folderId == HandleTable.NoFolder && (options & OtherThanOverlappedFolder) == 0 && NtStatus.IsSuccess(status) && ChangeNotifier.Current != null
            && HookContext.Native.TryCopy(&handle, fileHandle, (nuint)sizeof(nint)) != 0)
            TryTrack(handle);
    }

    /// <summary>Tracks a folder's handle that nothing is known of, if the folder lies in a target. Whether it's tracked now.</summary>
    public static bool TryTrack(nint handle)
    {
        VirtualFileSystem files = HookContext.Files;
        try
        {
            if (RealFiles.IsFolder(handle) && RealNames.Of(handle) is { Length: > 0 } path)
            {
                Snapshot snapshot = files.Current;
                if (!TargetPaths.Contain(snapshot, path) && PathAliases.TryFind(path, out int length, out string own))
                    path = string.Concat(own, path.AsSpan(length));
                if (TargetPaths.Contain(snapshot, path))
                    HandleTable.SetFound(handle, files.GetOrAddPathId(path));
            }
        }
        catch (Exception e) when (e is OutOfMemoryException or ObjectDisposedException)
        {
            // Told of as without us.
        }

        return HandleTable.Get(handle).Kind == HandleKind.Folder;
    }
}
