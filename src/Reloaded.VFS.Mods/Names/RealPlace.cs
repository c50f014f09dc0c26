namespace Reloaded.VFS.Mods.Names;

/// <summary>Where a path really leads, links followed, and what tells that from any other file or folder.</summary>
/// <param name="Real">The path without any link.</param>
/// <param name="Volume">The number of the volume; 0 if the system tells none that is good for comparing.</param>
/// <param name="Number">The number on the volume.</param>
/// <param name="Links">How many names it has.</param>
internal readonly record struct RealPlace(string Real, ulong Volume, ulong Number, uint Links)
{
    /// <summary>Whether two places may be one: the same path, or the same number on what may be the same volume.</summary>
    public bool MayBe(in RealPlace other) => NameComparer.Instance.Equals(Real, other.Real)
        || (Number == other.Number && (Volume == other.Volume || Volume == 0 || other.Volume == 0));

    /// <summary>Whether two places are one for sure: the same path, or the same number on the same volume.</summary>
    public bool Is(in RealPlace other) => NameComparer.Instance.Equals(Real, other.Real)
        || (Number == other.Number && Volume == other.Volume && Volume != 0);

    /// <summary>A path of which the end needn't be there, without any link.</summary>
    /// <param name="path">An absolute path.</param>
    /// <param name="look">Asks the system for a path; null if nothing is there.</param>
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

    /// <summary>Whether a folder is another one or lies in it, whatever links lead to either; neither needs to be there.</summary>
    /// <param name="inner">An absolute path.</param>
    /// <param name="outer">An absolute path.</param>
    /// <param name="look">Asks the system for a path; null if nothing is there.</param>
    public static bool IsSameOrBelow(string inner, string outer, Func<string, RealPlace?> look)
    {
        string path = PathOf(inner, look), around = PathOf(outer, look);
        if (IsText(path, around))
            return true;
        // One volume may be there under two paths.
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
