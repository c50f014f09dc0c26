namespace Reloaded.VFS.Cli.Starting.Wrapping;

/// <summary>The runners that start the game in a wrapper's command line.</summary>
internal enum GameRunner
{
    /// <summary>No known runner: the line names the game's program, and something else (binfmt_misc, a script) finds Wine.</summary>
    Unknown,

    /// <summary>Proton's script, usually within the container of the Steam Linux Runtime.</summary>
    Proton,

    /// <summary><c>umu-run</c>, which runs Proton in the container without Steam.</summary>
    Umu,

    Wine,
}

/// <summary>The kinds of command line that may follow <c>rvfs run</c>.</summary>
internal enum LineKind
{
    /// <summary>The game's program, then its arguments.</summary>
    Game,

    /// <summary>A line of other programs that finally start the game's program, such as Steam's <c>%command%</c>.</summary>
    Wrapper,

    /// <summary>
    /// A wrapper's line without a Windows program in it: a launcher's link (<c>link2ea://</c>), a batch file, a game for Linux.
    /// </summary>
    WrapperWithoutGame,
}

/// <summary>The position of the game's program in the command line that a launcher passes to its wrappers.</summary>
/// <remarks>
/// Steam's line has its <c>reaper</c>, its launch wrapper, the container's entry point and Proton's script before the game; Lutris, Heroic
/// and Bottles have <c>umu-run</c> or <c>wine</c>; gamescope, MangoHud and GameMode may be anywhere before it. Source of Steam's line:
/// umu-launcher's README, "What is umu-run".
/// </remarks>
/// <param name="Game">The position of the game's program among the words, or -1 if there is none.</param>
/// <param name="Runner">The runner that starts the game.</param>
/// <param name="RunnerIndex">The position of the runner's word, or -1 if it isn't known.</param>
internal readonly record struct WrapperLine(LineKind Kind, int Game, GameRunner Runner, int RunnerIndex)
{
    // Verbs of the proton script: "waitforexitandrun" waits for the prefix to be free, "run" doesn't, "runinprefix" sets nothing up.
    private static readonly string[] s_protonVerbs = ["waitforexitandrun", "run", "runinprefix"];

    // Programs of Steam that come before the game. A line with one of them is a wrapper's, whatever the game is.
    private static readonly string[] s_steamWords = ["reaper", "steam-launch-wrapper", "_v2-entry-point", "_start-container-in-background",
        "pressure-vessel-unruntime", "scout-on-soldier-entry-point-v2"];

    /// <summary>Reads a line.</summary>
    /// <param name="words">The words after the options of <c>rvfs run</c>, at least one.</param>
    /// <param name="isWindowsProgram">Determines whether a word is the path of a Windows program that exists.</param>
    /// <param name="isCommand">Determines whether a word names a Linux program, as the shell finds it.</param>
    public static WrapperLine Read(IReadOnlyList<string> words, Func<string, bool> isWindowsProgram, Func<string, bool> isCommand)
    {
        if (EndsWithExe(words[0]) || isWindowsProgram(words[0]))
            return new(LineKind.Game, 0, GameRunner.Unknown, -1);
        // Steam's runtime has the same verb as an option before Proton's (--verb=waitforexitandrun): the script's name comes first.
        int proton = Find(i => Name(words[i]) == "proton" && i + 1 < words.Count && s_protonVerbs.Contains(words[i + 1]));
        if (proton >= 0)
            return Wrapped(proton + 2 < words.Count && IsProgram(words[proton + 2]) ? proton + 2 : -1, GameRunner.Proton, proton);
        int umu = Find(i => Name(words[i]) is "umu-run" or "umu_run.py");
        if (umu >= 0)
        {
            // It takes one of Proton's verbs before the program, or the environment's if none is given.
            int program = umu + 1 < words.Count && s_protonVerbs.Contains(words[umu + 1]) ? umu + 2 : umu + 1;
            return Wrapped(program < words.Count && IsProgram(words[program]) ? program : -1, GameRunner.Umu, umu);
        }

        int wine = Find(i => IsWine(Name(words[i])));
        if (wine >= 0)
            return Wrapped(FindAfterWine(words, wine, isWindowsProgram), GameRunner.Wine, wine);
        int last = FindLast(i => EndsWithExe(words[i]) && isWindowsProgram(words[i]));
        if (last >= 0)
            return Wrapped(last, GameRunner.Unknown, -1);
        return Find(i => s_steamWords.Contains(Name(words[i]))) >= 0 || (words.Count > 1 && !words[0].Contains('/') && isCommand(words[0]))
            ? Wrapped(-1, GameRunner.Unknown, -1)
            : new(LineKind.Game, 0, GameRunner.Unknown, -1);

        bool IsProgram(string word) => EndsWithExe(word) || isWindowsProgram(word);

        int Find(Func<int, bool> matches) => Enumerable.Range(0, words.Count).FirstOrDefault(matches, -1);

        int FindLast(Func<int, bool> matches) => Enumerable.Range(0, words.Count).LastOrDefault(matches, -1);
    }

    private static WrapperLine Wrapped(int game, GameRunner runner, int at) =>
        new(game < 0 ? LineKind.WrapperWithoutGame : LineKind.Wrapper, game, runner, at);

    /// <summary>
    /// Finds the game's program after Wine. Wine's own programs may come before it: <c>wine start /unix GAME.EXE</c>, <c>wine explorer.exe
    /// /desktop=... GAME.EXE</c>.
    /// </summary>
    private static int FindAfterWine(IReadOnlyList<string> words, int wine, Func<string, bool> isWindowsProgram)
    {
        int named = -1;
        for (int i = wine + 1; i < words.Count; i++)
        {
            bool isExe = EndsWithExe(words[i]);
            if ((isExe && words[i].AsSpan().ContainsAny('/', '\\')) || isWindowsProgram(words[i]))
                return i;
            if (isExe && named < 0 && !words[i].Equals("start.exe", StringComparison.OrdinalIgnoreCase)
                && !words[i].Equals("explorer.exe", StringComparison.OrdinalIgnoreCase))
                named = i;
        }

        return named;
    }

    private static bool EndsWithExe(string word) => word.EndsWith(".exe", StringComparison.OrdinalIgnoreCase);

    private static string Name(string word) => word[(word.LastIndexOf('/') + 1)..];

    /// <summary>Determines whether a name is Wine's: wine, wine64, wine-staging, wine64-10.0 and the like.</summary>
    private static bool IsWine(string name)
    {
        if (!name.StartsWith("wine", StringComparison.Ordinal))
            return false;
        string rest = name[4..];
        if (rest.StartsWith("64", StringComparison.Ordinal))
            rest = rest[2..];
        return rest.Length == 0 || rest[0] == '-';
    }
}

