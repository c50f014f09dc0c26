using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>A search for everything that would keep a game from its mods, with a remedy for each finding.</summary>
internal static class Examination
{
    /// <summary>The game that is examined, and what several checks read of it.</summary>
    private sealed record CheckedGame(
        SystemFacts Facts, StartedProgram Program, VfsConfiguration Configuration, ModSet Set, ModResolver Resolver)
    {
        public string Folder => Path.GetDirectoryName(Program.Path)!;
    }

    /// <summary>The checks of a game, in the order of their findings. One that may take long has a text for the progress message.</summary>
    private static readonly (string? Progress, Func<CheckedGame, IEnumerable<Diagnostic>> Find)[] s_checks =
    [
        (null, game => GameChecks.Run(game.Facts, game.Program, game.Configuration)),
        (null, game => MitigationCheck.Run(game.Facts, game.Program.File)),
        (null, game => WritableCheck.OfGame(game.Facts, game.Folder, game.Configuration)),
        (null, game => OverwriteFindings.Find(game.Configuration)),
        (null, game => QuietFolders.Find(game.Configuration.Mods, game.Facts.Variable)),
        (null, game => ContainerCheck.Run(game.Facts, game.Folder, game.Configuration, OwnFilesCheck.FindFolder())),
        ("looking through the folders", game => FolderSurvey.Run(game.Facts, game.Folder, game.Configuration)),
        (null, game => HigherTarget.Find(game.Configuration, game.Set.Mods.Select(mod => mod.Mod))),
        ("laying the mods over the game", game => ModChecks.Run(game.Set, game.Resolver)),
        ("looking at settings and mods", game => ModHealth.Run(game.Set, game.Resolver, game.Configuration)),
        (null, game => DllChecks.Run(game.Program, game.Folder, game.Configuration)),
        (null, game => StartChecks.Run(game.Facts, game.Folder, game.Configuration)),
        (null, game => OriginalsCheck.Run(OriginalsRecord.Read(((string[])[game.Folder, .. game.Configuration.Targets])
            .SelectMany(f => (string[])[ReportFolders.OfGame(f), ReportFolders.LocalOfGame(f)])), game.Resolver)),
    ];

    /// <summary>Checks the system, and a game if one is given.</summary>
    /// <param name="options">The game and the place of its mods; null for the system alone.</param>
    /// <param name="system">The queries of the system; null for the real ones.</param>
    /// <exception cref="CliException">There is no such game.</exception>
    public static IReadOnlyList<Diagnostic> Run(RunOptions? options, SystemFacts? system = null)
    {
        SystemFacts facts = system ?? SystemFacts.Real;
        List<Diagnostic> findings = [.. SystemChecks.Run(facts)];
        if (options is null)
            return findings;

        StartedProgram program = GameArguments.FindProgram(options);
        VfsConfiguration configuration = GameArguments.Configure(options, findings);
        ModSet set = Progress.Of("reading the mods", () => ModSet.Load(configuration));
        using ModResolver resolver = new(set);
        CheckedGame game = new(facts, program, configuration, set, resolver);
        foreach ((string? progress, Func<CheckedGame, IEnumerable<Diagnostic>> find) in s_checks)
            findings.AddRange(progress is null ? find(game) : Progress.Of(progress, () => find(game).ToList()));
        // Findings that need no action aren't reported.
        return [.. findings.Where(f => f.Severity != Severity.Notice || f.Fix is not null).Select(WithFix).DistinctBy(f => f.ToString())];
    }

    /// <summary>Adds a default remedy to a finding that has none.</summary>
    private static Diagnostic WithFix(Diagnostic finding) => finding.Fix is not null ? finding : finding with
    {
        Fix = finding.Line is not null ? "put this line of the file right"
            : finding.File is { } file && ArchiveFile.IsArchive(file) ? "download the archive anew, or take it out of the mods folder"
            : finding.File is not null ? "check that the file or folder is there and that you may read it"
            : "'rvfs last' shows the whole report of the start; send it with your question",
    };
}
