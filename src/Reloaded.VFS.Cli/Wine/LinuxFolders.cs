using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>The facts about folders on Linux: links as links, and the time of a folder's last change, which no program can set.</summary>
internal sealed unsafe partial class LinuxFolders : IFolderFacts
{
    public static readonly LinuxFolders Instance = new();

    // statfs(2): local file systems on which each change of a folder's names sets both of its times to the current time.
    private static readonly uint[] s_trusted =
    [
        0xEF53,     // ext2, ext3, ext4
        0x58465342, // XFS
        0x9123683E, // Btrfs
        0xF2F52010, // F2FS
        0xCA451A4E, // bcachefs
        0x2FC12FC1, // ZFS
        0x01021994, // tmpfs
    ];

    private const int StatfsWords = 32;
    private const int NameOffset = 19, TypeOffset = 18; // struct dirent of glibc and musl, 64 bits
    private const byte DT_DIR = 4, DT_REG = 8;
    private const int LongestName = 1024;

    private LinuxFolders()
    {
    }

    public FolderStamp? Find(string folder, bool withId) => Statx.TryGet(folder, Statx.Basic, out Statx found) && found.IsFolder
        ? new FolderStamp(found.stx_mtime.ToFileTime(), found.stx_ctime.ToFileTime(), found.stx_ino)
        : null;

    public bool IsTrusted(string folder)
    {
        long* answer = stackalloc long[StatfsWords];
        return statfs(folder, answer) == 0 && Array.IndexOf(s_trusted, (uint)answer[0]) >= 0;
    }

    public ulong? FindVolume(string folder) =>
        Statx.TryGet(folder, Statx.TypeAndInode, out Statx found) && found.IsFolder && found.IsNoMount
            ? ((ulong)found.stx_dev_major << 32) | found.stx_dev_minor
            : null;

    public string? FindReal(string folder) => RealPath.Of(folder);

