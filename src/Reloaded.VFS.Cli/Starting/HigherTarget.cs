using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// Finds mods that belong over a folder above the target: their folders are there, as where a game's program lies two folders below its data
/// (<c>bin/x64</c>).
/// </summary>
internal static class HigherTarget
{
    // Folders of programs, where no Steam library says that the game's is a higher one.
    private static readonly string[] s_programs = ["bin", "bin64", "binaries", "win64", "x64", "x64_retail", "x86_64", "win32", "exe", "system"];

    /// <summary>Returns a warning for each mod whose folders a folder above the target has, and the target hasn't.</summary>
    /// <param name="configuration">The configuration, with its defaults.</param>
    /// <param name="mods">The mods.</param>
    public static IEnumerable<Diagnostic> Find(VfsConfiguration configuration, IEnumerable<Mod> mods)
    {
        foreach ((Mod mod, string name, string folder) in FindMods(configuration, mods))
        {
            string target = configuration.Targets[0], file = VfsConfiguration.GetFile(target), line = LineFor(target, folder);
            yield return Diagnostic.Warning(
                $"the mod '{mod.Name}' has the folder '{name}', which the game has in '{folder}', and mods are laid over '{target}'",
                mod: mod.Name,
                fix: File.Exists(file)
                    ? $"put {line} into '{file}'"
                    : $"'rvfs init' writes {line} into '{file}', or name it with --target");
        }
    }

    /// <summary>Returns the folder that mods say they belong over, or null if none says so.</summary>
    /// <inheritdoc cref="Find"/>
    public static string? FindFolder(VfsConfiguration configuration, IEnumerable<Mod> mods) =>
        FindMods(configuration, mods).Select(found => found.Folder).FirstOrDefault();

    /// <summary>Returns the line of <c>rvfs.json</c> in a target by which mods are laid over another folder.</summary>
    public static string LineFor(string target, string folder) => "\"targets\": [\""
        + Path.GetRelativePath(Path.GetDirectoryName(VfsConfiguration.GetFile(target))!, folder).Replace('\\', '/') + "\"]";

    private static IEnumerable<(Mod Mod, string Name, string Folder)> FindMods(VfsConfiguration configuration, IEnumerable<Mod> mods)
    {
        if (configuration.Targets is not [var target])
            yield break;
        string? steam = SteamGame.FindFolder(target);
        if (steam is null && !s_programs.Contains(Path.GetFileName(target), StringComparer.OrdinalIgnoreCase))
            yield break;
        string[] above = [.. GameFolders.Above(target, steam)];
        if (above.Length == 0)
            yield break;
        foreach (Mod mod in mods.Where(mod => mod.IsLoaded && Directory.Exists(mod.Folder)))
        {
            string[] names = [.. Directory.EnumerateDirectories(mod.Folder).Select(folder => Path.GetFileName(folder))];
            if (names.Any(name => Has(target, name)))
                continue;
            foreach (string folder in above)
            {
                if (names.FirstOrDefault(name => Has(folder, name)) is { } found)
                {
                    yield return (mod, found, folder);
                    break;
                }
            }
        }
    }

    private static bool Has(string folder, string name) => CaseInsensitivePath.Find(Path.Combine(folder, name)) is { } path && Directory.Exists(path);
}
