namespace Reloaded.VFS.Mods.Names;

/// <summary>The place that a path leads to with links followed, and what distinguishes it from any other file or folder.</summary>
/// <param name="Real">The path without any link.</param>
/// <param name="Volume">The number of the volume, or 0 if the system reports none that is suitable for comparing.</param>
/// <param name="Number">The file's number on the volume.</param>
/// <param name="Links">The number of the file's names.</param>
internal readonly record struct RealPlace(string Real, ulong Volume, ulong Number, uint Links)
{
    /// <summary>Determines whether two places may be the same: they have the same path, or one number on what may be one volume.</summary>
    public bool MayBe(in RealPlace other) => NameComparer.Instance.Equals(Real, other.Real)
        || (Number == other.Number && (Volume == other.Volume || Volume == 0 || other.Volume == 0));

    /// <summary>Determines whether two places are certainly the same: they have one path, or one number on one volume.</summary>
    public bool Is(in RealPlace other) => NameComparer.Instance.Equals(Real, other.Real)
        || (Number == other.Number && Volume == other.Volume && Volume != 0);

    /// <summary>Returns a path without any link. The end of the path need not exist.</summary>
    /// <param name="path">An absolute path.</param>
    /// <param name="look">Asks the system for a path. Returns null if nothing is there.</param>
    public static string PathOf(string path, Func<string, RealPlace?> look)
    {
        string there = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path)), rest = "";
        while (true)
        {
            if (look(there) is { } found)
                return rest.Length == 0 ? found.Real : Path.Join(found.Real, rest);
            if (Path.GetDirectoryName(there) is not { Length: > 0 } around)
                return path;
            rest = Path.Join(Path.GetFileName(there), rest);
            there = around;
        }
    }

    /// <summary>Determines whether a folder is another one or lies in it, whatever links lead to either. Neither needs to exist.</summary>
    /// <param name="inner">An absolute path.</param>
    /// <param name="outer">An absolute path.</param>
    /// <param name="look">Asks the system for a path. Returns null if nothing is there.</param>
    public static bool IsSameOrBelow(string inner, string outer, Func<string, RealPlace?> look)
    {
        string path = PathOf(inner, look), around = PathOf(outer, look);
        if (IsText(path, around))
            return true;
        // One volume may be reachable by two paths.
        if (look(outer) is not { Volume: not 0 } folder)
            return false;
        for (string? above = path; above is { Length: > 0 }; above = Path.GetDirectoryName(above))
        {
            if (look(above) is { } found && found.Is(folder))
                return true;
        }

        return false;
    }

    private static bool IsText(string path, string folder)
    {
        string prefix = Path.TrimEndingDirectorySeparator(folder);
        return path.Length >= prefix.Length && NameComparer.Instance.Equals(path[..prefix.Length], prefix)
            && (path.Length == prefix.Length || path[prefix.Length] is '\\' or '/' || Path.EndsInDirectorySeparator(prefix));
    }
}