    public bool TryList(string folder, FolderFactAction action)
    {
        nint stream = opendir(folder);
        if (stream == 0)
            return false;
        Span<char> name = stackalloc char[LongestName];
        bool isWhole = true;
        while (true)
        {
            Marshal.SetLastSystemError(0);
            byte* entry = readdir(stream);
            if (entry is null)
            {
                isWhole &= Marshal.GetLastSystemError() == 0;
                break;
            }

            var bytes = MemoryMarshal.CreateReadOnlySpanFromNullTerminated(entry + NameOffset);
            if (bytes.SequenceEqual("."u8) || bytes.SequenceEqual(".."u8))
                continue;
            // Bytes that aren't UTF-8 become U+FFFD, which no plain name has.
            int length = Encoding.UTF8.GetChars(bytes, name);
            action(name[..length], entry[TypeOffset] switch
            {
                DT_REG => EntryKind.File,
                DT_DIR => EntryKind.Folder,
                _ => EntryKind.Other,
            });
        }

        _ = closedir(stream);
        return isWhole;
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int statfs(string path, long* result);

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint opendir(string path);

    [LibraryImport("libc")]
    private static partial byte* readdir(nint stream);

    [LibraryImport("libc")]
    private static partial int closedir(nint stream);
}

/// <summary>The result of <c>statx(2)</c>, which has the same layout on every processor, unlike that of <c>stat(2)</c>.</summary>
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal unsafe partial struct Statx
{
    /// <summary>The mask for the type and the number of the file.</summary>
    public const uint TypeAndInode = 0x101;

    /// <summary>The mask for everything that <c>stat(2)</c> returns.</summary>
    public const uint Basic = 0x7FF;

    private const uint STATX_BTIME = 0x800;
    private const ulong STATX_ATTR_MOUNT_ROOT = 0x2000;
    private const int AT_FDCWD = -100;
    private const int AT_SYMLINK_NOFOLLOW = 0x100;
    private const ushort S_IFMT = 0xF000;
    private const ushort S_IFDIR = 0x4000;
    private const ushort S_IFREG = 0x8000;

    [FieldOffset(0)]
    public uint stx_mask;

    [FieldOffset(8)]
    public ulong stx_attributes;

    [FieldOffset(16)]
    public uint stx_nlink;

    [FieldOffset(28)]
    public ushort stx_mode;

    [FieldOffset(32)]
    public ulong stx_ino;

    [FieldOffset(40)]
    public ulong stx_size;

    [FieldOffset(56)]
    public ulong stx_attributes_mask;

    [FieldOffset(80)]
    public StatxTime stx_btime;

    [FieldOffset(96)]
    public StatxTime stx_ctime;

    [FieldOffset(112)]
    public StatxTime stx_mtime;

    [FieldOffset(136)]
    public uint stx_dev_major;

    [FieldOffset(140)]
    public uint stx_dev_minor;

    public readonly bool IsFolder => (stx_mode & S_IFMT) == S_IFDIR;

    /// <summary>Gets a value indicating whether this is a file with content of its own: no folder, link, pipe or device.</summary>
    public readonly bool IsFile => (stx_mode & S_IFMT) == S_IFREG;

    /// <summary>Gets a value indicating whether the system reports that no volume is mounted at the folder.</summary>
    public readonly bool IsNoMount => (stx_attributes_mask & ~stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;

    /// <summary>Queries a path, following links. Returns whether something is there.</summary>
    public static bool TryGet(string path, uint mask, out Statx result)
    {
        fixed (Statx* buffer = &result)
            return statx(AT_FDCWD, path, 0, mask, buffer) == 0;
    }

    /// <summary>Queries a path without following a link in its last place. Returns whether something is there.</summary>
    public static bool TryGetItself(string path, uint mask, out Statx result) => TryGetItself(AT_FDCWD, path, mask, out result);

    /// <summary>Queries a name in an open folder without following a link. Returns whether something is there.</summary>
    public static bool TryGetItself(int folder, string name, uint mask, out Statx result)
    {
        fixed (Statx* buffer = &result)
            return statx(folder, name, AT_SYMLINK_NOFOLLOW, mask, buffer) == 0;
    }

    /// <summary>
    /// Returns the time at which a file was created, UTC, which .NET doesn't query on Linux; the beginning of all times if it isn't known.
    /// </summary>
    public static DateTime GetCreationTime(string path) => TryGet(path, STATX_BTIME, out Statx found) && (found.stx_mask & STATX_BTIME) != 0
        ? DateTime.FromFileTimeUtc(Math.Clamp(found.stx_btime.ToFileTime(), 0, DateTime.MaxValue.ToFileTimeUtc()))
        : DateTime.MinValue;

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int statx(int dirfd, string pathname, int flags, uint mask, Statx* buffer);
}

[StructLayout(LayoutKind.Sequential, Size = 16)]
internal struct StatxTime
{
    public long tv_sec;
    public uint tv_nsec;

    /// <summary>Returns the time as a FILETIME, as Wine does.</summary>
    public readonly long ToFileTime() =>
        DateTime.UnixEpoch.ToFileTimeUtc() + (tv_sec * TimeSpan.TicksPerSecond) + (tv_nsec / TimeSpan.NanosecondsPerTick);
}

/// <summary>The id that distinguishes a file or folder from any other, whatever path leads to it: on Linux its device and inode.</summary>
internal readonly record struct FileId(ulong Volume, UInt128 Number)
{
    /// <summary>Returns the folder's id, following symbolic links, or null if <paramref name="path"/> isn't a folder. Linux only.</summary>
    public static FileId? OfFolder(string path)
    {
        FileId? id = OnLinux(path, out bool isFolder);
        return isFolder ? id : null;
    }

    /// <summary>
    /// Returns the id of a file or, on Linux, also of a folder, following links, or null if nothing is there or it can't be determined.
    /// </summary>
    public static FileId? Of(string path) => OperatingSystem.IsWindows() ? OnWindows(path) : OnLinux(path, out _);

    private static FileId? OnLinux(string path, out bool isFolder)
    {
        isFolder = false;
        if (!Statx.TryGet(path, Statx.TypeAndInode, out Statx found))
            return null;
        isFolder = found.IsFolder;
        return new((ulong)found.stx_dev_major << 32 | found.stx_dev_minor, found.stx_ino);
    }

    private static FileId? OnWindows(string path) => FileErrors.Ignore<FileId?>(() =>
    {
        using SafeFileHandle file = File.OpenHandle(path, share: FileShare.ReadWrite | FileShare.Delete);
        return FILE_ID_INFORMATION.TryGet(file.DangerousGetHandle(), out FILE_ID_INFORMATION found)
            ? new(found.VolumeSerialNumber, new UInt128(found.FileIdHigh, found.FileIdLow))
            : null;
    }, null);
}

/// <summary>The real places that this system's paths lead to.</summary>
internal static class HostPlaces
{
    /// <summary>Returns the place of an absolute path, or null if nothing is there or it can't be determined.</summary>
    public static RealPlace? Find(string path)
    {
        if (OperatingSystem.IsWindows())
            return OpenedPlace.Of(NtPath.ToLongWin32(NtPath.From(path))) is { } opened
                ? new RealPlace(opened.Path, opened.Volume, opened.Number, opened.Links)
                : null;
        return RealPath.Of(path) is { } real && Statx.TryGet(path, Statx.Basic, out Statx found)
            ? new RealPlace(real, ((ulong)found.stx_dev_major << 32) | found.stx_dev_minor, found.stx_ino, found.stx_nlink)
            : null;
    }
}
