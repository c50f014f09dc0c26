using System.CommandLine.Help;
using System.CommandLine.Parsing;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>The help of a command as text: usage, what belongs to it, and examples.</summary>
internal static class HelpText
{
    private const string Program = "rvfs";

    public static string Render(Command command, int width)
    {
        StringBuilder text = new();
        text.Append(WrappedText.Wrap(command.Description ?? "", width)).Append("\n\n");
        text.Append("Usage:\n").Append(WrappedText.WrapParagraph($"  {Usage(command)}", width, 6)).Append('\n');
        if (command is RootCommand)
            AppendGroups(text, command, width);
        else
            Append(text, "Commands", [.. command.Subcommands.Where(one => !one.Hidden).Select(one => (Words(one), one.Description ?? ""))], width);
        Append(text, "Arguments", [.. command.Arguments.Where(one => !one.Hidden).Select(one => (NameOf(one), one.Description ?? ""))], width);
        Option[] options = [.. OptionsOf(command)];
        Append(text, "Options", [.. options.Where(option => !option.Recursive || option is HelpOption).Select(Row)], width);
        Append(text, "Which game", [
            .. options.Where(option => option.Recursive && option is not HelpOption).OrderByDescending(option => option.Name == "--game")
                .Select(Row)], width);
        string examples = command is CommandWithExamples { Examples: { } own } ? own : command is RootCommand ? RootExamples : "";
        if (examples.Length > 0)
            text.Append('\n').Append(WrappedText.Wrap(examples.ReplaceLineEndings("\n"), width)).Append('\n');
        return text.ToString();
    }

    public static string Usage(Command command)
    {
        string words = string.Join(' ', Path(command).Select(one => one.Name).Prepend(Program));
        string subcommands = command.Subcommands.Any(one => !one.Hidden) ? command.Arguments.Count > 0 || command.Action is not null
            ? " [COMMAND]" : " COMMAND" : "";
        return $"{words} [options]{subcommands}{string.Concat(command.Arguments.Where(one => !one.Hidden).Select(one => " " + Show(one)))}";
    }

    /// <summary>Returns the options that a command understands, its own first.</summary>
    public static IEnumerable<Option> OptionsOf(Command command) => command.Options
        .Concat(Path(command).SkipLast(1).SelectMany(above => above.Options.Where(option => option.Recursive)))
        .Concat(Root(command).Options.Where(option => option.Recursive))
        .Where(option => !option.Hidden).DistinctBy(option => option.Name);

    /// <summary>Returns the commands that lead to a command, which is the last one, without the root.</summary>
    public static IReadOnlyList<Command> Path(Command command)
    {
        List<Command> path = [];
        for (Command? at = command; at is not null and not RootCommand; at = at.Parents.OfType<Command>().FirstOrDefault())
            path.Insert(0, at);
        return path;
    }

    private static string RootExamples => OperatingSystem.IsWindows()
        ? CommonExamples + "\nOn Windows you can also drop game.exe on rvfs.exe."
        : CommonExamples;

    private const string CommonExamples = """
        Examples:
          rvfs run                        Play the game in this folder with the mods in rvfs/mods
          rvfs run "Elden Ring"           Play a game of Steam's, from any folder
          rvfs --game game.exe conflicts  Which mods change the same files, and who wins
          rvfs last                       What happened at the last start

        rvfs help COMMAND shows more of a command.
        """;

    private static Command Root(Command command)
    {
        Command at = command;
        while (at.Parents.OfType<Command>().FirstOrDefault() is { } above)
            at = above;
        return at;
    }

    private static void AppendGroups(StringBuilder text, Command root, int width)
    {
        foreach ((string title, string[] names) in CommandGroups.All)
            Append(text, title, [.. names.Select(name => root.Subcommands.FirstOrDefault(one => one.Name == name))
                .Where(one => one is { Hidden: false }).Select(one => (one!.Name, one.Description ?? ""))], width);
        Append(text, "More", [.. root.Subcommands.Where(one => !one.Hidden && !CommandGroups.All.Any(group => group.Names.Contains(one.Name)))
            .Select(one => (one.Name, one.Description ?? ""))], width);
    }

