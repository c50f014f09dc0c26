using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>Starts of a program under Wine, which occasionally loses a new process.</summary>
internal static class WineAttempts
{
    private const int Most = 3;

    /// <summary>Starts a program again until it has begun.</summary>
    /// <param name="start">Starts the program, waits for its end, and returns its exit code.</param>
    /// <param name="hasBegun">Determines whether the program has begun, or isn't to be started again.</param>
    /// <param name="failure">Describes for the last exit code that the program hasn't begun, as the beginning of a sentence.</param>
    /// <exception cref="CliException">The program hasn't begun in any attempt.</exception>
    public static int Run(Func<int> start, Func<bool> hasBegun, Func<int, string> failure)
    {
        int code = start();
        for (int attempt = 1; attempt < Most && !hasBegun(); attempt++)
            code = start();
        return hasBegun() ? code : throw new CliException(ExitCodes.Failed,
            FormattableString.Invariant($"{failure(code)}, in each of {Most} attempts."),
            "Check whether another program starts under this Wine; 'rvfs doctor' tells more.");
    }
}
