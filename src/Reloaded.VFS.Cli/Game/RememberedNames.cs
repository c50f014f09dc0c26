using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// Finds many paths on Linux whose names may be spelled in another letter case, as <see cref="CaseInsensitivePath"/> does, listing each
/// folder once. Used by one thread.
/// </summary>
/// <remarks>What changes meanwhile is found only in the letter case that is requested.</remarks>
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
        try
        {
            foreach (string entry in Directory.EnumerateFileSystemEntries(folder).Order(StringComparer.Ordinal))
                names.TryAdd(Path.GetFileName(entry), Path.GetFileName(entry));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The folder isn't there, or can't be listed.
        }

        _folders.Add(folder, names);
        return names;
    }
}