    private static void Append(StringBuilder text, string title, IReadOnlyList<(string, string)> rows, int width)
    {
        if (rows.Count > 0)
            text.Append('\n').Append(title).Append(":\n").Append(WrappedText.Columns(rows, width));
    }

    private static (string, string) Row(Option option)
    {
        string names = string.Join(", ", option.Aliases.Where(alias => !alias.StartsWith('/')).Append(option.Name).Distinct()
            .OrderBy(name => name.Length));
        string value = option.Arity.MaximumNumberOfValues == 0 ? "" : $" {option.HelpName ?? "VALUE"}";
        return (names + value, option.Description ?? "");
    }

    private static string Words(Command command) =>
        command.Name + string.Concat(command.Arguments.Where(one => !one.Hidden).Select(one => " " + Show(one)));

    private static string Show(Argument argument)
    {
        string name = NameOf(argument);
        string text = argument.Arity.MaximumNumberOfValues > 1 && argument.HelpName is null ? $"{name}..." : name;
        return argument.Arity.MinimumNumberOfValues == 0 ? $"[{text}]" : text;
    }

    private static string NameOf(Argument argument) => argument.HelpName ?? argument.Name;
}

/// <summary>The commands by what they are for, as help shows them.</summary>
internal static class CommandGroups
{
    public static readonly (string Title, string[] Names)[] All =
    [
        ("Play", ["run", "games", "init", "install", "uninstall", "shortcut", "materialise"]),
        ("Mods", ["ui", "add", "remove", "mods", "order", "prefer", "set", "refresh", "import", "export"]),
        ("Look", ["ls", "which", "conflicts", "last", "monitor", "profile"]),
        ("Repair", ["doctor", "selftest", "bisect", "undo", "overwrite", "deleted", "bugreport", "report"]),
    ];
}

/// <summary>A command of <c>rvfs</c> whose help shows how it is used.</summary>
/// <param name="examples">The examples, which are shown below the help.</param>
/// <param name="name">The command's name.</param>
/// <param name="description">A sentence that describes the command.</param>
internal sealed class CommandWithExamples(string examples, string name, string description) : Command(name, description)
{
    /// <summary>Gets the examples, which are shown below the help.</summary>
    public string Examples => examples;
}

/// <summary>The options and arguments of commands.</summary>
internal static class Syntax
{
    /// <summary>Creates an option without a value.</summary>
    public static Option<bool> Flag(string name, string description) => new(name) { Arity = ArgumentArity.Zero, Description = description };

    /// <summary>Creates an option without a value, by which one process of this program tells another something.</summary>
    public static Option<bool> HiddenFlag(string name) => new(name) { Arity = ArgumentArity.Zero, Hidden = true };

    /// <summary>Creates an option with a text, which is null if it isn't given.</summary>
    /// <param name="name">The option's name.</param>
    /// <param name="value">The word that help shows for the value.</param>
    /// <param name="description">The description for help.</param>
    public static Option<string?> Text(string name, string value, string description) =>
        new(name) { HelpName = value, Description = description };

    /// <summary>Creates an option with a text that may be given several times.</summary>
    /// <inheritdoc cref="Text"/>
    public static Option<string[]> Texts(string name, string value, string description) =>
        new(name) { HelpName = value, Description = description };

    /// <summary>
    /// Creates an option whose value is a number that isn't less than 0, with a decimal point whatever the system's language is; null if it
    /// isn't given.
    /// </summary>
    /// <inheritdoc cref="Text"/>
    public static Option<double?> Number(string name, string value, string description) =>
        new(name) { HelpName = value, Description = description, CustomParser = Parse };

    /// <summary>Creates an argument that may be omitted, and is null then.</summary>
    public static Argument<string?> Optional(string name, string description) =>
        new(name) { Arity = ArgumentArity.ZeroOrOne, Description = description };

    /// <summary>Returns why a value is invalid for an option, to be put after the value.</summary>
    public static string WhyBad(Option option) => option is Option<double?> ? "is no number from 0 on" : "isn't a value of it";

    private static double? Parse(ArgumentResult result)
    {
        if (double.TryParse(result.Tokens[0].Value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number)
            && double.IsFinite(number))
            return number;
        result.AddError("no number");
        return null;
    }
}
