using System.Text;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>
/// Names that have more bytes in UTF-8 than a name of a Linux file system: Wine cuts each at its last whole character that fits into its
/// buffer, when it makes a file and when it looks for one (<c>lookup_unix_name</c> in its <c>dlls/ntdll/unix/file.c</c>). The cut name is
/// what the disk has, and what is listed. The buffer has one byte more than a name may have: a name that fills it is refused.
/// </summary>
internal static class CutNames
{
    private const int MostBytes = 255, BufferBytes = MostBytes + 1, MostBytesOfUnit = 3;

    /// <summary>Whether the system cuts names: Wine. Set before the first hook goes in.</summary>
    public static bool AreCut { get; set; }

    /// <summary>Whether any name of a path may be so long. Looks at few of its characters.</summary>
    public static bool MayBeIn(ReadOnlySpan<char> path)
    {
        const int longest = MostBytes / MostBytesOfUnit;
        while (path.Length > longest)
        {
            int separator = path[..(longest + 1)].LastIndexOf('\\');
            if (separator < 0)
                return true;
            path = path[(separator + 1)..];
        }

        return false;
    }

    /// <summary>The path with each such name cut; null where it has none.</summary>
    public static string? Cut(ReadOnlySpan<char> path)
    {
        var result = new StringBuilder(path.Length);
        foreach (Range range in path.Split('\\'))
        {
            if (result.Length > 0)
                result.Append('\\');
            ReadOnlySpan<char> name = path[range], fitting = name[..FittingLength(name)];
            if (fitting.Length == name.Length)
            {
                result.Append(name);
                continue;
            }

            // Half of a surrogate pair is U+FFFD on the disk. Of a name that it cuts Wine takes that, and it refuses one that it needn't cut.
            foreach (Rune rune in fitting.EnumerateRunes())
                result.Append(rune.ToString());
        }

        return result.Length == path.Length ? null : result.ToString();
    }

    private static int FittingLength(ReadOnlySpan<char> name)
    {
        int length = 0, bytes = 0;
        foreach (Rune rune in name.EnumerateRunes())
        {
            if (bytes + rune.Utf8SequenceLength > BufferBytes)
                return bytes > MostBytes ? name.Length : length;
            bytes += rune.Utf8SequenceLength;
            length += rune.Utf16SequenceLength;
        }

        return length;
    }
}
