using System.CommandLine;
using System.CommandLine.Help;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Questions;

/// <summary>
/// The options of <c>rvfs run</c> that other commands which run a game share: the places of its mods, the program, and its arguments.
/// </summary>
/// <param name="isOptional">Whether the game may be omitted.</param>
internal sealed class GameArguments(bool isOptional = false)
{
    private readonly Option<string?> _mods = new("--mods") { HelpName = "DIR", Description = "As for 'rvfs run'" };
    private readonly Option<string?> _order = new("--order") { HelpName = "FILE", Description = "As for 'rvfs run'" };
    private readonly Option<string?> _set = new("--set") { HelpName = "NAME", Description = "As for 'rvfs run'" };
    private readonly Option<string[]> _target = new("--target") { HelpName = "DIR", Description = "As for 'rvfs run'" };
    private readonly Option<string?> _config = new("--config") { HelpName = "FILE", Description = "As for 'rvfs run'" };
    private readonly Option<bool> _offline = new("--offline") { Arity = ArgumentArity.Zero, Description = "As for 'rvfs run'" };
    private readonly Argument<string[]> _game = new("GAME.EXE")
    {
        Arity = isOptional ? ArgumentArity.ZeroOrMore : ArgumentArity.OneOrMore,
        // If nothing runs, a game has no arguments, and options may follow it.
        CaptureRemainingTokens = !isOptional,
        HelpName = isOptional ? "GAME.EXE" : "GAME.EXE [ARGS...]",
        Description = isOptional ? "The game's program" : "The game's program and its arguments",
    };

    /// <summary>Adds the options to a command, after its own.</summary>
    public void AddTo(Command command)
    {
        foreach (Option option in (Option[])[_mods, _order, _set, _target, _config, _offline])
            command.Add(option);
        command.Add(_game);
    }

    /// <summary>Reads the given options.</summary>
    /// <param name="result">The parsed command line.</param>
    /// <param name="originalArguments">The arguments with which this process was started, which end with the game's arguments.</param>
    /// <exception cref="CliException">There is an unknown option in place of the game.</exception>
    public RunOptions Read(ParseResult result, string[] originalArguments)
    {
        string[] given = result.GetValue(_game)!;
        CheckOptions(result, given);
        return new RunOptions
        {
            Game = given[0],
            Arguments = given[1..],
            RawArguments = OperatingSystem.IsWindows() && originalArguments.Length > 0
                ? CommandLine.Tail(Environment.CommandLine, originalArguments, originalArguments.Length - given.Length)
                : null,
            Targets = result.GetValue(_target) ?? [],
            Mods = result.GetValue(_mods),
            Order = result.GetValue(_order),
            Set = result.GetValue(_set),
            Config = result.GetValue(_config),
            Offline = result.GetValue(_offline),
        };
    }

    /// <summary>Reads the given options. Returns null if no game is given.</summary>
    /// <exception cref="CliException">More than a game was given.</exception>
    public RunOptions? TryRead(ParseResult result)
    {
        if (result.GetValue(_game) is not { Length: > 0 } given)
            return null;
        RunOptions options = Read(result, []) with { RawArguments = null };
        return given.Length == 1 ? options
            : throw new CliException(ExitCodes.Failed, $"'{given[1]}' is one more than the game's program.", "Name one program.");
    }

    /// <summary>Checks the words in place of the game and its arguments, because an option there may be meant for rvfs.</summary>
    /// <param name="result">The parsed command line.</param>
    /// <param name="given">The game's program and its arguments.</param>
    /// <exception cref="CliException">There is an unknown option in place of the game.</exception>
    public static void CheckOptions(ParseResult result, string[] given)
    {
        string command = result.CommandResult.Command.Name;
        if (given[0].StartsWith('-') && !File.Exists(given[0]))
            throw new CliException(ExitCodes.Failed, $"There is no option '{given[0]}'.",
                $"rvfs {command} --help shows the options. They come before GAME.EXE.");
        HashSet<string> own = [.. result.CommandResult.Command.Options.Where(option => !option.Hidden && option is not HelpOption)
            .Select(option => option.Name)];
        if (given.Skip(1).FirstOrDefault(own.Contains) is { } late)
            Messages.Say($"'{late}' goes to the game: options of rvfs {command} come before GAME.EXE.");
    }

    /// <summary>Returns the program that a run with these options starts, the game's own or a mod's. Nothing is unpacked.</summary>
    /// <exception cref="CliException">There is no such program.</exception>
    public static StartedProgram FindProgram(RunOptions options) =>
        StartedProgram.Find(GameQuestion.HostPath(options.Game), folder => HostConfiguration.Read(folder, options, []), unpacks: false);

    /// <summary>Returns the configuration of a run with these options, with paths of this system.</summary>
    /// <param name="options">The options.</param>
    /// <param name="diagnostics">Receives the problems with the configuration's file; null to ignore them.</param>
    /// <exception cref="CliException">There is no such game.</exception>
    public static VfsConfiguration Configure(RunOptions options, List<Diagnostic>? diagnostics = null)
    {
        StartedProgram program = FindProgram(options);
        return HostConfiguration.Read(Path.GetDirectoryName(program.Path)!, program.Complete(options), diagnostics ?? []);
    }
}
