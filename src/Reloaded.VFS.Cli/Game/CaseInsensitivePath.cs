using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Game;

/// <summary>A search for files on Linux whose names may have another letter case, like Wine's. Windows does that by itself.</summary>
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
        if (OperatingSystem.IsWindows())
            return path;
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

    private static string? FindEntry(string folder, string name) =>
        FileErrors.Ignore(() => Directory.EnumerateFileSystemEntries(folder)
            .Where(entry => CaseFolding.Equals(Path.GetFileName(entry.AsSpan()), name))
            .Min(StringComparer.Ordinal), null);
}

/// <summary>A search for many paths, like <see cref="CaseInsensitivePath"/>, which lists each folder once. Used by one thread.</summary>
/// <remarks>A later change is found only in the requested letter case.</remarks>
internal sealed class RememberedNames
{
    private readonly Dictionary<string, Dictionary<string, string>> _folders = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _found = new(StringComparer.Ordinal);

    /// <summary>Returns the path with the parts that exist as they are on disk, and the others as given.</summary>
    /// <param name="path">An absolute path.</param>
    public string Find(string path)
    {
        if (Path.GetDirectoryName(path) is not { } above || Path.Exists(path))
            return path;
        if (!_found.TryGetValue(above, out string? folder))
            _found.Add(above, folder = Find(above));
        string name = Path.GetFileName(path), given = Path.Combine(folder, name);
        return !Path.Exists(given) && NamesIn(folder).TryGetValue(name, out string? spelled) ? Path.Combine(folder, spelled) : given;
    }

    private Dictionary<string, string> NamesIn(string folder)
    {
        if (_folders.TryGetValue(folder, out Dictionary<string, string>? names))
            return names;
        names = new Dictionary<string, string>(NameComparer.Instance);
        // A folder that isn't there, or can't be listed, has no names.
        FileErrors.Ignore(() =>
        {
            foreach (string entry in Directory.EnumerateFileSystemEntries(folder).Order(StringComparer.Ordinal))
                names.TryAdd(Path.GetFileName(entry), Path.GetFileName(entry));
        });

        _folders.Add(folder, names);
        return names;
    }
}

/// <summary>The folders that a file or folder lies in.</summary>
internal static class FolderPath
{
    /// <summary>Returns a folder and all folders that it lies in, the innermost first.</summary>
    /// <param name="folder">The folder, or null for none.</param>
    public static IEnumerable<string> Upwards(string? folder)
    {
        for (; folder is not null; folder = Path.GetDirectoryName(folder))
            yield return folder;
    }
}

/// <summary>
/// Paths that begin with <c>~</c> for the home folder, which no shell has expanded: after <c>mo2:</c> and <c>--mods=</c>, and on Windows.
/// </summary>
internal static class HomePath
{
    private const string Home = "~";

    /// <summary>Expands a <c>~</c> to the home folder, unless the current folder has such a name.</summary>
    public static string Expand(string path) =>
        path.StartsWith(Home, StringComparison.Ordinal)
            && (path.Length == Home.Length || path[Home.Length] is '/' || path[Home.Length] == Path.DirectorySeparatorChar) && !Path.Exists(Home)
            ? Environment.GetFolderPath(Environment.SpecialFolder.UserProfile) + path[Home.Length..]
            : path;
}
