using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>What <c>statx(2)</c> tells; it has one layout on every processor, unlike <c>stat(2)</c>.</summary>
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal unsafe partial struct Statx
{
    /// <summary>Type and number of the file.</summary>
    public const uint TypeAndInode = 0x101;

    /// <summary>All that <c>stat(2)</c> tells.</summary>
    public const uint Basic = 0x7FF;

    private const ulong STATX_ATTR_MOUNT_ROOT = 0x2000;
    private const int AT_FDCWD = -100;
    private const ushort S_IFMT = 0xF000;
    private const ushort S_IFDIR = 0x4000;

    [FieldOffset(8)]
    public ulong stx_attributes;

    [FieldOffset(16)]
    public uint stx_nlink;

    [FieldOffset(28)]
    public ushort stx_mode;

    [FieldOffset(32)]
    public ulong stx_ino;

    [FieldOffset(56)]
    public ulong stx_attributes_mask;

    [FieldOffset(96)]
    public StatxTime stx_ctime;

    [FieldOffset(112)]
    public StatxTime stx_mtime;

    [FieldOffset(136)]
    public uint stx_dev_major;

    [FieldOffset(140)]
    public uint stx_dev_minor;

    /// <summary>Whether it's a folder.</summary>
    public readonly bool IsFolder => (stx_mode & S_IFMT) == S_IFDIR;

    /// <summary>Whether the system says that no volume is mounted at it.</summary>
    public readonly bool IsNoMount => (stx_attributes_mask & ~stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;

    /// <summary>Asks about a path, links followed. Whether something is there.</summary>
    public static bool TryGet(string path, uint mask, out Statx result)
    {
        fixed (Statx* buffer = &result)
            return statx(AT_FDCWD, path, 0, mask, buffer) == 0;
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int statx(int dirfd, string pathname, int flags, uint mask, Statx* buffer);
}

/// <summary>A time of <see cref="Statx"/>.</summary>
[StructLayout(LayoutKind.Sequential, Size = 16)]
internal struct StatxTime
{
    public long tv_sec;
    public uint tv_nsec;

    /// <summary>As Wine tells it: a FILETIME.</summary>
    public readonly long ToFileTime() =>
        DateTime.UnixEpoch.ToFileTimeUtc() + (tv_sec * TimeSpan.TicksPerSecond) + (tv_nsec / TimeSpan.NanosecondsPerTick);
}

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

/// <summary>Where paths of this system really lead.</summary>
internal static class HostPlaces
{
    /// <summary>Looks at an absolute path; null if nothing is there, or it can't be looked at.</summary>
    public static RealPlace? Find(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            return OpenedPlace.Of(NtPath.ToLongWin32(NtPath.From(path))) is { } opened
                ? new RealPlace(opened.Path, opened.Volume, opened.Number, opened.Links)
                : null;
        }

        return RealPath.Of(path) is { } real && Statx.TryGet(path, Statx.Basic, out Statx found)
            ? new RealPlace(real, ((ulong)found.stx_dev_major << 32) | found.stx_dev_minor, found.stx_ino, found.stx_nlink)
            : null;
    }
}
