namespace Reloaded.VFS.Ui.Asking;

/// <summary>The options that select the page's game, mods and set. Immutable.</summary>
/// <param name="Game">The game: its folder or its program; empty if the options name it.</param>
/// <param name="Options">Further options that questions about a game have, such as <c>--mods=DIR</c>.</param>
/// <param name="Set">The set that the page shows first, or an empty text.</param>
internal sealed record Context(string Game, IReadOnlyList<string> Options, string Set);

/// <summary>The parts of the context that a command takes.</summary>
internal enum Takes
{
    /// <summary>The game alone.</summary>
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
    /// <param name="context">The context.</param>
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
