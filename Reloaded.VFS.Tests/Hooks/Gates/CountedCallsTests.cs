using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Hooks.Gates;

/// <summary>
/// Tests of the work that calls of a real process cause in the VFS (<c>Native/hooks/counted.c</c>): a query for a name that no mod has
/// doesn't reach the runtime, and no handler looks a function up.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class CountedCallsTests
{
    // Allows for a busy machine; a call that managed code answers takes four times as long.
    private const int MostThousandths = 1250;

    [RealProcessFact]
    public void TheNameOfAMappedFileThatIsNoModsNeedsNoManagedCode()
    {
        using MergedFolder folder = Build();
        foreach (string file in (string[])[@"Data\a.txt", @"Data\own.txt", @"Data\only\b.txt"])
        {
            GameResult merged = GameProcess.Run(Path.Combine(folder.Merged, "counted.exe"), ["names", file]);
            // For a mod's file, the game's own name is still reported.
            Assert.Equal(["attached: 0", "collections: 0", .. Lines(merged)], Lines(Run(folder, "names", file)));
        }
    }

    [RealProcessFact]
    public void ItTakesNoLongerThanWithTheVfsOff()
    {
        using MergedFolder folder = Build();
        GameResult result = Run(folder, "time", "40");
        int ratio = int.Parse(Lines(result)[0]["ratio: ".Length..], CultureInfo.InvariantCulture);
        Assert.True(ratio < MostThousandths, result.ToString());
    }

    [RealProcessTheory]
    [InlineData("{ }")]
    [InlineData("""{ "writes": "overwrite" }""")]
    [InlineData("""{ "undo": true }""")]
    public void NoHandlerLooksAFunctionUp(string configuration)
    {
        using MergedFolder folder = Build();
        File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"), configuration);
        GameResult result = Run(folder, "lookups", "Data");
        Assert.Equal(["look-ups: 0"], Lines(result));
    }

    private static MergedFolder Build() => MergedFolder.Build(FixtureTree.Parse("game", "Data/own.txt = own\nData/a.txt = own\n"),
        [FixtureTree.Parse("mod", "Data/a.txt = mod\nData/only/b.txt = mod\n")], (NativePrograms.Get("counted.exe"), "counted.exe"));

    private static GameResult Run(MergedFolder folder, params string[] arguments)
    {
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, "counted.exe"), arguments, new GameOptions { Vfs = true });
        Assert.True(result.ExitCode == 0, result.ToString());
        return result;
    }

    private static string[] Lines(GameResult result) =>
        [.. result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r'))];
}
