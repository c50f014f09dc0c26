using System.CommandLine;
using Reloaded.VFS.Cli.Monitoring;
using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Starting.Windows;
using Reloaded.VFS.Cli.Starting.Wine;
using Reloaded.VFS.Cli.Starting.Wrapping;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs run</c>: plays a game with its mods.</summary>
internal static class RunCommand
{
    /// <summary>Shown below the help.</summary>
    public const string Examples = """
        Everything after GAME.EXE goes to the game as it is. Options of rvfs come before it.
        rvfs waits until the game and all that it started have ended, and returns the game's exit code.

        Examples:
          rvfs run game.exe                       Mods from rvfs/mods beside game.exe, order in rvfs/mods/order.txt
          rvfs run game.exe -windowed "save 1"    The same, with arguments for the game
          rvfs run --mods ~/mods/game game.exe    Mods from another folder
          rvfs run --strict game.exe              Don't start at all if a mod or anything else is missing
          rvfs run --no-mods game.exe             Play without mods
          rvfs run --monitor game.exe             Play, and monitor the game's file calls
          rvfs run %command%                      Steam's launch options: for this game, with Proton too

        Exit codes of rvfs itself, before the game has run:
          123  anti-cheat software beside the game    126  the file can't be run (32-bit, no program, ...)
          124  stopped by --strict                    127  no such game
          125  rvfs failed: wrong options, no Wine, ...
        """;

    /// <summary>Makes the command.</summary>
    /// <param name="originalArguments">What this process was started with; the game's arguments are its end.</param>
    /// <param name="dropped">Whether the game was dropped on rvfs.exe.</param>
    public static Command Create(string[] originalArguments, bool dropped)
    {
        Option<string?> mods = new("--mods")
        {
            HelpName = "DIR",
            Description = "The folder with a folder for each mod. Default: rvfs/mods in the target",
        };
        Option<string?> order = new("--order")
        {
            HelpName = "FILE",
            Description = "The order of the mods. Default: order.txt in the mods folder",
        };
        Option<string?> set = new("--set")
        {
            HelpName = "NAME",
            Description = "Play with a set's order, preferences and overwrite folder (rvfs set)",
        };
        Option<string[]> target = new("--target")
        {
            HelpName = "DIR",
            Description = "The folder that mods are laid over. Default: the folder of GAME.EXE. Several: give it several times",
        };
        Option<string?> config = new("--config")
        {
            HelpName = "FILE",
            Description = "The configuration. Default: rvfs/rvfs.json beside GAME.EXE, if it's there. The command line wins over it",
        };
        Option<bool> strict = new("--strict")
        {
            Arity = ArgumentArity.Zero,
            Description = "Start nothing when something is missing. Default: the game runs without what is missing",
        };
        Option<bool> noMods = new("--no-mods") { Arity = ArgumentArity.Zero, Description = "Run the game plainly, without mods" };
        Option<string?> log = new("--log")
        {
            HelpName = "FILE",
            Description = "Write a log for a bug report: the start report, every file call, what happened to the mods meanwhile",
        };
        Option<bool> monitor = new("--monitor")
        {
            Arity = ArgumentArity.Zero,
            Description = "Monitor the game's file calls, as 'rvfs monitor' does",
        };
        MonitorOptions shown = new();
        Option<string?> eventsFile = new("--events-file") { Hidden = true };
        Option<bool> wrapped = new("--wrapped") { Arity = ArgumentArity.Zero, Hidden = true };
        Option<bool> ownFolder = new(RunOptions.OwnFolderOption) { Arity = ArgumentArity.Zero, Hidden = true };
        Option<bool> offline = new("--offline")
        {
            Arity = ArgumentArity.Zero,
            Description = "The game is played offline: run it although anti-cheat software lies beside it",
        };
        Option<bool> undo = new("--undo")
        {
            Arity = ArgumentArity.Zero,
            Description = "Record what the game changes in its folder and in mods, so that 'rvfs undo' can take it back",
        };
        Option<string?> exitFile = new(ExitFile.Option) { Hidden = true };
        Option<string?> reportFile = new("--report-file") { Hidden = true };
        Argument<string[]> game = new("GAME.EXE")
        {
            Arity = ArgumentArity.OneOrMore,
            CaptureRemainingTokens = true,
            HelpName = "GAME.EXE [ARGS...]",
            Description = "The game's program and its arguments",
        };

        Command command = new("run", "Play a game with its mods.") { mods, order, set, target, config, strict, noMods, log, offline,
            undo, monitor, exitFile, reportFile, eventsFile, wrapped, ownFolder, game };
        shown.AddTo(command);
        command.SetAction(result =>
        {
            string[] given = result.GetValue(game)!;
            // The Linux side says it for the Windows side.
            GameArguments.CheckOptions(result, result.GetValue(exitFile) is null && !result.GetValue(wrapped) ? given : given[..1]);
            shown.Check(result, result.GetValue(monitor));
            int gameIndex = originalArguments.Length - given.Length;
            RunOptions options = new()
            {
                Game = OwnPath(given[0])!,
                Arguments = given[1..],
                RawArguments = OperatingSystem.IsWindows() ? CommandLine.Tail(Environment.CommandLine, originalArguments, gameIndex) : null,
                Targets = [.. (result.GetValue(target) ?? []).Select(path => OwnPath(path)!)],
                Mods = OwnPath(result.GetValue(mods)),
                Order = OwnPath(result.GetValue(order)),
                Set = result.GetValue(set),
                Config = OwnPath(result.GetValue(config)),
                Log = OwnPath(result.GetValue(log)),
                Strict = result.GetValue(strict),
                NoMods = result.GetValue(noMods),
                Offline = result.GetValue(offline),
                Undo = result.GetValue(undo),
                InOwnFolder = dropped || result.GetValue(ownFolder),
                Wrapped = result.GetValue(wrapped),
                ExitFile = result.GetValue(exitFile),
                ReportFile = result.GetValue(reportFile),
                EventsFile = result.GetValue(eventsFile),
            };
            if (options is { Log: { } logFile, NoMods: false, ExitFile: null, Wrapped: false })
                LaterFile.Try(GameQuestion.HostPath(logFile), "--log");
            // The Linux side says it for the Windows side, which has been given a file for the exit code.
            if (options is { NoMods: true, ExitFile: null })
                OverwriteNotice.Show(options);
            if (OperatingSystem.IsLinux() && WrappedRun.Read(options) is { Kind: not LineKind.Game } line)
                return ExecuteWrapped(options, line, result.GetValue(monitor));
            // The Linux side monitors for the Windows side, which has been given the file.
            bool looksOn = options.EventsFile is null && !options.NoMods && (result.GetValue(monitor) || options.Log is not null);
            return looksOn
                ? WatchedRun.Execute(options, result.GetValue(monitor) ? shown.Read(result) : null, Execute)
                : Execute(options);
        });
        return command;
    }

    private static int ExecuteWrapped(RunOptions options, WrapperLine line, bool monitor)
    {
        if (monitor)
            Messages.Warn("--monitor is left out: rvfs becomes the launcher's command line and can't monitor.",
                "While the game runs: rvfs monitor");
        return new WrappedRun(options, line).Execute();
    }

    /// <summary>Under Wine, a path of Linux becomes one of Windows.</summary>
    private static string? OwnPath(string? path) => OperatingSystem.IsWindows() && path is not null ? UnixPath.ToWindows(path) : path;

    /// <summary>Runs the game by the way of this system.</summary>
    public static int Execute(RunOptions options) => OperatingSystem.IsWindows() ? WindowsRun.Execute(options) : WineRun.Execute(options);
}
