using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>A search for everything that would keep a game from its mods, with a remedy for each finding.</summary>
internal static class Examination
{
    /// <summary>Checks the system, and a game if one is given.</summary>
    /// <param name="options">The game and the place of its mods; null for the system alone.</param>
    /// <param name="system">The queries of the system; null for the real ones.</param>
    /// <exception cref="CliException">There is no such game.</exception>
    public static IReadOnlyList<Diagnostic> Run(RunOptions? options, SystemFacts? system = null)
    {
        SystemFacts facts = system ?? SystemFacts.Real;
        List<Diagnostic> findings = [];
        findings.AddRange(SystemChecks.Run(facts));
        if (options is null)
            return findings;

        StartedProgram program = GameArguments.FindProgram(options);
        string folder = Path.GetDirectoryName(program.Path)!;
        VfsConfiguration configuration = GameArguments.Configure(options, findings);
        findings.AddRange(GameChecks.Run(facts, program, configuration));
        findings.AddRange(MitigationCheck.Run(facts, program.File));
        findings.AddRange(WritableCheck.OfGame(facts, folder, configuration));
        findings.AddRange(OverwriteFindings.Find(configuration));
        findings.AddRange(QuietFolders.Find(configuration.Mods, facts.Variable));
        findings.AddRange(ContainerCheck.Run(facts, folder, configuration, OwnFilesCheck.FindFolder()));
        findings.AddRange(Progress.Of("looking through the folders", () => FolderSurvey.Run(facts, folder, configuration).ToList()));
        ModSet set = Progress.Of("reading the mods", () => ModSet.Load(configuration));
        using ModResolver resolver = new(set);
        findings.AddRange(Progress.Of("laying the mods over the game", () => ModChecks.Run(set, resolver).ToList()));
        findings.AddRange(StartChecks.Run(facts, folder, configuration));
        findings.AddRange(
            OriginalsCheck.Run(
                OriginalsRecord.Read(
                    ((string[])[folder, .. configuration.Targets])
                        .SelectMany(f => (string[])[ReportFolders.OfGame(f), ReportFolders.LocalOfGame(f)])), resolver));
        // Findings that need no action aren't reported.
        return [.. findings.Where(f => f.Severity != Severity.Notice || f.Fix is not null).Select(WithFix).DistinctBy(f => f.ToString())];
    }

    /// <summary>Adds a default remedy to a finding of other code that has none.</summary>
    private static Diagnostic WithFix(Diagnostic finding) => finding.Fix is not null ? finding : finding with
    {
        Fix = finding.Line is not null ? "put this line of the file right"
            : finding.File is not null ? "check that the file or folder is there and that you may read it"
            : "'rvfs last' shows the whole report of the start; send it with your question",
    };
}
