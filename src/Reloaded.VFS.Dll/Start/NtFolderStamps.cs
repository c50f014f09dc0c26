using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Keeping;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Start;

/// <summary>
/// Asks Windows, or Wine, for a folder's stamp: its times by its name, without a handle, which under Wine is no question to its server.
/// </summary>
internal sealed unsafe class NtFolderStamps : IFolderStamps
{
    /// <inheritdoc/>
    public FolderStamp? Find(string folder, bool withId)
    {
        ulong id = 0;
        return (!withId || TryGetId(folder, out id)) && FolderTimes.TryGet(folder, out long lastWrite, out long change)
            ? new FolderStamp(lastWrite, change, id)
            : null;
    }

    private static bool TryGetId(string folder, out ulong id)
    {
        id = 0;
        nint handle = Kernel32.CreateFileW(NtPath.ToLongWin32(NtPath.From(folder)), AccessMask.FILE_READ_ATTRIBUTES, ShareAccess.All, null,
            DirectoryChanges.OPEN_EXISTING, DirectoryChanges.FolderFlags, 0);
        if (handle == DirectoryChanges.InvalidHandle)
            return false;
        IO_STATUS_BLOCK result;
        fixed (ulong* buffer = &id)
        {
            bool isKnown = NtQueryInformationFile.Exported
                .Invoke(handle, &result, buffer, sizeof(ulong), FILE_INFORMATION_CLASS.FileInternalInformation).IsSuccess();
            Kernel32.CloseHandle(handle);
            return isKnown;
        }
    }
}
