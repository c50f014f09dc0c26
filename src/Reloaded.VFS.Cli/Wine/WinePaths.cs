using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>A converter of paths between Linux and a Wine prefix.</summary>
/// <remarks>
/// A Linux path is on the drive whose folder is its nearest ancestor, as Wine itself decides it: by device and inode, so that symbolic
/// links on the way don't matter. If two letters have the same folder, the first counts.
/// </remarks>
internal sealed class WinePaths
{
    private const string UnixFolder = @"unix\";

    private readonly (char Letter, string Root, FileId Id)[] _drives;

    /// <summary>Reads the drives of <paramref name="prefix"/>. One that doesn't exist yet has the drives that Wine would give it.</summary>
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
        foreach (string folder in FolderPath.Upwards(path))
        {
            if (FileId.OfFolder(folder) is { } id && Array.FindIndex(_drives, d => d.Id == id) is >= 0 and var drive)
                return $@"{_drives[drive].Letter}:\{path[folder.Length..].Replace('/', '\\').TrimStart('\\')}";
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

/// <summary>The resolution of Linux paths, which follows every link.</summary>
internal static unsafe partial class RealPath
{
    /// <summary>Returns the real path of a file or folder, or null if it isn't there.</summary>
    public static string? Of(string path)
    {
        byte* found = realpath(path, null);
        string? real = Marshal.PtrToStringUTF8((nint)found);
        free(found);
        return real;
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial byte* realpath(string path, byte* resolved);

    [LibraryImport("libc")]
    private static partial void free(void* memory);
}

/// <summary>The user's known folders in a Wine prefix, from its registry, which is read once, when a folder is first requested.</summary>
/// <param name="prefix">The prefix's folder.</param>
internal sealed class PrefixFolders(string prefix)
{
    private const string Key = @"Software\Microsoft\Windows\CurrentVersion\Explorer\User Shell Folders";

    private static readonly string[] s_values = ["Personal", "{4C5C32FF-BB9D-43B0-B5B4-2D72E54EAAA4}", "AppData", "Local AppData"];
    private static readonly string[] s_usual = ["Documents", "Saved Games", @"AppData\Roaming", @"AppData\Local"];

    private readonly WinePaths _paths = new(prefix);
    private IReadOnlyDictionary<string, string>? _registry;

    /// <summary>Returns the Linux path of a folder, which need not exist, or null if the prefix has no user of this name.</summary>
    public string? Find(KnownFolder folder)
    {
        _registry ??= PrefixRegistry.Read(prefix, Key);
        string profile = $@"C:\users\{Environment.UserName}";
        // Proton uses this name for every user.
        if (_paths.ToLinux(profile) is not { } found || !Directory.Exists(found))
            profile = @"C:\users\steamuser";
        string path = _registry.GetValueOrDefault(s_values[(int)folder]) ?? $@"%USERPROFILE%\{s_usual[(int)folder]}";
        return _paths.ToLinux(path.Replace("%USERPROFILE%", profile, StringComparison.OrdinalIgnoreCase));
    }
}

/// <summary>A reader of the user's part of a Wine prefix's registry, <c>user.reg</c>, without Wine.</summary>
internal static partial class PrefixRegistry
{
    /// <summary>Returns the text values of a key by name; none if the prefix or the key doesn't exist.</summary>
    /// <param name="prefix">The prefix's folder.</param>
    /// <param name="key">The key below HKEY_CURRENT_USER, with backslashes.</param>
    public static IReadOnlyDictionary<string, string> Read(string prefix, string key)
    {
        var values = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        string section = $"[{key.Replace(@"\", @"\\", StringComparison.Ordinal)}]";
        // A prefix that doesn't exist yet has no values.
        FileErrors.Ignore(() =>
        {
            foreach (string line in File.ReadLines(Path.Combine(prefix, "user.reg"))
                .SkipWhile(line => !line.StartsWith(section, StringComparison.OrdinalIgnoreCase)).Skip(1)
                .TakeWhile(line => !line.StartsWith('[')))
            {
                if (Value().Match(line) is { Success: true } match)
                    values[match.Groups["name"].Value] = match.Groups["text"].Value.Replace(@"\\", @"\", StringComparison.Ordinal);
            }
        });

        return values;
    }

    [GeneratedRegex("^\"(?<name>[^\"]+)\"=(str\\(2\\):)?\"(?<text>.*)\"$")]
    private static partial Regex Value();
}
