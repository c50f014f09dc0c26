using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>Finds where links lead, so that a scan doesn't go round in a circle.</summary>
internal static class FolderLinks
{
    /// <summary>The maximum number of links that Linux follows in one path. Windows stops at 63.</summary>
    public const int MostLinks = 40;

    /// <summary>Returns the path of a folder without any link in it, or null if a link leads nowhere or in a circle.</summary>
    public static string? Resolve(string path) => EndOf(path) is { } real && Directory.Exists(real) ? real : null;

    /// <summary>
    /// Returns the path of a file or folder without any link in it, whether or not anything is there, or null if links lead in a circle.
    /// </summary>
    /// <remarks>
    /// A relative link counts from where its folder really lies, as it does for the system; .NET's own lookup counts from the path as
    /// given.
    /// </remarks>
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

    /// <summary>Determines whether <paramref name="path"/> is <paramref name="folder"/> or lies in it. Both must have no links.</summary>
    public static bool IsInside(string path, string folder)
    {
        StringComparison comparison = OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
        string prefix = Path.TrimEndingDirectorySeparator(folder);
        return path.StartsWith(prefix, comparison) && (path.Length == prefix.Length || Path.EndsInDirectorySeparator(prefix)
            || path[prefix.Length] == Path.DirectorySeparatorChar);
    }

    /// <summary>Returns the names of a path, last one first.</summary>
    private static IEnumerable<string> Split(string relative) =>
        relative.Split([Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar], StringSplitOptions.RemoveEmptyEntries)
            .AsEnumerable().Reverse();
}

/// <summary>Finds folders that contain themselves.</summary>
/// <remarks>
/// Wine presents a Unix link to a folder as a plain folder, so that the link doesn't show. A folder with the names of one above it may be
/// that folder again. It is if the path between the two can be appended again and again, and always leads to the same names and the same
/// time of the last change. Folders with a single name aren't checked, because a chain of them contains nothing twice.
/// </remarks>
internal static class FolderCircles
{
    /// <summary>
    /// The number of times that the path must lead to the same names. No real folder contains itself that often; Linux follows 40 links.
    /// </summary>
    private const int Repetitions = 8;

    /// <summary>Returns a number for the names in a folder, regardless of their order, or 0 for none or if it can't be read.</summary>
    public static ulong Fingerprint(string folder)
    {
        ulong sum = 0;
        return FolderReader.TryRead(folder, (name, isFolder, _) => sum += Fingerprint(name, isFolder)) is null ? sum : 0;
    }

    /// <summary>Returns one name's part of <see cref="Fingerprint(string)"/>, which is the sum of the parts.</summary>
    public static ulong Fingerprint(ReadOnlySpan<char> name, bool isFolder)
    {
        ulong hash = NameHash.Of(name) | ((ulong)name.Length << 32) | (isFolder ? 1UL << 63 : 0);
        hash = (hash ^ (hash >> 31)) * 0x9E3779B97F4A7C15;
        return hash ^ (hash >> 29);
    }

    /// <summary>
    /// Determines whether following <paramref name="way"/> from <paramref name="folder"/>, to which it has led once already, leads to
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
