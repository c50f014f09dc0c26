using System.Reflection;
using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>The exit codes of <c>rvfs</c>.</summary>
/// <remarks>
/// <c>rvfs run</c> returns the game's own exit code once the game has run. The codes below are for what happens before, in the range that
/// <c>env</c>, <c>timeout</c> and containers use for the same purpose, so that they can be distinguished from a game's.
/// </remarks>
internal static class ExitCodes
{
    /// <summary>Success, or a question was answered.</summary>
    public const int Ok = 0;

    /// <summary>The answer to a question is "nothing": no such path, no report.</summary>
    public const int NothingFound = 1;

    /// <summary>Refused, because anti-cheat software lies beside the game and nothing says that the game is played offline.</summary>
    public const int Refused = 123;

    /// <summary>Stopped by <c>--strict</c> (or <c>onError: stop</c>): something is missing, so nothing of the game has run.</summary>
    public const int StoppedByStrict = 124;

    /// <summary>A failure of rvfs itself, such as a wrong command line or a missing Wine.</summary>
    public const int Failed = 125;

    /// <summary>The file exists but can't be run: it is 32-bit, isn't a program, or requires elevation.</summary>
    public const int CannotRun = 126;

    /// <summary>There is no such game.</summary>
    public const int NotFound = 127;

    /// <summary>Converts an exit code to the 8 bits that a Linux process can return.</summary>
    /// <remarks>
    /// Codes up to 255 and small negative ones (-1 is 255, as everywhere) keep their low byte; an NTSTATUS becomes 128 plus the signal of
    /// which a Linux program would have died; anything else keeps its low byte, but never becomes 0.
    /// </remarks>
    public static int ToUnix(uint code)
    {
        if (code <= 255 || code >= 0xFFFF_FF80)
            return (int)(code & 0xFF);
        return code switch
        {
            0xC000_0005 or 0xC000_00FD or 0xC000_0006 => 128 + 11, // SIGSEGV
            0xC000_001D or 0xC000_0096 => 128 + 4, // SIGILL
            0xC000_0094 or 0xC000_0095 or (>= 0xC000_008C and <= 0xC000_0093) => 128 + 8, // SIGFPE
            0xC000_013A => 128 + 2, // SIGINT
            0x8000_0003 or 0x8000_0004 => 128 + 5, // SIGTRAP
            >= 0xC000_0000 and < 0xE100_0000 => 128 + 6, // SIGABRT
            _ => (code & 0xFF) != 0 ? (int)(code & 0xFF) : 1,
        };
    }
}

/// <summary>
/// The exception for an error that the user can solve: one plain sentence, advice, and the exit code. It is printed without a stack trace.
/// </summary>
internal class CliException(int exitCode, string message, string? cure = null) : Exception(message), IOwnText
{
    /// <inheritdoc/>
    public string OwnText { get; } = message;

    /// <summary>Gets the exit code of <c>rvfs</c>; see <see cref="ExitCodes"/>.</summary>
    public int ExitCode { get; } = exitCode;

    /// <summary>Gets the advice to the user, as a sentence, or null if there is none.</summary>
    public string? Cure { get; } = cure;
}

/// <summary>The exception for a question that the user has answered with no. This is no error, and is said as a plain line.</summary>
/// <param name="cure">The advice if there was no answer at all.</param>
internal sealed class DeclinedException(string? cure) : CliException(ExitCodes.Failed, "Nothing was done.", cure);

/// <summary>The version of this build.</summary>
internal static class CliVersion
{
    /// <summary>Gets the version with the commit that it was built from, as <c>rvfs --version</c> prints it.</summary>
    public static string Whole { get; } =
        typeof(CliVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "0.0.0";

    /// <summary>Gets the version without the commit.</summary>
    public static string Text { get; } = Whole.Split('+')[0];
}
