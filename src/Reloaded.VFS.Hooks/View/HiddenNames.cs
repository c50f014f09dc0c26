using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.View;

/// <summary>The names that belong to the VFS and are never shown to the game. Lists are replaced whole, and read without a lock.</summary>
internal sealed class HiddenNames
{
    private volatile HiddenFolder[] _folders = [];

    /// <summary>Hides names in a folder, in addition to what is hidden already. One caller at a time.</summary>
    /// <param name="pathId">The folder's stable id.</param>
    /// <param name="path">Its canonical path.</param>
    /// <param name="names">The names, in any letter case.</param>
    public void Add(int pathId, string path, IReadOnlyCollection<string> names)
    {
        HiddenFolder? before = Of(pathId);
        string[] all = before is null ? [.. names] : [.. before.Names.Union(names, StringComparer.OrdinalIgnoreCase)];
        _folders = [.. _folders.Where(folder => folder.PathId != pathId), new HiddenFolder(pathId, path, all)];
    }

    /// <summary>Whether a canonical path is one of the names or lies below one.</summary>
    /// <param name="path">The path.</param>
    /// <param name="length">The characters of the path up to the end of the hidden name;
    /// it is the path itself where that has no more.</param>
    public bool Cover(ReadOnlySpan<char> path, out int length)
    {
        foreach (HiddenFolder folder in _folders)
        {
            ReadOnlySpan<char> own = folder.Path;
            if (path.Length <= own.Length + 1 || path[own.Length] != '\\')
                continue;
            ReadOnlySpan<char> name = path[(own.Length + 1)..];
            int end = name.IndexOf('\\');
            if (folder.Contains(end < 0 ? name : name[..end]) && CaseFolding.Equals(path[..own.Length], own))
            {
                length = end < 0 ? path.Length : own.Length + 1 + end;
                return true;
            }
        }

        length = 0;
        return false;
    }

    /// <summary>What is hidden in a folder; null for most.</summary>
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
/// <param name="Path">Its canonical path.</param>
/// <param name="Names">The names.</param>
internal sealed record HiddenFolder(int PathId, string Path, string[] Names)
{
    /// <summary>Whether a name is one of them, in any letter case.</summary>
    public bool Contains(ReadOnlySpan<char> name)
    {
        foreach (string hidden in Names)
        {
            if (CaseFolding.Equals(hidden, name))
                return true;
        }

        return false;
    }
}
