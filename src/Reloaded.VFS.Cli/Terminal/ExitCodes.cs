using System.Reflection;

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
    /// Codes up to 255 and small negative ones (-1 is 255, as everywhere) keep their low byte; an NTSTATUS becomes 128 plus the signal that
    /// would have ended a Linux program; anything else keeps its low byte, but never becomes 0.
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
    public CliException(string message, string? cure = null) : this(ExitCodes.Failed, message, cure)
    {
    }

    public string OwnText { get; } = message;

    /// <summary>Gets the exit code of <c>rvfs</c>; see <see cref="ExitCodes"/>.</summary>
    public int ExitCode { get; } = exitCode;

    /// <summary>Gets the advice to the user, as a sentence, or null if there is none.</summary>
    public string? Cure { get; } = cure;
}

/// <summary>The exception for a question that the user has answered with no. This is no error, and is said as a plain line.</summary>
/// <param name="cure">The advice if there was no answer at all.</param>
internal sealed class DeclinedException(string? cure) : CliException("Nothing was done.", cure);

internal static class CliVersion
{
    /// <summary>Gets the version with the commit that it was built from, as <c>rvfs --version</c> prints it.</summary>
    public static string Whole { get; } =
        typeof(CliVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "0.0.0";

    /// <summary>Gets the version without the commit.</summary>
    public static string Text { get; } = Whole.Split('+')[0];
}

/// <summary>The meanings of the exit codes that Windows gives to programs that it ended. The names are those in ntstatus.h.</summary>
internal static class NtStatusNames
{
    /// <summary>Returns the name of <paramref name="code"/> (<c>STATUS_ACCESS_VIOLATION</c>), or null if it has none here.</summary>
    public static string? NameOf(uint code) =>
        Describe(code) is { } text && text.StartsWith("STATUS_", StringComparison.Ordinal) ? text.Split(':')[0] : null;

    /// <summary>Returns the sentence for <paramref name="code"/>, or null if the code is a program's own.</summary>
    public static string? Describe(uint code) => code switch
    {
        0x8000_0003 => "STATUS_BREAKPOINT: it hit a breakpoint",
        0x8000_0004 => "STATUS_SINGLE_STEP: a debugger's single step",
        0xC000_0005 => "STATUS_ACCESS_VIOLATION: it crashed (bad memory access)",
        0xC000_0006 => "STATUS_IN_PAGE_ERROR: a file or disk couldn't be read",
        0xC000_0017 => "STATUS_NO_MEMORY: out of memory",
        0xC000_001D => "STATUS_ILLEGAL_INSTRUCTION: it crashed (an instruction that this processor doesn't have)",
        0xC000_0022 => "STATUS_ACCESS_DENIED",
        0xC000_0025 => "STATUS_NONCONTINUABLE_EXCEPTION: it crashed",
        0xC000_007B => "STATUS_INVALID_IMAGE_FORMAT: a DLL is damaged or of the wrong kind (32-bit where 64-bit is wanted)",
        0xC000_008C => "STATUS_ARRAY_BOUNDS_EXCEEDED: it crashed",
        0xC000_008E => "STATUS_FLOAT_DIVIDE_BY_ZERO: it crashed",
        0xC000_0094 => "STATUS_INTEGER_DIVIDE_BY_ZERO: it crashed (division by zero)",
        0xC000_0095 => "STATUS_INTEGER_OVERFLOW: it crashed",
        0xC000_0096 => "STATUS_PRIVILEGED_INSTRUCTION: it crashed",
        0xC000_00FD => "STATUS_STACK_OVERFLOW: it crashed (stack full)",
        0xC000_012D => "STATUS_COMMITMENT_LIMIT: out of memory",
        0xC000_0135 => "STATUS_DLL_NOT_FOUND: a DLL that it needs isn't there",
        0xC000_0138 => "STATUS_ORDINAL_NOT_FOUND: a DLL is of the wrong version",
        0xC000_0139 => "STATUS_ENTRYPOINT_NOT_FOUND: a DLL is of the wrong version",
        0xC000_013A => "STATUS_CONTROL_C_EXIT: it was ended by Ctrl-C or by closing its console",
        0xC000_0142 => "STATUS_DLL_INIT_FAILED: a DLL couldn't start",
        0xC000_0144 => "STATUS_UNHANDLED_EXCEPTION: it crashed",
        0xC000_0361 => "STATUS_ACCESS_DISABLED_BY_POLICY_DEFAULT: a policy of this computer refuses a file",
        0xC000_0374 => "STATUS_HEAP_CORRUPTION: it crashed (damaged heap)",
        0xC000_0409 => "STATUS_STACK_BUFFER_OVERRUN: it ended itself (abort or fail-fast)",
        0xC000_0417 => "STATUS_INVALID_CRUNTIME_PARAMETER: it crashed",
        0xC000_0420 => "STATUS_ASSERTION_FAILURE: it ended itself",
        0xC000_0428 => "STATUS_INVALID_IMAGE_HASH: Windows doesn't trust the signature of a file",
        0xC000_0602 => "STATUS_FAIL_FAST_EXCEPTION: it ended itself (fail-fast)",
        0xC000_0906 => "STATUS_VIRUS_INFECTED: the virus scanner blocked a file",
        0xC000_0907 => "STATUS_VIRUS_DELETED: the virus scanner deleted a file",
        0xC06D_007E => "a DLL that it loads late isn't there",
        0xC06D_007F => "a DLL that it loads late is of the wrong version",
        0xC0E9_0002 => "STATUS_SYSTEM_INTEGRITY_POLICY_VIOLATION: Smart App Control or a code integrity policy refused a file",
        0xC0E9_0007 => "STATUS_SYSTEM_INTEGRITY_REPUTATION_MALICIOUS: Smart App Control takes a file for harmful",
        0xC0E9_0008 => "STATUS_SYSTEM_INTEGRITY_REPUTATION_PUA: Smart App Control takes a file for unwanted",
        0xC0E9_000A => "STATUS_SYSTEM_INTEGRITY_REPUTATION_OFFLINE: Smart App Control couldn't ask whether a file is well known",
        0x8007_11C7 => "ERROR_SYSTEM_INTEGRITY_POLICY_VIOLATION (4551): Smart App Control or a code integrity policy refused a file",
        0xE043_4352 => "an unhandled .NET exception",
        0xE06D_7363 => "an unhandled C++ exception",
        >= 0xC000_0000 and < 0xD000_0000 => "an NTSTATUS error",
        _ => null,
    };
}
