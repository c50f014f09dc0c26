namespace Reloaded.VFS.Mods.Names;

/// <summary>Handles paths in a configuration.</summary>
/// <remarks>
/// One file serves a Windows game and the Linux tools that prepare it, so both kinds of path are understood on both systems. Translating a
/// drive letter to a folder of Wine is the task of the Linux launcher.
/// </remarks>
public static class ConfigurationPath
{
    /// <summary>The maximum length of a path on Windows in characters (a <c>UNICODE_STRING</c> holds 65,534 bytes).</summary>
    public const int LongestPath = 32767;

    /// <summary>
    /// Determines whether <paramref name="path"/> is absolute on Windows: <c>C:\x</c>, <c>\\server\share</c>, <c>\\?\C:\x</c>.
    /// </summary>
    public static bool IsWindowsAbsolute(string path) =>
        (path.Length >= 3 && char.IsAsciiLetter(path[0]) && path[1] == ':' && path[2] is '\\' or '/')
            || path.StartsWith(@"\\", StringComparison.Ordinal);

    /// <summary>Returns what is wrong with a path given by a user, or null if nothing is. Looks at the text, not at the disk.</summary>
    public static string? Validate(string path)
    {
        if (string.IsNullOrWhiteSpace(path))
            return "the path is empty";
        if (path.Length > LongestPath)
            return $"the path has {path.Length} characters, Windows allows {LongestPath}";
        for (int i = 0; i < path.Length; i++)
        {
            char c = path[i];
            if (c < ' ')
                return $"the path has a control character (U+{(int)c:X4}) at position {i + 1}";
            if (char.IsSurrogate(c))
            {
                if (char.IsHighSurrogate(c) && i + 1 < path.Length && char.IsLowSurrogate(path[i + 1]))
                    i++;
                else
                    return $"the path has half a surrogate pair (U+{(int)c:X4}) at position {i + 1}, which JSON can't hold";
            }
            // A question mark is allowed only in \\?\.
            if (c is '"' or '<' or '>' or '|' or '*' || (c == '?' && !(i == 2 && path.StartsWith(@"\\?\", StringComparison.Ordinal))))
                return $"the path has a '{c}', which no Windows path can have";
            if (c == ':' && i != 1 && !(i == 5 && path.StartsWith(@"\\?\", StringComparison.Ordinal)) && !path.StartsWith('/'))
                return "the path has a ':' that isn't a drive's";
        }

        if (path.Length >= 2 && path[1] == ':' && !IsWindowsAbsolute(path))
            return "the path has a drive without a folder";
        return null;
    }

    /// <summary>
    /// Makes <paramref name="path"/> absolute. Relative paths are relative to <paramref name="baseFolder"/>, which must be absolute. A
    /// Windows path stays as it is on Linux.
    /// </summary>
    public static string Resolve(string path, string baseFolder) => Resolve(path, baseFolder, null);

    /// <summary>Makes a path in a configuration absolute under Wine.</summary>
    /// <param name="path">As in <see cref="Resolve(string, string)"/>.</param>
    /// <param name="baseFolder">As in <see cref="Resolve(string, string)"/>.</param>
    /// <param name="fromLinux">
    /// Converts an absolute Linux path to a Windows path; any other path stays as it is. Null: no path on Windows is a Linux path.
    /// </param>
    internal static string Resolve(string path, string baseFolder, Func<string, string>? fromLinux)
    {
        // Without trailing separators, unless the path is a root.
        if (!OperatingSystem.IsWindows() && IsWindowsAbsolute(path))
            return path.Length > 3 ? path[..3] + path[3..].TrimEnd('\\', '/') : path;
        return Path.TrimEndingDirectorySeparator(Path.GetFullPath(
            OperatingSystem.IsWindows() ? fromLinux?.Invoke(path) ?? path : path.Replace('\\', '/'), baseFolder));
    }
}

/// <summary>A folder of the user that Windows knows by a name of its own, wherever it lies.</summary>
internal enum KnownFolder
{
    /// <summary><c>%DOCUMENTS%</c>: <c>FOLDERID_Documents</c>.</summary>
    Documents,

    /// <summary><c>%SAVEDGAMES%</c>: <c>FOLDERID_SavedGames</c>.</summary>
    SavedGames,

    /// <summary><c>%APPDATA%</c>: <c>FOLDERID_RoamingAppData</c>.</summary>
    AppData,

    /// <summary><c>%LOCALAPPDATA%</c>: <c>FOLDERID_LocalAppData</c>.</summary>
    LocalAppData,
}

/// <summary>The texts by which files name known folders.</summary>
internal static class KnownFolders
{
    private static readonly Guid[] s_ids =
    [
        new("FDD39AD0-238F-46AF-ADB4-6C85480369C7"), new("4C5C32FF-BB9D-43B0-B5B4-2D72E54EAAA4"),
        new("3EB685DB-65F9-4CF6-A03A-E3EF65729F3D"), new("F1B32785-6FBA-4FCF-9D55-7B8E7F157091"),
    ];

    /// <summary>Gets the texts, in the enumeration's order.</summary>
    public static string[] Names { get; } = ["%DOCUMENTS%", "%SAVEDGAMES%", "%APPDATA%", "%LOCALAPPDATA%"];

    /// <summary>Returns Windows' own id of a folder (<c>KnownFolders.h</c>).</summary>
    public static Guid IdOf(KnownFolder folder) => s_ids[(int)folder];

    public static string NameOf(KnownFolder folder) => Names[(int)folder];

    /// <summary>Returns the folder of a text in any letter case, or null if there is none.</summary>
    public static KnownFolder? Parse(string name) =>
        Array.FindIndex(Names, known => NameComparer.Instance.Equals(known, name)) is >= 0 and var index ? (KnownFolder)index : null;
}
