using System.Buffers;

namespace Reloaded.VFS.Paths;

/// <summary>The shape of the 8.3 names that Windows and Wine make up for longer ones.</summary>
public static class ShortName
{
    private static readonly SearchValues<char> s_plain =
        SearchValues.Create("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");

    private const int LongestBase = 8, LongestExtension = 3;

    /// <summary>
    /// Whether a name may be one that was made up: a tilde that isn't its first character, up to 8 characters, a dot and up to 3 where it
    /// has an extension ([MS-FSCC] 2.1.5.2.1). Most names with a tilde aren't.
    /// </summary>
    public static bool MayBe(ReadOnlySpan<char> name)
    {
        if (name.Length > LongestBase + 1 + LongestExtension)
            return false;
        int tilde = name.IndexOf('~'), dot = name.IndexOf('.');
        int baseLength = dot < 0 ? name.Length : dot;
        return tilde > 0 && tilde < baseLength && baseLength <= LongestBase && name.Length - baseLength <= 1 + LongestExtension
            && (dot < 0 || !name[(dot + 1)..].Contains('.'));
    }

    /// <summary>
    /// Whether a name is surely its own 8.3 name, in any letter case, so that the system makes up none: ASCII letters, digits, <c>_</c> and
    /// <c>-</c>, and at most one dot.
    /// </summary>
    public static bool IsOwn(ReadOnlySpan<char> name)
    {
        int dot = name.IndexOf('.');
        ReadOnlySpan<char> first = dot < 0 ? name : name[..dot], extension = dot < 0 ? [] : name[(dot + 1)..];
        return first.Length is > 0 and <= LongestBase && extension.Length <= LongestExtension && (dot < 0) == extension.IsEmpty
            && !first.ContainsAnyExcept(s_plain) && !extension.ContainsAnyExcept(s_plain);
    }

    /// <summary>Whether a canonical path has a component that may be one.</summary>
    public static bool MayBeIn(ReadOnlySpan<char> path)
    {
        for (int from = 0; path[from..].IndexOf('~') is var tilde and >= 0;)
        {
            tilde += from;
            int start = path[..tilde].LastIndexOf('\\') + 1, length = path[tilde..].IndexOf('\\');
            int end = length < 0 ? path.Length : tilde + length;
            if (MayBe(path[start..end]))
                return true;
            from = end;
        }

        return false;
    }
}
