using System.Text;

namespace Reloaded.VFS.Paths;

/// <summary>
/// A pattern of relative paths: <c>*</c> stands for any characters of one name, <c>?</c> for one of them, <c>**</c> as a whole name for any
/// folders, or none. Letter case doesn't matter. Immutable, thread-safe; matching allocates nothing.
/// </summary>
internal sealed class PathPattern
{
    private const string AnyFolders = "**";

    private readonly string[] _names;

    // A name of it has more characters than any name.
    private readonly bool _isImpossible;

    /// <summary>A pattern with slashes or backslashes between its names.</summary>
    public PathPattern(string text)
    {
        Text = text;
        _names = [.. text.Replace('/', '\\').Trim('\\').Split('\\', StringSplitOptions.RemoveEmptyEntries).Select(Shorten)];
        _isImpossible = Array.Exists(_names, name => name.AsSpan().Count('*') + VirtualPath.MaxNameLength < name.Length);
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

    /// <summary>
    /// Whether a path with backslashes between its names matches as a whole. The steps are at most the pattern's names times the path's.
    /// </summary>
    public bool Matches(ReadOnlySpan<char> path)
    {
        if (_isImpossible)
            return false;
        // What follows the last ** is found as early as it can be: the ones before it need no second look.
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

    /// <summary>A name without stars beside stars, each of which would be tried.</summary>
    private static string Shorten(string name)
    {
        if (name == AnyFolders || !name.Contains(AnyFolders, StringComparison.Ordinal))
            return name;
        var text = new StringBuilder(name.Length);
        foreach (char c in name)
        {
            if (c != '*' || text.Length == 0 || text[^1] != '*')
                text.Append(c);
        }

        return text.ToString();
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
