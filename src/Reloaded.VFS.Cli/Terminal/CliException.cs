using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Cli.Terminal;

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