/// <summary>
/// The way in which Wine's <c>start</c> and <c>explorer</c> take the program that they are to start. Source: <c>wine start /?</c>, and Wine
/// 8.
/// </summary>
/// <param name="AcceptsUnixPath">True if <c>/unix</c> precedes the program, whose path is a Linux path then, else a Windows path.</param>
/// <param name="UsesOwnFolder">True if the program starts in its own folder: <c>/unix</c> without a folder after <c>/d</c>.</param>
internal sealed record WineStart(bool AcceptsUnixPath, bool UsesOwnFolder)
{
    /// <summary>Reads the words between Wine and the program. Null if neither <c>start</c> nor <c>explorer</c> is among them.</summary>
    public static WineStart? Read(IReadOnlyList<string> words)
    {
        // If explorer can't start the program, it doesn't end.
        if (words.Any(word => Is(word, "explorer") || Is(word, "explorer.exe")))
            return new WineStart(AcceptsUnixPath: false, UsesOwnFolder: false);
        if (!words.Any(word => Is(word, "start") || Is(word, "start.exe")))
            return null;
        bool isUnix = words.Any(word => Is(word, "/unix"));
        return new WineStart(isUnix, isUnix && !words.Any(word => word.StartsWith("/d", StringComparison.OrdinalIgnoreCase)));
    }

    private static bool Is(string word, string other) => word.Equals(other, StringComparison.OrdinalIgnoreCase);
}
