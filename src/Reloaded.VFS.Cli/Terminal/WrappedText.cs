using System.Text.RegularExpressions;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>Text that is broken between words, so that a terminal doesn't break it within them.</summary>
internal static partial class WrappedText
{
    /// <summary>The smallest width for which text is broken. In a narrower terminal nothing helps.</summary>
    private const int Narrowest = 24;

    /// <summary>The indentation of what follows a line that was too long for its columns.</summary>
    private const int Hanging = 6;

    /// <summary>The indentation of what follows a line of a list.</summary>
    private const int ListHanging = 2;

    /// <summary>The length up to which a line's last column isn't broken.</summary>
    private const int ShortColumn = 16;

    /// <summary>A blank of a path, at which no line is broken. No name of a file contains this character.</summary>
    private const char Kept = '\0';

    /// <summary>Returns a text whose lines have at most a number of characters, unless one word has more.</summary>
    /// <remarks>
    /// Lines keep their indentation, which the lines that follow have, too. Where two blanks or more divide a line, what is behind them
    /// stays a column of its own.
    /// </remarks>
    /// <param name="text">The text, whose lines end with a line feed.</param>
    /// <param name="width">The number of characters; null for lines of any length.</param>
    public static string Wrap(string text, int? width)
    {
        if (width is not { } most || most < Narrowest)
            return text;
        string[] lines = text.Split('\n');
        for (int i = 0, next; i < lines.Length; i = next)
        {
            // The lines of a table are broken alike.
            int column = ColumnOf(lines[i]);
            next = i + 1;
            while (column > 0 && next < lines.Length && (ColumnOf(lines[next]) == column || IsRow(lines[next], lines[i])))
                next++;
            bool isBroken = column > most / 2 && lines[i..next].Any(line => line.Length > most);
            for (int j = i; j < next; j++)
                lines[j] = WrapLine(lines[j], most, isBroken);
        }

        return string.Join('\n', lines);
    }

    /// <summary>Returns a paragraph whose lines have at most a number of characters; those behind the first are indented.</summary>
    /// <remarks>A path in quotes isn't broken.</remarks>
    public static string WrapParagraph(string text, int? width, int indentation) => width is not { } most || most < Narrowest
        ? text
        : string.Join('\n', text.Split('\n')
            .Select((line, i) => Fill(KeepPaths(line), most, i == 0 ? 0 : indentation, indentation).Replace(Kept, ' ')));

    /// <summary>Returns a line of a list, broken between its columns and words if it is longer than a terminal's line.</summary>
    /// <remarks>
    /// Columns are divided by two blanks or more. No column but a long last one is broken, and no path is: a path that is too long has a line
    /// of its own, which only the terminal breaks.
    /// </remarks>
    /// <param name="line">The line, without its end.</param>
    /// <param name="width">The number of characters; null for lines of any length.</param>
    public static string WrapListLine(string line, int? width)
    {
        if (width is not { } most || most < Narrowest || line.Length <= most)
            return line;
        int indentation = IndentationOf(line), hanging = Math.Max(indentation + ListHanging, ColumnWithin(line, most * 3 / 5)), from = indentation;
        string rest = KeepPaths(KeepColumns(line));
        StringBuilder text = new();
        while (rest.Length > most)
        {
            int end = rest.LastIndexOf(' ', most, most - from + 1);
            if (end <= from)
                end = rest.IndexOf(' ', from);
            if (end < 0)
                break;
            text.Append(rest[..end].TrimEnd(' ')).Append('\n');
            rest = rest[end..].TrimStart(' ');
            int word = rest.IndexOf(' ', StringComparison.Ordinal) is >= 0 and var blank ? blank : rest.Length;
            from = hanging + word > most ? indentation + ListHanging : hanging;
            rest = new string(' ', from) + rest;
        }

        return text.Append(rest).Replace(Kept, ' ').ToString();
    }

    /// <summary>Returns rows of two columns, of which the second is broken if it is too long.</summary>
    /// <param name="rows">The rows, without indentation.</param>
    /// <param name="width">The number of characters of a line; null for lines of any length.</param>
    public static string Columns(IReadOnlyList<(string Left, string Right)> rows, int? width)
    {
        int widest = rows.Count == 0 ? 0 : rows.Max(row => row.Left.Length);
        // A column that leaves no room for the other one is broken up.
        int left = width is { } most ? Math.Min(widest, Math.Max(8, (most / 2) - 6)) : widest;
        StringBuilder text = new();
        foreach ((string first, string second) in rows)
        {
            string start = "  " + first.PadRight(left) + "  ";
            if (first.Length > left)
            {
                text.Append("  ").Append(first).Append('\n');
                start = new string(' ', left + 4);
            }

            string line = Fill(start + second, width ?? int.MaxValue, 0, left + 4, start.Length);
            text.Append(line.TrimEnd()).Append('\n');
        }

        return text.ToString();
    }

