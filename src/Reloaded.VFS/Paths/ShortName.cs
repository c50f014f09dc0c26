namespace Reloaded.VFS.Paths;

/// <summary>The form of the 8.3 names that Windows and Wine generate for longer names.</summary>
public static class ShortName
{
    private const int LongestBase = 8, LongestExtension = 3;

    /// <summary>Determines whether a name may be a generated one.</summary>
    /// <remarks>
    /// A generated name has a tilde that isn't its first character, up to 8 characters, and possibly a dot and an extension of up to 3
    /// ([MS-FSCC] 2.1.5.2.1). Most names with a tilde aren't generated.
    /// </remarks>
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
    /// Determines whether a name certainly is its own 8.3 name, in any letter case, so that the system generates none: ASCII letters,
    /// digits, <c>_</c>, <c>-</c>, and at most one dot.
    /// </summary>
    public static bool IsOwn(ReadOnlySpan<char> name)
    {
        int dot = name.IndexOf('.');
        ReadOnlySpan<char> first = dot < 0 ? name : name[..dot], extension = dot < 0 ? [] : name[(dot + 1)..];
        return first.Length is > 0 and <= LongestBase && extension.Length <= LongestExtension && (dot < 0) == extension.IsEmpty
            && IsPlain(first) && IsPlain(extension);
    }

    private static bool IsPlain(ReadOnlySpan<char> letters)
    {
        foreach (char letter in letters)
        {
            if (!char.IsAsciiLetterOrDigit(letter) && letter is not '_' and not '-')
                return false;
        }

        return true;
    }

    /// <summary>Determines whether a canonical path has a component that may be a generated name.</summary>
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
