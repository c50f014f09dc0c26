using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>A check of which configured targets can be used.</summary>
internal static class TargetFolders
{
    /// <summary>The advice about a folder that is on no drive of the Wine prefix.</summary>
    public const string DriveCure = "give it, or a folder above it, a drive letter: winecfg, Drives";

    /// <summary>
    /// Returns the targets over which mods can be laid: folders that can be reached, on a drive. If there are none, returns the targets
    /// that are folders or, if none is, all targets; the game then has no mods.
    /// </summary>
    /// <param name="targets">The targets, absolute.</param>
    /// <param name="isOnNoDrive">Determines whether a path is on no drive of the Wine prefix. Null to decide by its spelling.</param>
    public static string[] ThatAreThere(IReadOnlyList<string> targets, Predicate<string>? isOnNoDrive = null)
    {
        isOnNoDrive ??= ModulePath.IsOnNoDrive;
        string[] folders = [.. targets.Where(Directory.Exists)], usable = [.. folders.Where(folder => !isOnNoDrive(folder))];
        return usable.Length > 0 ? usable : folders.Length > 0 ? folders : [.. targets];
    }

    /// <summary>Returns the targets by which parts of the overwrite folder are named, or null if they are the used ones.</summary>
    /// <remarks>They are the configuration's, if the command line names none or some of them, otherwise the command line's.</remarks>
    /// <param name="configured">The configuration's targets.</param>
    /// <param name="given">The command line's targets; empty for none.</param>
    public static string[]? AllOf(IReadOnlyList<string> configured, IReadOnlyList<string> given)
    {
        string[] all = [
            .. configured.Select(target => given.FirstOrDefault(other => NameComparer.Instance.Equals(other, target)) ?? target)];
        return all.Length > 0 && given.Count > 0 && given.All(all.Contains) ? all : null;
    }

    /// <summary>Leaves out targets that can't be used, with an error for each (<see cref="ThatAreThere"/>).</summary>
    /// <param name="configuration">The configuration, whose targets are absolute.</param>
    /// <param name="places">
    /// The place of each target in the file; shorter than the targets, or empty, if they come from the command line.
    /// </param>
    /// <param name="diagnostics">Receives an error for each target that is left out.</param>
    public static VfsConfiguration LeaveOutMissing(VfsConfiguration configuration, IReadOnlyList<ConfigurationLocation> places,
        List<Diagnostic> diagnostics)
    {
        string[] there = ThatAreThere(configuration.Targets);
        for (int i = 0; i < configuration.Targets.Count; i++)
        {
            string target = configuration.Targets[i];
            if (there.Contains(target))
                continue;
            ConfigurationLocation? place = i < places.Count ? places[i] : null;
            diagnostics.Add(Diagnostic.Error($"nothing is added to '{target}': {Cause(target)}") with
            {
                File = place?.File,
                Line = place?.Line,
                Key = place?.Key ?? "--target",
                Fix = (Directory.Exists(target) ? DriveCure : "name the folder as it is on disk, or leave it out")
                    + "; the other targets have their mods",
            });
        }

        return configuration with
        {
            Targets = there,
            AllTargets = configuration.AllTargets ?? (there.Length < configuration.Targets.Count ? configuration.Targets : null),
        };
    }

    private static string Cause(string target) => Directory.Exists(target) ? "it is on no drive of the Wine prefix"
        : File.Exists(target) ? "it is a file"
        : target.StartsWith(@"\\", StringComparison.Ordinal) ? "there is no such folder, or its machine can't be reached"
        : "there is no such folder, or it can't be reached";
}

/// <summary>The temporary folder of this system, which every start needs.</summary>
internal static class TemporaryPlace
{
    /// <summary>Returns the folder's path.</summary>
    /// <exception cref="CliException">The folder doesn't exist; the message names the variable that points to it.</exception>
    public static string Find()
    {
        string folder = Path.TrimEndingDirectorySeparator(Path.GetTempPath()), variable = OperatingSystem.IsWindows() ? "TEMP" : "TMPDIR";
        return Directory.Exists(folder)
            ? folder
            : throw new CliException($"There is no temporary folder '{folder}', which {variable} names.",
                $"Create it, or set {variable} to a folder that you may write to.");
    }
}

/// <summary>The user's known folders on Windows, or in the Wine prefix in which this process runs.</summary>
internal static class WindowsFolders
{
    /// <summary>Returns a known folder, or null if the system doesn't know it, and on Linux.</summary>
    public static string? Find(KnownFolder folder) =>
        OperatingSystem.IsWindows() ? SystemFolders.FindKnown(KnownFolders.IdOf(folder)) : null;
}

/// <summary>
/// A search for mods that belong over a folder above the target, because their folders are there: a game's program may lie two folders
/// below the game's data (<c>bin/x64</c>).
/// </summary>
internal static class HigherTarget
{
    // Folders of programs, used if no Steam library says that the game's is a higher one.
    private static readonly string[] s_programs = ["bin", "bin64", "binaries", "win64", "x64", "x64_retail", "x86_64", "win32", "exe", "system"];

    /// <summary>Returns a warning for each mod whose folders exist in a folder above the target, and not in the target.</summary>
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

    /// <summary>Returns the folder above the target in which a mod's folders exist, or null if there is none.</summary>
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
            string[] names = [.. Directory.EnumerateDirectories(mod.Folder).Select(inner => Path.GetFileName(inner))];
            if (!names.Any(name => Has(target, name)) && above.FirstOrDefault(at => names.Any(name => Has(at, name))) is { } folder)
                yield return (mod, names.First(name => Has(folder, name)), folder);
        }
    }

    private static bool Has(string folder, string name) => Directory.Exists(CaseInsensitivePath.Find(Path.Combine(folder, name)));
}
