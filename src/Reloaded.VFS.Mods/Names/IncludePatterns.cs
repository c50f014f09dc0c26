using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Names;

/// <summary>
/// The <c>include</c> patterns of a configuration: paths inside a mod that are overlaid in spite of the default excludes. <c>*</c> stands
/// for any characters of one name, <c>**</c> for any folders; letter case doesn't matter; a pattern that names a folder means all that is
/// in it. Immutable, thread-safe. Asked only about what is excluded, so what a question costs doesn't matter.
/// </summary>
internal sealed class IncludePatterns
{
    private readonly PathPattern[] _patterns;

    /// <summary>Takes patterns that <see cref="Validate"/> accepts.</summary>
    public IncludePatterns(IReadOnlyCollection<string> patterns) =>
        _patterns = [.. patterns.Select(Normalize).SelectMany(text => new[] { new PathPattern(text), new PathPattern(text + @"\**") })];

    /// <summary>Whether there is no pattern at all.</summary>
    public bool IsEmpty => _patterns.Length == 0;

    /// <summary>Whether a file, by its path inside the mod with <c>/</c> between names, is to be overlaid.</summary>
    public bool Matches(string path)
    {
        if (IsEmpty)
            return false;
        string native = path.Replace('/', '\\');
        return Array.Exists(_patterns, pattern => pattern.Matches(native));
    }

    /// <summary>What is wrong with a pattern; null where it's fine.</summary>
    public static string? Validate(string pattern)
    {
        if (Normalize(pattern).Length == 0)
            return "the pattern is empty";
        if (pattern.Length > ConfigurationPath.LongestPath)
            return "the pattern is longer than any path";
        if (Normalize(pattern).Split('\\').Any(segment => segment is "." or ".."))
            return "a pattern is a path inside a mod: '.' and '..' have no place in it";
        if (pattern.AsSpan().IndexOfAny("\"<>|:?") is int bad and >= 0)
            return $"the pattern has a '{pattern[bad]}'; only * and ** are wildcards, and no Windows name has one";
        return Normalize(pattern).Split('\\').Any(segment => segment != "**" && segment.Contains("**", StringComparison.Ordinal))
            ? "not a valid pattern: ** stands between slashes only (data/**/*.txt)"
            : null;
    }

    private static string Normalize(string pattern) => pattern.Trim().Replace('/', '\\').Trim('\\');
}
