using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>Finds overwrite folders in places they can't have.</summary>
/// <remarks>
/// Operations on the folder's content (copies that are removed, <c>rvfs overwrite clear</c>) would otherwise hit the game, the mods or
/// another set's saves. Paths are compared with their links resolved. Nothing on disk is changed.
/// </remarks>
internal static class OverwriteOverlap
{
    private const string CacheName = "cache";

    /// <summary>Returns the problem with the place of the overwrite folder, or null if there is none.</summary>
    /// <param name="configuration">The configuration, with its defaults.</param>
    /// <param name="look">Asks the system for a path. Returns null if nothing is there.</param>
    public static Diagnostic? Find(VfsConfiguration configuration, Func<string, RealPlace?> look)
    {
        string folder = OverwritePlaces.FolderOf(configuration);
        if (FindCause(configuration, folder, look) is not { } cause)
            return null;
        ConfigurationLocation? key = configuration.OverwriteKey;
        return Diagnostic.Error($"'{folder}' can't be the overwrite folder: {cause}; nothing is redirected, and nothing was changed") with
        {
            File = key?.File ?? folder,
            Line = key?.Line,
            Key = key?.Key ?? "overwrite",
            Fix = "name a separate folder, or remove the key to use rvfs/overwrite in the game's folder",
        };
    }

    private static string? FindCause(VfsConfiguration configuration, string folder, Func<string, RealPlace?> look)
    {
        Dictionary<string, RealPlace?> known = new(StringComparer.Ordinal);
        RealPlace? Look(string path) => known.TryGetValue(path, out RealPlace? found) ? found : known[path] = look(path);
        bool IsIn(string inner, string outer) => RealPlace.IsSameOrBelow(inner, outer, Look);
        IReadOnlyList<string> targets = OverwritePlaces.AllOf(configuration);
        foreach (string target in targets)
        {
            if (IsIn(target, folder))
                return IsIn(folder, target)
                    ? "it is the folder that mods are laid over"
                    : $"the folder that mods are laid over, '{target}', lies in it";
        }

        string mods = configuration.Mods ?? VfsConfiguration.DefaultModsOf(targets[0]);
        if (IsIn(folder, mods))
            return "it lies in the mods folder, where it would be a mod";
        if (IsIn(mods, folder))
            return $"the mods folder, '{mods}', lies in it";
        if (SetPlaces.FolderOf(mods) is { } sets)
        {
            string? own = configuration.SetName is { } name ? SetPlaces.OverwriteOf(Path.Combine(sets, name)) : null;
            if (IsIn(sets, folder))
                return $"the folder of all sets, '{sets}', lies in it";
            if (IsIn(folder, sets) && (own is null || !IsIn(folder, own)))
                return $"it lies in '{sets}', where each set has a folder of its own";
        }

        if (BesideMods.FolderOf(mods, CacheName) is { } cache && (IsIn(folder, cache) || IsIn(cache, folder)))
            return $"the content of archives lies in '{cache}'";
        // The usual place is inside a target, but in the folder that the game doesn't see.
        string[] usual = [.. targets.Select(target => Path.Combine(target, VfsConfiguration.FolderName))];
        string? around = targets.FirstOrDefault(target => IsIn(folder, target));
        return around is null || Array.Exists(usual, place => IsIn(folder, place) && !IsIn(place, folder))
            ? null
            : $"it lies in '{around}', which mods are laid over";
    }
}
