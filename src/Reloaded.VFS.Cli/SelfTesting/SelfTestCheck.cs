using System.Text.Json.Serialization;

namespace Reloaded.VFS.Cli.SelfTesting;

/// <summary>The outcomes of a check.</summary>
internal enum SelfTestOutcome
{
    /// <summary>The game saw what it sees in a plain folder.</summary>
    [JsonStringEnumMemberName("passed")]
    Passed,

    /// <summary>The game saw something else.</summary>
    [JsonStringEnumMemberName("failed")]
    Failed,

    /// <summary>The check can't be made here.</summary>
    [JsonStringEnumMemberName("skipped")]
    Skipped,
}

/// <summary>A check of the self-test.</summary>
/// <param name="Name">What was checked.</param>
/// <param name="Outcome">The outcome.</param>
/// <param name="Detail">What was seen, and what should have been; or why the check can't be made. Null if it passed.</param>
internal sealed record SelfTestCheck(string Name, SelfTestOutcome Outcome, string? Detail);

/// <summary>The result of a self-test.</summary>
/// <param name="System">The system: Windows, or Wine.</param>
/// <param name="Processor">The processor.</param>
/// <param name="Wine">The Wine that rvfs of Linux has used; null on Windows, or if rvfs.exe was started itself.</param>
/// <param name="Seconds">The time that it took.</param>
/// <param name="Checks">The checks, in their order.</param>
/// <param name="Hooks">The hooks in the game's process, and what the functions' entries looked like; a line for each kind.</param>
/// <param name="Process">The game's process: its policies, and the modules that aren't Windows' own.</param>
/// <param name="Folder">The folder of the test if it was kept.</param>
internal sealed record SelfTestResult(string System, string Processor, string? Wine, double Seconds, IReadOnlyList<SelfTestCheck> Checks,
    IReadOnlyList<string> Hooks, IReadOnlyList<string> Process, string? Folder)
{
    /// <summary>Gets a value indicating whether no check failed.</summary>
    public bool HasPassed => Checks.All(check => check.Outcome != SelfTestOutcome.Failed);
}
