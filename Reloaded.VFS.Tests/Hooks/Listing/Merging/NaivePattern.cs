namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>Matches <c>*</c> and <c>?</c>, by recursion.</summary>
internal static class NaivePattern
{
    public static bool Matches(string pattern, string name) => Match(pattern.ToUpperInvariant(), name.ToUpperInvariant());

    private static bool Match(ReadOnlySpan<char> pattern, ReadOnlySpan<char> name)
    {
        if (pattern.IsEmpty)
            return name.IsEmpty;
        if (pattern[0] != '*')
            return !name.IsEmpty && (pattern[0] == '?' || pattern[0] == name[0]) && Match(pattern[1..], name[1..]);
        for (int i = 0; i <= name.Length; i++)
        {
            if (Match(pattern[1..], name[i..]))
                return true;
        }

        return false;
    }
}
