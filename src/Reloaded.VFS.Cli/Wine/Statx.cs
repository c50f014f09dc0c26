using System.Runtime.InteropServices;

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
