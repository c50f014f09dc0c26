using System.Runtime.InteropServices;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>Converts paths between Linux and a Wine prefix.</summary>
/// <remarks>
/// A Linux path is on the drive whose folder is its nearest ancestor, as Wine itself decides it: by device and inode, so that symbolic
/// links on the way don't matter. If two letters have the same folder, the first counts.
/// </remarks>
internal sealed class WinePaths
{
    private const string UnixFolder = @"unix\";

    private readonly (char Letter, string Root, FileId Id)[] _drives;

    /// <summary>
    /// Reads the drives of <paramref name="prefix"/>. A prefix that doesn't exist yet has the drives that Wine would give it.
    /// </summary>
    public WinePaths(string prefix)
    {
        string devices = Path.Combine(prefix, "dosdevices");
        List<(char, string, FileId)> drives = [];
        for (char letter = 'a'; letter <= 'z'; letter++)
        {
            string root = Path.Combine(devices, $"{letter}:");
            if (FileId.OfFolder(root) is { } id)
                drives.Add((char.ToUpperInvariant(letter), root, id));
        }

        if (drives.Count == 0 && FileId.OfFolder("/") is { } top)
            drives.Add(('Z', "/", top));
        _drives = [.. drives];
    }

    /// <summary>
    /// Returns the Windows path of an absolute Linux path, which need not exist. If no drive leads to it, the path has the form
    /// <c>\\?\unix\...</c>, which Wine understands, too.
    /// </summary>
    public string ToWindows(string path)
    {
        path = Path.TrimEndingDirectorySeparator(path);
        for (string? folder = path; folder is not null; folder = Path.GetDirectoryName(folder))
        {
            if (FileId.OfFolder(folder) is not { } id)
                continue;
            int drive = Array.FindIndex(_drives, d => d.Id == id);
            if (drive < 0)
                continue;
            string rest = path[folder.Length..].Replace('/', '\\').TrimStart('\\');
            return $@"{_drives[drive].Letter}:\{rest}";
        }

        return @"\\?\unix" + path.Replace('/', '\\');
    }

    /// <summary>
    /// Returns the Linux path of an absolute Windows path, in the letter case on disk as far as it exists, or null if the prefix has no
    /// such drive or the path isn't absolute.
    /// </summary>
    public string? ToLinux(string path)
    {
        path = path.Replace('/', '\\');
        if (path.StartsWith(NtPath.Win32Prefix + UnixFolder, StringComparison.OrdinalIgnoreCase)
            || path.StartsWith(NtPath.Prefix + UnixFolder, StringComparison.OrdinalIgnoreCase))
            return CaseInsensitivePath.FindLongest(path[(NtPath.PrefixLength + UnixFolder.Length - 1)..].Replace('\\', '/'));
        if (path.StartsWith(NtPath.Win32Prefix, StringComparison.Ordinal) || NtPath.HasPrefix(path))
            path = path[NtPath.PrefixLength..];
        if (path.Length < 2 || path[1] != ':')
            return null;
        char letter = char.ToUpperInvariant(path[0]);
        int drive = Array.FindIndex(_drives, d => d.Letter == letter);
        if (drive < 0)
            return null;
        string root = Directory.ResolveLinkTarget(_drives[drive].Root, returnFinalTarget: true)?.FullName ?? _drives[drive].Root;
        string rest = path[2..].Replace('\\', '/').Trim('/');
        return rest.Length == 0 ? root : CaseInsensitivePath.FindLongest(Path.Combine(root, rest));
    }
}

/// <summary>The folder of rvfs.exe and of what belongs beside it.</summary>
internal static class LauncherFolder
{
    /// <summary>Gets the folder's path, in a form that any function accepts.</summary>
    public static string Path { get; } = ModulePath.Complete(AppContext.BaseDirectory);
}

/// <summary>Resolves Linux paths, following every link.</summary>
internal static unsafe partial class RealPath
{
    /// <summary>Returns the real path of a file or folder, or null if it isn't there.</summary>
    public static string? Of(string path)
    {
        byte* found = realpath(path, null);
        if (found is null)
            return null;
        try
        {
            return Marshal.PtrToStringUTF8((nint)found);
        }
        finally
        {
            free(found);
        }
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial byte* realpath(string path, byte* resolved);

    [LibraryImport("libc")]
    private static partial void free(void* memory);
}
