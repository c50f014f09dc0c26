using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>Checks of the mods: findings from reading them, and those that only show when they are laid over the game.</summary>
internal static class ModChecks
{
    /// <summary>The longest path that a program can open without support for more: MAX_PATH without the NUL (<c>minwindef.h</c>).</summary>
    private const int LongestUsual = 259;

    public static IEnumerable<Diagnostic> Run(ModSet set, ModResolver resolver) =>
    [
        .. set.Diagnostics,
        .. resolver.Applied.Diagnostics,
        .. resolver.GetConflicts().Where(c => c.IsClash).Select(Clash),
        .. resolver.Applied.Targets.SelectMany(target => FindLongPaths(resolver, target)),
    ];

    private static Diagnostic Clash(ResolvedName clash)
    {
        Provider winner = clash.Winner, loser = clash.Losers.First(l => l.IsFolder != clash.IsFolder);
        string name = Who(loser);
        return Diagnostic.Warning(
            $"'{clash.Path}' is a {Kind(winner)} of {Who(winner)} and a {Kind(loser)} of {name}: "
                + $"the game doesn't see what {name} has there",
            file: winner.Path, mod: winner.Mod ?? loser.Mod, fix: "rename one of the two, or switch one of the mods off in order.txt");
    }

    private static IEnumerable<Diagnostic> FindLongPaths(ModResolver resolver, AppliedTarget target) =>
        resolver.List(target.Folder, onlyMods: true)
            .Where(n => n is { IsFolder: false, Mod: not null } && target.VirtualFolder.Length + 1 + n.Path.Length > LongestUsual)
            .GroupBy(n => n.Mod!)
            .Select(g =>
                Diagnostic.Warning(
                    $"the mod '{g.Key}' has {g.Count()} "
                        + $"{(g.Count() == 1 ? "file whose path in the game is" : "files whose paths in the game are")} longer than "
                        + $"{LongestUsual} characters, which many games can't open; the first is '{g.First().Path}'",
                    file: g.First().Source, mod: g.Key,
                    fix: "move the game to a folder with a shorter path, or shorten the names of the mod's folders"));

    private static string Who(Provider provider) => provider.Mod is { } mod ? $"the mod '{mod}'" : "the game";

    private static string Kind(Provider provider) => provider.IsFolder ? "folder" : "file";
}

/// <summary>A search for files of the game that an update has changed since a mod replaced them: the mod hides the new version.</summary>
internal static class OriginalsCheck
{
    /// <summary>Runs the check; returns one finding for each mod.</summary>
    public static IEnumerable<Diagnostic> Run(OriginalsRecord record, ModResolver resolver)
    {
        Dictionary<string, ReplacedFile> known = record.Files.DistinctBy(f => f.Path).ToDictionary(f => f.Path);
        List<(string Path, string Mod, string Original)> updated = [];
        foreach ((string path, string mod, string replacement, string original) in OriginalsRecord.Replaced(resolver))
        {
            bool isSameMod = known.TryGetValue(path, out ReplacedFile? before) && before.Mod == mod
                && FileStamp.Of(replacement) == before.Replacement;
            if (isSameMod && FileStamp.Of(original) is { } now && now != before!.Original)
                updated.Add((path, mod, original));
        }

        return updated.GroupBy(u => u.Mod)
            .Select(g =>
                Diagnostic.Warning(
                    $"an update has changed {Count(g.Count())} of the game since the mod '{g.Key}' replaced "
                        + $"{(g.Count() == 1 ? "it" : "them")}; the mod's old version still counts. The first is '{g.First().Path}'",
                    file: g.First().Original, mod: g.Key,
                    fix: "get the mod's newest version, made for the updated game, or switch it off in order.txt"));
    }

    private static string Count(int files) => files == 1 ? "a file" : $"{files} files";
}

/// <summary>Checks of the DLLs that mods have beside the game's program.</summary>
internal static class DllChecks
{
    // Names of sets of functions, which Windows and Wine resolve by themselves.
    private static readonly string[] s_virtual = ["api-ms-", "ext-ms-"];

    /// <summary>Runs the checks, with the folder of Windows' own DLLs, of the Wine prefix on Linux.</summary>
    public static IEnumerable<Diagnostic> Run(StartedProgram program, string folder, VfsConfiguration configuration)
    {
        string system = OperatingSystem.IsWindows()
            ? Environment.SystemDirectory
            : Path.Combine(WineInstallation.FindPrefix(), "drive_c", "windows", "system32");
        return Directory.Exists(system) ? Run(program, folder, configuration, system) : [];
    }

    /// <summary>Runs the checks.</summary>
    /// <param name="program">The game's program.</param>
    /// <param name="folder">The folder of the program.</param>
    /// <param name="system">The folder of Windows' own DLLs.</param>
    internal static IEnumerable<Diagnostic> Run(StartedProgram program, string folder, VfsConfiguration configuration, string system)
    {
        ModDlls dlls = ModDlls.Find(folder, configuration);
        HashSet<string> there = new(Names(system).Concat(Names(folder)).Concat(dlls.Names), StringComparer.OrdinalIgnoreCase);
        foreach ((string name, string file, string mod) in dlls.Files.OrderBy(dll => dll.Name, StringComparer.OrdinalIgnoreCase))
        {
            string[] lacking = [.. ImportedDlls.Read(file).Where(need => !there.Contains(need)
                && !s_virtual.Any(start => need.StartsWith(start, StringComparison.OrdinalIgnoreCase)))];
            if (lacking.Length > 0)
                yield return Diagnostic.Warning(
                    $"'{name}' of the mod '{mod}' needs {string.Join(" and ", lacking.Select(need => $"'{need}'"))}, which neither the game nor "
                        + $"a mod nor {(OperatingSystem.IsWindows() ? "Windows" : "the Wine prefix")} has: it won't be loaded",
                    file: file, mod: mod,
                    fix: OperatingSystem.IsWindows()
                        ? "install what the mod's page names, for example Microsoft's Visual C++ Redistributable"
                        : "install it into the prefix, for example: winetricks vcrun2022");
        }

        // rvfs run sets them itself.
        if (OperatingSystem.IsWindows() || !configuration.Targets.Prepend(folder).Any(one => InstalledGame.Find(one) is not null))
            yield break;
        string missing = DllOverrides.Missing(
            Environment.GetEnvironmentVariable(DllOverrides.Variable), dlls, configuration, null, DllOverrides.In(system));
        if (missing.Length > 0)
            yield return Diagnostic.Notice(
                $"without rvfs run, Wine takes DLLs of its own in the place of mods' unless {DllOverrides.Variable} has {missing}",
                file: program.File,
                fix: $"set it in the launcher: {DllOverrides.Variable}=\"{missing}\" (rvfs install --registry sets that of its own DLL)");
    }

    private static IEnumerable<string> Names(string folder) =>
        Directory.Exists(folder) ? Directory.EnumerateFiles(folder).Select(file => Path.GetFileName(file)) : [];
}

/// <summary>Checks of mods and settings that a start doesn't make, because what they find has no effect or perhaps a wrong one.</summary>
internal static class ModHealth
{
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
                // What is hidden isn't seen, so it is searched for where it lies.
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
