using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>What of the overwrite folder wouldn't mean in a mod what it means there.</summary>
/// <param name="mod">The mod; its folder may be missing.</param>
/// <param name="configuration">With its defaults; host paths.</param>
/// <param name="target">What the overwrite folder's part lies over.</param>
/// <param name="resolver">Knows what the other targets have, over which the mod lies, too.</param>
internal sealed class MoveRules(Mod mod, VfsConfiguration configuration, string target, ModResolver resolver)
{
    private readonly IncludePatterns _include = new(configuration.Include);
    private readonly PathPattern[] _exclude = [.. mod.Metadata.Exclude.Select(pattern => new PathPattern(pattern))];

    /// <summary>Where a name lies in the mod, in the letter case that it has there.</summary>
    /// <param name="path">The path below the target, with backslashes.</param>
    public string PlaceOf(string path)
    {
        string place = Path.Combine(mod.Folder, path.Replace('\\', Path.DirectorySeparatorChar));
        return OperatingSystem.IsWindows() ? place : CaseInsensitivePath.FindLongest(place);
    }

    /// <summary>Why a name can't be moved into the mod; null where it can.</summary>
    /// <param name="entry">The name.</param>
    /// <param name="there">The paths of all that is in the overwrite folder.</param>
    public string? WhyKept(OverwriteEntry entry, IReadOnlySet<string> there)
    {
        if (IsLeftOut(entry))
            return "such a name of a mod isn't overlaid";
        if (FindCovered(entry) is { } other)
            return $"the mod would have it in '{other}', too, in place of what is there";
        string place = PlaceOf(entry.Path);
        switch (entry.Kind)
        {
            case OverwriteKind.File:
                return Directory.Exists(place) ? "the mod has a folder of that name" : null;
            case OverwriteKind.Folder:
                if (File.Exists(place))
                    return "the mod has a file of that name";
                bool isMadeAnew = there.Contains(entry.Path + HideMarker.Ending) && Directory.Exists(place);
                return isMadeAnew ? "the game has deleted what the mod has in it" : null;
            default:
                string name = entry.Path[..^HideMarker.Ending.Length], hidden = PlaceOf(name);
                bool isReplaced = there.Contains(name) && File.Exists(hidden);
                return Path.Exists(hidden) && !isReplaced ? "the game has deleted what the mod itself has" : null;
        }
    }

    /// <summary>Another target in which the mod would change what the game sees; null for none.</summary>
    private string? FindCovered(OverwriteEntry entry)
    {
        if (entry.Kind == OverwriteKind.Folder)
            return null;
        string name = entry.Kind == OverwriteKind.Marker ? entry.Path[..^HideMarker.Ending.Length] : entry.Path;
        return configuration.Targets.FirstOrDefault(other =>
            other != target && resolver.Which(Path.Join(other, name.Replace('\\', Path.DirectorySeparatorChar))) is not null);
    }

    /// <summary>Whether the mod's own name would hide it: defaults, what its mod.json says, an ending.</summary>
    private bool IsLeftOut(OverwriteEntry entry)
    {
        string[] names = entry.Path.Split('\\');
        bool isFolder = entry.Kind == OverwriteKind.Folder;
        bool isExcluded = DefaultExcludes.IsExcluded(names[^1], isFolder, atRoot: names.Length == 1);
        return (isExcluded && !_include.Matches(entry.Path.Replace('\\', '/'))) || HideMarker.IsOwnHidden(names[^1])
            || Array.Exists(_exclude, pattern => pattern.Matches(entry.Path));
    }
}
