namespace Reloaded.VFS.Paths;

/// <summary>
/// A pattern of relative paths: <c>*</c> matches any characters of one name, <c>?</c> one character, and <c>**</c> as a whole name any
/// number of folders. Immutable and thread-safe.
/// </summary>
/// <remarks>Letter case doesn't matter. Matching allocates nothing.</remarks>
internal sealed class PathPattern
{
    private const string AnyFolders = "**";

    private readonly string[] _names;

    // True if a name of the pattern has more characters than any real name.
    private readonly bool _isImpossible;

    /// <summary>Creates a pattern with slashes or backslashes between its names.</summary>
    public PathPattern(string text)
    {
        Text = text;
        _names = [.. text.Replace('/', '\\').Trim('\\').Split('\\', StringSplitOptions.RemoveEmptyEntries).Select(Shorten)];
        _isImpossible = Array.Exists(_names, name => name.AsSpan().Count('*') + VirtualPath.MaxNameLength < name.Length);
    }

    public string Text { get; }

    /// <summary>Determines whether the pattern has no wildcard and so is a path, with backslashes.</summary>
    public bool IsPath(out string path)
    {
        path = string.Join('\\', _names);
        return path.AsSpan().IndexOfAny('*', '?') < 0;
    }

    /// <summary>Gets the names before the first one with a wildcard.</summary>
    public IEnumerable<string> LeadingNames => _names.TakeWhile(name => name.AsSpan().IndexOfAny('*', '?') < 0);

    /// <summary>Determines whether a path whose last name is the given one may match. Much quicker than <see cref="Matches"/>.</summary>
    public bool MayMatch(ReadOnlySpan<char> name) => _names is [.., var last] && (last == AnyFolders || MatchesName(last, name));

    /// <summary>
    /// Determines whether a path with backslashes matches as a whole. Takes at most as many steps as the product of the numbers of names.
    /// </summary>
    public bool Matches(ReadOnlySpan<char> path)
    {
        if (_isImpossible)
            return false;
        // The names after the last ** are matched as early as possible: earlier ones need no second attempt.
        int name = 0, star = -1;
        ReadOnlySpan<char> afterStar = default;
        while (!path.IsEmpty)
        {
            if (name < _names.Length && _names[name] == AnyFolders)
            {
                if (++name == _names.Length)
                    return true;
                star = name;
                afterStar = path;
                continue;
            }

            int end = path.IndexOf('\\');
            if (name < _names.Length && MatchesName(_names[name], end < 0 ? path : path[..end]))
            {
                name++;
                path = end < 0 ? [] : path[(end + 1)..];
                continue;
            }

            end = star < 0 ? -1 : afterStar.IndexOf('\\');
            if (end < 0)
                return false;
            name = star;
            path = afterStar = afterStar[(end + 1)..];
        }

        return name == _names.Length;
    }

    /// <summary>Removes repeated stars, each of which would be tried.</summary>
    private static string Shorten(string name)
    {
        if (name == AnyFolders)
            return name;
        while (name.Contains("**", StringComparison.Ordinal))
            name = name.Replace("**", "*", StringComparison.Ordinal);
        return name;
    }

    private static bool MatchesName(ReadOnlySpan<char> pattern, ReadOnlySpan<char> name)
    {
        // The position of the last star, and the end of the characters that it matches so far.
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
