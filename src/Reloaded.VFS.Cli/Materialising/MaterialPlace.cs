using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Cli.Materialising;

/// <summary>The check of the place of a materialised folder.</summary>
internal static class MaterialPlace
{
    /// <summary>Returns the real path of a folder, which need not exist.</summary>
    public static string RealOf(string folder) => RealPlace.PathOf(folder, HostPlaces.Find);

    /// <summary>Checks that a folder has nothing to do with those of the game. Links are followed.</summary>
    /// <param name="root">The folder, which need not exist.</param>
    /// <param name="configuration">The configuration, with its defaults.</param>
    /// <exception cref="CliException">The folder is one of them, lies in one, or contains one.</exception>
    public static void Check(string root, VfsConfiguration configuration)
    {
        Dictionary<string, RealPlace?> known = new(StringComparer.Ordinal);
        RealPlace? Look(string path) => known.TryGetValue(path, out RealPlace? found) ? found : known[path] = HostPlaces.Find(path);
        foreach ((string what, string folder) in Places(configuration))
        {
            bool isIn = RealPlace.IsSameOrBelow(root, folder, Look), isAround = RealPlace.IsSameOrBelow(folder, root, Look);
            if (isIn || isAround)
            {
                string how = isIn && isAround ? "is" : isIn ? "lies in" : "contains";
                throw new CliException(ExitCodes.Failed, $"'{root}' can't be filled: it {how} {what}, '{folder}'.",
                    "Name a new folder that has nothing to do with the game's.");
            }
        }

        for (string? around = Path.GetDirectoryName(root); around is not null; around = Path.GetDirectoryName(around))
        {
            if (File.Exists(MaterialManifest.FileOf(around)))
                throw new CliException(ExitCodes.Failed, $"'{root}' can't be filled: it lies in '{around}', which rvfs has materialised.",
                    "Name a new folder beside that one.");
        }
    }

    private static IEnumerable<(string What, string Folder)> Places(VfsConfiguration configuration)
    {
        foreach (string target in OverwritePlaces.AllOf(configuration))
            yield return ("the folder that mods are laid over", target);
        string mods = configuration.Mods ?? VfsConfiguration.DefaultModsOf(configuration.Targets[0]);
        yield return ("the mods folder", mods);
        yield return ("the overwrite folder", OverwritePlaces.FolderOf(configuration));
        if (OverwritePlaces.LocalOf(configuration) is { } local)
            yield return ("the overwrite folder in the user's data", local);
        if (SetPlaces.FolderOf(mods) is { } sets)
            yield return ("the folder of all sets", sets);
        if (ArchiveCache.FolderOf(mods) is { } cache)
            yield return ("the folder with the content of archives", cache);
        // A mod may be a link to a folder anywhere.
        foreach (Mod mod in LoadOrder.Of(configuration).Mods.Where(mod => Directory.Exists(mod.Folder)))
            yield return ($"the folder of the mod '{mod.Name}'", mod.Folder);
    }
}
