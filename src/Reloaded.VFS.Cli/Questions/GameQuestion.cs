using System.CommandLine;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Questions;

/// <summary>
/// What <c>ls</c>, <c>which</c> and <c>conflicts</c> have in common: which game is meant, and the answer from the core without it.
/// </summary>
internal sealed class GameQuestion
{
    private readonly Option<string?> _game = new("--game")
    {
        Recursive = true,
        HelpName = "GAME.EXE",
        Description =
            "The game's program: mods and configuration are looked for beside it, as 'rvfs run' does. Default: the current folder",
    };
    private readonly Option<string[]> _target = new("--target")
    {
        Recursive = true,
        HelpName = "DIR",
        Description = "The folder that mods are laid over. Default: the folder of the game",
    };
    private readonly Option<string?> _mods = new("--mods")
    {
        Recursive = true,
        HelpName = "DIR",
        Description = "The folder with a folder for each mod. Default: rvfs/mods in the target",
    };
    private readonly Option<string?> _set = new("--set")
    {
        Recursive = true,
        HelpName = "NAME",
        Description = "The set whose order and preferences count. Default: that of RVFS_SET or of the configuration, else none",
    };
    private readonly Option<string?> _config = new("--config")
    {
        Recursive = true,
        HelpName = "FILE",
        Description = "The configuration. Default: rvfs/rvfs.json beside the game",
    };
    private readonly Option<bool> _json = new("--json") { Arity = ArgumentArity.Zero, Description = "Print the answer as JSON" };

    /// <summary>
    /// Adds the common options to a command. They count for the commands below it, too, wherever they stand: those are to read this
    /// question, and add no other.
    /// </summary>
    /// <param name="command">The command.</param>
    /// <param name="json">Whether its answer can be had as JSON.</param>
    public void AddTo(Command command, bool json = true)
    {
        foreach (Option option in (Option[])[_game, _target, _mods, _set, _config])
            command.Add(option);
        if (json)
            command.Add(_json);
    }

    /// <summary>Whether JSON was asked for.</summary>
    public bool WantsJson(ParseResult result) => result.GetValue(_json);

    /// <summary>Reads the mods and lays them over the game's folders; what is the matter with them goes to stderr.</summary>
    /// <exception cref="CliException">There is no such game.</exception>
    public GameView Open(ParseResult result)
    {
        List<Diagnostic> diagnostics = [];
        VfsConfiguration configuration = Configure(result, diagnostics);
        ModSet set = Progress.Of("reading the mods", () => ModSet.Load(configuration));
        ModResolver resolver = new(set);
        diagnostics.AddRange(set.Diagnostics);
        diagnostics.AddRange(resolver.Applied.Diagnostics);
        if (!WantsJson(result))
            Show(diagnostics);
        return new GameView(resolver, set, diagnostics);
    }

    /// <summary>The configuration of the game that is meant, with paths of this system.</summary>
    /// <param name="result">The parsed command line.</param>
    /// <param name="diagnostics">Takes what is the matter with the configuration's file.</param>
    /// <exception cref="CliException">There is no such game.</exception>
    public VfsConfiguration Configure(ParseResult result, List<Diagnostic> diagnostics) => Configure(result, diagnostics, out _);

    /// <summary>The order of the game's mods, to change it.</summary>
    /// <exception cref="CliException">There is no such game, or no mods folder.</exception>
    public OrderChange Change(ParseResult result) => Change(ConfigureAloud(result));

    /// <summary>The order of the mods of a configuration, to change it; what is the matter with its files goes to stderr.</summary>
    /// <exception cref="CliException">There is no mods folder.</exception>
    public static OrderChange Change(VfsConfiguration configuration)
    {
        OrderChange change = new(configuration);
        Show(change.Order.Diagnostics);
        return change;
    }

    /// <summary>The configuration of the game that is meant; what is the matter with its file goes to stderr.</summary>
    /// <exception cref="CliException">There is no such game.</exception>
    public VfsConfiguration ConfigureAloud(ParseResult result) => ConfigureAloud(result, out _);

    /// <summary>The configuration of the game that is meant; what is the matter with its file goes to stderr.</summary>
    /// <param name="result">The parsed command line.</param>
    /// <param name="folder">The game's folder.</param>
    /// <exception cref="CliException">There is no such game.</exception>
    public VfsConfiguration ConfigureAloud(ParseResult result, out string folder)
    {
        List<Diagnostic> diagnostics = [];
        VfsConfiguration configuration = Configure(result, diagnostics, out folder);
        Show(diagnostics);
        return configuration;
    }

    /// <summary>Warns where a mods folder is about to be made in a folder that looks like no game's.</summary>
    public static void WarnOfNoGame(VfsConfiguration configuration)
    {
        if (Directory.Exists(configuration.Mods) || configuration.Targets.Count == 0)
            return;
        string folder = configuration.Targets[0];
        var options = new EnumerationOptions { MatchCasing = MatchCasing.CaseInsensitive };
        if (!Directory.EnumerateFiles(folder, "*.exe", options).Any())
            Messages.Warn($"no program lies in '{folder}': is it a game's folder?", "Name the game with --game GAME.EXE.");
    }

    /// <summary>The configuration, with its defaults filled in and paths of this system.</summary>
    /// <param name="result">The parsed command line.</param>
    /// <param name="diagnostics">Takes what is the matter with the configuration's file.</param>
    /// <param name="folder">The game's folder.</param>
    /// <exception cref="CliException">There is no such game.</exception>
    public VfsConfiguration Configure(ParseResult result, List<Diagnostic> diagnostics, out string folder)
    {
        string? game = result.GetValue(_game);
        var options = new RunOptions
        {
            Game = game ?? "",
            Targets = result.GetValue(_target) ?? [],
            Mods = result.GetValue(_mods),
            Set = result.GetValue(_set),
            Config = result.GetValue(_config),
        };
        folder = game is not null
            ? GameFile.FindFolder(HostPath(game))
            : options.Targets.Count > 0 ? HostPath(options.Targets[0]) : Environment.CurrentDirectory;

        VfsConfiguration configuration = HostConfiguration.Read(folder, options, diagnostics);
        foreach (string target in configuration.Targets)
        {
            if (!Directory.Exists(target))
                throw new CliException(ExitCodes.NotFound, $"There is no folder '{target}'.",
                    "Name the game with --game GAME.EXE or its folder with --target DIR.");
        }

        return configuration;
    }

    /// <summary>Which game and which set a configuration is of, for the sentence before something is deleted or moved.</summary>
    public static string NameOf(VfsConfiguration configuration)
    {
        string targets = $"the game in '{string.Join("' and '", configuration.Targets)}'";
        return SetPlaces.NameOf(configuration) is { } set ? $"{targets}, with its set '{set}'" : targets;
    }

    private static void Show(IEnumerable<Diagnostic> diagnostics)
    {
        foreach (Diagnostic diagnostic in diagnostics.Where(diagnostic => diagnostic.Severity != Severity.Notice))
            Messages.Show(diagnostic);
    }

    /// <summary>A path that was typed, of this system or under Wine of Windows, as an absolute path of this system.</summary>
    public static string HostPath(string path)
    {
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
