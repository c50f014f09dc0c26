using System.Reflection;
using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>
/// What <c>rvfs</c> returns. <c>rvfs run</c> returns the game's own exit code once the game has run; the codes below are for what happens
/// before, in the range that <c>env</c>, <c>timeout</c> and containers use for the same thing, so that they can be told from a game's.
/// </summary>
internal static class ExitCodes
{
    /// <summary>It worked; a question was answered.</summary>
    public const int Ok = 0;

    /// <summary>A question has the answer "nothing": no such path, no report.</summary>
    public const int NothingFound = 1;

    /// <summary>Refused: anti-cheat software lies beside the game, and nothing says that it is played offline.</summary>
    public const int Refused = 123;

    /// <summary><c>--strict</c> (or <c>onError: stop</c>): something is missing, so nothing of the game has run.</summary>
    public const int StoppedByStrict = 124;

    /// <summary>rvfs itself failed: a wrong command line, no Wine.</summary>
    public const int Failed = 125;

    /// <summary>The file is there but can't be run: 32-bit, no program, wants elevation.</summary>
    public const int CannotRun = 126;

    /// <summary>There is no such game.</summary>
    public const int NotFound = 127;

    /// <summary>
    /// A Linux process can return 8 bits only. Codes up to 255 and small negative ones (-1 is 255, as everywhere) keep their low byte; an
    /// NTSTATUS becomes 128 plus the signal that a Linux program would have died of; anything else keeps its low byte, but never becomes 0.
    /// </summary>
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
/// An error that is the user's to solve: one plain sentence, what to do about it, and the exit code. Printed without a stack trace.
/// </summary>
internal sealed class CliException(int exitCode, string message, string? cure = null) : Exception(message), IOwnText
{
    /// <inheritdoc/>
    public string OwnText { get; } = message;

    /// <summary>What <c>rvfs</c> returns; see <see cref="ExitCodes"/>.</summary>
    public int ExitCode { get; } = exitCode;

    /// <summary>What the user can do, as a sentence; null where there is nothing to say.</summary>
    public string? Cure { get; } = cure;
}

/// <summary>The version of this build.</summary>
internal static class CliVersion
{
    /// <summary>As <c>rvfs --version</c> prints it, without the commit.</summary>
    public static string Text { get; } =
        typeof(CliVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
            ?? "0.0.0";
}
