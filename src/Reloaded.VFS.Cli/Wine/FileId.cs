namespace Reloaded.VFS.Cli.Wine;

/// <summary>What tells a file or folder from any other on Linux, whatever path leads to it: its device and inode.</summary>
internal readonly record struct FileId(uint DeviceMajor, uint DeviceMinor, ulong Inode)
{
    /// <summary>The folder's id, symbolic links followed; null where <paramref name="path"/> isn't a folder.</summary>
    public static FileId? OfFolder(string path)
    {
        FileId? id = Of(path, out bool isFolder);
        return isFolder ? id : null;
    }

    /// <summary>The id of a file or folder, symbolic links followed; null where nothing is there.</summary>
    public static FileId? Of(string path) => Of(path, out _);

    private static FileId? Of(string path, out bool isFolder)
    {
        isFolder = false;
        if (!Statx.TryGet(path, Statx.TypeAndInode, out Statx found))
            return null;
        isFolder = found.IsFolder;
        return new(found.stx_dev_major, found.stx_dev_minor, found.stx_ino);
    }
}
