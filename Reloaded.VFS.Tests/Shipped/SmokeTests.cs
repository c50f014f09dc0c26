namespace Reloaded.VFS.Tests.Shipped;

/// <summary>What the workflow runs with the published images on Windows runs here, by the same script with the same program.</summary>
[Collection(RealProcesses.Name)]
public sealed class SmokeTests
{
    private static readonly string[] Scenarios = ["open", "list", "write", "rename", "notify", "child", "section", "name-by-handle", "unhook", "late-start"];

    [RealProcessFact]
    public void TenThingsThatAGameDoes()
    {
        GameResult result = GameProcess.RunCommand(["bash", "build/smoke.sh"], new GameOptions { WorkingDirectory = RepositoryFolders.Root, Timeout = TimeSpan.FromMinutes(4) });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.EndsWith("10 of 10 right", result.Text.TrimEnd(), StringComparison.Ordinal);
        foreach (string scenario in Scenarios)
        {
            Assert.Matches($"(?m)^{scenario} +right\r?$", result.Text);
            // The late start is the DLL's own; the others have it from rvfs.
            string description = File.ReadAllText(Path.Combine(RepositoryFolders.Artifacts, "smoke", "work", $"describe-{scenario}.json"));
            Assert.Contains("\"version\"", description, StringComparison.Ordinal);
        }
    }

    /// <summary>Where nothing refuses, the check for refusals says so: it can fail.</summary>
    [RealProcessFact]
    public void AGameThatRunsIsNoRefusal()
    {
        GameResult result = GameProcess.RunCommand(["bash", "build/smoke.sh", "--refuse"], new GameOptions { WorkingDirectory = RepositoryFolders.Root, Timeout = TimeSpan.FromMinutes(4) });
        Assert.Equal(1, result.ExitCode);
        Assert.Contains("rvfs ended with 0", result.Text, StringComparison.Ordinal);
    }
}
