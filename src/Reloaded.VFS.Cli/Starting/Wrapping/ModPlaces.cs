using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Cli.Starting.Wrapping;

/// <summary>Every folder that a game with mods must see, and where links lead that are among them.</summary>
internal static class ModPlaces
{
    /// <summary>
    /// The targets, the configuration's folder, the mods folder and each mod, the order's folder, what is kept beside the mods folder, and
    /// where the overwrite folder lies: by its own path and without links.
    /// </summary>
    /// <param name="configuration">The game's, with its defaults; host paths.</param>
    /// <param name="configurationFile">The file that was named for it; null for none.</param>
    public static IEnumerable<string> Of(VfsConfiguration configuration, string? configurationFile)
    {
        foreach (string target in configuration.Targets.SelectMany(WithRealPath))
            yield return target;
        if (configurationFile is not null && Path.GetDirectoryName(Path.GetFullPath(configurationFile)) is { } folder)
            yield return folder;
        if (configuration.Mods is { } mods)
        {
            foreach (string path in WithRealPath(mods))
                yield return path;
            // A mod may be a link; the link itself lies in a folder that is seen to.
            foreach (Mod mod in LoadOrder.Of(configuration).Mods.Where(mod => mod.IsLoaded))
                yield return RealPath.Of(mod.Folder) ?? mod.Folder;
            foreach (string path in BesideModsOf(mods).SelectMany(WithRealPath))
                yield return path;
        }

        if (configuration.Order is { } order && Path.GetDirectoryName(Path.GetFullPath(order)) is { } orders)
        {
            foreach (string path in WithRealPath(orders))
                yield return path;
        }

        // What isn't whole, and the journal, lie beside the overwrite folder and are renamed into it: both in one folder of the container.
        if ((configuration.Writes == WritePolicy.Overwrite || configuration.Undo)
            && OverwritePlaces.FolderOf(configuration) is ['/', ..] overwrite && Path.GetDirectoryName(overwrite) is { } aroundOverwrite)
        {
            foreach (string path in WithRealPath(aroundOverwrite))
                yield return path;
        }
    }

    /// <summary>The sets, and the folders on the way to mapped parts of mods, where there are any.</summary>
    private static IEnumerable<string> BesideModsOf(string mods) =>
        ((string?[])[SetPlaces.FolderOf(mods), BesideMods.FolderOf(mods, MapParents.FolderName)]).OfType<string>().Where(Directory.Exists);

    private static IEnumerable<string> WithRealPath(string folder) =>
        RealPath.Of(folder) is { } real && real != folder ? [folder, real] : [folder];
}