    /// <summary>Returns the position of the last column that begins within a number of characters, or 0 if there is none.</summary>
    private static int ColumnWithin(string line, int most) =>
        Gap().Matches(line, IndentationOf(line)).Select(gap => gap.Index + gap.Length).LastOrDefault(column => column <= most);

    /// <summary>Returns a line whose columns, but for the last, aren't broken; the last one isn't if it is a path.</summary>
    private static string KeepColumns(string line)
    {
        StringBuilder text = new(line);
        int begin = IndentationOf(line);
        foreach (Match gap in Gap().Matches(line, begin))
        {
            text.Replace(' ', Kept, begin, gap.Index - begin);
            begin = gap.Index + gap.Length;
        }

        if (begin > 1 && (WholePath().IsMatch(line, begin) || line.Length - begin <= ShortColumn))
            text.Replace(' ', Kept, begin, line.Length - begin);
        return text.ToString();
    }

    /// <summary>
    /// Returns a text whose paths aren't broken: those in quotes or parentheses, and whole ones before a colon or between one and the end.
    /// </summary>
    private static string KeepPaths(string text) => PathInText().Replace(text, path => path.Value.Replace(' ', Kept));

    // Two blanks or more, or the mark of a list between a mod and a path.
    [GeneratedRegex(@" {2,}| = ")]
    private static partial Regex Gap();

    [GeneratedRegex(@"\G(= )?([A-Za-z]:)?[^ ]*[\\/]")]
    private static partial Regex WholePath();

    [GeneratedRegex(@"(?<!\w)'[^']*[\\/][^']*'(?!\w)|\((/|[A-Za-z]:\\)[^()]*\)|((?<=^ *)|(?<=: ))(/|[A-Za-z]:\\)[^:]*(?=: |$)")]
    private static partial Regex PathInText();

    private static int IndentationOf(string line) => line.Length - line.TrimStart(' ').Length;

    /// <summary>Returns the position of a line's second column, or 0 if there is none.</summary>
    private static int ColumnOf(string line)
    {
        int gap = line.IndexOf("  ", Math.Min(line.Length, IndentationOf(line)), StringComparison.Ordinal);
        return gap < 0 ? 0 : line.Length - line[gap..].TrimStart(' ').Length;
    }

    /// <summary>Determines whether a line without a second column belongs to the table of another line.</summary>
    private static bool IsRow(string line, string other) =>
        line.Length > 0 && ColumnOf(line) == 0 && IndentationOf(line) == IndentationOf(other) && IndentationOf(line) > 0;

    private static string WrapLine(string line, int width, bool isBroken)
    {
        int column = ColumnOf(line), indentation = IndentationOf(line);
        if (column == 0 || (line.Length <= width && !isBroken))
            return line.Length <= width ? line : Fill(line, width, 0, indentation);
        if (!isBroken)
            return Fill(line, width, 0, column, column);
        string left = line[..column].TrimEnd(), right = new string(' ', indentation + Hanging) + line[column..];
        return $"{Fill(left, width, 0, indentation + 4)}\n{Fill(right, width, 0, indentation + Hanging)}";
    }

    /// <summary>Breaks a line between words.</summary>
    /// <param name="width">The number of characters of a line.</param>
    /// <param name="first">The indentation that is put before the first line.</param>
    /// <param name="indentation">The indentation of the lines behind it.</param>
    /// <param name="from">The character from which on the line may be broken; what is before it stays as it is.</param>
    private static string Fill(string line, int width, int first, int indentation, int from = 0)
    {
        StringBuilder text = new();
        string rest = new string(' ', first) + line;
        from += first;
        while (rest.Length > width)
        {
            int start = Math.Max(from, rest.Length - rest.TrimStart(' ').Length);
            int end = rest.LastIndexOf(' ', width, width - Math.Min(width, start) + 1);
            if (end <= start)
                end = rest.IndexOf(' ', Math.Min(rest.Length, Math.Max(start, width)));
            if (end < 0)
                break;
            text.Append(rest[..end].TrimEnd()).Append('\n');
            rest = new string(' ', indentation) + rest[end..].TrimStart(' ');
            from = indentation;
        }

        return text.Append(rest).ToString();
    }
}

