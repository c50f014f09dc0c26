using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Names;

/// <summary>
/// The <c>include</c> patterns of a configuration: paths inside a mod that are overlaid in spite of the default excludes. Immutable,
/// thread-safe.
/// </summary>
/// <remarks>
/// <c>*</c> stands for any characters of one name, <c>**</c> for any folders; letter case doesn't matter; a pattern that names a folder
/// includes everything in it. The patterns are checked only for what is excluded, so the cost of a check doesn't matter.
/// </remarks>
internal sealed class IncludePatterns
{
    private readonly PathPattern[] _patterns;

    /// <summary>Creates the patterns from texts that <see cref="Validate"/> accepts.</summary>
    public IncludePatterns(IReadOnlyCollection<string> patterns) =>
        _patterns = [.. patterns.Select(Normalize).SelectMany(text => new[] { new PathPattern(text), new PathPattern(text + @"\**") })];

    /// <summary>Gets a value indicating whether there are no patterns.</summary>
    public bool IsEmpty => _patterns.Length == 0;

    /// <summary>Determines whether a file is to be overlaid, by its path inside the mod with <c>/</c> between names.</summary>
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
        if (Normalize(pattern).Length == 0)
            return "the pattern is empty";
        if (pattern.Length > ConfigurationPath.LongestPath)
            return "the pattern is longer than any Windows path";
        if (Normalize(pattern).Split('\\').Any(segment => segment is "." or ".."))
            return "a pattern is a path inside a mod, and can't contain '.' or '..'";
        if (pattern.AsSpan().IndexOfAny("\"<>|:?") is int bad and >= 0)
            return $"the pattern has a '{pattern[bad]}', which no Windows name can have; the only wildcards are * and **";
        return Normalize(pattern).Split('\\').Any(segment => segment != "**" && segment.Contains("**", StringComparison.Ordinal))
            ? "not a valid pattern: ** stands between slashes only (data/**/*.txt)"
            : null;
    }

    private static string Normalize(string pattern) => pattern.Trim().Replace('/', '\\').Trim('\\');
}
