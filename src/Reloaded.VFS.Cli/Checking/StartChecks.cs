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
            return [Diagnostic.Notice("the game hasn't been started with mods yet, so nothing is known about hooks",
                fix: "start it once with 'rvfs run', then check again")];
        try
        {
            return Of(facts, StartReportFile.Read(file), file);
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            return [Diagnostic.Warning($"the report of the last start can't be read: {ErrorCause.Of(e)}",
                file: file, fix: "delete the file; the next start writes a new one")];
        }
    }

    /// <summary>
    /// Describes the owner of a hook: as found in the game by the start, otherwise as visible in rvfs.exe, because security suites hook
    /// every program.
    /// </summary>
    private static string Who(SystemFacts facts, HookReport hook) =>
        hook.OtherModule is { } found ? $". The hook leads into {KnownModules.Describe(found)}"
        : facts.Entry(hook.Function) is not { Jump: not null } entry ? ""
        : entry.Module is { } module ? $". In rvfs.exe the function is hooked, too, by {KnownModules.Describe(module)}"
        : ". In rvfs.exe the function is hooked, too, so that program hooks every other, as security suites do";

    /// <summary>Checks the hooks in a start's report.</summary>
    public static IEnumerable<Diagnostic> Of(SystemFacts facts, StartReport report, string file)
    {
        foreach (HookReport hook in report.Hooks.Where(h => h.State == HookState.Failed))
        {
            yield return Diagnostic.Error(
                $"{hook.Function} couldn't be hooked at the last start: {hook.Detail?.TrimEnd('.') ?? "nothing more is known"}",
                file: file,
                fix: "close overlays, recorders and other mod loaders that hook the game (and exclude the game from the virus scanner), "
                    + "then start it again");
        }

        foreach (HookReport hook in report.Hooks.Where(h => h.IsBehindOthers))
        {
            yield return Diagnostic.Warning(
                $"another program had hooked {hook.Function} before the VFS at the last start; the VFS passes calls on "
                    + $"to that hook{Who(facts, hook)}",
                file: file,
                fix: "if the game gets wrong files, close overlays, recorders and virus scanners that hook the game one by one, until "
                    + "this message is gone");
        }
    }
}
