using Reloaded.VFS.Cli.Importing;
using Reloaded.VFS.Cli.Monitoring;
using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Cli.Starting.Windows;
using Reloaded.VFS.Cli.Starting.Wine;
using Reloaded.VFS.Cli.Starting.Wrapping;

namespace Reloaded.VFS.Cli.Commands.Playing;

/// <summary><c>rvfs run</c>, which runs a game with its mods.</summary>
internal static class RunCommand
{
    private const string Examples = """
        GAME is the game's exe, its folder, or its name (rvfs games). Without it, it is the game in the current folder, or in one above.
        Everything after GAME goes to the game as it is. Options of rvfs come before it.
        rvfs waits until the game and all that it started have ended, and returns the game's exit code.

        Examples:
          rvfs run                                The game in this folder
          rvfs run game.exe                       Mods from rvfs/mods beside game.exe, order in rvfs/mods/order.txt
          rvfs run "Elden Ring"                   A game of Steam's, or one that was started before
          rvfs run game.exe -windowed "save 1"    The same, with arguments for the game
          rvfs run --mods ~/mods/game game.exe    Mods from another folder
          rvfs run --from mo2:~/MO2 game.exe      Mods of Mod Organizer, without importing them
          rvfs run --strict game.exe              Don't start at all if a mod or anything else is missing
          rvfs run --no-mods game.exe             Play without mods
          rvfs run --write-to Output tool.exe     Run a tool, and have what it writes in the mod "Output"
          rvfs run --monitor game.exe             Play, and monitor the game's file calls
          rvfs run --game Skyrim xEdit.exe        A tool, which sees the game with its mods
          rvfs run %command%                      Steam's launch options: for this game, with Proton too

        Exit codes of rvfs itself, before the game has run:
          123  anti-cheat software lies beside the game
          124  stopped by --strict
          125  rvfs failed: wrong options, no game here, no Wine, ...
          126  the file can't be run: no program, ...
          127  there is no such game
        """;

    /// <summary>Creates the command.</summary>
    /// <param name="originalArguments">The arguments with which this process was started, which end with the game's arguments.</param>
    /// <param name="dropped">True if the game was dropped on rvfs.exe.</param>
    public static Command Create(string[] originalArguments, bool dropped)
    {
        Given given = new();
        MonitorOptions shown = new();
        CommandWithExamples command = new(Examples, "run", "Play a game with its mods.");
        given.AddTo(command);
        shown.AddTo(command);
        command.SetAction(result =>
        {
            RunOptions options = given.Read(result, originalArguments, dropped);
            bool monitor = result.GetValue(given.Monitor);
            shown.Check(result, monitor);
            if (options is { Log: { } logFile, NoMods: false, ExitFile: null, Wrapped: false })
                LaterFile.Try(GameQuestion.HostPath(logFile), "--log");
            if (options is { WriteTo: not null, NoMods: true })
                throw new CliException("--write-to and --no-mods don't go together.", "Leave one of them out.");
            string? from = options.NoMods ? null : result.GetValue(given.From);
            if (OperatingSystem.IsLinux() && options.Game.Length > 0 && WrappedRun.Read(options) is { Kind: not LineKind.Game } line)
            {
                if (options.WriteTo is not null)
                    throw new CliException("--write-to doesn't go with a launcher's command line.", "Name the tool's own program.");
                options = WithTarget(options, result);
                if (from is not null && line.Kind != LineKind.WrapperWithoutGame)
                    options = ForeignRun.Prepare(options, from, ((string[])[options.Game, .. options.Arguments])[line.Game]);
                return ExecuteWrapped(options, line, monitor);
            }

            // The Linux side has done this for the Windows side.
            if (options is { ExitFile: null, Wrapped: false })
                options = GameArguments.Choose(result, options, originalArguments);
            // The Linux side reports this for the Windows side, which has been given a file for the exit code.
            if (options is { NoMods: true, ExitFile: null })
                OverwriteNotice.Show(options);
            if (from is not null)
                options = ForeignRun.Prepare(options, from, options.Game);
            // The Linux side monitors for the Windows side, which has been given the file.
            bool looksOn = options.EventsFile is null && !options.NoMods && (monitor || options.Log is not null);
            return options is { WriteTo: not null, ExitFile: null, Wrapped: false } ? WriteToRun.Execute(options, Run) : Run();

            int Run() => looksOn ? new WatchedRun(options, monitor ? shown.Read(result) : null).Execute(Execute) : Execute(options);
        });
        return command;
    }

