using System.Runtime.InteropServices;
using System.Text;
using Reloaded.VFS.Mods.Caching;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>The facts about folders on Linux: links as links, and the time of a folder's last change, which no program can set.</summary>
internal sealed unsafe partial class LinuxFolders : IFolderFacts
{
    /// <summary>The only instance.</summary>
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

    /// <inheritdoc/>
    public FolderStamp? Find(string folder, bool withId) => Statx.TryGet(folder, Statx.Basic, out Statx found) && found.IsFolder
        ? new FolderStamp(found.stx_mtime.ToFileTime(), found.stx_ctime.ToFileTime(), found.stx_ino)
        : null;

    /// <inheritdoc/>
    public bool IsTrusted(string folder)
    {
        long* answer = stackalloc long[StatfsWords];
        return statfs(folder, answer) == 0 && Array.IndexOf(s_trusted, (uint)answer[0]) >= 0;
    }

    /// <inheritdoc/>
    public ulong? FindVolume(string folder) =>
        Statx.TryGet(folder, Statx.TypeAndInode, out Statx found) && found.IsFolder && found.IsNoMount
            ? ((ulong)found.stx_dev_major << 32) | found.stx_dev_minor
            : null;

    /// <inheritdoc/>
    public string? FindReal(string folder) => RealPath.Of(folder);

    /// <inheritdoc/>
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
