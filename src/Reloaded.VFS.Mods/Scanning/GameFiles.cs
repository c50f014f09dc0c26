namespace Reloaded.VFS.Mods.Scanning;

/// <summary>Finds the game's own files in any letter case on any disk, except what belongs to the VFS. Not thread-safe.</summary>
/// <remarks>Folders are read when they are first needed, and remembered.</remarks>
internal sealed class GameFiles(IEnumerable<string> targets)
{
    private readonly HashSet<string> _targets = [.. targets];
    private readonly Dictionary<string, Dictionary<string, GameName>> _folders = [];

    // By path: of names that differ in letter case only, all but the first.
    private readonly Dictionary<string, GameName> _twins = new(StringComparer.Ordinal);

    /// <summary>Returns the names in a real folder, or none if it can't be read.</summary>
    public Dictionary<string, GameName> Read(string folder)
    {
        if (_folders.TryGetValue(folder, out Dictionary<string, GameName>? names))
            return names;
        var read = new Dictionary<string, GameName>(NameComparer.Instance);
        bool isTarget = _targets.Contains(folder);
        FolderReader.TryRead(folder, (name, isFolder, isLink) =>
        {
            string text = name.ToString();
            if (isTarget && OwnNames.All.Contains(text, NameComparer.Instance))
                return;
            var found = new GameName(Path.Join(folder, text), text, isFolder) { IsFolderLink = isLink };
            if (!read.TryAdd(text, found))
                _twins[found.Path] = found;
        });
        return _folders[folder] = read;
    }

    /// <summary>Returns what the game has at a path below a folder, its names joined with backslashes, or null if it has nothing.</summary>
    /// <remarks>Of names that differ in letter case only, the one that is exactly the path's is found, as by Wine.</remarks>
    public GameName? Find(string folder, string relative)
    {
        var found = new GameName(folder, "", true);
        foreach (string name in relative.Split('\\', StringSplitOptions.RemoveEmptyEntries))
        {
            string exact = Path.Join(found.Path, name);
            if (!found.IsFolder || !Read(found.Path).TryGetValue(name, out found!))
                return null;
            if (found.Name != name && _twins.TryGetValue(exact, out GameName? twin))
                found = twin;
        }

        return found;
    }
}

/// <summary>A file or folder of the game, by its host path, with its name as it is on disk.</summary>
internal sealed record GameName(string Path, string Name, bool IsFolder)
{
    /// <summary>Gets a value indicating whether it is a link (symbolic link, junction) to a folder.</summary>
    public bool IsFolderLink { get; init; }
}

/// <summary>Finds the game's own files and folders that patterns match now, because hidden names have to be known one by one.</summary>
/// <remarks>
/// Each folder is read once, whatever the number of patterns, and only if one of them can match something in it. The content of a hidden
/// folder isn't searched.
/// </remarks>
internal static class HiddenGameFiles
{
    private readonly record struct Pending(string Folder, string Path, int Depth, List<(PathPattern Pattern, string[] Leading)> Patterns);

    /// <summary>Returns the matching relative paths, with backslashes between names.</summary>
    /// <param name="target">The game's folder, a host path.</param>
    /// <param name="patterns">The patterns.</param>
    /// <param name="only">The only folders that are read, or null for all.</param>
    public static List<string> Find(string target, IReadOnlyList<PathPattern> patterns, PartialTree? only = null)
    {
        var found = new List<string>();
        if (patterns.Count == 0)
            return found;
        var pending = new Stack<Pending>();
        pending.Push(new Pending(target, "", 0, [.. patterns.Select(pattern => (pattern, pattern.LeadingNames.ToArray()))]));
        while (pending.TryPop(out Pending next))
        {
            FolderReader.TryRead(next.Folder, (name, isFolder, isLink) =>
            {
                if (next.Depth == 0 && NameComparer.Instance.Equals(name, VfsConfiguration.FolderName))
                    return;
                string path = string.Concat(next.Path, name);
                if (next.Patterns.Exists(one => one.Pattern.Matches(path)))
                {
                    found.Add(path);
                    return;
                }

                if (!isFolder || isLink || only?.Has(path) == false)
                    return;
                List<(PathPattern Pattern, string[] Leading)> below = next.Patterns.FindAll(one =>
                    next.Depth >= one.Leading.Length || CaseFolding.Equals(one.Leading[next.Depth], VirtualPath.GetName(path)));
                if (below.Count > 0)
                    pending.Push(new Pending(Path.Join(next.Folder, name), path + '\\', next.Depth + 1, below));
            });
        }

        return found;
    }
}
