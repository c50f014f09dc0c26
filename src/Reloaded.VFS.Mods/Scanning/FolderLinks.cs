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
