namespace Reloaded.VFS.Cli.Starting;

/// <summary>The options of <c>rvfs run</c> on the command line, with paths as they were typed.</summary>
internal sealed record RunOptions
{
    /// <summary>The option for <see cref="InOwnFolder"/> between the Linux side and the Windows side.</summary>
    public const string OwnFolderOption = "--own-folder";

    public required string Game { get; init; }
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>
    /// Gets the same arguments on Windows as they are in this process's raw command line, beginning with a blank, or null if they aren't
    /// known.
    /// </summary>
    public string? RawArguments { get; init; }

    /// <summary>Gets the values of <c>--target</c>, which may be given several times.</summary>
    public IReadOnlyList<string> Targets { get; init; } = [];

    public string? Mods { get; init; }
    public string? Order { get; init; }
    public string? Set { get; init; }
    public string? Config { get; init; }
    public string? Log { get; init; }
    public bool Strict { get; init; }
    public bool NoMods { get; init; }
    public bool Offline { get; init; }
    public bool Undo { get; init; }

    /// <summary>Gets the value of <c>--write-to</c>: the mod that receives everything that the program writes.</summary>
    public string? WriteTo { get; init; }

    /// <summary>
    /// Gets a value indicating whether the game starts in its own folder, because it was dropped on rvfs.exe or would otherwise have been
    /// started that way.
    /// </summary>
    public bool InOwnFolder { get; init; }

    /// <summary>
    /// Gets a value indicating whether rvfs is in a launcher's command line (<c>rvfs run %command%</c>), so that the Linux side has already
    /// told Wine what is necessary.
    /// </summary>
    public bool Wrapped { get; init; }

    /// <summary>Gets the file, from the Linux side, that receives the game's whole exit code.</summary>
    public string? ExitFile { get; init; }

    /// <summary>Gets the file, from the Linux side, that receives the start report.</summary>
    public string? ReportFile { get; init; }

    /// <summary>Gets the event file through which the game's calls are monitored, or null for the run's own file, for crashes.</summary>
    public string? EventsFile { get; init; }

    /// <summary>Returns the user's options as words of a command line for the Windows side.</summary>
    /// <param name="path">Converts a path to the form that the other side needs.</param>
    public List<string> ToWords(Func<string, string> path)
    {
        (string Name, string? Value)[] values = [("--mods", In(Mods)), ("--order", In(Order)), ("--config", In(Config)), ("--log", In(Log)),
            ("--set", Set), ("--write-to", WriteTo)];
        (string Name, bool IsGiven)[] flags = [("--strict", Strict), ("--no-mods", NoMods), ("--offline", Offline), ("--undo", Undo)];
        return
        [
            .. Targets.SelectMany(target => (string[])["--target", path(target)]),
            .. values.Where(one => one.Value is not null).SelectMany(one => (string[])[one.Name, one.Value!]),
            .. flags.Where(one => one.IsGiven).Select(one => one.Name),
        ];

        string? In(string? value) => value is null ? null : path(value);
    }
}
