using Microsoft.Extensions.FileSystemGlobbing;

namespace Reloaded.VFS.Mods.Names;

/// <summary>
/// The <c>include</c> patterns of a configuration: paths inside a mod that are overlaid in spite of the default excludes. <c>*</c> stands
/// for any characters of one name, <c>**</c> for any folders; letter case doesn't matter; a pattern that names a folder means all that is
/// in it. Immutable, thread-safe. Asked only about what is excluded, so its cost (a list for each question) doesn't matter.
/// </summary>
internal sealed class IncludePatterns
{
    private readonly Matcher? _matcher;

    /// <summary>Takes patterns that <see cref="Validate"/> accepts.</summary>
    public IncludePatterns(IReadOnlyCollection<string> patterns)
    {
        if (patterns.Count == 0)
            return;
        _matcher = new Matcher(StringComparison.OrdinalIgnoreCase);
        foreach (string pattern in patterns)
        {
            string normal = Normalize(pattern);
            _matcher.AddInclude(normal);
            _matcher.AddInclude(normal + "/**");
        }
    }

    /// <summary>Whether there is no pattern at all.</summary>
    public bool IsEmpty => _matcher is null;

    /// <summary>Whether a file, by its path inside the mod with <c>/</c> between names, is to be overlaid.</summary>
    public bool Matches(string path) => _matcher is not null && _matcher.Match(path).HasMatches;

    /// <summary>What is wrong with a pattern; null where it's fine.</summary>
    public static string? Validate(string pattern)
    {
        if (Normalize(pattern).Length == 0)
            return "the pattern is empty";
        if (pattern.Length > ConfigurationPath.LongestPath)
            return "the pattern is longer than any path";
        if (Normalize(pattern).Split('/').Any(segment => segment is "." or ".."))
            return "a pattern is a path inside a mod: '.' and '..' have no place in it";
        if (pattern.AsSpan().IndexOfAny("\"<>|:?") is int bad and >= 0)
            return $"the pattern has a '{pattern[bad]}'; only * and ** are wildcards, and no Windows name has one";
        try
        {
            new Matcher(StringComparison.OrdinalIgnoreCase).AddInclude(Normalize(pattern));
            return null;
        }
        catch (ArgumentException)
        {
            return "not a valid pattern: ** stands between slashes only (data/**/*.txt)";
        }
    }

    private static string Normalize(string pattern) => pattern.Trim().Replace('\\', '/').Trim('/');
}
