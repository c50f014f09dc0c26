using System.ComponentModel;
using System.Diagnostics;
using System.Text.RegularExpressions;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Starting.Wine;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>
/// Checks of the requirements of every game: the files of Reloaded VFS, a Windows that loads them, and on Linux a suitable Wine.
/// </summary>
internal static partial class SystemChecks
{
    /// <summary>The oldest Wine with which Reloaded VFS was tested.</summary>
    private static readonly Version OldestWine = new(8, 0);

    public static IEnumerable<Diagnostic> Run(SystemFacts facts) =>
    [
        .. NativeMachine.WhyRefused(facts.Machine()) is { } refusal ? (Diagnostic[])[refusal] : [],
        .. OperatingSystem.IsWindows() ? [] : CheckWine(),
        .. CheckOwnFiles(facts),
        .. CodeIntegrityCheck.Run(facts),
        .. WritableCheck.OfSystem(facts),
    ];

    private static IEnumerable<Diagnostic> CheckOwnFiles(SystemFacts facts) => OwnFilesCheck.FindFolder() is { } folder
        ? OwnFilesCheck.Run(facts, folder)
        : [Diagnostic.Error($"rvfs.exe is missing; it belongs beside rvfs, in '{WineRun.OwnFolder()}'",
            fix: "unpack Reloaded VFS again, with rvfs.exe and reloaded_vfs.dll")];

    private static List<Diagnostic> CheckWine()
    {
        WineInstallation wine;
        try
        {
            wine = WineInstallation.Find();
        }
        catch (CliException e)
        {
            return [Diagnostic.Error(e.OwnText.TrimEnd('.'), fix: e.Cure?.TrimEnd('.'))];
        }

        string? answer = AskVersion(wine.Command);
        if (answer is null)
            return [Diagnostic.Error("Wine doesn't tell its version",
                file: wine.Command, fix: $"to see why, run it by hand: '{wine.Command}' --version")];
        Match match = VersionPattern().Match(answer);
        return match.Success && Version.Parse(match.Groups[1].Value) < OldestWine
            ? [Diagnostic.Error($"this is Wine {match.Groups[1].Value}; the oldest that Reloaded VFS was tested with is {OldestWine}",
                file: wine.Command, fix: "install a newer Wine, or set RVFS_WINE to the path of one")]
            : [];
    }

    /// <summary>Returns the output of <c>wine --version</c>, or null on failure.</summary>
    public static string? AskVersion(string command)
    {
        try
        {
            ProcessStartInfo start = new(command,
                ["--version"])
            { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
            using Process process = Process.Start(start)!;
            process.ErrorDataReceived += (_, _) => { };
            process.BeginErrorReadLine();
            string answer = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return process.ExitCode == 0 && answer.Length > 0 ? answer : null;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }

    [GeneratedRegex(@"wine-(\d+\.\d+)")]
    private static partial Regex VersionPattern();
}

/// <summary>A check of whether Windows refuses unsigned files: those of Reloaded VFS are unsigned, and so are most mods' own DLLs.</summary>
internal static class CodeIntegrityCheck
{
    /// <summary>The registry key with the state of Smart App Control: 0 off, 1 on, 2 evaluation.</summary>
    public const string SmartAppControlKey = @"SYSTEM\CurrentControlSet\Control\CI\Policy";

    public const string SmartAppControlValue = "VerifiedAndReputablePolicyState";

    public static IEnumerable<Diagnostic> Run(SystemFacts facts)
    {
        switch (facts.Registry.Read(SmartAppControlKey, SmartAppControlValue))
        {
            case 1:
                yield return Diagnostic.Warning(
                    "Smart App Control is on: Windows refuses unsigned programs and DLLs that aren't well known yet, including those of "
                        + "Reloaded VFS and of mods (error 4551, 0xC0E90002)",
                    fix: "if a start fails with such an error: " + BlockedFile.PolicyCure);
                break;
            case 2:
                yield return Diagnostic.Notice("Smart App Control is evaluating whether to switch itself on; it refuses nothing meanwhile",
                    fix: "nothing to do for now; if starts fail with error 4551 later, it has switched itself on");
                break;
        }

        // Smart App Control itself is such a policy.
        bool isEnforced = facts.CodeIntegrity() is uint options && (options & CodeIntegrity.Programs) != 0
            && (options & CodeIntegrity.ProgramsAudited) == 0;
        if (isEnforced && facts.Registry.Read(SmartAppControlKey, SmartAppControlValue) is not 1)
            yield return Diagnostic.Warning(
                "a code integrity policy (App Control, WDAC) decides which programs and DLLs run on this computer",
                fix: "if a start fails with error 4551 or 0xC0E90002: ask the computer's administrator to allow the files of Reloaded VFS");
    }
}
