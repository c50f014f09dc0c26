using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Questions;

/// <summary>The configuration of a run that isn't started: read by this system, with this system's paths.</summary>
internal static class HostConfiguration
{
    /// <summary>The configuration's file, then the command line, which wins, then the defaults.</summary>
    /// <param name="folder">The game's folder.</param>
    /// <param name="options">Of these, what says where the mods are and what they lie over. Paths as they were typed.</param>
    /// <param name="diagnostics">Takes what is the matter with the configuration's file.</param>
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

    // Asked where a map names such a folder: the prefix doesn't matter otherwise.
    private static string? FindInPrefix(KnownFolder folder) => new PrefixFolders(WineInstallation.FindPrefix()).Find(folder);

    private static string? Host(string? path) => path is null ? null : GameQuestion.HostPath(path);
}
