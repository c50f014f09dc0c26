namespace Reloaded.VFS.Cli.Starting;

/// <summary>What <c>rvfs run</c> was told on the command line. Paths as they were typed.</summary>
internal sealed record RunOptions
{
    /// <summary>The option of <see cref="InOwnFolder"/>, between the Linux side and the Windows side.</summary>
    public const string OwnFolderOption = "--own-folder";

    /// <summary>The game's program.</summary>
    public required string Game { get; init; }

    /// <summary>The program's arguments.</summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>
    /// Windows: the same arguments as they stand in this process's raw command line, a blank first; null where that isn't known.
    /// </summary>
    public string? RawArguments { get; init; }

    /// <summary><c>--target</c>, as often as it was given.</summary>
    public IReadOnlyList<string> Targets { get; init; } = [];

    /// <summary><c>--mods</c>.</summary>
    public string? Mods { get; init; }

    /// <summary><c>--order</c>.</summary>
    public string? Order { get; init; }

    /// <summary><c>--set</c>.</summary>
    public string? Set { get; init; }

    /// <summary><c>--config</c>.</summary>
    public string? Config { get; init; }

    /// <summary><c>--log</c>.</summary>
    public string? Log { get; init; }

    /// <summary><c>--strict</c>.</summary>
    public bool Strict { get; init; }

    /// <summary><c>--no-mods</c>.</summary>
    public bool NoMods { get; init; }

    /// <summary><c>--offline</c>.</summary>
    public bool Offline { get; init; }

    /// <summary><c>--undo</c>.</summary>
    public bool Undo { get; init; }

    /// <summary>
    /// The game starts in its own folder: it was dropped on rvfs.exe, or what would have started it does so.
    /// </summary>
    public bool InOwnFolder { get; init; }

    /// <summary>
    /// A launcher's command line with rvfs in it (<c>rvfs run %command%</c>): the Linux side has said to Wine what there was to say.
    /// </summary>
    public bool Wrapped { get; init; }

    /// <summary>From the Linux side: the file that takes the game's whole exit code.</summary>
    public string? ExitFile { get; init; }

    /// <summary>From the Linux side: the file that takes the start report.</summary>
    public string? ReportFile { get; init; }

    /// <summary>The file of events, through which the game's calls are monitored; null: a file of the run's own, for crashes.</summary>
    public string? EventsFile { get; init; }

    /// <summary>What the user has said, as words of a command line for the Windows side.</summary>
    /// <param name="path">Gives a path the form in which that side is to have it.</param>
    public List<string> ToWords(Func<string, string> path)
    {
        List<string> words = [.. Targets.SelectMany(target => (string[])["--target", path(target)])];
        Add("--mods", Mods);
        Add("--order", Order);
        Add("--config", Config);
        Add("--log", Log);
        if (Set is not null)
            words.AddRange(["--set", Set]);
        if (Strict)
            words.Add("--strict");
        if (NoMods)
            words.Add("--no-mods");
        if (Offline)
            words.Add("--offline");
        if (Undo)
            words.Add("--undo");
        return words;

        void Add(string name, string? value)
        {
            if (value is not null)
                words.AddRange([name, path(value)]);
        }
    }
}
