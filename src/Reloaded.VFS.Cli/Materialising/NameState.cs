using System.Runtime.InteropServices;

namespace Reloaded.VFS.Cli.Materialising;

internal enum NameKind
{
    None,
    File,
    Folder,

    /// <summary>A symbolic link, a junction, a pipe or a device.</summary>
    Other,
}

/// <summary>The state of a name on disk: its kind, and what tells one file from another.</summary>
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

    /// <summary>Returns the state of the file or folder that a path leads to, through links.</summary>
    public static NameState Behind(string path)
    {
        if (!OperatingSystem.IsWindows())
            return Statx.TryGet(path, Statx.Basic, out Statx found) ? From(found) : default;
        var file = new FileInfo(path);
        return (int)file.Attributes == -1 ? default : OnWindows(path, file);
    }

    /// <summary>Determines whether two states are of one file whose content hasn't been written since.</summary>
    public bool Is(in NameState other) => Kind == NameKind.File && this == other;

    /// <summary>Returns the state that Linux reports.</summary>
    public static NameState From(in Statx found) => new(
        found.IsFolder ? NameKind.Folder : found.IsFile ? NameKind.File : NameKind.Other,
        found.stx_ino, (long)found.stx_size, found.stx_mtime.ToFileTime());

    private static NameState OnWindows(string path, FileInfo file) => (file.Attributes & FileAttributes.Directory) != 0
        ? new NameState(NameKind.Folder, 0, 0, file.LastWriteTimeUtc.ToFileTimeUtc())
        : new NameState(NameKind.File, (ulong)(FileId.Of(path)?.Number ?? 0), file.Length, file.LastWriteTimeUtc.ToFileTimeUtc());
}

/// <summary>
/// A folder in which files get second names. On Linux each folder is opened once, because resolving paths would take most of the time. Not
/// thread-safe.
/// </summary>
internal sealed unsafe partial class LinkFolder(string folder) : IDisposable
{
    private const int AT_FDCWD = -100, AT_SYMLINK_FOLLOW = 0x400, O_DIRECTORY = 0x10000, O_CLOEXEC = 0x80000, O_PATH = 0x200000;
    private const int MostOpen = 16;

    private readonly Dictionary<string, int> _opened = new(StringComparer.Ordinal);

    /// <summary>Returns the state of a file. A link isn't followed.</summary>
    public NameState StateOf(string file)
    {
        if (OperatingSystem.IsWindows())
            return NameState.Of(file);
        int end = file.LastIndexOf('/');
        return Open(file[..end]) is { } source && Statx.TryGetItself(source, file[(end + 1)..], Statx.Basic, out Statx found)
            ? NameState.From(found)
            : default;
    }

    /// <summary>Gives a file another name, if the file system, the volume and the system's rules permit that.</summary>
    /// <param name="file">The file. Links are followed.</param>
    /// <param name="name">The new name in this folder, which nothing may have yet.</param>
    /// <returns>True if the file has the name.</returns>
    public bool TryLink(string file, string name)
    {
        if (OperatingSystem.IsWindows())
        {
            // A read-only file's names can't be deleted one by one.
            return !new FileInfo(file).IsReadOnly && !DiskRemoval.IsLink(file)
                && Kernel32.CreateHardLinkW(Long(Path.Join(folder, name)), Long(file), null) != 0;
        }

        int end = file.LastIndexOf('/');
        return Open(file[..end]) is { } source && Open(folder) is { } target
            && linkat(source, file[(end + 1)..], target, name, AT_SYMLINK_FOLLOW) == 0;
    }

    public void Dispose()
    {
        foreach (int descriptor in _opened.Values)
            _ = close(descriptor);
        _opened.Clear();
    }

    private int? Open(string path)
    {
        if (_opened.TryGetValue(path, out int opened))
            return opened;
        if (_opened.Count > MostOpen)
            Dispose();
        int descriptor = openat(AT_FDCWD, path, O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (descriptor < 0)
            return null;
        _opened.Add(path, descriptor);
        return descriptor;
    }

    private static string Long(string path) => path.StartsWith(@"\\", StringComparison.Ordinal) ? path : @"\\?\" + path;

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int linkat(int fromFolder, string from, int toFolder, string to, int flags);

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int openat(int around, string path, int flags);

    [LibraryImport("libc")]
    private static partial int close(int descriptor);
}
