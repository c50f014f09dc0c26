namespace Reloaded.VFS.Cli.Questions;

/// <summary>The option that names the game. The root has it, so that it may stand anywhere in a line.</summary>
internal sealed class GameOption : Option<string?>
{
    public const string OptionName = "--game";

    public GameOption() : base(OptionName)
    {
        Recursive = true;
        HelpName = "GAME";
        Description = "The game: its exe, its folder, or its name (rvfs games). Default: the game in the current folder, or in one above";
    }

    /// <summary>Returns the game that a command line names, or null if it names none.</summary>
    public static string? Of(ParseResult result) => result.RootCommandResult.Command.Options.OfType<GameOption>().FirstOrDefault()
        is { } option ? result.GetValue(option) : null;
}

/// <summary>The game that a command line is about. Immutable. Paths are absolute ones of this system.</summary>
/// <param name="Folder">The game's folder.</param>
/// <param name="Program">The program, if one was named or is the only one, otherwise null.</param>
internal sealed record NamedGame(string Folder, string? Program)
{
    /// <summary>The advice if no game is named or found.</summary>
    public const string Ways = "Go into the game's folder (cd), or name the game: --game GAME, where GAME is its exe, its folder or a name of "
        + "'rvfs games'.";

    /// <summary>Finds the game that was named or, if none was, the one in the current folder or in the nearest folder above it.</summary>
    /// <param name="name">An exe, a folder, or the name of a known game; null for none.</param>
    /// <exception cref="CliException">There is no such game.</exception>
    public static NamedGame Find(string? name) => name is null
        ? FindHere() ?? throw NoGame()
        : TryFind(name) ?? throw NotFound(name);

    /// <summary>Returns the exception for a current folder that is no game's, or not for certain.</summary>
    public static CliException NoGame()
    {
        string current = Environment.CurrentDirectory;
        return GameFolders.FindUncertain(current) is { Count: > 0 } folders
            ? new(folders.Count == 1
                ? $"It isn't certain that the game is the one in '{folders[0]}': a program (.exe) lies there, but no rvfs/mods."
                : $"It isn't certain which game is meant: programs (.exe) lie in '{string.Join("' and '", folders)}', but no rvfs/mods.",
                $"Name it: {string.Join(", or ", folders.Select(folder => $"--game \"{folder}\""))}. 'rvfs init' makes rvfs/mods there.")
            : new($"'{current}' is no game's folder: neither a program (.exe) nor rvfs/mods lies in it or in a folder above.",
                Ways);
    }

    /// <summary>Returns the game in the current folder or in the nearest folder above it, or null if there is none.</summary>
    public static NamedGame? FindHere()
    {
        string current = Environment.CurrentDirectory;
        if (GameFolders.FindFrom(current) is not { } folder)
            return null;
        if (folder != current)
            Messages.Say($"the game is the one in '{folder}'");
        return new(folder, null);
    }

    /// <summary>Returns the program of the game, which is the one that was started last, or the only one.</summary>
    /// <exception cref="CliException">There is none, or several may be meant.</exception>
    public string FindProgram()
    {
        if (Program is not null)
            return Program;
        if (KnownGames.FindProgram(Folder) is { } started)
            return started;
        IReadOnlyList<string> programs = GameFolders.ProgramsOf(Folder);
        if (programs.Count == 1)
            return programs[0];
        if (programs.Count == 0)
            throw new CliException(ExitCodes.NotFound, $"There is no program (.exe) in '{Folder}'.", "Name the game's own: its .exe.");
        IEnumerable<string> names = programs.Take(8).Select(program => $"'{Path.GetRelativePath(Folder, program)}'");
        throw new CliException(ExitCodes.NotFound, $"'{Folder}' has {programs.Count} programs.",
            $"Name the one that is meant: {string.Join(", ", names)}{(programs.Count > 8 ? ", ..." : "")}");
    }

    /// <summary>Determines whether a word, which is no path, is the name of a known game or a part of one.</summary>
    public static bool IsKnown(string name) => !IsPath(name) && KnownGames.Find(name, KnownGames.List()).Count > 0;

    /// <summary>Returns the game that a name stands for, or null if it stands for none.</summary>
    /// <exception cref="CliException">Several games may be meant, or the folder is no game's.</exception>
    private static NamedGame? TryFind(string name)
    {
        string path = GameQuestion.HostPath(name);
        if (GameFile.TryFind(path) is { } program)
            return new(OfProgram(program), program);
        if (Directory.Exists(path))
            return OfFolder(Path.TrimEndingDirectorySeparator(path));
        if (GameFile.TryFindFolder(path) is { } modsGame)
            return new(modsGame, null);
        return IsPath(name) ? null : OfName(name);
    }

    /// <summary>Returns the folder of the game to which a program belongs, which may be a mod's own.</summary>
    private static string OfProgram(string program) =>
        GameFolders.Of(Path.GetDirectoryName(StartedProgram.PathOutsideMod(program) ?? program)!);

    private static NamedGame OfFolder(string folder)
    {
        string game = GameFolders.Of(folder);
        return GameFolders.HasMods(game) || GameFolders.ProgramsOf(game).Count > 0
            ? new(game, null)
            : throw new CliException(ExitCodes.NotFound, $"There is no program (.exe) in '{folder}'.",
                "Name the game's exe, or its folder. Any folder can have mods laid over it: --target DIR");
    }

    private static NamedGame? OfName(string name)
    {
        IReadOnlyList<KnownGame> games = KnownGames.Find(name, KnownGames.List());
        return games.Count switch
        {
            0 => null,
            1 => new(GameFolders.Of(games[0].Folder), games[0].Program),
            _ => throw new CliException(ExitCodes.NotFound, $"'{name}' may be {games.Count} games.",
                $"Name one of them: {string.Join(", ", games.Take(8).Select(game => $"'{game.Name}'"))}"),
        };
    }

    private static CliException NotFound(string name)
    {
        CliException missing = GameFile.NotFound(GameQuestion.HostPath(name));
        if (IsPath(name) || name.EndsWith(".exe", StringComparison.OrdinalIgnoreCase))
            return missing;
        string? near = NearestName.Find(name, KnownGames.List().Select(game => game.Name));
        return new(ExitCodes.NotFound, $"There is no '{name}' in '{Environment.CurrentDirectory}', and no game is known by that name.",
            near is null ? "rvfs games lists the games that are known." : $"Did you mean '{near}'?");
    }

    private static bool IsPath(string name) => name.Contains('/') || name.Contains('\\') || ConfigurationPath.IsWindowsAbsolute(name);
}
