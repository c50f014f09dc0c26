using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Cli.Starting.Wrapping;

/// <summary>Every folder that a game with mods must see, and where links lead that are among them.</summary>
internal static class ModPlaces
{
    /// <summary>The targets, the configuration's folder, the mods folder and each mod, by its own path and without links.</summary>
    /// <param name="configuration">The game's, with its defaults; host paths.</param>
    /// <param name="configurationFile">The file that was named for it; null for none.</param>
    public static IEnumerable<string> Of(VfsConfiguration configuration, string? configurationFile)
    {
        foreach (string target in configuration.Targets.SelectMany(WithRealPath))
            yield return target;
        if (configurationFile is not null && Path.GetDirectoryName(Path.GetFullPath(configurationFile)) is { } folder)
            yield return folder;
        if (configuration.Mods is not { } mods)
            yield break;
        foreach (string path in WithRealPath(mods))
            yield return path;
        // A mod may be a link; the link itself lies in a folder that is seen to.
        foreach (Mod mod in LoadOrder.Read(mods, configuration.Order).Mods.Where(mod => mod.IsLoaded))
            yield return RealPath.Of(mod.Folder) ?? mod.Folder;
    }

    private static IEnumerable<string> WithRealPath(string folder) =>
        RealPath.Of(folder) is { } real && real != folder ? [folder, real] : [folder];
}
