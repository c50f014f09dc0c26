namespace Reloaded.VFS.Hooks.View;

/// <summary>The names that belong to the VFS and are never shown to the game. Lists are replaced whole, and read without a lock.</summary>
internal sealed class HiddenNames
{
    private volatile HiddenFolder[] _folders = [];

    /// <summary>Hides names in a folder, in addition to those hidden already. Only one thread may call it at a time.</summary>
    /// <param name="pathId">The folder's stable id.</param>
    /// <param name="path">The folder's canonical path.</param>
    /// <param name="names">The names, in any letter case.</param>
    public void Add(int pathId, string path, IReadOnlyCollection<string> names)
    {
        HiddenFolder? before = Of(pathId);
        string[] all = before is null ? [.. names] : [.. before.Names.Union(names, StringComparer.OrdinalIgnoreCase)];
        _folders = [.. _folders.Where(folder => folder.PathId != pathId), new HiddenFolder(pathId, path, all)];
    }

    public IEnumerable<string> Names => _folders.SelectMany(folder => folder.Names);

    /// <summary>Determines whether a canonical path is one of the names or lies below one.</summary>
    /// <param name="length">The length of the path up to the end of the hidden name, which may be the whole path.</param>
    public bool Cover(ReadOnlySpan<char> path, out int length)
    {
        foreach (HiddenFolder folder in _folders)
        {
            int own = folder.PathLength;
            if (path.Length <= own + 1 || path[own] != '\\')
                continue;
            ReadOnlySpan<char> name = path[(own + 1)..];
            int end = name.IndexOf('\\');
            if (folder.Contains(end < 0 ? name : name[..end]) && CaseFolding.Equals(path[..own], folder.Path))
            {
                length = end < 0 ? path.Length : own + 1 + end;
                return true;
            }
        }

        length = 0;
        return false;
    }

    /// <summary>Returns the hidden names of a folder; null for most.</summary>
    public HiddenFolder? Of(int pathId)
    {
        foreach (HiddenFolder folder in _folders)
        {
            if (folder.PathId == pathId)
                return folder;
        }

        return null;
    }
}

/// <summary>The hidden names of one folder. Immutable.</summary>
/// <param name="PathId">The folder's stable id.</param>
/// <param name="Path">The folder's canonical path.</param>
internal sealed record HiddenFolder(int PathId, string Path, string[] Names)
{
    // The bits of the names: most other names have other bits, so that no text is read for them.
    private readonly ulong _marks = Names.Aggregate(0UL, (marks, name) => marks | MarkOf(name));

    public int PathLength { get; } = Path.Length;

    /// <summary>Determines whether a name is one of the hidden names, in any letter case.</summary>
    public bool Contains(ReadOnlySpan<char> name)
    {
        if ((_marks & MarkOf(name)) == 0)
            return false;
        foreach (string hidden in Names)
        {
            if (CaseFolding.Equals(hidden, name))
                return true;
        }

        return false;
    }

    /// <summary>Returns one bit of 64, by length and first letter: the same for names that differ in letter case only.</summary>
    private static ulong MarkOf(ReadOnlySpan<char> name) => name.IsEmpty ? 1 : 1UL << ((name.Length * 11) + CaseFolding.ToUpper(name[0]));
}
