using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Tests.Hooks.View;

/// <summary>
/// A disk that is a list of paths, in any letter case. It stands in for Windows' own to code that checks whether a path exists.
/// </summary>
internal sealed class ListedDisk : IDisk
{
    private readonly Dictionary<string, bool> _isFolder = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, string> _longNames = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Gets or sets an action of another thread that runs once, after the next folder was found.</summary>
    public Action? AfterNextFolder { get; set; }

    /// <summary>Gets or sets an action of another thread that runs once, after the next name was found to be missing.</summary>
    public Action? AfterNextMissing { get; set; }

    /// <summary>Adds files, and their parent folders; a path that ends in a backslash is a folder.</summary>
    public ListedDisk Put(params string[] paths)
    {
        foreach (string path in paths)
        {
            if (!path.EndsWith('\\'))
                _isFolder[path] = false;
            for (int end = path.LastIndexOf('\\'); end > 0; end = path.LastIndexOf('\\', end - 1))
                _isFolder.TryAdd(path[..end], true);
        }

        return this;
    }

    /// <summary>Removes a name and everything below it.</summary>
    public void Remove(string path)
    {
        foreach (string gone in _isFolder.Keys.Where(other => VirtualPath.IsSameOrBelow(other, path)).ToArray())
            _isFolder.Remove(gone);
    }

    /// <summary>Gives a name an 8.3 name.</summary>
    public void Shorten(string folder, string shortName, string name) => _longNames[$@"\??\{folder}\{shortName}"] = name;

    public bool Exists(ReadOnlySpan<char> path)
    {
        if (_isFolder.ContainsKey(Key(path)))
            return true;
        Action? others = AfterNextMissing;
        AfterNextMissing = null;
        others?.Invoke();
        return false;
    }

    public bool IsFolder(ReadOnlySpan<char> path)
    {
        if (!_isFolder.TryGetValue(Key(path), out bool isFolder) || !isFolder)
            return false;
        Action? others = AfterNextFolder;
        AfterNextFolder = null;
        others?.Invoke();
        return true;
    }

    public bool IsFile(ReadOnlySpan<char> path) => _isFolder.TryGetValue(Key(path), out bool isFolder) && !isFolder;

    public void MakeFolder(ReadOnlySpan<char> path) => Put(Key(path) + '\\');

    public int FindName(ReadOnlySpan<char> folder, ReadOnlySpan<char> name, Span<char> found)
    {
        if (!_longNames.TryGetValue(string.Concat(folder, name), out string? real))
            return 0;
        real.CopyTo(found);
        return real.Length;
    }

    private static string Key(ReadOnlySpan<char> path)
    {
        Assert.StartsWith(NtPath.Prefix, path.ToString());
        return NtPath.ToCanonical(path).TrimEnd('\\').ToString();
    }
}

/// <summary>Aliases that are given in advance.</summary>
internal sealed class ListedAliases(params (string Target, string Alias)[] aliases) : IAliasSource
{
    /// <summary>The beginning of a rare spelling, which is like a volume's name.</summary>
    public const string RareBeginning = "Volume{";

    /// <summary>Gets the number of times that a target's rare spellings were queried.</summary>
    public int AskedForRare { get; private set; }

    public IReadOnlyList<string> RareBeginnings => [RareBeginning];

    /// <summary>Gets the number of times that a target's spellings were queried.</summary>
    public int Asked { get; private set; }

    public IReadOnlyList<FolderAlias> Find(string target)
    {
        Asked++;
        return Of(target, isRare: false);
    }

    public IReadOnlyList<FolderAlias> FindRare(string target)
    {
        AskedForRare++;
        return Of(target, isRare: true);
    }

    private FolderAlias[] Of(string target, bool isRare) =>
    [
        .. aliases.Where(pair => pair.Target == target && pair.Alias.StartsWith(RareBeginning, StringComparison.Ordinal) == isRare)
            .Select(pair => new FolderAlias(pair.Alias, target)),
    ];

    public bool IsSame(string left, string right) => aliases.Contains((right, left));
}
