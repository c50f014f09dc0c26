using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>Checks of mods and settings that a start doesn't make, because what they find has no effect or perhaps a wrong one.</summary>
internal static class ModHealth
{
    /// <summary>Runs the checks.</summary>
    public static IEnumerable<Diagnostic> Run(ModSet set, ModResolver resolver, VfsConfiguration configuration) =>
        [.. FindTwins(set), .. FindIdle(set, resolver, configuration), .. FindLeft(configuration)];

    /// <summary>Finds mods with the id of another one, such as two versions of one mod.</summary>
    private static IEnumerable<Diagnostic> FindTwins(ModSet set) => set.Mods.Select(mod => mod.Mod)
        .Where(mod => mod.IsLoaded && mod.Metadata.Id is not null)
        .GroupBy(mod => mod.Metadata.Id!, NameComparer.Instance).Where(group => group.Count() > 1)
        .Select(group => Diagnostic.Warning(
            $"several mods are '{group.Key}', perhaps two versions of one: {string.Join(", ", group.Select(mod => $"'{mod.Name}'"))}",
            file: group.Last().Metadata.File, mod: group.Last().Name,
            fix: $"switch all but one off: rvfs mods disable \"{group.First().Name}\""));

    /// <summary>Finds patterns that match nothing, perhaps because they are misspelt.</summary>
    private static IEnumerable<Diagnostic> FindIdle(ModSet set, ModResolver resolver, VfsConfiguration configuration)
    {
        (string Key, PathPattern Pattern, Mod? Mod)[] patterns = [
            .. configuration.InPlace.Select(text => ("inPlace", new PathPattern(text), (Mod?)null)),
            .. set.Mods.SelectMany(mod => mod.Mod.Metadata.Exclude.Select(text => ("exclude", new PathPattern(text), (Mod?)mod.Mod))),
            .. set.Mods.SelectMany(mod => mod.Mod.Metadata.Hide.Select(text => ("hide", new PathPattern(text), (Mod?)mod.Mod)))];
        if (patterns.Length == 0)
            yield break;
        string[] seen = [
            .. resolver.Applied.Targets.Where(target => target.IsConfigured).SelectMany(target => resolver.List(target.Folder))
                .Select(name => name.Path)];
        foreach ((string key, PathPattern pattern, Mod? mod) in patterns)
        {
            IEnumerable<string> names = key switch
            {
                "exclude" => NamesIn(mod!.Folder),
                // What is hidden isn't seen, so it is looked for where it lies.
                "hide" => configuration.Targets.SelectMany(NamesIn)
                    .Concat(set.Mods.Where(other => other.Mod != mod).SelectMany(other => NamesIn(other.Mod.Folder))),
                _ => seen,
            };
            if (names.Any(name => pattern.Matches(name)))
                continue;
            yield return (key == "inPlace"
                ? Diagnostic.Notice($"'{key}' names '{pattern.Text}', and the game has nothing of that name yet")
                : Diagnostic.Warning($"'{key}' names '{pattern.Text}', and nothing has such a name")) with
            {
                File = mod?.Metadata.File ?? VfsConfiguration.GetFile(configuration.Targets[0]),
                Key = key,
                Mod = mod?.Name,
                Fix = "look whether the path is written as it is on disk, from the folder that mods are laid over; ** stands for any folders",
            };
        }
    }

    private static IEnumerable<string> NamesIn(string folder) => TreeNames.List(folder)
        .Select(entry => entry.Path.Replace('/', '\\'))
        .Where(path => !VirtualPath.IsSameOrBelow(path, VfsConfiguration.FolderName));

    /// <summary>Finds what a tool that was killed has written for a mod.</summary>
    private static IEnumerable<Diagnostic> FindLeft(VfsConfiguration configuration)
    {
        string place = WriteTarget.PlaceOf(configuration);
        if (!Directory.Exists(place))
            yield break;
        foreach (string folder in Directory.GetDirectories(place).Where(folder => Directory.Exists(OverwritePlaces.TemporaryOf(folder))))
        {
            string mod = Path.GetFileName(folder);
            if (Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).Any())
                yield return Diagnostic.Warning(
                    $"what a tool has written for the mod '{mod}' isn't in the mod yet, because rvfs was ended first",
                    file: folder, mod: mod, fix: $"start the tool once more: rvfs run --write-to \"{mod}\" TOOL.EXE");
        }
    }
}
