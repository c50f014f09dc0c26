using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>Writes the messages of rvfs while a game runs. They all go to stderr, because stdout belongs to the game.</summary>
internal static class Messages
{
    /// <summary>Writes a plain line.</summary>
    public static void Say(string text) => Console.Error.WriteLine("rvfs: " + text);

    /// <summary>Writes a warning: something is wrong, but the game runs all the same.</summary>
    public static void Warn(string text, string? cure = null) => Write("warning: ", text, cure);

    /// <summary>Writes an error: something failed.</summary>
    public static void Error(string text, string? cure = null) => Write("error: ", text, cure);

    /// <summary>Writes a diagnostic, in one line.</summary>
    public static void Show(Diagnostic diagnostic) => Console.Error.WriteLine("rvfs: " + diagnostic);

    private static void Write(string kind, string text, string? cure)
    {
        Console.Error.WriteLine("rvfs: " + kind + text);
        if (cure is not null)
            Console.Error.WriteLine("      " + cure);
    }
}

/// <summary>Asks for confirmation before something is done that can't be undone.</summary>
internal static class Confirmation
{
    /// <summary>
    /// Writes to standard error what is about to be changed, even if the answer was already given; otherwise asks there, and reads the
    /// answer from standard input.
    /// </summary>
    /// <param name="about">The game, and the set, whose files are changed.</param>
    /// <param name="question">The question, with a question mark.</param>
    /// <param name="isGiven">Whether the answer was given on the command line.</param>
    /// <exception cref="CliException">The answer isn't yes, or there is none.</exception>
    public static void Ask(string about, string question, bool isGiven)
    {
        Messages.Say($"this is {about}.");
        if (isGiven)
            return;
        Console.Error.Write($"{question} [y/N] ");
        string? answer = Console.In.ReadLine();
        if (answer is null)
            Console.Error.WriteLine();
        if (answer?.Trim().ToUpperInvariant() is not ("Y" or "YES"))
        {
            throw new CliException(ExitCodes.Failed, "Nothing was done.",
                answer is null ? "Standard input gave no answer: give --yes." : null);
        }
    }
}

/// <summary>Runs actions that a game doesn't have to wait for, or can do without. A failure is a single message.</summary>
internal static class Attempt
{
    /// <summary>Runs an action. No exception of it gets past this method.</summary>
    /// <param name="action">The action.</param>
    /// <param name="outcome">The consequence of a failure, the beginning of a sentence.</param>
    /// <returns>Whether the action succeeded.</returns>
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
