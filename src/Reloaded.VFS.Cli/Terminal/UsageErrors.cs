using System.CommandLine;
using System.CommandLine.Parsing;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>Describes the errors of a command line in the words of rvfs instead of those of the parsing library.</summary>
internal static class UsageErrors
{
    /// <summary>Returns the errors of a command line, each a sentence. There is at least one if the line can't be parsed.</summary>
    public static IReadOnlyList<string> Of(ParseResult result)
    {
        string[] sentences = [.. result.Errors.Select(error => Of(error, result)).Distinct()];
        return sentences.Length > 0 ? sentences : ["The command line can't be understood."];
    }

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
                : $"{name} {option.Tokens[^1].Value}: '{option.Tokens[^1].Value}' {NumberOption.WhyBad(option.Option)}.";
    }
}
