using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Monitoring.Files;

/// <summary>The files that a program has opened for writing, by the mod or the folder that has each of them now.</summary>
internal static class WrittenPaths
{
    /// <summary>Returns the owners of what was written.</summary>
    /// <param name="calls">The calls that have opened a file for writing, one for each path.</param>
    /// <param name="layers">The layers, a later one above those before it.</param>
    public static IReadOnlyList<WrittenOwner> Of(IReadOnlyCollection<FileEvent> calls, IReadOnlyCollection<EventLayer> layers)
    {
        if (calls.Count == 0)
            return [];
        Func<string, bool> exists = Exists();
        return WrittenOwner.Group(calls.Select(call =>
        {
            (string? mod, string? folder) = OwnerOf(call, layers, exists);
            return (mod, folder, new WrittenEntry(null, EventText.Short(call.Path, layers)));
        }));
    }

    /// <summary>Returns the mod or the folder that has a file now; neither if it is no longer there.</summary>
    /// <remarks>
    /// A folder that isn't a mod's, such as the overwrite folder, lies above all mods and takes what the game writes. Otherwise the file that
    /// the call has opened is written in place, and a new one lies in the game's folder, or in that of a mod that alone has the folder.
    /// </remarks>
    private static (string? Mod, string? Folder) OwnerOf(FileEvent call, IReadOnlyCollection<EventLayer> layers, Func<string, bool> exists)
    {
        EventLayer[] having = [.. layers.Where(layer => PathIn(layer, call.Path) is { } path && exists(path))];
        if (having.LastOrDefault(layer => !layer.IsOfMod) is { } above)
            return Of(above);
        if (call.IsRedirected && having.Contains(call.Layer))
            return Of(call.Layer!);
        return exists(call.Path) ? (null, WrittenOwner.GameFolder) : having.Length > 0 ? Of(having[^1]) : (null, null);
    }

    private static (string? Mod, string? Folder) Of(EventLayer layer)
    {
        if (layer.IsOfMod)
            return (layer.Name, null);
        string folder = NtPath.ToWin32(layer.Source).ToString().TrimEnd('\\');
        bool isOverwrite = folder.Split('\\').Contains(OverwritePlaces.FolderName, StringComparer.OrdinalIgnoreCase);
        return (null, isOverwrite ? WrittenOwner.OverwriteFolder : folder);
    }

    private static string? PathIn(EventLayer layer, string path)
    {
        string target = layer.Target.TrimEnd('\\');
        return path.Length > target.Length + 1 && path[target.Length] == '\\' && path.StartsWith(target, StringComparison.OrdinalIgnoreCase)
            ? NtPath.ToWin32(layer.Source) + path[(target.Length + 1)..]
            : null;
    }

    private static Func<string, bool> Exists()
    {
        if (OperatingSystem.IsWindows())
            return File.Exists;
        var paths = new WinePaths(WineInstallation.FindPrefix());
        return path => paths.ToLinux(path) is { } host && File.Exists(host);
    }
}
