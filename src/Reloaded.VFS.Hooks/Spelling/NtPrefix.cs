using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>The prefixes under which the object manager knows drive letters.</summary>
internal static class NtPrefix
{
    /// <summary><see cref="NtPath.PrefixWord"/>.</summary>
    public const ulong Word = NtPath.PrefixWord;

    /// <summary>The characters in <see cref="Word"/>.</summary>
    public const int WordLength = NtPath.PrefixLength;

    /// <summary>The characters of <c>\GLOBAL??\</c>.</summary>
    public const int GlobalLength = 10;

    /// <summary>
    /// The characters before the drive letter (or <c>UNC\</c>), 0 where the name has none of the prefixes. Any letter case.
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
