using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Interop.NtDll;

namespace Reloaded.VFS.Hooks;

/// <summary>What becomes of a handle that an open just made.</summary>
internal static unsafe class OpenedHandle
{
    /// <summary>Tracks a folder's handle, and forgets what the same value stood for before.</summary>
    /// <param name="status">How the open ended; nothing happens unless well.</param>
    /// <param name="fileHandle">Where the kernel wrote the handle.</param>
    /// <param name="folderId">The folder's stable id, or <see cref="RedirectedCall.NoFolder"/>.</param>
    public static void Track(int status, nint* fileHandle, int folderId)
    {
        nint handle;
        if (!NtStatus.IsSuccess(status) || HookContext.Native.TryCopy(&handle, fileHandle, (nuint)sizeof(nint)) == 0)
            return;
        if (folderId != RedirectedCall.NoFolder)
            HandleTable.Set(handle, folderId);
        else
            HandleTable.Forget(handle);
    }
}
