using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>A name that the game has deleted in a mod, whose marker hides what a lower mod or the game has under it.</summary>
/// <param name="Mod">The mod.</param>
/// <param name="Path">The name's path in the mod, with forward slashes.</param>
/// <param name="Marker">The marker, a host path.</param>
internal sealed record DeletedName(string Mod, string Path, string Marker)
{
    /// <summary>Returns all such names, by mod and path. A mod's own markers don't count.</summary>
    /// <param name="mods">The mods, including those that are switched off.</param>
    public static List<DeletedName> Find(IEnumerable<Mod> mods)
    {
        // What a link leads to lies elsewhere.
        var options = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
        return [
            .. mods.Where(mod => Directory.Exists(mod.Folder))
                .SelectMany(mod => Directory.EnumerateFiles(mod.Folder, "*" + HideMarker.Ending, options)
                    .Where(marker => HideMarker.IsOfDeleted(marker) && !HasOwnFile(marker))
                    .Select(marker => new DeletedName(mod.Name,
                        System.IO.Path.GetRelativePath(mod.Folder, marker[..^HideMarker.Ending.Length]).Replace('\\', '/'), marker)))
                .OrderBy(name => name.Mod, NameComparer.Instance).ThenBy(name => name.Path, NameComparer.Instance),
        ];
    }

    /// <summary>
    /// Determines whether the mod has a file of the name. The marker then hides only the letter case that lower mods, or the game, give the
    /// name.
    /// </summary>
    private static bool HasOwnFile(string marker) => Directory.EnumerateFiles(System.IO.Path.GetDirectoryName(marker)!,
        System.IO.Path.GetFileName(marker)[..^HideMarker.Ending.Length],
        new EnumerationOptions { MatchCasing = MatchCasing.CaseInsensitive, MatchType = MatchType.Simple, AttributesToSkip = 0 }).Any();

    /// <summary>Determines whether a path that was typed is this name or a folder that contains it.</summary>
    public bool IsIn(string path)
    {
        string folder = path.Replace('\\', '/').Trim('/');
        return NameComparer.Instance.Equals(Path, folder)
            || (Path.Length > folder.Length && Path[folder.Length] == '/' && NameComparer.Instance.Equals(Path[..folder.Length], folder));
    }
}
