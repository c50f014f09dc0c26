using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of the end of a run, by which <c>rvfs undo</c> distinguishes the run's changes from later ones: after a start without a launcher,
/// after a kill, and if the game has run without mods since.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class UndoEndTests
{
    /// <summary>A time longer than the possible error of a file's time, in milliseconds.</summary>
    private const int Moment = 4000;

    private const string Save = @"Data\only-game.txt";

    // The first change is recorded, and a later change under the same name isn't.
    private static readonly string s_changes = $"append | {Save} | _early\npause | {Moment}\nappend | {Save} | _late";

    /// <summary>The run ends with the game, because there is no launcher to record its end.</summary>
    [RealProcessFact]
    public void AGameThatIsStartedAfterAnInstallation()
    {
        using TemporaryFolder built = new();
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", "Data/only-game.txt = game only\n"), [FixtureTree.Parse("mod", "Data/a.txt = mod a\n")],
            (OverwriteLoadersTests.BuildImporting(built), BackendRunner.GameName));
        RecordedRuns.Configure(folder, overwrites: false);
        GameResult installed = GameProcess.RunCommand(
            [PublishedArtifacts.Launcher, "install", Path.Combine(folder.Game, BackendRunner.GameName)]);
        Assert.True(installed.ExitCode == 0, installed.ToString());
        AssertTold(folder, () =>
        {
            GameResult result = OverwriteLoadersTests.RunInstalled(folder, Scenario.ToScript([new("run", s_changes)]));
            Assert.True(result.ExitCode == 0, result.ToString());
        });
    }

    [RealProcessFact]
    public void ARunThatIsKilled()
    {
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, overwrites: false);
        string begun = Path.Combine(folder.Game, "begun.txt");
        string script = Scenario.ToScript([new("killed", $"{s_changes}\ncreate | begun.txt | begun\npause | 60000")]);
        AssertTold(folder, () => OverwriteRuns.KillScript(folder, script, () => File.Exists(begun), microseconds: 100_000));
        Assert.False(File.Exists(begun));
    }

    /// <summary>Changes that the game has made without its mods are left alone, whatever the previous run had changed.</summary>
    [RealProcessFact]
    public void ARunWithoutModsIsNoPartOfTheOneBefore()
    {
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, overwrites: false);
        string save = At(folder);
        OverwriteRuns.Run(folder, $"append | {Save} | _recorded\ncreate | new.txt | new");
        Thread.Sleep(Moment);
        GameResult plain = OverwriteRuns.Run(folder, $"append | {Save} | _without mods", new GameOptions { VfsArguments = ["--no-mods"] });
        Assert.True(plain.ExitCode == 0, plain.ToString());
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.Equal(1, code);
        Assert.Contains(@"'game\Data\only-game.txt' isn't taken back: it was changed after that run; with --all it is taken back, too", said,
            StringComparison.Ordinal);
        Assert.Contains("the game has run since without being recorded: what it has deleted or renamed then isn't known", said,
            StringComparison.Ordinal);
        Assert.Equal("game only_recorded_without mods", File.ReadAllText(save));
        Assert.False(File.Exists(Path.Combine(folder.Game, "new.txt")));
        (code, said) = OverwriteRuns.Launch(folder, "undo", "--yes", "--all");
        Assert.True(code == 0, said);
        Assert.Equal("game only", File.ReadAllText(save));
    }

    /// <summary>Checks that a run is taken back completely, and another one except for what was changed after it.</summary>
    private static void AssertTold(MergedFolder folder, Action run)
    {
        string save = At(folder);
        run();
        Assert.Equal("game only_early_late", File.ReadAllText(save));
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.True(code == 0, said);
        Assert.Equal("game only", File.ReadAllText(save));
        run();
        Thread.Sleep(Moment);
        File.AppendAllText(save, "_mine");
        (code, said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.Contains("it was changed after that run; with --all", said, StringComparison.Ordinal);
        Assert.Equal((1, "game only_early_late_mine"), (code, File.ReadAllText(save)));
        Assert.Equal(0, OverwriteRuns.Launch(folder, "undo", "--yes", "--all").Code);
        Assert.Equal("game only", File.ReadAllText(save));
    }

    private static string At(MergedFolder folder) => Path.Combine(folder.Game, "Data", "only-game.txt");
}
