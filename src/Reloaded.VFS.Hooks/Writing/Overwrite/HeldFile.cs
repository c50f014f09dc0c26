using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing.Overwrite;

/// <summary>
/// A handle of the file of which a call makes a copy, kept until the game has its own handle of the copy: whoever wants to delete the file
/// in between is refused, as the game's handle would have them refused. Disposing closes the handle.
/// </summary>
internal readonly struct HeldFile : IDisposable
{
    private readonly nint _handle;

    private HeldFile(nint handle) => _handle = handle;

    /// <summary>Holds a file for a call that doesn't share deletion; for another one there is nothing to hold.</summary>
    /// <param name="real">The file, in target form.</param>
    /// <param name="share">What the call shares.</param>
    /// <param name="status">A sharing violation where a handle may delete the file already, or another call just looks at it.</param>
    public static HeldFile Hold(ReadOnlySpan<char> real, ShareAccess share, out NtStatus status)
    {
        status = NtStatus.STATUS_SUCCESS;
        if ((share & ShareAccess.FILE_SHARE_DELETE) != 0)
            return default;
        NtStatus opened = RealFiles.Open(
            real, AccessMask.FILE_LIST_DIRECTORY, ShareAccess.FILE_SHARE_READ | ShareAccess.FILE_SHARE_WRITE, out nint handle);
        // A file that can't be read can't be copied either, which says so itself.
        if (opened == NtStatus.STATUS_SHARING_VIOLATION)
            status = opened;
        return new HeldFile(handle);
    }

    /// <summary>Closes the handle.</summary>
    public void Dispose()
    {
        if (_handle != 0)
            RealFiles.Close(_handle);
    }
}
