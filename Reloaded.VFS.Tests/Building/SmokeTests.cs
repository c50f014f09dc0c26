using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>Tests of what the workflow runs with the published images on Windows, by the same script and the same program.</summary>
[Collection(RealProcesses.Name)]
public sealed class SmokeTests
{
    private static readonly string[] Scenarios = ["open", "list", "write", "rename", "notify", "child", "section", "name-by-handle",
        "unhook", "late-start"];

    [RealProcessFact]
    public void TenThingsThatAGameDoes()
    {
        GameResult result = Run();
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.EndsWith("10 of 10 right", result.Text.TrimEnd(), StringComparison.Ordinal);
        // The script plays the self-test, too.
        if (!OperatingSystem.IsWindows())
            Assert.Contains("passed  rvfs uninstall leaves the folder as it was", result.Text, StringComparison.Ordinal);
        foreach (string scenario in Scenarios)
        {
            Assert.Matches($"(?m)^{scenario} +right\r?$", result.Text);
            // The late start is made by the DLL itself, the others by rvfs.
            string description = File.ReadAllText(Path.Combine(RepositoryFolders.Artifacts, "smoke", "run", $"describe-{scenario}.json"));
            Assert.Contains("\"version\"", description, StringComparison.Ordinal);
        }
    }

    /// <summary>If nothing is refused, the check for refusals reports that: it can fail.</summary>
    [RealProcessFact]
    public void AGameThatRunsIsNoRefusal()
    {
        GameResult result = Run("--refuse");
        Assert.Equal(1, result.ExitCode);
        Assert.Contains("rvfs ended with 0", result.Text, StringComparison.Ordinal);
    }

    /// <summary>On Windows, runs without the script, which uses what an earlier job of the workflow has compiled.</summary>
    private static GameResult Run(params string[] arguments)
    {
        string work = Path.Combine(RepositoryFolders.Artifacts, "smoke", "run");
        string[] command = ["bash", "build/smoke.sh", .. arguments];
        if (OperatingSystem.IsWindows())
        {
            if (Directory.Exists(work))
                Directory.Delete(work, recursive: true);
            Directory.CreateDirectory(Path.GetDirectoryName(work)!);
            command = [NativePrograms.Get("smoke.exe"), .. arguments, Path.GetDirectoryName(PublishedArtifacts.Library)!, work];
        }

        return GameProcess.RunCommand(command,
            new GameOptions { WorkingDirectory = RepositoryFolders.Root, Timeout = TimeSpan.FromMinutes(4) });
    }
}
