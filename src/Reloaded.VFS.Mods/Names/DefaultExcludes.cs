namespace Reloaded.VFS.Mods.Names;

/// <summary>The names in a mod's folder that aren't overlaid unless <c>include</c> says so. Letter case doesn't matter.</summary>
internal static class DefaultExcludes
{
    private static readonly string[] Anywhere = [".git", "__MACOSX", "desktop.ini", "Thumbs.db", ".DS_Store"];

    /// <summary>The ending of names that the VFS itself creates on disk temporarily, and of names that never exist.</summary>
    public const string TemporaryEnding = ".rvfs-tmp";

    /// <summary>The file in which <c>rvfs add</c> records what it has put into a mod's folder.</summary>
    public const string AddedRecord = "rvfs-added.txt";

    /// <summary>The file in which <c>rvfs add</c> keeps what was chosen in a mod's installer.</summary>
    public const string ChoicesFile = "rvfs-choices.json";

    public const string InstallerFolder = "fomod";

    /// <summary>Gets the names of metadata files, which are left out directly in a mod's folder.</summary>
    public static string[] AtRoot { get; } =
        ["mod.json", "ModConfig.json", "manifest.json", "meta.ini", "icon.png", AddedRecord, ChoicesFile];

    // What Thunderstore's packages and most others have beside their files.
    private static readonly string[] AtRootPrefixes = ["readme", "preview.", "changelog", "license"];
    private const string AtRootEnding = ".me3";

    /// <summary>Determines whether a name is left out.</summary>
    /// <param name="name">The name.</param>
    /// <param name="isFolder">
    /// True if the name is a folder's. Directly in a mod's folder, a folder is left out if it is an installer's or excluded anywhere.
    /// </param>
    /// <param name="atRoot">True if the name is directly in the mod's folder.</param>
    public static bool IsExcluded(ReadOnlySpan<char> name, bool isFolder, bool atRoot)
    {
        if (IsExcludedAnywhere(name))
            return true;
        if (!atRoot)
            return false;
        if (isFolder)
            return IsInstaller(name);
        foreach (string prefix in AtRootPrefixes)
        {
            if (CaseFolding.StartsWith(name, prefix))
                return true;
        }

        return CaseFolding.EndsWith(name, AtRootEnding) || IsOneOf(name, AtRoot);
    }

    /// <summary>Determines whether a folder directly in a mod's folder is that of an installer, which isn't for the game.</summary>
    public static bool IsInstaller(ReadOnlySpan<char> name) => CaseFolding.Equals(name, InstallerFolder);

    /// <summary>Determines whether a folder's name, or one of the names above it, is left out.</summary>
    /// <param name="names">The names of the folders from the mod's folder on.</param>
    public static bool IsExcludedFolder(ReadOnlySpan<string> names)
    {
        for (int i = 0; i < names.Length; i++)
        {
            if (IsExcluded(names[i], isFolder: true, atRoot: i == 0))
                return true;
        }

        return false;
    }

    /// <summary>Determines whether a name is left out in every folder.</summary>
    public static bool IsExcludedAnywhere(ReadOnlySpan<char> name) => IsOneOf(name, Anywhere) || IsTemporary(name);

    private static bool IsOneOf(ReadOnlySpan<char> name, string[] names)
    {
        foreach (string other in names)
        {
            if (name.Length == other.Length && CaseFolding.Equals(name, other))
                return true;
        }

        return false;
    }

    /// <summary>Determines whether a name is one that the VFS itself creates temporarily. Nothing includes such a name.</summary>
    public static bool IsTemporary(ReadOnlySpan<char> name) => name.EndsWith(TemporaryEnding, StringComparison.Ordinal);

    /// <summary>
    /// Determines whether a name is one that a game's process has given temporarily to what it changes: another name, a dot, and two
    /// numbers or more. A folder in which a mod is unpacked has no such name.
    /// </summary>
    public static bool IsBeside(ReadOnlySpan<char> name)
    {
        if (!IsTemporary(name))
            return false;
        name = name[..^TemporaryEnding.Length];
        ReadOnlySpan<char> numbers = name[(name.LastIndexOf('.') + 1)..];
        return numbers.Length > 1 && numbers.Length < name.Length - 1 && numbers[1..].Contains('-')
            && !numbers.ContainsAnyExcept("0123456789abcdef-");
    }
}

/// <summary>
/// The <c>include</c> patterns of a configuration: paths inside a mod that are overlaid in spite of the default excludes. Immutable,
/// thread-safe.
/// </summary>
/// <remarks>
/// <c>*</c> stands for any characters of one name, <c>**</c> for any folders; letter case doesn't matter; a pattern that names a folder
/// includes everything in it. The patterns are checked only for what is excluded, so the cost of a check doesn't matter.
/// </remarks>
/// <param name="patterns">Texts that <see cref="Validate"/> accepts.</param>
internal sealed class IncludePatterns(IReadOnlyCollection<string> patterns)
{
    private readonly PathPattern[] _patterns =
        [.. patterns.Select(Normalize).SelectMany(text => new[] { new PathPattern(text), new PathPattern(text + @"\**") })];

    public bool IsEmpty => _patterns.Length == 0;

    /// <summary>Determines whether a file is to be overlaid, by its path inside the mod with slashes or backslashes.</summary>
    public bool Matches(string path)
    {
        if (IsEmpty)
            return false;
        string native = path.Replace('/', '\\');
        return Array.Exists(_patterns, pattern => pattern.Matches(native));
    }

    /// <summary>Returns what is wrong with a pattern, or null if nothing is.</summary>
    public static string? Validate(string pattern)
    {
        string[] names = Normalize(pattern).Split('\\');
        if (names is [""])
            return "the pattern is empty";
        if (pattern.Length > ConfigurationPath.LongestPath)
            return "the pattern is longer than any Windows path";
        if (names.Any(name => name is "." or ".."))
            return "a pattern is a path inside a mod, and can't contain '.' or '..'";
        if (pattern.AsSpan().IndexOfAny("\"<>|:?") is int bad and >= 0)
            return $"the pattern has a '{pattern[bad]}', which no Windows name can have; the only wildcards are * and **";
        return names.Any(name => name != "**" && name.Contains("**", StringComparison.Ordinal))
            ? "not a valid pattern: ** stands between slashes only (data/**/*.txt)"
            : null;
    }

    private static string Normalize(string pattern) => pattern.Trim().Replace('/', '\\').Trim('\\');
}
