using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Game;

/// <summary>Finds files on Linux whose names may be spelled in another letter case, as Wine does. Windows does so by itself.</summary>
internal static class CaseInsensitivePath
{
    /// <summary>
    /// Returns the path on disk of the absolute <paramref name="path"/>, or null if nothing there has that name. A name in the given case
    /// is preferred.
    /// </summary>
    public static string? Find(string path)
    {
        if (Path.Exists(path))
            return path;
        if (OperatingSystem.IsWindows())
            return null;
        string? found = Resolve(path, out string rest);
        return rest.Length == 0 ? found : null;
    }

    /// <summary>
    /// Does the same as <see cref="Find"/> for a path whose last parts may be missing: the parts that exist are returned as they are on
    /// disk, the others as given.
    /// </summary>
    public static string FindLongest(string path)
    {
        string found = Resolve(path, out string rest);
        return rest.Length == 0 ? found : Path.Combine(found, rest);
    }

    private static string Resolve(string path, out string rest)
    {
        string[] parts = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        string current = "/";
        for (int i = 0; i < parts.Length; i++)
        {
            string next = Path.Combine(current, parts[i]);
            string? match = Path.Exists(next) ? next : FindEntry(current, parts[i]);
            if (match is null)
            {
                rest = string.Join('/', parts[i..]);
                return current;
            }

            current = match;
        }

        rest = "";
        return current;
    }

    private static string? FindEntry(string folder, string name)
    {
        try
        {
            return Directory.EnumerateFileSystemEntries(folder)
                .Where(entry => CaseFolding.Equals(Path.GetFileName(entry.AsSpan()), name))
                .Min(StringComparer.Ordinal);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
