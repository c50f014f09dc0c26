using Reloaded.VFS.Cli.Running;
using Reloaded.VFS.Configuration;
using Reloaded.VFS.Reports;

namespace Reloaded.VFS.Cli.Diagnosing;

/// <summary>What only shows in the game's process: hooks, as the last start found them.</summary>
internal static class StartChecks
{
    /// <summary>What is the matter with the last start; that there was none is a notice.</summary>
    public static IEnumerable<Diagnostic> Run(string gameFolder, VfsConfiguration configuration)
    {
        string? file = ReportFiles.FindLast(gameFolder) ?? configuration.Targets.Select(ReportFiles.FindLast).FirstOrDefault(f => f is not null);
        if (file is null)
            return [Diagnostic.Notice("the game hasn't been started with mods yet, so nothing is known about hooks") with { Fix = "start it once with 'rvfs run', then ask again" }];
        try
        {
            return Of(StartReportFile.Read(file), file);
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            return [Diagnostic.Warning($"the report of the last start can't be read: {e.Message.TrimEnd('.')}") with { File = file, Fix = "delete the file; the next start writes a new one" }];
        }
    }

    /// <summary>What a start's report says about hooks.</summary>
    public static IEnumerable<Diagnostic> Of(StartReport report, string file)
    {
        foreach (HookReport hook in report.Hooks.Where(h => h.State == HookState.Failed))
        {
            yield return Diagnostic.Error($"{hook.Function} couldn't be hooked at the last start: {hook.Detail?.TrimEnd('.') ?? "nothing more is known"}") with
            {
                File = file,
                Fix = "close overlays, recorders and other mod loaders that go into the game (and in a virus scanner, leave the game out), then start it again",
            };
        }

        foreach (HookReport hook in report.Hooks.Where(h => h.IsBehindOthers))
        {
            yield return Diagnostic.Warning($"another program had hooked {hook.Function} before us at the last start; it is called behind our hook") with
            {
                File = file,
                Fix = "if files are wrong, close overlays, recorders and virus scanners that go into the game one by one, until this isn't said any more",
            };
        }
    }
}
