namespace Reloaded.VFS.Ui.Asking;

/// <summary>An act that the page requests of the launcher.</summary>
internal sealed record ActRequest
{
    public string Act { get; init; } = "";

    /// <summary>Gets the set that the page shows, or null.</summary>
    public string? Set { get; init; }

    public string[] Mods { get; init; } = [];

    /// <summary>Gets the mod beside which others are put.</summary>
    public string? Other { get; init; }

    /// <summary>Gets the place: before, after, first, last.</summary>
    public string? Place { get; init; }

    /// <summary>Gets a path in the game, in a mod, or on this machine.</summary>
    public string? Path { get; init; }

    /// <summary>Gets the new name of a set or a mod.</summary>
    public string? Name { get; init; }

    /// <summary>Gets a format or a way of a run.</summary>
    public string? How { get; init; }

    public bool All { get; init; }
}

/// <summary>The table of the page's questions and acts: each row is a command of the launcher.</summary>
internal static class Acts
{
    /// <summary>Returns the commands of an act, in order, or null if there is no such act.</summary>
    public static IReadOnlyList<CommandWords>? Find(ActRequest asked) => asked.Act switch
    {
        "enable" => [new(["mods", "enable"], asked.Mods)],
        "disable" => [new(["mods", "disable"], asked.Mods)],
        "move" => Move(asked),
        "remove" => [new(["remove"], asked.Mods)],
        "remove-forever" => asked.Mods.Length > 0 ? [new(["remove", "--forever", "--yes"], asked.Mods)] : throw new InvalidDataException(),
        "put-back" => [new(["remove", "--undo"], asked.Mods)],
        "prefer" => [new(["prefer"], [Needed(asked.Name), Needed(asked.Path)])],
        "prefer-none" => [new(["prefer", $"--remove={Needed(asked.Path)}"], [])],
        "order-fix" => [new(["order", "--fix"], [])],
        "refresh" => [new(["refresh"], [])],
        "init" => [new(["init"], [], Takes.Options)],
        "set-new" => [new(["set", "--new"], [Needed(asked.Name)])],
        "set-delete" => [new(["set", "--delete", "--yes"], [Needed(asked.Name)], Takes.Options)],
        "overwrite-to" => [new(["overwrite", "to", "--yes"], [Needed(asked.Name)])],
        "overwrite-clear" => [new(["overwrite", "clear", "--yes"], asked.Path is { Length: > 0 } path ? [path] : [])],
        "deleted-clear" => [new(["deleted", "clear", "--yes"], asked.Path is { Length: > 0 } path ? [path] : [])],
        "undo" => [new(asked.All ? ["undo", "--yes", "--all"] : ["undo", "--yes"], [])],
        "import-check" => [new(["import", "--check"], [Needed(asked.Path)])],
        "import" => [new(Import(asked), [Needed(asked.Path)])],
        "export" => [new(asked.How is "mo2" or "r2z" ? ["export", $"--to={asked.How}"] : ["export"], [Needed(asked.Path)])],
        "bugreport" => [new(asked.Path is { Length: > 0 } path ? ["bugreport", $"--out={path}"] : ["bugreport"], [])],
        _ => null,
    };

    /// <summary>Returns the command of an act that runs as a job, or null if there is no such act.</summary>
    public static CommandWords? FindJob(ActRequest asked) => asked.Act switch
    {
        "run" => new(asked.How switch
        {
            "no-mods" => ["run", "--no-mods"],
            "undo" => ["run", "--undo"],
            _ => ["run"],
        }, []),
        "profile" => new(["profile", $"--out={Needed(asked.Path)}"], []),
        "monitor" => new(asked.How is "redirected" or "missing" ? ["monitor", $"--only={asked.How}"] : ["monitor"], [], Takes.Game),
        "add" => new(["add", "--ask-by-json", .. asked.Name is { Length: > 0 } mod ? [$"--name={mod}"] : Array.Empty<string>()],
            [Needed(asked.Path)]),
        _ => null,
    };

