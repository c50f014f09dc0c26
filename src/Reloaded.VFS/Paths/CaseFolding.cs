namespace Reloaded.VFS.Paths;

/// <summary>Windows' case folding: one UTF-16 code unit to one code unit, as <c>RtlUpcaseUnicodeChar</c> does it.</summary>
public static class CaseFolding
{
    /// <summary>The upper-case form of <paramref name="c"/>.</summary>
    public static char ToUpper(char c) => char.ToUpperInvariant(c);

    /// <summary>Folds <paramref name="source"/> into <paramref name="destination"/>, which must be at least as long.</summary>
    public static void ToUpper(ReadOnlySpan<char> source, Span<char> destination)
    {
        for (int i = 0; i < source.Length; i++)
            destination[i] = ToUpper(source[i]);
    }

    /// <summary>Whether two names are the same to Windows.</summary>
    public static bool Equals(ReadOnlySpan<char> left, ReadOnlySpan<char> right)
    {
        if (left.Length != right.Length)
            return false;
        for (int i = 0; i < left.Length; i++)
        {
            if (ToUpper(left[i]) != ToUpper(right[i]))
                return false;
        }
        return true;
    }

    /// <summary>The order in which NTFS lists names: by folded code unit.</summary>
    public static int Compare(ReadOnlySpan<char> left, ReadOnlySpan<char> right)
    {
        int common = Math.Min(left.Length, right.Length);
        for (int i = 0; i < common; i++)
        {
            int difference = ToUpper(left[i]) - ToUpper(right[i]);
            if (difference != 0)
                return difference;
        }
        return left.Length - right.Length;
    }
}
