using System.CommandLine.Help;

namespace Reloaded.VFS.Cli.Questions;

/// <summary>
/// The options of <c>rvfs run</c> that other commands which run a game share: the places of its mods, the program, and its arguments.
/// </summary>
/// <param name="isOptional">True if the game may be omitted.</param>
internal sealed class GameArguments(bool isOptional = false)
{
    private readonly Option<string?> _mods = Syntax.Text("--mods", "DIR", "As for 'rvfs run'");
    private readonly Option<string?> _order = Syntax.Text("--order", "FILE", "As for 'rvfs run'");
    private readonly Option<string?> _set = Syntax.Text("--set", "NAME", "As for 'rvfs run'");
    private readonly Option<string[]> _target = Syntax.Texts("--target", "DIR", "As for 'rvfs run'");
    private readonly Option<string?> _config = Syntax.Text("--config", "FILE", "As for 'rvfs run'");
    private readonly Option<bool> _offline = Syntax.Flag("--offline", "As for 'rvfs run'");
    private readonly Argument<string[]> _game = new("GAME")
    {
        Arity = ArgumentArity.ZeroOrMore,
        // If nothing runs, a game has no arguments, and options may follow it.
        CaptureRemainingTokens = !isOptional,
        HelpName = isOptional ? "GAME" : "GAME [ARGS...]",
        Description = isOptional ? GameDescription : $"{GameDescription}; then its arguments",
    };

    public const string GameDescription = "The game: its exe, its folder, or its name (rvfs games)";

    /// <summary>Adds the options to a command, after its own.</summary>
    public void AddTo(Command command)
    {
        foreach (Option option in (Option[])[_mods, _order, _set, _target, _config, _offline])
            command.Add(option);
        command.Add(_game);
    }

    /// <summary>Reads the given options.</summary>
    /// <param name="originalArguments">The arguments with which this process was started, which end with the game's arguments.</param>
    /// <exception cref="CliException">There is an unknown option in place of the game, or no such game.</exception>
    public RunOptions Read(ParseResult result, string[] originalArguments)
    {
        string[] given = result.GetValue(_game) ?? [];
        CheckOptions(result, given);
        return Choose(result, Options(result, given, originalArguments), originalArguments);
    }

    /// <summary>Reads the given options. Returns null if no game is given, and none is in the current folder.</summary>
    /// <exception cref="CliException">There is no such game, or several are named.</exception>
    public RunOptions? TryRead(ParseResult result)
    {
        string[] given = result.GetValue(_game) ?? [];
        if (given.Length > 1)
            throw new CliException($"'{given[1]}' is one word too many.", "Name one game.");
        if (given.Length == 0 && GameOption.Of(result) is null && !HasProgramHere())
            return null;
        CheckOptions(result, given);
        return Choose(result, Options(result, given, []), []) with { RawArguments = null };
    }

    /// <summary>Returns options whose game is a program: that of the game that is named, or of the one in the current folder.</summary>
    /// <param name="options">The options, with the first word as the game, which is empty if there is no word.</param>
    /// <param name="originalArguments">The arguments with which this process was started, which end with the game's arguments.</param>
    /// <exception cref="CliException">There is no such game, or it has no program or several.</exception>
    public static RunOptions Choose(ParseResult result, RunOptions options, string[] originalArguments)
    {
        // A game that is named runs all the same, and the start says what is wrong.
        if (options.Game.Length == 0)
            GameQuestion.CheckFolders(options);
        string? named = GameOption.Of(result);
        string[] words = options.Game.Length == 0 ? [] : [options.Game, .. options.Arguments];
        if (named is null && words is [var first, ..])
            return TryFindProgram(first) is { } found ? options with { Game = found, InOwnFolder = true } : options;
        NamedGame game = NamedGame.Find(named);
        // A program behind --game is a tool, which sees the game's mods.
        if (words is [var tool, ..] && tool.EndsWith(".exe", StringComparison.OrdinalIgnoreCase)
            && (GameFile.TryFind(GameQuestion.HostPath(tool)) ?? GameFile.TryFind(Path.Combine(game.Folder, tool))) is { } program)
            return options with { Game = program, Targets = options.Targets.Count > 0 ? options.Targets : TargetsOf(game, options) };
        return options with
        {
            Game = game.FindProgram(),
            Arguments = words,
            RawArguments = OperatingSystem.IsWindows() && originalArguments.Length > words.Length
                ? CommandLine.Tail(Environment.CommandLine, originalArguments, originalArguments.Length - words.Length - 1)
                : null,
            InOwnFolder = true,
        };
    }

