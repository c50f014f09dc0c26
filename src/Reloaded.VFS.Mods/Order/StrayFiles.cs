using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Order;

/// <summary>The files directly in a mods folder that somebody may take for a mod, or for a part of one.</summary>
internal static class StrayFiles
{
    private const int MostNamed = 5;

    private static readonly string[] s_archives = [".tar", ".tgz", ".gz", ".bz2", ".xz", ".zst", ".lzma", ".iso", ".fomod", ".omod"];

    // Notes and settings, and what a browser is just downloading.
    private static readonly string[] s_known =
        [".txt", ".md", ".json", ".log", ".html", ".url", ".bak", ".old", ".orig", ".swp", ".tmp", ".part", ".crdownload", ".download"];

    /// <summary>Determines whether a file is one of them.</summary>
    public static bool IsStray(ReadOnlySpan<char> name)
    {
        if (name[0] == '.' || name[^1] == '~' || HasEnding(name, s_known))
            return false;
        return !DefaultExcludes.IsExcluded(name, isFolder: false, atRoot: true);
    }

    /// <summary>Returns the diagnostics for a mods folder: one for each archive that can't be read, and one for all other files.</summary>
    /// <param name="modsFolder">The mods folder.</param>
    /// <param name="names">The names of the files.</param>
    public static IEnumerable<Diagnostic> Describe(string modsFolder, List<string> names)
    {
        names.Sort(NameComparer.Instance);
        foreach (string archive in names.Where(name => HasEnding(name, s_archives)).Take(MostNamed))
        {
            yield return Diagnostic.Warning("this archive isn't read: only zip, 7z and rar are",
                file: Path.Join(modsFolder, archive), fix: "unpack it into a folder of its own here");
        }

        string[] loose = [.. names.Where(name => !HasEnding(name, s_archives)).Select(name => ModName.Show(name))];
        if (loose.Length == 0)
            yield break;
        string more = loose.Length > MostNamed ? FormattableString.Invariant($" and {loose.Length - MostNamed:N0} more") : "";
        yield return Diagnostic.Warning($"these files lie directly in the mods folder, and belong to no mod: "
            + string.Join(", ", loose.Take(MostNamed)) + more, file: modsFolder, fix: "make a folder for the mod, and move them into it");
    }

    private static bool HasEnding(ReadOnlySpan<char> name, string[] endings)
    {
        foreach (string ending in endings)
        {
            if (name.EndsWith(ending, StringComparison.OrdinalIgnoreCase))
                return true;
        }

        return false;
    }
}
