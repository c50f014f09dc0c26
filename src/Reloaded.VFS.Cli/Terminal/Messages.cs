using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>What rvfs says while a game runs. All of it goes to stderr: stdout belongs to the game.</summary>
internal static class Messages
{
    /// <summary>A plain line.</summary>
    public static void Say(string text) => Console.Error.WriteLine("rvfs: " + text);

    /// <summary>Something is wrong, and the game runs all the same.</summary>
    public static void Warn(string text, string? cure = null) => Write("warning: ", text, cure);

    /// <summary>Something failed.</summary>
    public static void Error(string text, string? cure = null) => Write("error: ", text, cure);

    /// <summary>A finding, in one line.</summary>
    public static void Show(Diagnostic diagnostic) => Console.Error.WriteLine("rvfs: " + diagnostic);

    private static void Write(string kind, string text, string? cure)
    {
        Console.Error.WriteLine("rvfs: " + kind + text);
        if (cure is not null)
            Console.Error.WriteLine("      " + cure);
    }
}

/// <summary>Asks before something is done that can't be taken back.</summary>
internal static class Confirmation
{
    /// <summary>
    /// Says on standard error what is about to be changed, whether that was asked or not; asks there, and takes the answer from standard
    /// input.
    /// </summary>
    /// <param name="about">Whose files are changed: which game, and which set.</param>
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

/// <summary>Things that a game doesn't have to wait for, or can do without: what goes wrong in them is one message.</summary>
internal static class Attempt
{
    /// <summary>Does something. Nothing that it throws gets past this.</summary>
    /// <param name="action">What to do.</param>
    /// <param name="outcome">What follows if it can't be done, the beginning of a sentence.</param>
    /// <returns>Whether it was done.</returns>
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
