using System.Runtime.InteropServices;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Materialising;

/// <summary>The kinds of thing under a name on disk.</summary>
internal enum NameKind
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>A file.</summary>
    File,

    /// <summary>A folder.</summary>
    Folder,

    /// <summary>A symbolic link, a junction, a pipe or a device.</summary>
    Other,
}

/// <summary>What is under a name on disk, and what tells one file from another.</summary>
/// <param name="Kind">The kind of thing.</param>
/// <param name="Number">The file's number on its volume; 0 if it can't be determined.</param>
/// <param name="Size">The size in bytes.</param>
/// <param name="Time">The time of last write, as a FILETIME.</param>
internal readonly record struct NameState(NameKind Kind, ulong Number, long Size, long Time)
{
    /// <summary>Returns the state of a path. A link isn't followed.</summary>
    public static NameState Of(string path)
    {
        if (!OperatingSystem.IsWindows())
            return Statx.TryGetItself(path, Statx.Basic, out Statx found) ? From(found) : default;
        var file = new FileInfo(path);
        if ((int)file.Attributes == -1)
            return default;
        return (file.Attributes & FileAttributes.ReparsePoint) != 0 ? new NameState(NameKind.Other, 0, 0, 0) : OnWindows(path, file);
    }

    /// <summary>Returns the state of what a path leads to.</summary>
    public static NameState Behind(string path)
    {
        if (!OperatingSystem.IsWindows())
            return Statx.TryGet(path, Statx.Basic, out Statx found) ? From(found) : default;
        var file = new FileInfo(path);
        return (int)file.Attributes == -1 ? default : OnWindows(path, file);
    }

    /// <summary>Determines whether two states are of one file whose content hasn't been written since.</summary>
    public bool Is(in NameState other) => Kind == NameKind.File && this == other;

    private static NameState From(in Statx found) => new(
        found.IsFolder ? NameKind.Folder : found.IsFile ? NameKind.File : NameKind.Other,
        found.stx_ino, (long)found.stx_size, found.stx_mtime.ToFileTime());

    private static NameState OnWindows(string path, FileInfo file) => (file.Attributes & FileAttributes.Directory) != 0
        ? new NameState(NameKind.Folder, 0, 0, file.LastWriteTimeUtc.ToFileTimeUtc())
        : new NameState(NameKind.File, (ulong)(FileId.Of(path)?.Number ?? 0), file.Length, file.LastWriteTimeUtc.ToFileTimeUtc());
}

/// <summary>Gives files second names.</summary>
internal static unsafe partial class HardLink
{
    private const int AT_FDCWD = -100, AT_SYMLINK_FOLLOW = 0x400;

    /// <summary>Gives a file one more name, unless the file system, the volume or the system's rules don't permit that.</summary>
    /// <param name="file">The file. Links are followed.</param>
    /// <param name="name">The new name, which nothing may have yet.</param>
    /// <returns>Whether the file has the name.</returns>
    public static bool TryMake(string file, string name)
    {
        if (!OperatingSystem.IsWindows())
            return linkat(AT_FDCWD, file, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
        // A read-only file's names can't be deleted one by one.
        return !new FileInfo(file).IsReadOnly && !DiskRemoval.IsLink(file) && Kernel32.CreateHardLinkW(Long(name), Long(file), null) != 0;
    }

    private static string Long(string path) => path.StartsWith(@"\\", StringComparison.Ordinal) ? path : @"\\?\" + path;

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int linkat(int fromFolder, string from, int toFolder, string to, int flags);
}