    /// <summary>Returns the command that answers a question, or null if there is no such question.</summary>
    /// <param name="question">The question's name.</param>
    /// <param name="path">The path that the question concerns, or null.</param>
    public static CommandWords? FindQuestion(string question, string? path) => question switch
    {
        "mods" or "order" or "prefer" or "conflicts" or "overwrite" or "deleted" or "ls" => new([question, "--json"], []),
        "sets" => new(["set", "--json"], []),
        "undo" => new(["undo", "--list", "--json"], []),
        "which" => new(["which", "--json"], [Needed(path)]),
        "doctor" => new(["doctor", "--json"], []),
        "last" => new(["last", "--json"], [], Takes.Game),
        "removed" => new(["remove", "--list", "--json"], []),
        _ => null,
    };

    private static string Needed(string? text) => text is { Length: > 0 } ? text : throw new InvalidDataException("a value is missing");

    // Behind the first one comes the second, and so on: the group keeps its own order.
    private static CommandWords[] Move(ActRequest asked) => asked.Mods.Length == 0 ? [] : asked.Place switch
    {
        "first" => [new(["mods", "move", "--first"], asked.Mods[..1]), .. Behind(asked.Mods)],
        "last" => [new(["mods", "move", "--last"], asked.Mods[..1]), .. Behind(asked.Mods)],
        "before" => [new(["mods", "move", $"--before={Needed(asked.Other)}"], asked.Mods[..1]), .. Behind(asked.Mods)],
        "after" => [new(["mods", "move", $"--after={Needed(asked.Other)}"], asked.Mods[..1]), .. Behind(asked.Mods)],
        _ => throw new InvalidDataException("the place is missing"),
    };

    private static IEnumerable<CommandWords> Behind(string[] mods) =>
        mods.Skip(1).Select((mod, i) => new CommandWords(["mods", "move", $"--after={mods[i]}"], [mod]));

    private static string[] Import(ActRequest asked) =>
    [
        "import",
        .. asked.All ? ["--copy"] : Array.Empty<string>(),
        .. asked.Name is { Length: > 0 } set ? [$"--new-set={set}"] : Array.Empty<string>(),
    ];
}

/// <summary>The options that select the page's game, mods and set. Immutable.</summary>
/// <param name="Game">The game: its folder or its program; empty if the options name it.</param>
/// <param name="Options">Further options that questions about a game have, such as <c>--mods=DIR</c>.</param>
/// <param name="Set">The set that the page shows first, or an empty text.</param>
internal sealed record Context(string Game, IReadOnlyList<string> Options, string Set);

/// <summary>The parts of the context that a command takes.</summary>
internal enum Takes
{
    Game,

    /// <summary>The game and the other options.</summary>
    Options,

    /// <summary>The game, the other options, and the set that the page shows.</summary>
    Set,
}

/// <summary>
/// A command of the launcher as separate words. A text of the page is either the value of an option, in one word with it, or follows
/// <c>--</c>, so that it can't become an option. Immutable.
/// </summary>
/// <param name="Command">The command and its own options.</param>
/// <param name="Operands">The names and paths that the command concerns.</param>
/// <param name="Takes">The parts of the context that the command takes.</param>
internal sealed record CommandWords(IReadOnlyList<string> Command, IReadOnlyList<string> Operands, Takes Takes = Takes.Set)
{
    /// <summary>Returns all words.</summary>
    /// <param name="set">The set that the page shows, or null.</param>
    public IEnumerable<string> With(Context context, string? set)
    {
        IEnumerable<string> words = Command;
        if (context.Game.Length > 0)
            words = words.Append($"--game={context.Game}");
        if (Takes != Takes.Game)
            words = words.Concat(context.Options);
        if (Takes == Takes.Set && set is { Length: > 0 })
            words = words.Append($"--set={set}");
        return Operands.Count == 0 ? words : words.Append("--").Concat(Operands);
    }

    /// <summary>Returns the line that a person would type in the game's folder, for the page.</summary>
    /// <param name="set">The set that the page shows, or null.</param>
    public string Show(string? set)
    {
        IEnumerable<string> words = Command.Where(word => word is not ("--yes" or "--json" or "--ask-by-json"));
        if (Takes == Takes.Set && set is { Length: > 0 })
            words = words.Append($"--set={set}");
        if (Operands.Any(word => word.StartsWith('-')))
            words = words.Append("--");
        return string.Join(' ', words.Concat(Operands).Prepend("rvfs").Select(Quote));
    }

    private static string Quote(string word) => word.Length > 0 && !word.AsSpan().ContainsAny(" \t\"'\\$&|;<>()*?`") ? word : $"\"{word}\"";
}
