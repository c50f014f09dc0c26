namespace Reloaded.VFS.Cli.Terminal;

/// <summary>
/// Windows command lines, which are one string that each program parses itself. The rules are those of the C runtime (Microsoft Learn,
/// "Parsing C command-line arguments").
/// </summary>
internal static class CommandLine
{
    /// <summary>One argument and where it ends in the raw line.</summary>
    public readonly record struct Argument(string Value, int End);

    /// <summary>Splits a raw line into arguments, including the program's name.</summary>
    public static List<Argument> Split(ReadOnlySpan<char> line)
    {
        List<Argument> arguments = [];
        StringBuilder value = new();
        int i = 0;

        // In the program's name, quotes toggle and backslashes are plain.
        bool quoted = false;
        for (; i < line.Length && (quoted || !IsBlank(line[i])); i++)
        {
            if (line[i] == '"')
                quoted = !quoted;
            else
                value.Append(line[i]);
        }

        arguments.Add(new(value.ToString(), i));

        while (true)
        {
            while (i < line.Length && IsBlank(line[i]))
                i++;
            if (i == line.Length)
                return arguments;
            value.Clear();
            i = ReadArgument(line, i, value);
            arguments.Add(new(value.ToString(), i));
        }
    }

    private static int ReadArgument(ReadOnlySpan<char> line, int i, StringBuilder value)
    {
        bool quoted = false;
        while (true)
        {
            int backslashes = 0;
            while (i < line.Length && line[i] == '\\')
            {
                backslashes++;
                i++;
            }

            if (i < line.Length && line[i] == '"')
            {
                value.Append('\\', backslashes / 2);
                if (backslashes % 2 != 0)
                    value.Append('"');
                else if (quoted && i + 1 < line.Length && line[i + 1] == '"')
                {
                    value.Append('"');
                    i++;
                }
                else
                    quoted = !quoted;
                i++;
                continue;
            }

            value.Append('\\', backslashes);
            if (i == line.Length || (!quoted && IsBlank(line[i])))
                return i;
            value.Append(line[i++]);
        }
    }

    /// <summary>
    /// Returns what follows argument <paramref name="index"/> in this process's own raw line, unchanged, because some programs (cmd.exe)
    /// parse their line by rules of their own. Returns null if the raw line doesn't match <paramref name="arguments"/> (because a host
    /// rewrote them).
    /// </summary>
    public static string? Tail(string rawLine, IReadOnlyList<string> arguments, int index)
    {
        List<Argument> raw = Split(rawLine);
        int offset = raw.Count - arguments.Count;
        return offset >= 0 && raw.Skip(offset).Select(argument => argument.Value).SequenceEqual(arguments)
            ? rawLine[raw[offset + index].End..]
            : null;
    }

    /// <summary>Joins arguments so that <see cref="Split"/> (and every C program) gets the same ones back.</summary>
    public static string Join(IEnumerable<string> arguments)
    {
        StringBuilder line = new();
        foreach (string argument in arguments)
        {
            line.Append(' ');
            AppendQuoted(line, argument);
        }

        return line.ToString();
    }

    /// <summary>Returns the program's own name for the beginning of a line. The name can't contain a quote.</summary>
    public static string QuoteProgram(string path) => $"\"{path}\"";

    private static void AppendQuoted(StringBuilder line, string argument)
    {
        if (argument.Length > 0 && argument.AsSpan().IndexOfAny(" \t\n\v\"") < 0)
        {
            line.Append(argument);
            return;
        }

        line.Append('"');
        int backslashes = 0;
        foreach (char c in argument)
        {
            if (c == '\\')
            {
                backslashes++;
                continue;
            }
            // Backslashes are doubled before a quote, and are plain before anything else.
            line.Append('\\', c == '"' ? (backslashes * 2) + 1 : backslashes).Append(c);
            backslashes = 0;
        }

        line.Append('\\', backslashes * 2).Append('"');
    }

    private static bool IsBlank(char c) => c is ' ' or '\t';
}
