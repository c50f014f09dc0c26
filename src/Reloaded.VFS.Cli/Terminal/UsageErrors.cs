using System.CommandLine.Parsing;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>Descriptions of the errors of a command line in the words of rvfs instead of those of the parsing library.</summary>
internal static class UsageErrors
{
    /// <summary>Returns the errors of a command line, each a sentence. There is at least one if the line can't be parsed.</summary>
    public static IReadOnlyList<string> Of(ParseResult result)
    {
        string[] sentences = [.. result.Errors.Select(error => Of(error, result)).Distinct()];
        return sentences.Length > 0 ? sentences : ["The command line can't be understood."];
    }

    /// <summary>
    /// Returns the first word of a command line that looks like an option and that no command there has, or null if there is none. Words
    /// behind <c>--</c> are none, nor are those that a command hands on to a program.
    /// </summary>
    public static string? FindUnknownOption(ParseResult result)
    {
        bool handsOn = result.CommandResult.Command.Arguments.Any(argument => argument.CaptureRemainingTokens);
        if (handsOn)
            return null;
        int plain = result.Tokens.TakeWhile(token => token.Type != TokenType.DoubleDash).Count();
        HashSet<Token> behind = [.. result.Tokens.Skip(plain)];
        IEnumerable<Token> words = result.CommandResult.Children.OfType<ArgumentResult>().SelectMany(argument => argument.Tokens);
        string? bound = words.Where(token => !behind.Contains(token)).Select(token => token.Value).FirstOrDefault(LooksLikeOption);
        return bound ?? result.UnmatchedTokens.FirstOrDefault(LooksLikeOption);
    }

    /// <summary>Returns the error for a word that looks like an option and is none, with the option that is probably meant.</summary>
    /// <param name="otherwise">The advice if no option is near.</param>
    public static CliException NoOption(string word, Command command, string? otherwise = null)
    {
        string name = word.Split('=')[0];
        string? near = NearestName.Find(name, HelpText.OptionsOf(command).Select(option => option.Name));
        string words = string.Concat(HelpText.Path(command).Select(one => " " + one.Name));
        return new($"There is no option '{name}'.", near is not null ? $"Did you mean '{near}'? rvfs{words} --help shows the options."
            : otherwise ?? $"rvfs{words} --help shows the options."
                + (command.Arguments.Count > 0 ? " A name that begins with '-' stands behind '--'." : ""));
    }

    private static bool LooksLikeOption(string word) => word.Length > 1 && word[0] == '-';

    private static string Of(ParseError error, ParseResult result) => error.SymbolResult switch
    {
        OptionResult option => OfOption(option),
        ArgumentResult { Parent: OptionResult option } => OfOption(option),
        ArgumentResult argument => argument.Tokens.Count == 0
            ? $"{argument.Argument.HelpName ?? argument.Argument.Name} is missing."
            : $"'{argument.Tokens[^1].Value}' can't be {argument.Argument.HelpName ?? argument.Argument.Name}.",
        _ when result.UnmatchedTokens is [{ } word, ..] => word.StartsWith('-')
            ? $"There is no option '{word}'."
            : $"'{word}' is one word too many.",
        _ => "A command is missing, or a word that it needs.",
    };

    private static string OfOption(OptionResult option)
    {
        string name = option.IdentifierToken?.Value ?? option.Option.Name;
        string value = option.Option.HelpName ?? "VALUE";
        return option.Tokens.Count == 0
            ? $"{name} needs a value: {name} {value}."
            : option.IdentifierTokenCount > 1 && option.Option.Arity.MaximumNumberOfValues == 1
                ? $"{name} is given {option.IdentifierTokenCount} times."
                : $"{name} {option.Tokens[^1].Value}: '{option.Tokens[^1].Value}' {Syntax.WhyBad(option.Option)}.";
    }
}

/// <summary>The command that is meant by a word that is none: by what people call it elsewhere, or by its letters.</summary>
internal static class MeantCommand
{
    private static readonly (string Command, string[] Words)[] s_words =
    [
        ("run", ["start", "play", "launch", "exec", "open"]),
        ("mods", ["list", "status", "mod"]),
        ("mods enable", ["enable", "on", "activate"]),
        ("mods disable", ["disable", "off", "deactivate"]),
        ("mods move", ["move", "mv", "reorder"]),
        ("remove", ["delete", "rm", "del", "uninstall-mod"]),
        ("add", ["install-mod", "unpack", "extract", "copy"]),
        ("order", ["sort", "loadorder", "load-order"]),
        ("set", ["sets", "profiles", "preset", "presets"]),
        ("ls", ["dir", "tree", "files"]),
        ("which", ["where", "why", "who", "find"]),
        ("conflicts", ["conflict", "overlaps", "diff"]),
        ("last", ["log", "logs", "report"]),
        ("monitor", ["watch", "trace", "spy"]),
        ("doctor", ["check", "diagnose", "test", "info"]),
        ("undo", ["revert", "restore", "rollback"]),
        ("init", ["new", "create", "setup", "config", "configure"]),
        ("games", ["game", "library", "steam"]),
        ("refresh", ["update", "reload", "rescan"]),
        ("overwrite", ["overwrites", "writes", "saves"]),
        ("shortcut", ["desktop", "link"]),
        ("completion", ["completions", "complete", "autocomplete"]),
        ("help", ["man", "usage", "?"]),
    ];

    /// <summary>Gets or sets the names of the commands, which the application fills in.</summary>
    public static IReadOnlyList<string> Names { get; set; } = [];

    /// <summary>Returns the words of the command that is probably meant, or null if none is near.</summary>
    public static string? Find(string word)
    {
        string small = word.ToLowerInvariant();
        (string? command, _) = Array.Find(s_words, one => one.Words.Contains(small) && Names.Contains(one.Command.Split(' ')[0]));
        return command ?? NearestName.Find(word, Names);
    }
}
