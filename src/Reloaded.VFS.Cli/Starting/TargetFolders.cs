using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>Which of the folders that mods are to be laid over can be had.</summary>
internal static class TargetFolders
{
    /// <summary>What to do about a folder that is on no drive of the Wine prefix.</summary>
    public const string DriveCure = "give it, or a folder above it, a drive letter: winecfg, Drives";

    /// <summary>
    /// Those of the targets that mods can be laid over: folders that can be reached, on a drive. Where there are none, those that are
    /// folders, and else all: without a folder to lay them over there are no mods.
    /// </summary>
    /// <param name="targets">Absolute.</param>
    /// <param name="isOnNoDrive">Whether a path is on no drive of the Wine prefix; null: by its Windows spelling.</param>
    public static string[] ThatAreThere(IReadOnlyList<string> targets, Predicate<string>? isOnNoDrive = null)
    {
        isOnNoDrive ??= ModulePath.IsOnNoDrive;
        string[] folders = [.. targets.Where(Directory.Exists)], usable = [.. folders.Where(folder => !isOnNoDrive(folder))];
        return usable.Length > 0 ? usable : folders.Length > 0 ? folders : [.. targets];
    }

    /// <summary>
    /// The targets by which parts of the overwrite folder are named: those of the configuration, if the command line names none or some of
    /// them, else those of the command line. Null where that is what is laid over anyway.
    /// </summary>
    /// <param name="configured">The configuration's targets.</param>
    /// <param name="given">Those of the command line; empty for none.</param>
    public static string[]? AllOf(IReadOnlyList<string> configured, IReadOnlyList<string> given)
    {
        string[] all = [
            .. configured.Select(target => given.FirstOrDefault(other => NameComparer.Instance.Equals(other, target)) ?? target)];
        return all.Length > 0 && given.Count > 0 && given.All(all.Contains) ? all : null;
    }

    /// <summary>
    /// Leaves out what mods can't be laid over, and says so (<see cref="ThatAreThere"/>).
    /// </summary>
    /// <param name="configuration">Its targets are absolute.</param>
    /// <param name="places">Where each target stands in the file; shorter than the targets, or empty,
    /// where they come from the command line.</param>
    /// <param name="diagnostics">Gets an error for each that is left out.</param>
    public static VfsConfiguration LeaveOutMissing(VfsConfiguration configuration, IReadOnlyList<ConfigurationPlace> places,
        List<Diagnostic> diagnostics)
    {
        string[] there = ThatAreThere(configuration.Targets);
        for (int i = 0; i < configuration.Targets.Count; i++)
        {
            string target = configuration.Targets[i];
            if (there.Contains(target))
                continue;
            ConfigurationPlace? place = i < places.Count ? places[i] : null;
            diagnostics.Add(Diagnostic.Error($"nothing is added to '{target}': {Cause(target)}") with
            {
                File = place?.File,
                Line = place?.Line,
                Key = place?.Key ?? "--target",
                Fix = (Directory.Exists(target) ? DriveCure : "name a folder as it is on disk, or leave it out")
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

/// <summary>The temporary folder of this system, which each start needs.</summary>
internal static class TemporaryPlace
{
    /// <summary>Its path.</summary>
    /// <exception cref="CliException">It isn't there; the variable that names it is told.</exception>
    public static string Find()
    {
        string folder = Path.TrimEndingDirectorySeparator(Path.GetTempPath()), variable = OperatingSystem.IsWindows() ? "TEMP" : "TMPDIR";
        return Directory.Exists(folder)
            ? folder
            : throw new CliException(ExitCodes.Failed, $"There is no temporary folder '{folder}', which {variable} names.",
                $"Make it, or set {variable} to a folder that you may write to.");
    }
}

/// <summary>The user's known folders on Windows, or as the Wine prefix has them that this process runs in.</summary>
internal static class WindowsFolders
{
    /// <summary>A known folder; null where the system doesn't know it, and on Linux.</summary>
    public static string? Find(KnownFolder folder) =>
        OperatingSystem.IsWindows() ? SystemFolders.FindKnown(KnownFolders.IdOf(folder)) : null;
}