    /// <summary>The command's options and arguments.</summary>
    private sealed class Given
    {
        private readonly Option<string?> _mods = Syntax.Text("--mods", "DIR",
            "The folder with a folder for each mod. Default: rvfs/mods in the target");
        private readonly Option<string?> _order = Syntax.Text("--order", "FILE",
            "The order of the mods. Default: order.txt in the mods folder");
        private readonly Option<string?> _set = Syntax.Text("--set", "NAME",
            "Play with a set's order, preferences and overwrite folder (rvfs set)");
        private readonly Option<string[]> _target = Syntax.Texts("--target", "DIR",
            "The folder that mods are laid over. Default: the game's folder. Several: give it several times");
        private readonly Option<string?> _config = Syntax.Text("--config", "FILE",
            "The configuration. Default: rvfs/rvfs.json beside the game, if it's there. The command line wins over it");
        private readonly Option<bool> _strict = Syntax.Flag("--strict",
            "Start nothing when something is missing. Default: the game runs without what is missing");
        private readonly Option<bool> _noMods = Syntax.Flag("--no-mods", "Run the game plainly, without mods");
        private readonly Option<string?> _log = Syntax.Text("--log", "FILE",
            "Write a log for a bug report: the start report, every file call, what happened to the mods meanwhile");
        private readonly Option<bool> _offline = Syntax.Flag("--offline",
            "The game is played offline: run it although anti-cheat software lies beside it");
        private readonly Option<bool> _undo = Syntax.Flag("--undo",
            "Record what the game changes in its folder and in mods, so that 'rvfs undo' can take it back");
        private readonly Option<string?> _writeTo = Syntax.Text("--write-to", "MOD",
            "For tools: everything that the program writes goes into this mod, which is made if it isn't there");

        private readonly Option<string?> _screen = new(TerminalSize.Option) { Hidden = true };
        private readonly Option<string?> _exitFile = new(ExitFile.Option) { Hidden = true };
        private readonly Option<string?> _reportFile = new("--report-file") { Hidden = true };
        private readonly Option<string?> _eventsFile = new("--events-file") { Hidden = true };
        private readonly Option<bool> _wrapped = Syntax.HiddenFlag("--wrapped");
        private readonly Option<bool> _ownFolder = Syntax.HiddenFlag(RunOptions.OwnFolderOption);

        private readonly Argument<string[]> _game = new("GAME")
        {
            Arity = ArgumentArity.ZeroOrMore,
            CaptureRemainingTokens = true,
            HelpName = "GAME [ARGS...]",
            Description = $"{GameArguments.GameDescription}; then its arguments",
        };

        public Option<string?> From { get; } = Syntax.Text("--from", "SOURCE",
            "Play with the mods of another manager, without importing them (rvfs import): mo2:PATH#PROFILE, vortex:PATH, ...");

        public Option<bool> Monitor { get; } = Syntax.Flag("--monitor", "Monitor the game's file calls, as 'rvfs monitor' does");

        public void AddTo(Command command)
        {
            foreach (Option option in (Option[])[_mods, _order, _set, From, _target, _config, _strict, _noMods, _log, _offline, _undo,
                _writeTo, Monitor, _screen, _exitFile, _reportFile, _eventsFile, _wrapped, _ownFolder])
                command.Add(option);
            command.Add(_game);
        }

        public RunOptions Read(ParseResult result, string[] originalArguments, bool dropped)
        {
            string[] given = result.GetValue(_game) ?? [];
            if (result.GetValue(_screen) is { } screen)
                TerminalSize.Take(screen);
            // The Linux side reports this for the Windows side.
            bool isWhole = result.GetValue(_exitFile) is null && !result.GetValue(_wrapped);
            GameArguments.CheckOptions(result, isWhole ? given : [.. given.Take(1)]);
            int gameIndex = originalArguments.Length - given.Length;
            return new()
            {
                Game = given is [var game, ..] ? OwnPath(game)! : "",
                Arguments = given.Length > 0 ? given[1..] : [],
                RawArguments = OperatingSystem.IsWindows() && given.Length > 0
                    ? CommandLine.Tail(Environment.CommandLine, originalArguments, gameIndex)
                    : null,
                Targets = [.. (result.GetValue(_target) ?? []).Select(path => OwnPath(path)!)],
                Mods = OwnPath(result.GetValue(_mods)),
                Order = OwnPath(result.GetValue(_order)),
                Set = result.GetValue(_set),
                Config = OwnPath(result.GetValue(_config)),
                Log = OwnPath(result.GetValue(_log)),
                Strict = result.GetValue(_strict),
                NoMods = result.GetValue(_noMods),
                Offline = result.GetValue(_offline),
                Undo = result.GetValue(_undo),
                WriteTo = result.GetValue(_writeTo),
                InOwnFolder = (dropped && OperatingSystem.IsWindows()) || result.GetValue(_ownFolder),
                Wrapped = result.GetValue(_wrapped),
                ExitFile = result.GetValue(_exitFile),
                ReportFile = result.GetValue(_reportFile),
                EventsFile = result.GetValue(_eventsFile),
            };
        }
    }

    /// <summary>Returns options for a launcher's line, laid over the folder of the game that <c>--game</c> names.</summary>
    private static RunOptions WithTarget(RunOptions options, ParseResult result) =>
        GameOption.Of(result) is { } named && options.Targets.Count == 0 ? options with { Targets = [NamedGame.Find(named).Folder] } : options;

    private static int ExecuteWrapped(RunOptions options, WrapperLine line, bool monitor)
    {
        if (monitor)
            Messages.Warn("--monitor is left out: rvfs becomes the launcher's command line and can't monitor.",
                "While the game runs: rvfs monitor");
        return new WrappedRun(options, line).Execute();
    }

    /// <summary>Converts a Linux path to a Windows path under Wine.</summary>
    private static string? OwnPath(string? path) => OperatingSystem.IsWindows() && path is not null ? UnixPath.ToWindows(path) : path;

    /// <summary>Runs the game in the way of this system.</summary>
    public static int Execute(RunOptions options) => OperatingSystem.IsWindows() ? WindowsRun.Execute(options) : WineRun.Execute(options);
}
