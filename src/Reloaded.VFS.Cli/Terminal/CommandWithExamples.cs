using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>A command of <c>rvfs</c> whose help shows how it is used.</summary>
/// <param name="examples">The examples, which are shown below the help.</param>
/// <param name="name">The command's name.</param>
/// <param name="description">A sentence that describes the command.</param>
internal sealed class CommandWithExamples(string examples, string name, string description) : Command(name, description)
{
    /// <summary>Gets the examples, which are shown below the help.</summary>
    public string Examples => examples;
}

/// <summary>Options whose value is a number that isn't less than 0, with a decimal point whatever the system's language is.</summary>
internal static class NumberOption
{
    /// <summary>Creates an option, whose value is null if it isn't given.</summary>
    /// <param name="name">The option's name.</param>
    /// <param name="unit">The unit that help shows for the value.</param>
    /// <param name="description">The description for help.</param>
    public static Option<double?> Make(string name, string unit, string description) =>
        new(name) { HelpName = unit, Description = description, CustomParser = Parse };

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
