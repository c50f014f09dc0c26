using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>What tells a file or folder from any other, whatever path leads to it: on Linux its device and inode.</summary>
internal readonly record struct FileId(ulong Volume, UInt128 Number)
{
    /// <summary>The folder's id, symbolic links followed; null where <paramref name="path"/> isn't a folder. Linux only.</summary>
    public static FileId? OfFolder(string path)
    {
        FileId? id = OnLinux(path, out bool isFolder);
        return isFolder ? id : null;
    }

    /// <summary>The id of a file, on Linux of a folder, too; links followed. Null where nothing is there, or it can't be told.</summary>
    public static FileId? Of(string path) => OperatingSystem.IsWindows() ? OnWindows(path) : OnLinux(path, out _);

    private static FileId? OnLinux(string path, out bool isFolder)
    {
        isFolder = false;
        if (!Statx.TryGet(path, Statx.TypeAndInode, out Statx found))
            return null;
        isFolder = found.IsFolder;
        return new((ulong)found.stx_dev_major << 32 | found.stx_dev_minor, found.stx_ino);
    }

    private static FileId? OnWindows(string path)
    {
        try
        {
            using SafeFileHandle file = File.OpenHandle(path, share: FileShare.ReadWrite | FileShare.Delete);
            return FILE_ID_INFORMATION.TryGet(file.DangerousGetHandle(), out FILE_ID_INFORMATION found)
                ? new(found.VolumeSerialNumber, new UInt128(found.FileIdHigh, found.FileIdLow))
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
