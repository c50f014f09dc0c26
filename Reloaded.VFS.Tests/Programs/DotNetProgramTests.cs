using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>
/// Tests of a Windows program in .NET (Programs/Enumerate): <c>Directory.Enumerate*</c>, <c>FileInfo</c> and the like, with every option,
/// give the same results as in the merged folder.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Bits", "64")]
public sealed class DotNetProgramTests
{
    [RealProcessFact]
    public void EveryWayToEnumerateAFolder()
    {
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", """
                readme.txt = game readme
                Data/a.txt = game a
                Data/b = without an ending
                Data/only-game.dat : 3000
                Data/Sub1/deep.txt = game deep
                Data/empty/
                [readonly] Data/readonly.txt = game readonly
                Data/ümlaut 日本.txt = game umlaut
                """),
            [
                FixtureTree.Parse("z-first", """
                    Data/A.TXT = first a, longer than the game's
                    Data/only-mod.txt = first only
                    Data/readonly.txt = first, no longer readonly
                    Data/SUB1/added.t1t = first added
                    ModFolder/inner/deeper/x.txt = first x
                    ModFolder/nothing/
                    """ + "\n" + string.Join('\n', Enumerable.Range(0, 60).Select(i => $"ModFolder/many/m{i:00}.txt = {i}"))),
                FixtureTree.Parse("second", """
                    [readonly] Data/only-mod.txt = second only
                    ModFolder/y.txt = second y
                    ModFolder/many/m42.txt = of the second
                    added.txt = second added
                    """),
            ],
            (DotNetPrograms.Get("Enumerate"), "enumerate.exe"));
        string expected = Run(folder, Backend.Merged);
        Assert.Contains(@"ModFolder\inner\deeper\x.txt", expected, StringComparison.Ordinal);
        Assert.Contains("DirectoryNotFoundException", expected, StringComparison.Ordinal);
        Assert.Null(Scenario.Compare(expected, Run(folder, Backend.Vfs)));
        Assert.NotNull(Scenario.Compare(expected, Run(folder, Backend.Plain)));
    }

    private static string Run(MergedFolder folder, Backend backend)
    {
        string game = backend switch { Backend.Merged => folder.Merged, Backend.Vfs => folder.Game, _ => folder.Plain };
        GameResult result = GameProcess.Run(Path.Combine(game, "enumerate.exe"), [".", "all"],
            new GameOptions { Vfs = backend == Backend.Vfs });
        Assert.True(result.ExitCode == 0, result.ToString());
        return LegitimateDifferences.Normalise(result.Text, WinePrefix.ToWindows(game));
    }
}
