using System.Text;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>The long names that replace 8.3 names: those in the game's folder first, then those in the mods' folders over it.</summary>
/// <remarks>Only for paths with a name of that form that led nowhere; asks the disk, and allocates.</remarks>
internal static class LongNames
{
    /// <summary>Returns the path with long names; null if nothing was replaced.</summary>
    /// <param name="path">A canonical path.</param>
    /// <param name="files">The layers, for the folders that mods have.</param>
    /// <param name="snapshot">The snapshot, kept alive by the caller.</param>
    /// <param name="disk">The disk, for the names on it.</param>
    public static string? Expand(ReadOnlySpan<char> path, VirtualFileSystem files, Snapshot snapshot, IDisk disk)
    {
        string result = "";
        bool replaced = false;
        foreach (Range range in path.Split('\\'))
        {
            ReadOnlySpan<char> name = path[range];
            string? real = result.Length > 0 && ShortName.MayBe(name) ? Find(result, name, files, snapshot, disk) : null;
            replaced |= real is not null;
            result = result.Length == 0 ? name.ToString() : string.Concat(result, @"\", real ?? name);
        }

        return replaced ? result : null;
    }

    // A name that is found as it is, in any letter case, is a long one: the letters that the game gives it stay.
    private static string? Find(string folder, ReadOnlySpan<char> name, VirtualFileSystem files, Snapshot snapshot, IDisk disk)
    {
        if (disk.FindName(string.Concat(NtPath.Prefix, folder, @"\"), name) is { } own)
            return CaseFolding.Equals(own, name) ? null : own;
        if (!files.TryGetPathId(folder, out int id) || !snapshot.TryGetFolder(id, out FolderView view))
            return null;
        foreach (FolderSource source in view.Sources)
        {
            // A name that the mod has but the game doesn't see isn't meant.
            if (disk.FindName(source.Text, name) is { } found && view.TryFind(found, out EntryView entry))
                return CaseFolding.Equals(found, name) ? null : entry.Name.ToString();
        }

        return null;
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
