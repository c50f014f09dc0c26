using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>A command of <c>rvfs</c> whose help shows how it is used.</summary>
/// <param name="examples">Shown below the help.</param>
/// <param name="name">The command's name.</param>
/// <param name="description">What it does, a sentence.</param>
internal sealed class CommandWithExamples(string examples, string name, string description) : Command(name, description)
{
    /// <summary>Shown below the help.</summary>
    public string Examples => examples;
}

/// <summary>
/// Options whose value is a number that isn't less than 0, with a point before its fraction whatever the system's language is.
/// </summary>
internal static class NumberOption
{
    /// <summary>Makes an option; null where it isn't given.</summary>
    /// <param name="name">The option's name.</param>
    /// <param name="unit">What help shows for the value.</param>
    /// <param name="description">What help says of it.</param>
    public static Option<double?> Make(string name, string unit, string description) =>
        new(name) { HelpName = unit, Description = description, CustomParser = Parse };

    /// <summary>Why a value isn't one of the option's, behind the value.</summary>
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
