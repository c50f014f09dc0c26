using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>Tests of a game that reads: through the VFS it must see what it would see if the mods were copied into its folder.</summary>
[Collection(RealProcesses.Name)]
[Trait("Run", "Quick")]
[Trait("Bits", "Both")]
public sealed class ReadingTests(ReadingFixture fixture) : IClassFixture<ReadingFixture>
{
    public static TheoryData<string> Scenarios => [.. ReadingScenarios.All.Select(scenario => scenario.Name)];

    [RealProcessTheory]
    [MemberData(nameof(Scenarios))]
    public void SeesWhatAMergedFolderShows(string scenario)
    {
        string? difference = Scenario.Compare(fixture.Output(Backend.Merged, scenario), fixture.Output(Backend.Vfs, scenario));
        Assert.True(difference is null, $"{scenario}\n{difference}");
    }

    /// <summary>
    /// Tests the comparison itself: each scenario completes, and one that touches a mod's files has different results in a plain folder and
    /// in the merged one.
    /// </summary>
    [RealProcessTheory(Needs.WindowsPrograms)]
    [MemberData(nameof(Scenarios))]
    public void TheMergedFolderDiffersFromThePlainOne(string scenario)
    {
        string merged = fixture.Output(Backend.Merged, scenario);
        Assert.DoesNotContain("hasn't run to its end", merged, StringComparison.Ordinal);
        Assert.DoesNotContain("usage:", merged, StringComparison.Ordinal);
        Assert.DoesNotContain("no such command", merged, StringComparison.Ordinal);
        if (!ReadingScenarios.SameWithoutMods.Contains(scenario))
            Assert.NotNull(Scenario.Compare(merged, fixture.Output(Backend.Plain, scenario)));
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void TheSameFolderTwiceIsTheSame()
    {
        string script = Scenario.ToScript(ReadingScenarios.All);
        Assert.Null(Scenario.Compare(BackendRunner.Run(fixture.Folder, Backend.Merged, script),
            BackendRunner.Run(fixture.Folder, Backend.Merged, script)));
    }
}
