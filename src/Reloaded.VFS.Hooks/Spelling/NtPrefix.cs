using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>The prefixes under which the object manager knows drive letters.</summary>
internal static class NtPrefix
{
    /// <summary><see cref="NtPath.PrefixWord"/>.</summary>
    public const ulong Word = NtPath.PrefixWord;

    /// <summary>The length of <see cref="Word"/>, in characters.</summary>
    public const int WordLength = NtPath.PrefixLength;

    /// <summary>The length of <c>\GLOBAL??\</c>, in characters.</summary>
    public const int GlobalLength = 10;

    /// <summary>
    /// Returns the number of characters before the drive letter (or <c>UNC\</c>), in any letter case; 0 if the name has none of the
    /// prefixes.
    /// </summary>
    public static int Length(ReadOnlySpan<char> name)
    {
        if (name.Length > NtPath.PrefixLength && NtPath.HasPrefix(name))
            return NtPath.PrefixLength;
        return StartsWith(name, @"\DosDevices\") ? 12 : StartsWith(name, @"\GLOBAL??\") ? GlobalLength : 0;
    }

    private static bool StartsWith(ReadOnlySpan<char> name, string prefix) =>
        name.Length > prefix.Length && name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase);
}
