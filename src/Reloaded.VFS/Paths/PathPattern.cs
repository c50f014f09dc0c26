namespace Reloaded.VFS.Paths;

/// <summary>
/// A pattern of relative paths: <c>*</c> stands for any characters of one name, <c>?</c> for one of them, <c>**</c> as a whole name for any
/// folders, or none. Letter case doesn't matter. Immutable, thread-safe; matching allocates nothing.
/// </summary>
internal sealed class PathPattern
{
    private const string AnyFolders = "**";

    private readonly string[] _names;

    /// <summary>A pattern with slashes or backslashes between its names.</summary>
    public PathPattern(string text)
    {
        Text = text;
        _names = text.Replace('/', '\\').Trim('\\').Split('\\', StringSplitOptions.RemoveEmptyEntries);
    }

    /// <summary>The pattern, as it was given.</summary>
    public string Text { get; }

    /// <summary>Whether it has no wildcard: it is a path then, with backslashes.</summary>
    public bool IsPath(out string path)
    {
        path = string.Join('\\', _names);
        return path.AsSpan().IndexOfAny('*', '?') < 0;
    }

    /// <summary>The names before the first that has a wildcard.</summary>
    public IEnumerable<string> LeadingNames => _names.TakeWhile(name => name.AsSpan().IndexOfAny('*', '?') < 0);

    /// <summary>Whether a path with backslashes between its names matches as a whole.</summary>
    public bool Matches(ReadOnlySpan<char> path) => Matches(_names, path);

    private static bool Matches(ReadOnlySpan<string> names, ReadOnlySpan<char> path)
    {
        while (!names.IsEmpty && names[0] != AnyFolders)
        {
            if (path.IsEmpty)
                return false;
            int end = path.IndexOf('\\');
            if (!MatchesName(names[0], end < 0 ? path : path[..end]))
                return false;
            names = names[1..];
            path = end < 0 ? [] : path[(end + 1)..];
        }

        if (names.IsEmpty)
            return path.IsEmpty;
        names = names[1..];
        if (names.IsEmpty)
            return !path.IsEmpty;
        while (true)
        {
            if (Matches(names, path))
                return true;
            int end = path.IndexOf('\\');
            if (end < 0)
                return false;
            path = path[(end + 1)..];
        }
    }

    private static bool MatchesName(ReadOnlySpan<char> pattern, ReadOnlySpan<char> name)
    {
        // Where the last star stands, and where its part of the name ends so far.
        int star = -1, starEnd = 0, p = 0, n = 0;
        while (n < name.Length)
        {
            if (p < pattern.Length && pattern[p] == '*')
            {
                (star, starEnd) = (p++, n);
            }
            else if (p < pattern.Length && (pattern[p] == '?' || CaseFolding.ToUpper(pattern[p]) == CaseFolding.ToUpper(name[n])))
            {
                p++;
                n++;
            }
            else if (star >= 0)
            {
                p = star + 1;
                n = ++starEnd;
            }
            else
            {
                return false;
            }
        }

        while (p < pattern.Length && pattern[p] == '*')
            p++;
        return p == pattern.Length;
    }
}
