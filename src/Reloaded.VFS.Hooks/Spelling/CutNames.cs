using System.Text;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>Names with more UTF-8 bytes than a Linux file system allows for a name, which Wine truncates.</summary>
/// <remarks>
/// Wine truncates such a name at the last whole character that fits its buffer, when it creates a file and when it looks for one
/// (<c>lookup_unix_name</c> in its <c>dlls/ntdll/unix/file.c</c>). The truncated name is on disk, and is listed. The buffer has one byte
/// more than a name may have: a name that fills it is refused.
/// </remarks>
internal static class CutNames
{
    private const int MostBytes = 255, BufferBytes = MostBytes + 1, MostBytesOfUnit = 3;

    /// <summary>Gets or sets a value indicating whether the system truncates names: Wine. Set before the first hook is installed.</summary>
    public static bool AreCut { get; set; }

    /// <summary>Determines whether any name of a path may be that long. Examines few of its characters.</summary>
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

    /// <summary>Returns the path with each such name truncated; null if it has none.</summary>
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

            // Half of a surrogate pair is U+FFFD on disk. Wine accepts such a half only in a name that it truncates.
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
