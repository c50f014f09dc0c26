using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Cli.Starting.Wrapping;

/// <summary>The folders that a game with mods must see, including the targets of links among them.</summary>
internal static class ModPlaces
{
    /// <summary>
    /// Returns the targets, the configuration's folder, the mods folder and each mod, the folders of sets and of mapped parts, the order's
    /// folder, and the parent of the overwrite folder, by their own paths and by their real paths.
    /// </summary>
    /// <param name="configuration">The game's configuration, with its defaults and host paths.</param>
    /// <param name="configurationFile">The configuration file that was named, or null for none.</param>
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
            // A mod may be a link; the link itself lies in a folder that is already returned.
            foreach (Mod mod in LoadOrder.Of(configuration).Mods.Where(mod => mod.IsLoaded))
            {
                yield return RealPath.Of(mod.Folder) ?? mod.Folder;
                // An imported mod is a folder with links to what the other manager has.
                foreach (string link in LinksIn(mod.Folder))
                    yield return link;
            }

            foreach (string path in BesideModsOf(mods).SelectMany(WithRealPath))
                yield return path;
        }

        if (configuration.Order is { } order && Path.GetDirectoryName(Path.GetFullPath(order)) is { } orders)
        {
            foreach (string path in WithRealPath(orders))
                yield return path;
        }

        // Incomplete files and the journal lie beside the overwrite folder and are renamed into it, so both must be in one folder of the
        // container.
        if ((configuration.Writes == WritePolicy.Overwrite || configuration.Undo)
            && OverwritePlaces.FolderOf(configuration) is ['/', ..] overwrite && Path.GetDirectoryName(overwrite) is { } aroundOverwrite)
        {
            foreach (string path in WithRealPath(aroundOverwrite))
                yield return path;
        }
    }

    /// <summary>Returns the sets and the parent folders for mapped parts of mods, if there are any.</summary>
    private static IEnumerable<string> BesideModsOf(string mods) =>
        ((string?[])[SetPlaces.FolderOf(mods), BesideMods.FolderOf(mods, MapParents.FolderName)]).OfType<string>().Where(Directory.Exists);

    private static IEnumerable<string> LinksIn(string folder) =>
        FileErrors.Ignore<string[]>(() => [.. new DirectoryInfo(folder).GetDirectories().Where(inner => inner.LinkTarget is not null)
            .Select(inner => RealPath.Of(inner.FullName)).OfType<string>()], []);

    private static IEnumerable<string> WithRealPath(string folder) =>
        RealPath.Of(folder) is { } real && real != folder ? [folder, real] : [folder];
}
