using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Questions;

/// <summary>The common part of <c>ls</c>, <c>which</c> and <c>conflicts</c>: the selection of the game, and its view without it.</summary>
internal sealed class GameQuestion
{
    private readonly Option<string[]> _target =
        Syntax.Texts("--target", "DIR", "The folder that mods are laid over. Default: the game's folder");
    private readonly Option<string?> _mods =
        Syntax.Text("--mods", "DIR", "The folder with a folder for each mod. Default: rvfs/mods in the target");
    private readonly Option<string?> _set = Syntax.Text("--set", "NAME",
        "The set whose order and preferences count. Default: that of RVFS_SET or of the configuration, else none");
    private readonly Option<string?> _config =
        Syntax.Text("--config", "FILE", "The configuration. Default: rvfs/rvfs.json beside the game");
    private readonly Option<bool> _json = Syntax.Flag("--json", "Print the answer as JSON");

    /// <summary>
    /// Adds the common options to a command. They also apply to its subcommands, wherever they are given: these must read this object, and
    /// add no other.
    /// </summary>
    /// <param name="json">True if the answer is also available as JSON.</param>
    public void AddTo(Command command, bool json = true)
    {
        foreach (Option option in (Option[])[_target, _mods, _set, _config])
        {
            option.Recursive = true;
            command.Add(option);
        }

        if (json)
            command.Add(_json);
    }

    /// <summary>Returns the options that were given, each in one word and with a path of this system, for another command.</summary>
    public IReadOnlyList<string> Words(ParseResult result)
    {
        IEnumerable<(Option Option, string? Value)> given = [.. (result.GetValue(_target) ?? []).Select(target => (_target, target)),
            (_mods, result.GetValue(_mods)), (_config, result.GetValue(_config))];
        return [.. given.Where(one => one.Value is not null).Select(one => $"{one.Option.Name}={HostPath(one.Value!)}")];
    }

    public string? SetOf(ParseResult result) => result.GetValue(_set);

    public bool WantsJson(ParseResult result) => result.GetValue(_json);

    /// <summary>Reads the mods and lays them over the game's folders. Problems are reported on stderr.</summary>
    /// <param name="stamps">The source of stamps that confirm what is cached of the mods' folders; null to use nothing that is cached.</param>
    /// <exception cref="CliException">There is no such game.</exception>
    public GameView Open(ParseResult result, IFolderStamps? stamps = null)
    {
        List<Diagnostic> diagnostics = [];
        VfsConfiguration configuration = Configure(result, diagnostics);
        using CachedMods? kept = stamps is not null && configuration.Mods is { } mods ? new CachedMods(mods, stamps) : null;
        ModSet set = Progress.Of("reading the mods", () => ModSet.Load(configuration, kept));
        ModResolver resolver = new(set);
        diagnostics.AddRange(set.Diagnostics);
        diagnostics.AddRange(resolver.Applied.Diagnostics);
        if (!WantsJson(result))
            Messages.ShowProblems(diagnostics);
        return new GameView(resolver, set, diagnostics) { ReadsAnew = kept is { Confirmed: 0 } or { Changed: > 0 } };
    }

    /// <summary>Returns the configuration of the game that is meant, with paths of this system.</summary>
    /// <param name="diagnostics">Receives the problems with the configuration's file.</param>
    /// <exception cref="CliException">There is no such game.</exception>
    public VfsConfiguration Configure(ParseResult result, List<Diagnostic> diagnostics) => Configure(result, diagnostics, out _);

    /// <summary>Returns the order of the game's mods, to be changed.</summary>
    /// <exception cref="CliException">There is no such game, or no mods folder.</exception>
    public OrderChange Change(ParseResult result) => Change(ConfigureAndReport(result));

    /// <summary>Returns the order of the mods of a configuration, to be changed. Problems with its files are reported on stderr.</summary>
    /// <exception cref="CliException">There is no mods folder.</exception>
    public static OrderChange Change(VfsConfiguration configuration)
    {
        OrderChange change = new(configuration);
        Messages.ShowProblems(change.Order.Diagnostics);
        return change;
    }

    /// <summary>Returns the configuration of the game that is meant. Problems with its file are reported on stderr.</summary>
    /// <exception cref="CliException">There is no such game.</exception>
    public VfsConfiguration ConfigureAndReport(ParseResult result) => ConfigureAndReport(result, out _);

    /// <summary>Returns the configuration of the game that is meant. Problems with its file are reported on stderr.</summary>
    /// <param name="folder">The game's folder.</param>
    /// <exception cref="CliException">There is no such game.</exception>
    public VfsConfiguration ConfigureAndReport(ParseResult result, out string folder)
    {
        List<Diagnostic> diagnostics = [];
        VfsConfiguration configuration = Configure(result, diagnostics, out folder);
        Messages.ShowProblems(diagnostics);
        return configuration;
    }

    /// <summary>Warns if a mods folder is about to be created in a folder that doesn't look like a game's.</summary>
    public static void WarnOfNoGame(VfsConfiguration configuration)
    {
        if (Directory.Exists(configuration.Mods) || configuration.Targets.Count == 0)
            return;
        string folder = configuration.Targets[0];
        var options = new EnumerationOptions { MatchCasing = MatchCasing.CaseInsensitive };
        if (!Directory.EnumerateFiles(folder, "*.exe", options).Any() && GameFolders.ProgramsOf(folder).Count == 0)
            Messages.Warn($"no program lies in '{folder}': is it a game's folder?", "Name the game with --game GAME.");
    }

