using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>A check whether Windows refuses unsigned files: those of Reloaded VFS are unsigned, and a mod's own DLLs usually are.</summary>
internal static class CodeIntegrityCheck
{
    /// <summary>The registry key with the state of Smart App Control: 0 off, 1 on, 2 evaluation.</summary>
    public const string SmartAppControlKey = @"SYSTEM\CurrentControlSet\Control\CI\Policy";

    /// <summary>The name of the registry value.</summary>
    public const string SmartAppControlValue = "VerifiedAndReputablePolicyState";

    /// <summary>Runs the check.</summary>
    public static IEnumerable<Diagnostic> Run(SystemFacts facts)
    {
        switch (facts.Registry.Read(SmartAppControlKey, SmartAppControlValue))
        {
            case 1:
                yield return Diagnostic.Warning(
                    "Smart App Control is on: Windows refuses unsigned programs and DLLs that aren't well known yet, including those of "
                        + "Reloaded VFS and of mods (error 4551, 0xC0E90002)") with
                {
                    Fix = "if a start fails with such an error: " + BlockedFile.PolicyCure,
                };
                break;
            case 2:
                yield return Diagnostic.Notice(
                    "Smart App Control is evaluating whether to switch itself on; it refuses nothing meanwhile") with
                {
                    Fix = "nothing to do for now; if starts fail with error 4551 later, it has switched itself on",
                };
                break;
        }

        // Smart App Control itself is such a policy.
        bool isEnforced = facts.CodeIntegrity() is uint options && (options & CodeIntegrity.Programs) != 0
            && (options & CodeIntegrity.ProgramsAudited) == 0;
        if (isEnforced && facts.Registry.Read(SmartAppControlKey, SmartAppControlValue) is not 1)
        {
            yield return Diagnostic.Warning(
                "a code integrity policy (App Control, WDAC) decides which programs and DLLs run on this computer") with
            {
                Fix = "if a start fails with error 4551 or 0xC0E90002: ask the computer's administrator to allow the files of Reloaded VFS",
            };
        }
    }
}
