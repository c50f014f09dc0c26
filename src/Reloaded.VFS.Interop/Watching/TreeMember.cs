using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Interop.Watching;

/// <summary>A folder that Wine includes in the watch of a tree around it. Windows includes every folder by itself.</summary>
/// <remarks>
/// Wine's server (server/change.c, 8.0) begins the watch of a tree with its topmost folder alone. The server includes a subfolder when any
/// process opens it, if its parent folder is included, until the last handle of any process is closed through which changes of the subfolder
/// were ever requested. So a member keeps a handle whose request was cancelled: one that waits takes 4 KB of the process's memory.
/// </remarks>
public static unsafe class TreeMember
{
    // The system may write here when a call is over. The content is never read.
    private static readonly IO_STATUS_BLOCK* s_result = (IO_STATUS_BLOCK*)NativeMemory.AllocZeroed((nuint)sizeof(IO_STATUS_BLOCK));

    /// <summary>Includes a folder. Returns the handle that keeps the folder included, to be closed; 0 if there is no such folder.</summary>
    /// <param name="path">The path, in NT form. The folder around it is included, or is the tree's topmost.</param>
    /// <param name="filter">The changes that the tree's watch reports.</param>
    public static nint Join(ReadOnlySpan<char> path, CompletionFilter filter)
    {
        nint handle = 0;
        IO_STATUS_BLOCK opened, cancelled;
        fixed (char* text = path)
        {
            UNICODE_STRING name = FolderState.NameOf(text, path.Length);
            OBJECT_ATTRIBUTES attributes = FolderState.AttributesOf(&name);
            // Overlapped, since no option asks for synchronous calls.
            if (!NtOpenFile.Exported.Invoke(&handle, AccessMask.FILE_READ_ATTRIBUTES, &attributes, &opened, ShareAccess.All,
                CreateOptions.FILE_DIRECTORY_FILE | CreateOptions.FILE_OPEN_FOR_BACKUP_INTENT).IsSuccess())
                return 0;
        }

        if (NtNotifyChangeDirectoryFile.Exported.Invoke(handle, 0, null, null, s_result, null, 0, filter, 0) == NtStatus.STATUS_PENDING)
            NtCancelIoFileEx.Exported.Invoke(handle, null, &cancelled);
        return handle;
    }

    /// <summary>Closes a handle of <see cref="Join"/>; 0 is ignored.</summary>
    /// <param name="member">The handle.</param>
    public static void Leave(nint member)
    {
        if (member != 0)
            _ = Kernel32.CloseHandle(member);
    }
}
