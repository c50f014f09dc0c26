using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Starting.Wine;
using Reloaded.VFS.Mods.AntiCheat;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>Checks of the game's own program and folders.</summary>
internal static class GameChecks
{
    /// <summary>The length up to which <c>CreateProcess</c> certainly accepts a path.</summary>
    private const int LongestProgram = 259;

    public static IEnumerable<Diagnostic> Run(SystemFacts facts, StartedProgram program, VfsConfiguration configuration)
    {
        string game = program.Path;
        if (CheckProgram(program.File) is { } wrong)
            yield return wrong;
        if (StorePackage.Find(game) is { } package)
            yield return package.ToDiagnostic();
        if (facts.Machine() != 0 && program.File.Length > LongestProgram)
            yield return Diagnostic.Warning(
                $"the path of the game's program is longer than {LongestProgram} characters: Windows may not start it",
                file: program.File, fix: "move the game into a folder with a shorter path");
        foreach (string target in configuration.Targets.Where(t => !Directory.Exists(t)))
            yield return Diagnostic.Error("there is no such folder to add mods to",
                file: target, fix: "name the folder as it is on disk, in 'targets' of rvfs.json or with --target");
        if (!configuration.Offline && AntiCheatDetector.FindFirst(configuration.Targets.Prepend(Path.GetDirectoryName(game)!)) is { } found)
            yield return Diagnostic.Error(
                $"this game has anti-cheat software ({found.Product}), which may ban players whose game is changed",
                file: found.Path, fix: "if you play it offline only: rvfs run --offline GAME.EXE (or \"offline\": true in rvfs.json)");
    }

    private static Diagnostic? CheckProgram(string game)
    {
        try
        {
            return GameExecutable.Read(game).WhyNoMods(game, WineRun.IsLibrary32There) is { } why
                ? Diagnostic.Error(why.Cause.TrimEnd('.'), fix: why.Cure.TrimEnd('.'))
                : null;
        }
        catch (CliException e)
        {
            return Diagnostic.Error(e.OwnText.TrimEnd('.'), fix: e.Cure?.TrimEnd('.') ?? "name the game's .exe");
        }
    }
}

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
            yield return Diagnostic.Error(
                $"{hook.Function} couldn't be hooked at the last start: {hook.Detail?.TrimEnd('.') ?? "nothing more is known"}",
                file: file,
                fix: "close overlays, recorders and other mod loaders that hook the game (and exclude the game from the virus scanner), "
                    + "then start it again");
        foreach (HookReport hook in report.Hooks.Where(h => h.IsBehindOthers))
            yield return Diagnostic.Warning(
                $"another program had hooked {hook.Function} before the VFS at the last start; the VFS passes calls on "
                    + $"to that hook{Who(facts, hook)}",
                file: file,
                fix: "if the game gets wrong files, close overlays, recorders and virus scanners that hook the game one by one, until "
                    + "this message is gone");
    }
}
