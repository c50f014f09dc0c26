using System.Text;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>The long names that replace 8.3 names: those in the game's folder first, then those in the mods' folders over it.</summary>
/// <remarks>Only for paths with a name of that form that led nowhere: asks the disk. Allocates nothing.</remarks>
internal static class LongNames
{
    /// <summary>The result if there is no room for the path.</summary>
    public const int TooLong = -1;

    /// <summary>Writes the path with long names. Returns its length; 0 if nothing was replaced, or <see cref="TooLong"/>.</summary>
    /// <param name="path">A canonical path.</param>
    /// <param name="files">The layers, for the folders that mods have.</param>
    /// <param name="disk">The disk, for the names on it.</param>
    /// <param name="expanded">Gets the path in NT form.</param>
    public static int Expand(ReadOnlySpan<char> path, VirtualFileSystem files, Snapshot snapshot, IDisk disk, Span<char> expanded)
    {
        NtPath.Prefix.CopyTo(expanded);
        int length = NtPath.PrefixLength;
        bool replaced = false;
        foreach (Range range in path.Split('\\'))
        {
            ReadOnlySpan<char> name = path[range];
            if (expanded.Length - length <= name.Length + VirtualPath.MaxNameLength)
                return TooLong;
            int found = 0;
            if (length > NtPath.PrefixLength)
            {
                expanded[length++] = '\\';
                if (ShortName.MayBe(name))
                    found = Find(expanded[..length], name, files, snapshot, disk, expanded[length..]);
            }

            replaced |= found > 0;
            if (found == 0)
                name.CopyTo(expanded[length..]);
            length += found > 0 ? found : name.Length;
        }

        return replaced ? length : 0;
    }

    // A name that is found as it is, in any letter case, is a long one: the letters that the game gives it stay.
    private static int Find(
        ReadOnlySpan<char> folder, ReadOnlySpan<char> name, VirtualFileSystem files, Snapshot snapshot, IDisk disk, Span<char> found)
    {
        int length = disk.FindName(folder, name, found);
        if (length > 0)
            return CaseFolding.Equals(found[..length], name) ? 0 : length;
        if (!files.TryGetPathId(NtPath.FolderToCanonical(folder), out int id) || !snapshot.TryGetFolder(id, out FolderView view))
            return 0;
        foreach (FolderSource source in view.Sources)
        {
            length = disk.FindName(source.Text, name, found);
            // A name that the mod has but the game doesn't see isn't meant.
            if (length == 0 || !view.TryFind(found[..length], out EntryView entry))
                continue;
            if (CaseFolding.Equals(found[..length], name))
                return 0;
            entry.Name.CopyTo(found);
            return entry.Name.Length;
        }

        return 0;
    }
}

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

    /// <summary>Writes the path with each such name truncated. Returns its length; 0 if it has none.</summary>
    /// <param name="path">A canonical path.</param>
    /// <param name="cut">Gets the path, which isn't longer.</param>
    public static int Cut(ReadOnlySpan<char> path, Span<char> cut)
    {
        int length = 0;
        foreach (Range range in path.Split('\\'))
        {
            if (length > 0)
                cut[length++] = '\\';
            ReadOnlySpan<char> name = path[range], fitting = name[..FittingLength(name)];
            if (fitting.Length == name.Length)
            {
                name.CopyTo(cut[length..]);
                length += name.Length;
                continue;
            }

            // Half of a surrogate pair is U+FFFD on disk. Wine accepts such a half only in a name that it truncates.
            foreach (Rune rune in fitting.EnumerateRunes())
                length += rune.EncodeToUtf16(cut[length..]);
        }

        return length == path.Length ? 0 : length;
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
