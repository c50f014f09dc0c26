using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>Checks of facts that are visible only in the game's process: the hooks, by the report of the last start.</summary>
internal static class StartChecks
{
    /// <summary>Checks the last start. Reports a notice if there was none.</summary>
    public static IEnumerable<Diagnostic> Run(SystemFacts facts, string gameFolder, VfsConfiguration configuration)
    {
        string? file = ReportFiles.FindLast(gameFolder)
            ?? configuration.Targets.Select(ReportFiles.FindLast).FirstOrDefault(f => f is not null);
        if (file is null)
            return [Diagnostic.Notice("the game hasn't been started with mods yet, so nothing is known about hooks") with
            {
                Fix = "start it once with 'rvfs run', then ask again",
            }];
        try
        {
            return Of(facts, StartReportFile.Read(file), file);
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            return [Diagnostic.Warning($"the report of the last start can't be read: {ErrorCause.Of(e)}") with
            {
                File = file,
                Fix = "delete the file; the next start writes a new one",
            }];
        }
    }

    /// <summary>
    /// Describes the owner of a hook: as found in the game by the start, otherwise as visible in rvfs.exe, because security suites hook
    /// every program.
    /// </summary>
    private static string Who(SystemFacts facts, HookReport hook) =>
        hook.OtherModule is { } found ? $". The hook leads into {KnownModules.Describe(found)}"
        : facts.Entry(hook.Function) is not { Jump: not null } entry ? ""
        : entry.Module is { } module ? $". In rvfs.exe it is hooked too, by {KnownModules.Describe(module)}"
        : ". In rvfs.exe it is hooked too, so it is a program that goes into every other, a security suite for example";

    /// <summary>Checks the hooks in a start's report.</summary>
    public static IEnumerable<Diagnostic> Of(SystemFacts facts, StartReport report, string file)
    {
        foreach (HookReport hook in report.Hooks.Where(h => h.State == HookState.Failed))
        {
            yield return Diagnostic.Error(
                $"{hook.Function} couldn't be hooked at the last start: {hook.Detail?.TrimEnd('.') ?? "nothing more is known"}") with
            {
                File = file,
                Fix = "close overlays, recorders and other mod loaders that go into the game (and in a virus scanner, leave the game out), "
                    + "then start it again",
            };
        }

        foreach (HookReport hook in report.Hooks.Where(h => h.IsBehindOthers))
        {
            yield return Diagnostic.Warning(
                $"another program had hooked {hook.Function} before the VFS at the last start; the VFS hands calls on "
                    + $"to that hook{Who(facts, hook)}") with
            {
                File = file,
                Fix = "if files are wrong, close overlays, recorders and virus scanners that go into the game one by one, until this "
                    + "isn't said any more",
            };
        }
    }
}
