using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>The messages of rvfs while a game runs. They all go to stderr, because stdout belongs to the game.</summary>
internal static class Messages
{
    private const string Name = "rvfs: ", WarningKind = "warning: ", ErrorKind = "error: ";
    private const int Indentation = 6;

    /// <summary>
    /// Gets or sets the conversion of a path of Windows to one of Linux, for messages under Wine. It returns null for a path that it leaves
    /// as it is. Null on any other system.
    /// </summary>
    public static Func<string, string?>? ToLinux { get; set; }

    public static void Say(string text) => Write("", text, null);

    /// <summary>Writes a warning: something is wrong, but the game runs all the same.</summary>
    public static void Warn(string text, string? cure = null) => Write(WarningKind, text, cure);

    /// <summary>Writes an error: something failed.</summary>
    public static void Error(string text, string? cure = null) => Write(ErrorKind, text, cure);

    /// <summary>Writes a question to standard error. Returns the line that standard input answers, or null if it has none.</summary>
    public static string? Ask(string question)
    {
        Console.Error.Write(WrappedText.WrapParagraph(question, TerminalSize.ForErrors - 2, 2) + " ");
        string? answer = Console.In.ReadLine();
        if (answer is null)
            Console.Error.WriteLine();
        return answer;
    }

    /// <summary>Writes a diagnostic, in one line.</summary>
    public static void Show(Diagnostic diagnostic)
    {
        if (ToLinux is not null && diagnostic.File is { } file)
            diagnostic = diagnostic with { File = OnLinux(file) ?? file };
        string text = diagnostic.ToString();
        string kind = text.StartsWith(ErrorKind, StringComparison.Ordinal) ? ErrorKind
            : text.StartsWith(WarningKind, StringComparison.Ordinal) ? WarningKind : "";
        Write(kind, text[kind.Length..], null);
    }

    /// <summary>Writes diagnostics, each in one line.</summary>
    public static void Show(IEnumerable<Diagnostic> diagnostics)
    {
        foreach (Diagnostic diagnostic in diagnostics)
            Show(diagnostic);
    }

    /// <summary>Writes diagnostics without the notices.</summary>
    public static void ShowProblems(IEnumerable<Diagnostic> diagnostics) =>
        Show(diagnostics.Where(diagnostic => diagnostic.Severity != Severity.Notice));

    private static void Write(string kind, string text, string? cure)
    {
        int? width = TerminalSize.ForErrors;
        string message = WrappedText.WrapParagraph(Name + kind + WithLinuxPaths(text), width, Indentation);
        WriteLine(message, kind);
        if (cure is not null)
            WriteLine(WrappedText.WrapParagraph(new string(' ', Indentation) + WithLinuxPaths(cure), width, Indentation), "");
    }

    private static void WriteLine(string message, string kind)
    {
        string word = kind.TrimEnd();
        if (kind.Length == 0 || !message.StartsWith(Name + word, StringComparison.Ordinal)
            || !(TerminalSize.HasToldColors || TerminalColor.IsUsed(Environment.GetEnvironmentVariable, !Console.IsErrorRedirected)))
        {
            Console.Error.WriteLine(message);
            return;
        }

        Console.Error.Write(Name);
        Console.Error.Flush();
        if (OperatingSystem.IsWindows() && !Console.IsErrorRedirected)
        {
            // A console that is older than such sequences has the colour, too.
            ConsoleColor before = Console.ForegroundColor;
            Console.ForegroundColor = kind == ErrorKind ? ConsoleColor.Red : ConsoleColor.Yellow;
            Console.Error.Write(word);
            Console.Error.Flush();
            Console.ForegroundColor = before;
        }
        else
        {
            TextWriter output = TerminalText.PlainError ?? Console.Error;
            output.Write($"\e[{(kind == ErrorKind ? "1;31" : "1;33")}m{word}\e[0m");
            output.Flush();
        }

        Console.Error.WriteLine(message[(Name.Length + word.Length)..]);
    }

    /// <summary>Returns a path of Windows as one of Linux, also if only the folders above it are there; null if none is.</summary>
    private static string? OnLinux(string path) => ToLinux!(path)
        ?? (path.LastIndexOf('\\') is > 2 and var last && OnLinux(path[..last]) is { } above ? $"{above}/{path[(last + 1)..]}" : null);

    /// <summary>Returns a message whose quoted paths are those of Linux, if the reader is there.</summary>
    private static string WithLinuxPaths(string text)
    {
        if (ToLinux is null)
            return text;
        string[] parts = text.Split('\'');
        for (int i = 1; i < parts.Length - 1; i++)
        {
            if (parts[i] is [_, ':', '\\', ..] path && OnLinux(path) is { } found)
                parts[i] = found;
        }

        return string.Join('\'', parts);
    }
}

/// <summary>The request for confirmation before something is done that can't be undone.</summary>
internal static class Confirmation
{
    /// <summary>
    /// Writes to standard error what is about to be changed, even if the answer was already given; otherwise asks there, and reads the
    /// answer from standard input.
    /// </summary>
    /// <param name="about">The game, and the set, whose files are changed.</param>
    /// <param name="question">The question, with a question mark.</param>
    /// <param name="isGiven">True if the answer was given on the command line.</param>
    /// <exception cref="CliException">The answer isn't yes, or there is none.</exception>
    public static void Ask(string about, string question, bool isGiven)
    {
        Messages.Say($"this is {about}.");
        if (isGiven)
            return;
        string? answer = Messages.Ask($"{question} [y/N]");
        if (answer?.Trim().ToUpperInvariant() is not ("Y" or "YES"))
            throw new DeclinedException(answer is null ? "Standard input gave no answer: give --yes." : null);
    }
}

/// <summary>Numbers of things, and lists of names, in messages.</summary>
internal static class Counted
{
    /// <summary>Returns a number with a word in the singular or the plural.</summary>
    /// <param name="one">The word in the singular.</param>
    /// <param name="many">The word in the plural; null if it is the other one with an s.</param>
    public static string Of(int number, string one, string? many = null) =>
        $"{number} {(number == 1 ? one : many ?? one + "s")}";

    /// <summary>Returns the first names, and the number of the others.</summary>
    public static string List(IReadOnlyList<string> names, int most = 10) => string.Join(", ", names.Take(most))
        + (names.Count > most ? $" and {names.Count - most} more" : "");
}

/// <summary>Actions that a game doesn't have to wait for, or can do without. A failure is a single message.</summary>
internal static class Attempt
{
    /// <summary>Runs an action. No exception of it gets past this method.</summary>
    /// <param name="outcome">The consequence of a failure, the beginning of a sentence.</param>
    /// <returns>True if the action succeeded.</returns>
    public static bool Make(Action action, string outcome)
    {
        try
        {
            action();
            return true;
        }
        catch (Exception e)
        {
            Messages.Warn($"{outcome}: {UnexpectedError.Describe(e)}.");
            return false;
        }
    }
}
