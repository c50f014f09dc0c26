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

/// <summary>What a doctor finds: everything that would keep a game from its mods, each with what to do about it.</summary>
internal static class Examination
{
    /// <summary>Looks at the system, and at a game where there is one.</summary>
    /// <param name="options">The game and where its mods are; null where only the system is meant.</param>
    /// <param name="system">What the system is asked through; null: the system itself.</param>
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
        // What needs nothing done isn't a doctor's business.
        return [.. findings.Where(f => f.Severity != Severity.Notice || f.Fix is not null).Select(WithFix).DistinctBy(f => f.ToString())];
    }

    /// <summary>What is found elsewhere and says itself what is wrong still gets what to do.</summary>
    private static Diagnostic WithFix(Diagnostic finding) => finding.Fix is not null ? finding : finding with
    {
        Fix = finding.Line is not null ? "put this line of the file right"
            : finding.File is not null ? "check that the file or folder is there and that you may read it"
            : "'rvfs last' shows the whole report of the start; send it with your question",
    };
}