    /// <summary>Returns the configuration, with its defaults filled in and with paths of this system.</summary>
    /// <param name="diagnostics">Receives the problems with the configuration's file.</param>
    /// <param name="folder">The game's folder.</param>
    /// <exception cref="CliException">There is no such game.</exception>
    public VfsConfiguration Configure(ParseResult result, List<Diagnostic> diagnostics, out string folder)
    {
        var options = new RunOptions
        {
            Game = "",
            Targets = result.GetValue(_target) ?? [],
            Mods = result.GetValue(_mods),
            Set = result.GetValue(_set),
            Config = result.GetValue(_config),
        };
        CheckFolders(options);
        folder = FindFolder(GameOption.Of(result), options);

        VfsConfiguration configuration = HostConfiguration.Read(folder, options, diagnostics);
        if (configuration.Targets.FirstOrDefault(target => !Directory.Exists(target)) is { } missing)
            throw new CliException(ExitCodes.NotFound, $"There is no folder '{missing}'.",
                "Name the game with --game GAME, or the folder that mods are laid over with --target DIR.");
        return configuration;
    }

    /// <summary>Returns a description of the game and the set of a configuration, for the sentence before a deletion or a move.</summary>
    public static string NameOf(VfsConfiguration configuration)
    {
        string targets = $"the game in '{string.Join("' and '", configuration.Targets)}'";
        return SetPlaces.NameOf(configuration) is { } set ? $"{targets}, with its set '{set}'" : targets;
    }

    /// <summary>Refuses a file where a folder belongs, as when an option has taken the game's program for its value.</summary>
    /// <exception cref="CliException">An option has a file.</exception>
    public static void CheckFolders(RunOptions options)
    {
        IEnumerable<(string Name, string? Value)> given = [("--mods", options.Mods), .. options.Targets.Select(target => ("--target", target))];
        foreach ((string name, string? value) in given)
        {
            if (value is not null && File.Exists(HostPath(value)))
                throw new CliException($"{name} takes a folder, and '{value}' is a file.",
                    $"The folder comes directly behind {name}, and the game behind it: {name} DIR GAME");
        }
    }

    private static string FindFolder(string? named, RunOptions options)
    {
        if (named is not null)
            return NamedGame.Find(named).Folder;
        if (options.Targets.Count > 0)
            return HostPath(options.Targets[0]);
        // A configuration may name its targets itself.
        return options.Config is null ? NamedGame.Find(null).Folder : NamedGame.FindHere()?.Folder ?? Environment.CurrentDirectory;
    }

    /// <summary>Returns a path that was typed, of this system or, under Wine, of Windows, as an absolute path of this system.</summary>
    public static string HostPath(string path)
    {
        path = HomePath.Expand(path);
        if (OperatingSystem.IsWindows())
            return Path.GetFullPath(path);
        if (!ConfigurationPath.IsWindowsAbsolute(path))
            return CaseInsensitivePath.FindLongest(Path.GetFullPath(path.Replace('\\', '/')));
        string prefix = WineInstallation.FindPrefix();
        return new WinePaths(prefix).ToLinux(path)
            ?? throw new CliException(ExitCodes.NotFound, $"'{path}' is on no drive of the Wine prefix '{prefix}'.",
                "Give the Linux path, or set WINEPREFIX.");
    }
}

/// <summary>A game with its mods laid over it, to be queried.</summary>
internal sealed class GameView(ModResolver resolver, ModSet set, IReadOnlyList<Diagnostic> diagnostics) : IDisposable
{
    public ModResolver Resolver { get; } = resolver;
    public ModSet Set { get; } = set;

    /// <summary>Gets the problems with the configuration and the mods.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; } = diagnostics;

    /// <summary>Gets a value indicating whether folders of mods were listed although what is cached of them was to be used.</summary>
    public bool ReadsAnew { get; init; }

    /// <summary>Returns a path that was typed in the form that <see cref="Resolver"/> understands.</summary>
    /// <remarks>
    /// Relative paths are below the current folder if that is in a target and has the path, otherwise below the first target. Absolute ones
    /// may be of either system, and lead through links.
    /// </remarks>
    public string Locate(string path)
    {
        if (ConfigurationPath.IsWindowsAbsolute(path) || Path.IsPathRooted(path))
            return ThroughLinks(ConfigurationPath.IsWindowsAbsolute(path) ? GameQuestion.HostPath(path) : path);
        string below = ThroughLinks(
            Path.Combine(Environment.CurrentDirectory, OperatingSystem.IsWindows() ? path : path.Replace('\\', '/')));
        return Resolver.Which(below) is not null ? below : path;
    }

    public void Dispose() => Resolver.Dispose();

    /// <summary>Returns the path by the target's own spelling if another path leads into the same folder.</summary>
    private string ThroughLinks(string path)
    {
        if (OperatingSystem.IsWindows() || Resolver.Which(path) is not null)
            return path;
        path = Cli.Game.CaseInsensitivePath.FindLongest(Path.GetFullPath(path));
        foreach (AppliedTarget target in Resolver.Applied.Targets)
        {
            if (FileId.OfFolder(target.Folder) is { } id
                && Cli.Game.FolderPath.Upwards(path).FirstOrDefault(folder => FileId.OfFolder(folder) == id) is { } same)
                return Path.Join(target.Folder, path[same.Length..]);
        }

        return path;
    }
}

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