    /// <summary>Returns the program of a game that is named by its folder or its name, or null if the word is neither.</summary>
    /// <exception cref="CliException">The game has no program, or several may be meant.</exception>
    public static string? TryFindProgram(string name)
    {
        if (name == "%command%")
            throw new CliException("'%command%' stands for the game in Steam's launch options, and for nothing here.",
                "Here it is: rvfs run GAME");
        string path = GameQuestion.HostPath(name);
        if (GameFile.TryFind(path) is not null)
            return null;
        return Directory.Exists(path) || NamedGame.IsKnown(name) ? NamedGame.Find(name).FindProgram() : null;
    }

    private static string[] TargetsOf(NamedGame game, RunOptions options) =>
        [.. HostConfiguration.Read(game.Folder, options, []).Targets];

    private static bool HasProgramHere() =>
        GameFolders.FindFrom(Environment.CurrentDirectory) is { } folder
            && (KnownGames.FindProgram(folder) is not null || GameFolders.ProgramsOf(folder).Count == 1);

    private RunOptions Options(ParseResult result, string[] given, string[] originalArguments) => new()
    {
        Game = given is [var game, ..] ? game : "",
        Arguments = given.Length > 0 ? given[1..] : [],
        RawArguments = OperatingSystem.IsWindows() && originalArguments.Length > 0 && given.Length > 0
            ? CommandLine.Tail(Environment.CommandLine, originalArguments, originalArguments.Length - given.Length)
            : null,
        Targets = result.GetValue(_target) ?? [],
        Mods = result.GetValue(_mods),
        Order = result.GetValue(_order),
        Set = result.GetValue(_set),
        Config = result.GetValue(_config),
        Offline = result.GetValue(_offline),
    };

    /// <summary>Checks the words in place of the game and its arguments, because an option there may be meant for rvfs.</summary>
    /// <param name="given">The game's program and its arguments.</param>
    /// <exception cref="CliException">There is an unknown option in place of the game.</exception>
    public static void CheckOptions(ParseResult result, string[] given)
    {
        if (given.Length == 0)
            return;
        Command command = result.CommandResult.Command;
        bool isBehind = result.Tokens.Any(token => token.Type == System.CommandLine.Parsing.TokenType.DoubleDash);
        if (given[0].StartsWith('-') && !isBehind && !File.Exists(given[0]))
            throw UsageErrors.NoOption(given[0], command, GameOption.Of(result) is null
                ? $"rvfs {command.Name} --help shows the options. They come before GAME."
                : $"Arguments of the game stand behind '--': rvfs {command.Name} --game GAME -- {given[0]}");
        HashSet<string> own = [.. HelpText.OptionsOf(command).Where(option => option is not HelpOption).Select(option => option.Name)];
        if (given.Skip(1).FirstOrDefault(own.Contains) is { } late)
            Messages.Say($"'{late}' was passed to the game: options of rvfs {command.Name} come before GAME.");
    }

    /// <summary>Returns the program that a run with these options starts, the game's own or a mod's. Nothing is unpacked.</summary>
    /// <exception cref="CliException">There is no such program.</exception>
    public static StartedProgram FindProgram(RunOptions options) =>
        StartedProgram.Find(GameQuestion.HostPath(options.Game), folder => HostConfiguration.Read(folder, options, []), unpacks: false);

    /// <summary>Returns the configuration of a run with these options, with paths of this system.</summary>
    /// <param name="diagnostics">Receives the problems with the configuration's file; null to ignore them.</param>
    /// <exception cref="CliException">There is no such game.</exception>
    public static VfsConfiguration Configure(RunOptions options, List<Diagnostic>? diagnostics = null)
    {
        StartedProgram program = FindProgram(options);
        return HostConfiguration.Read(Path.GetDirectoryName(program.Path)!, program.Complete(options), diagnostics ?? []);
    }
}
