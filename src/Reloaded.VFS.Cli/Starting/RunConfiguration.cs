using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// The configuration of a run, assembled from <c>rvfs/rvfs.json</c> beside the game (or <c>--config</c>) and the command line, which takes
/// precedence.
/// </summary>
internal static class RunConfiguration
{
    /// <summary>Returns the complete configuration. Problems with the file are added to <paramref name="diagnostics"/>.</summary>
    /// <exception cref="CliException">The command line names a configuration that doesn't exist.</exception>
    public static VfsConfiguration Read(RunOptions options, string gameFolder, List<Diagnostic> diagnostics)
    {
        VfsConfiguration configuration = ReadWithoutReport(options, gameFolder, diagnostics);
        if (options.ReportFile is null && configuration.Report is { } given && !StartReportFile.IsFree(given))
        {
            Diagnostic foreign = Diagnostic.Warning("this file isn't a start report, and is left alone; the report goes to rvfs/logs",
                file: given, fix: "name another file, or remove the key");
            diagnostics.Add(foreign with { Key = "report" });
            configuration = configuration with { Report = null };
        }

        return configuration with
        {
            Report = options.ReportFile ?? configuration.Report ?? ReportFiles.CreatePath([gameFolder, configuration.Targets[0]]),
        };
    }

    /// <summary>Returns the complete configuration except a new report's path, for which a folder would be created.</summary>
    /// <exception cref="CliException">The command line names a configuration that doesn't exist.</exception>
    public static VfsConfiguration ReadWithoutReport(RunOptions options, string gameFolder, List<Diagnostic> diagnostics)
    {
        string[] targets = [.. options.Targets.Select(t => Resolve(t, "--target"))];
        ConfigurationResult file = ReadResult(options.Config, [gameFolder, .. targets]);
        diagnostics.AddRange(file.Diagnostics);
        VfsConfiguration configuration = targets.Length > 0
            ? file.Configuration with { Targets = targets, AllTargets = TargetFolders.AllOf(file.Configuration.Targets, targets) }
            : file.Configuration;
        configuration = TargetFolders.LeaveOutMissing(configuration, targets.Length > 0 ? [] : file.TargetLocations, diagnostics);
        configuration = configuration with
        {
            Mods = options.Mods is null ? configuration.Mods : Resolve(options.Mods, "--mods"),
            Log = options.Log is null ? configuration.Log : Resolve(options.Log, "--log"),
            OnError = options.Strict ? ErrorPolicy.Stop : configuration.OnError,
            Offline = options.Offline || configuration.Offline,
            Undo = options.Undo || configuration.Undo,
        };
        string? order = options.Order is null ? null : Resolve(options.Order, "--order");
        configuration = ChosenSet.WithDefaults(configuration, options, gameFolder, order, diagnostics);
        return WriteTarget.Apply(configuration, options.WriteTo) with
        {
            KnownFolders = WindowsFolders.Find,
            Events = options.EventsFile ?? configuration.Events,
        };
    }

    /// <summary>
    /// Returns the configuration file alone: the named one, or <c>rvfs/rvfs.json</c> of the first folder that has it, or the defaults if
    /// there is none.
    /// </summary>
    /// <exception cref="CliException"><paramref name="named"/> doesn't exist.</exception>
    public static VfsConfiguration ReadFile(string? named, IReadOnlyList<string> folders, List<Diagnostic> diagnostics)
    {
        ConfigurationResult result = ReadResult(named, folders);
        diagnostics.AddRange(result.Diagnostics);
        return result.Configuration;
    }

    private static ConfigurationResult ReadResult(string? named, IReadOnlyList<string> folders)
    {
        string file = named is null
            ? folders.Select(VfsConfiguration.GetFile).FirstOrDefault(File.Exists) ?? VfsConfiguration.GetFile(folders[0])
            : Resolve(named, "--config");
        if (!File.Exists(file))
            return named is null
                ? new ConfigurationResult(WithSources(new VfsConfiguration()), [])
                : throw new CliException($"There is no configuration '{file}'.", "Check the path after --config.");
        ConfigurationResult result = ConfigurationReader.ReadFile(file, UnixPath.ToWindows);
        return result with { Configuration = WithSources(result.Configuration) };
    }

    private static VfsConfiguration WithSources(VfsConfiguration configuration) =>
        configuration with { ModJsons = ForeignMetadata.Instance };

    /// <summary>Returns a path of the command line, which may be relative to the current folder, as an absolute path.</summary>
    /// <exception cref="CliException">The path is invalid.</exception>
    public static string Resolve(string path, string option) =>
        ConfigurationPath.Validate(path) is { } cause
            ? throw new CliException($"{option} '{path}': {cause}.")
            : ConfigurationPath.Resolve(path, Environment.CurrentDirectory);
}

/// <summary>The set that counts: that of the command line, or else that of the environment, or else that of the configuration.</summary>
internal static class ChosenSet
{
    /// <summary>Returns the name of the set, or null for none.</summary>
    /// <exception cref="CliException">What the environment says can't be a name.</exception>
    public static string? Of(RunOptions options, VfsConfiguration configuration) => Named(options) ?? configuration.Set;

    /// <summary>Returns a configuration with its defaults and the values of the chosen set.</summary>
    /// <param name="configuration">The configuration, without defaults.</param>
    /// <param name="options">The command line.</param>
    /// <param name="folder">The game's folder.</param>
    /// <param name="order">The order file that the command line names, which takes precedence, or null for none.</param>
    /// <param name="diagnostics">Receives the problems with the configuration's set.</param>
    /// <exception cref="CliException">The set that the command line or the environment names doesn't exist.</exception>
    public static VfsConfiguration WithDefaults(VfsConfiguration configuration, RunOptions options, string folder, string? order,
        List<Diagnostic> diagnostics)
    {
        string? named = Named(options), set = named ?? configuration.Set;
        VfsConfiguration filled = (configuration with { Set = set }).WithDefaults(folder);
        if (set is not null && Path.GetDirectoryName(filled.Order) is { } setFolder && !Directory.Exists(setFolder))
        {
            string sets = Path.GetDirectoryName(setFolder)!;
            IEnumerable<string> others = Directory.Exists(sets)
                ? Directory.GetDirectories(sets).Select(other => Path.GetFileName(other))
                : [];
            string? near = NearestName.Find(set, others);
            string cure = near is null ? $"'rvfs set \"{set}\" --new' makes it" : $"did you mean '{near}'?";
            if (named is not null)
                throw new CliException($"There is no set '{set}'{(options.Set is null ? $", which {SetPlaces.Variable} names" : "")}.",
                    char.ToUpperInvariant(cure[0]) + cure[1..]);
            diagnostics.Add(Diagnostic.Error($"there is no set '{set}'") with { File = setFolder, Key = "set", Fix = cure });
        }

        return order is null ? filled : filled with { Order = order };
    }

    private static string? Named(RunOptions options)
    {
        if ((options.Set ?? SetPlaces.FromEnvironment()) is { } set)
            return set;
        return Environment.GetEnvironmentVariable(SetPlaces.Variable) is { Length: > 0 } text && ModName.WhyNoMod(text) is { } cause
            ? throw new CliException($"{SetPlaces.Variable}: '{ModName.Show(text)}' can't be the name of a set: {cause}.")
            : null;
    }
}
