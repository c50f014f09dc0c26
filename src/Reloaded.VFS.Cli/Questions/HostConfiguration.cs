using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Questions;

/// <summary>Reads, on this system and with its paths, the configuration of a run that isn't started.</summary>
internal static class HostConfiguration
{
    /// <summary>Reads the configuration's file, then the command line, which takes precedence, then the defaults.</summary>
    /// <param name="folder">The game's folder.</param>
    /// <param name="options">The options, of which those are used that name the mods and the targets. Paths are as they were typed.</param>
    /// <param name="diagnostics">Receives the problems with the configuration's file.</param>
    public static VfsConfiguration Read(string folder, RunOptions options, List<Diagnostic> diagnostics)
    {
        string[] targets = [.. options.Targets.Select(GameQuestion.HostPath)];
        VfsConfiguration configuration = RunConfiguration.ReadFile(Host(options.Config), [folder, .. targets], diagnostics);
        string[] configured = [.. configuration.Targets.Select(GameQuestion.HostPath)];
        configuration = configuration with
        {
            Targets = targets.Length > 0 ? targets : configured,
            AllTargets = TargetFolders.AllOf(configured, targets),
            Mods = Host(options.Mods ?? configuration.Mods),
            Order = Host(configuration.Order),
            Overwrite = Host(configuration.Overwrite),
            Offline = configuration.Offline || options.Offline,
            KnownFolders = OperatingSystem.IsWindows() ? WindowsFolders.Find : FindInPrefix,
            ToGamePath = OperatingSystem.IsWindows() ? null : path => new WinePaths(WineInstallation.FindPrefix()).ToWindows(path),
        };
        return ChosenSet.WithDefaults(configuration, options, folder, Host(options.Order), diagnostics);
    }

    // The prefix matters only if a map names such a folder.
    private static string? FindInPrefix(KnownFolder folder) => new PrefixFolders(WineInstallation.FindPrefix()).Find(folder);

    private static string? Host(string? path) => path is null ? null : GameQuestion.HostPath(path);
}
