using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.View;

/// <summary>The names in one folder that are ours and never shown to the game. Immutable: replaced whole, read without a lock.</summary>
internal sealed class HiddenNames
{
    private static volatile HiddenNames[] s_folders = [];

    private readonly int _pathId;
    private readonly string _path;
    private readonly string[] _names;

    private HiddenNames(int pathId, string path, string[] names)
    {
        _pathId = pathId;
        _path = path;
        _names = names;
    }

    /// <summary>Hides names in a folder, in addition to what is hidden already. The host calls it under its lock.</summary>
    public static void Add(int pathId, string path, IReadOnlyCollection<string> names)
    {
        HiddenNames? before = Of(pathId);
        string[] all = before == null ? [.. names] : [.. before._names.Union(names, StringComparer.OrdinalIgnoreCase)];
        s_folders = [.. s_folders.Where(f => f._pathId != pathId), new HiddenNames(pathId, path, all)];
    }

    /// <summary>Whether a canonical path is one of the names or lies below one.</summary>
    /// <param name="path">The path.</param>
    /// <param name="length">The characters of the path up to the end of the hidden name; it is the path itself where that has no more.</param>
    public static bool Cover(ReadOnlySpan<char> path, out int length)
    {
        foreach (HiddenNames folder in s_folders)
        {
            ReadOnlySpan<char> own = folder._path;
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
    public static HiddenNames? Of(int pathId)
    {
        foreach (HiddenNames folder in s_folders)
        {
            if (folder._pathId == pathId)
                return folder;
        }

        return null;
    }

    /// <summary>Whether a name is one of them, in any letter case.</summary>
    public bool Contains(ReadOnlySpan<char> name)
    {
        foreach (string hidden in _names)
        {
            if (CaseFolding.Equals(hidden, name))
                return true;
        }

        return false;
    }
}
