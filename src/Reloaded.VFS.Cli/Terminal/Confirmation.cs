namespace Reloaded.VFS.Cli.Terminal;

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
