using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>Where links lead, so that a scan doesn't go round in a circle.</summary>
internal static class FolderLinks
{
    /// <summary>As many links as Linux follows in one path; Windows stops at 63.</summary>
    public const int MostLinks = 40;

    /// <summary>The path of a folder without any link in it; null where a link leads nowhere, or in a circle.</summary>
    public static string? Resolve(string path) => EndOf(path) is { } real && Directory.Exists(real) ? real : null;

    /// <summary>
    /// The path of a file or folder without any link in it, whether anything is there or not; null where links lead in a circle. What a
    /// relative link says counts from where its folder really lies, as for the system; .NET's own look-up counts from the path as given.
    /// </summary>
    public static string? EndOf(string path)
    {
        string full = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path));
        string root = Path.GetPathRoot(full)!;
        string real = root;
        var rest = new Stack<string>(Split(full[root.Length..]));
        int links = 0;
        while (rest.TryPop(out string? name))
        {
            string next = Path.Combine(real, name);
            if (new FileInfo(next).LinkTarget is not string target)
            {
                real = next;
                continue;
            }

            if (++links > MostLinks)
                return null;
            string resolved = Path.GetFullPath(target, real);
            root = Path.GetPathRoot(resolved)!;
            foreach (string part in Split(resolved[root.Length..]))
                rest.Push(part);
            real = root;
        }

        return real;
    }

    /// <summary>Whether <paramref name="path"/> is <paramref name="folder"/> or lies in it; both without links.</summary>
    public static bool IsInside(string path, string folder)
    {
        StringComparison comparison = OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
        string prefix = Path.TrimEndingDirectorySeparator(folder);
        if (!path.StartsWith(prefix, comparison))
            return false;
        return path.Length == prefix.Length || Path.EndsInDirectorySeparator(prefix) || path[prefix.Length] == Path.DirectorySeparatorChar;
    }

    /// <summary>The names of a path, last one first.</summary>
    private static IEnumerable<string> Split(string relative) =>
        relative.Split([Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar], StringSplitOptions.RemoveEmptyEntries).Reverse();
}

/// <summary>
/// Finds folders that contain themselves. Wine presents a Unix link to a folder as a plain folder, so that no link shows. A folder with the
/// names of one above it may be that one again. It is, if the path between the two can be appended again and again, and always leads to the
/// same names and the same time of the last change. Folders with one name aren't looked at: a chain of them holds nothing twice.
/// </summary>
internal static class FolderCircles
{
    /// <summary>How often the way must lead to the same names: no real folder holds itself that often. Linux follows 40 links.</summary>
    private const int Repetitions = 8;

    /// <summary>A number for the names in a folder, their order aside; 0 for none, and where it can't be read.</summary>
    public static ulong Fingerprint(string folder)
    {
        ulong sum = 0;
        return FolderReader.TryRead(folder, (name, isFolder, _) => sum += Fingerprint(name, isFolder)) is null ? sum : 0;
    }

    /// <summary>One name's part of <see cref="Fingerprint(string)"/>, which is their sum.</summary>
    public static ulong Fingerprint(ReadOnlySpan<char> name, bool isFolder)
    {
        ulong hash = NameHash.Of(name) | ((ulong)name.Length << 32) | (isFolder ? 1UL << 63 : 0);
        hash = (hash ^ (hash >> 31)) * 0x9E3779B97F4A7C15;
        return hash ^ (hash >> 29);
    }

    /// <summary>
    /// Whether going <paramref name="way"/> from <paramref name="folder"/>, to which it has led once already, leads to
    /// <paramref name="fingerprint"/> again and again.
    /// </summary>
    public static bool Repeats(string folder, string way, ulong fingerprint)
    {
        try
        {
            DateTime changed = Directory.GetLastWriteTimeUtc(folder);
            for (int i = 0; i < Repetitions; i++)
            {
                folder = Path.Join(folder, way);
                if (Fingerprint(folder) != fingerprint || Directory.GetLastWriteTimeUtc(folder) != changed)
                    return false;
            }

            return true;
        }
        catch (Exception e) when (FolderReader.IsFileSystemError(e))
        {
            return false;
        }
    }
}
