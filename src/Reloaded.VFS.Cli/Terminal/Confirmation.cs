namespace Reloaded.VFS.Cli.Terminal;

/// <summary>Asks before something is done that can't be taken back.</summary>
internal static class Confirmation
{
    /// <summary>Asks on standard error, and takes the answer from standard input.</summary>
    /// <param name="question">The question, with a question mark.</param>
    /// <param name="isGiven">Whether the answer was given on the command line.</param>
    /// <exception cref="CliException">The answer isn't yes, or there is none.</exception>
    public static void Ask(string question, bool isGiven)
    {
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
