using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Tests.Hooks.View;

/// <summary>A disk that is a list of paths, in any letter case: what Windows' own is to those who ask whether something is there.</summary>
internal sealed class ListedDisk : IDisk
{
    private readonly Dictionary<string, bool> _isFolder = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, string> _longNames = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>What other threads do as soon as the next folder was looked for and found; once.</summary>
    public Action? AfterNextFolder { get; set; }

    /// <summary>What other threads do as soon as something was looked for and is missing; once.</summary>
    public Action? AfterNextMissing { get; set; }

    /// <summary>Puts files there, and the folders above them; a path that ends in a backslash is a folder.</summary>
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

    /// <summary>Takes something away, and what is below it.</summary>
    public void Remove(string path)
    {
        foreach (string gone in _isFolder.Keys.Where(other => VirtualPath.IsSameOrBelow(other, path)).ToArray())
            _isFolder.Remove(gone);
    }

    /// <summary>Gives a name a short one.</summary>
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

    public string? FindName(ReadOnlySpan<char> folder, ReadOnlySpan<char> name) =>
        _longNames.GetValueOrDefault(string.Concat(folder, name));

    private static string Key(ReadOnlySpan<char> path)
    {
        Assert.StartsWith(NtPath.Prefix, path.ToString());
        return NtPath.ToCanonical(path).TrimEnd('\\').ToString();
    }
}

/// <summary>Spellings that are known beforehand.</summary>
internal sealed class ListedAliases(params (string Target, string Alias)[] aliases) : IAliasSource
{
    /// <summary>Begins like a volume's name.</summary>
    public const string RareBeginning = "Volume{";

    /// <summary>How often a target's rare spellings were asked for.</summary>
    public int AskedForRare { get; private set; }

    public IReadOnlyList<string> RareBeginnings => [RareBeginning];

    /// <summary>How often a target's spellings were asked for.</summary>
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
