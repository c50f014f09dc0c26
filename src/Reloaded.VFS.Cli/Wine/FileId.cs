using System.Runtime.InteropServices;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>What tells a file or folder from any other on Linux, whatever path leads to it: its device and inode.</summary>
internal readonly unsafe partial record struct FileId(uint DeviceMajor, uint DeviceMinor, ulong Inode)
{
    private const int AT_FDCWD = -100;
    private const uint STATX_TYPE_INO = 0x101;
    private const ushort S_IFMT = 0xF000;
    private const ushort S_IFDIR = 0x4000;

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
        Statx buffer;
        isFolder = false;
        if (statx(AT_FDCWD, path, 0, STATX_TYPE_INO, &buffer) != 0)
            return null;
        isFolder = (buffer.stx_mode & S_IFMT) == S_IFDIR;
        return new(buffer.stx_dev_major, buffer.stx_dev_minor, buffer.stx_ino);
    }

    // statx(2) has one layout on every processor, unlike stat(2).
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct Statx
    {
        [FieldOffset(28)]
        public ushort stx_mode;

        [FieldOffset(32)]
        public ulong stx_ino;

        [FieldOffset(136)]
        public uint stx_dev_major;

        [FieldOffset(140)]
        public uint stx_dev_minor;
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int statx(int dirfd, string pathname, int flags, uint mask, Statx* buffer);
}