/// <summary>The terminal that this process writes to: its width, and whether it shows colours.</summary>
internal static class TerminalSize
{
    private const int UsualWidth = 80;
    private const string Colored = "+";

    /// <summary>The hidden option by which the rvfs of Linux tells rvfs.exe of its terminal, which that one doesn't see.</summary>
    public const string Option = "--screen";

    private static int? s_told;

    /// <summary>Gets a value indicating whether the rvfs of Linux has a terminal with colours.</summary>
    public static bool HasToldColors { get; private set; }

    /// <summary>Returns the option's value for this process's terminal, or null if standard error isn't one.</summary>
    public static string? Tell() => ForErrors is not { } width ? null :
        $"{width}{(TerminalColor.IsUsed(Environment.GetEnvironmentVariable, !Console.IsErrorRedirected) ? Colored : "")}";

    public static void Take(string? told)
    {
        HasToldColors = told?.EndsWith(Colored, StringComparison.Ordinal) ?? false;
        s_told = int.TryParse(told?.TrimEnd('+'), NumberStyles.None, CultureInfo.InvariantCulture, out int width) ? width : null;
    }

    /// <summary>Gets the width for help, which is broken to the usual width if the output isn't a terminal.</summary>
    public static int ForOutput => Given() ?? (Console.IsOutputRedirected ? UsualWidth : Measure() ?? UsualWidth);

    /// <summary>Gets or sets a value that says whether standard output is a terminal; null to ask the system. Tests have none.</summary>
    public static bool? IsOutputTerminal { get; set; }

    /// <summary>Gets the width for answers, or null if standard output isn't a terminal: other programs read lines.</summary>
    public static int? ForAnswers => IsOutputTerminal ?? !Console.IsOutputRedirected ? Given() ?? Measure() : null;

    /// <summary>Gets the width for messages, or null if standard error isn't a terminal: a line of a log stays one.</summary>
    public static int? ForErrors => s_told ?? Given() ?? (Console.IsErrorRedirected ? null : Measure());

    private static int? Given() =>
        int.TryParse(Environment.GetEnvironmentVariable("COLUMNS"), NumberStyles.None, CultureInfo.InvariantCulture, out int width)
            && width > 0 ? width : null;

    private static int? Measure()
    {
        try
        {
            return Console.WindowWidth is > 0 and var width ? width : null;
        }
        catch (IOException)
        {
            return null;
        }
    }
}

/// <summary>A writer whose lines are broken between columns and words if the terminal's line is shorter.</summary>
internal sealed class WrappedOutput : TextWriter
{
    private readonly TextWriter _inner;
    private readonly int _width;
    private readonly StringBuilder _line = new();

    /// <summary>Creates the writer.</summary>
    /// <param name="inner">The writer that receives the lines, which isn't disposed of.</param>
    /// <param name="width">The number of characters of a line.</param>
    public WrappedOutput(TextWriter inner, int width)
        : base(CultureInfo.InvariantCulture)
    {
        (_inner, _width) = (inner, width);
        NewLine = "\n";
    }

    public override Encoding Encoding => _inner.Encoding;

    public override void Write(char value)
    {
        if (value != '\n')
        {
            _line.Append(value);
            return;
        }

        foreach (string line in WrappedText.WrapListLine(_line.ToString(), _width).Split('\n'))
            _inner.WriteLine(line);
        _line.Clear();
    }

    public override void Flush()
    {
        _inner.Write(_line.ToString());
        _line.Clear();
        _inner.Flush();
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            Flush();
        base.Dispose(disposing);
    }
}

/// <summary>A check of whether messages have colours, by the usual variables.</summary>
/// <remarks>
/// <c>NO_COLOR</c> (no-color.org) takes colours away, <c>CLICOLOR_FORCE</c> gives them to a file and a pipe, too (bixense.com/clicolors).
/// </remarks>
internal static class TerminalColor
{
    /// <summary>Determines whether standard error gets colours.</summary>
    /// <param name="variable">Returns a variable of the environment.</param>
    /// <param name="isTerminal">True if standard error is a terminal.</param>
    public static bool IsUsed(Func<string, string?> variable, bool isTerminal)
    {
        if (variable("NO_COLOR") is { Length: > 0 })
            return false;
        if (variable("CLICOLOR_FORCE") is { Length: > 0 } forced && forced != "0")
            return true;
        return isTerminal && variable("TERM") != "dumb" && variable("CLICOLOR") != "0";
    }
}
