using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Monitoring.Files;

/// <summary>The files that a program has opened for writing, by the mod or the folder that has each of them now.</summary>
internal static class WrittenPaths
{
    private const int MostShown = 10;
    private const string Gone = "no longer there";

    /// <summary>Writes the files; nothing if there are none.</summary>
    /// <param name="output">The output.</param>
    /// <param name="calls">The calls that have opened a file for writing, one for each path.</param>
    /// <param name="layers">The layers, a later one above those before it.</param>
    public static void Write(TextWriter output, IReadOnlyCollection<FileEvent> calls, IReadOnlyCollection<EventLayer> layers)
    {
        if (calls.Count == 0)
            return;
        output.WriteLine("opened for writing:");
        Func<string, bool> exists = Exists();
        foreach (IGrouping<string, FileEvent> group in calls.GroupBy(call => OwnerOf(call, layers, exists), StringComparer.OrdinalIgnoreCase)
            .OrderBy(group => group.Key, StringComparer.OrdinalIgnoreCase))
        {
            string[] paths = [.. group.Select(call => EventText.Short(call.Path, layers)).Order(StringComparer.OrdinalIgnoreCase)];
            output.WriteLine(FormattableString.Invariant($"  {group.Key}: {paths.Length:N0} {(paths.Length == 1 ? "file" : "files")}"));
            foreach (string path in paths.Take(MostShown))
                output.WriteLine($"    {path}");
            if (paths.Length > MostShown)
                output.WriteLine(FormattableString.Invariant($"    and {paths.Length - MostShown:N0} more"));
        }
    }

    /// <summary>Returns who has a file now.</summary>
    /// <remarks>
    /// A folder that isn't a mod's, such as the overwrite folder, lies above all mods and takes what the game writes. Otherwise the file that
    /// the call has opened is written in place, and a new one lies in the game's folder, or in that of a mod that alone has the folder.
    /// </remarks>
    internal static string OwnerOf(FileEvent call, IReadOnlyCollection<EventLayer> layers, Func<string, bool> exists)
    {
        EventLayer[] having = [.. layers.Where(layer => PathIn(layer, call.Path) is { } path && exists(path))];
        if (having.LastOrDefault(layer => !layer.IsOfMod) is { } above)
            return NameOf(above);
        if (call.IsRedirected && having.Contains(call.Layer))
            return NameOf(call.Layer!);
        return exists(call.Path) ? "the game's folder" : having.Length > 0 ? NameOf(having[^1]) : Gone;
    }

    private static string NameOf(EventLayer layer)
    {
        if (layer.IsOfMod)
            return $"the mod '{layer.Name}'";
        string folder = NtPath.ToWin32(layer.Source).ToString().TrimEnd('\\');
        return folder.Split('\\').Contains(OverwritePlaces.FolderName, StringComparer.OrdinalIgnoreCase)
            ? "the overwrite folder"
            : $"the folder '{folder}'";
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
