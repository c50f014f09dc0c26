using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.Starting.Wine;

/// <summary>
/// A reader of what the Linux side of a start needs of the configuration, with folders as Linux paths. rvfs.exe reads the whole of it
/// again, and reports its problems.
/// </summary>
/// <param name="prefix">The Wine prefix, which defines the drives of Windows paths, or null if it isn't known.</param>
internal sealed class PrefixConfiguration(string? prefix)
{
    private readonly WinePaths? _drives = prefix is null ? null : new WinePaths(prefix);

    /// <summary>Reads the configuration of a game.</summary>
    /// <param name="folder">The folder of the game's program.</param>
    /// <returns>
    /// The configuration, with the targets that are there, or the game's folder alone. The mods folder, the order and the overwrite folder
    /// are Linux paths or, if they are on a drive that the prefix lacks, Windows paths, which lead nowhere here.
    /// </returns>
    /// <exception cref="CliException">The command line names a configuration that doesn't exist.</exception>
    public VfsConfiguration Read(RunOptions options, string folder)
    {
        string[] targets = Find(options.Targets);
        VfsConfiguration configuration = RunConfiguration.ReadFile(
            options.Config is { } config ? ToLinux(config) ?? config : null, [folder, .. targets], []);
        if (options.Targets.Count == 0)
            targets = Find(configuration.Targets);
        // By default the first target contains the mods and the reports; for rvfs.exe this is the first that exists.
        targets = TargetFolders.ThatAreThere(targets, path => _drives is not null && ModulePath.IsOnNoDrive(_drives.ToWindows(path)));
        string? mods = options.Mods ?? configuration.Mods, order = options.Order ?? configuration.Order;
        configuration = configuration with
        {
            Set = ChosenSet.Of(options, configuration),
            Targets = targets.Length > 0 ? targets : [folder],
            Mods = mods is null ? null : ToLinux(mods) ?? mods,
            Order = order is null ? null : ToLinux(order) ?? order,
            Overwrite = configuration.Overwrite is { } overwrite ? ToLinux(overwrite) ?? overwrite : null,
            Offline = configuration.Offline || options.Offline,
            Undo = configuration.Undo || options.Undo,
        };
        string modsFolder = configuration.Mods ?? VfsConfiguration.DefaultModsOf(configuration.Targets[0]);
        return options.Order is null ? configuration.WithSet(modsFolder) : configuration with { Set = null };
    }

    /// <summary>
    /// Returns a path of either system as an absolute Linux path, in the letter case on disk, or null if it is on a drive that the prefix
    /// lacks.
    /// </summary>
    public string? ToLinux(string path) =>
        ConfigurationPath.IsWindowsAbsolute(path) && !Path.Exists(path)
            ? _drives?.ToLinux(path)
            : path.Length == 0 ? path : CaseInsensitivePath.FindLongest(Path.GetFullPath(HomePath.Expand(path)));

    private string[] Find(IEnumerable<string> targets) => [.. targets.Select(ToLinux).OfType<string>()];
}
