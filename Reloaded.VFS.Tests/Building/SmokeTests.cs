using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>What the workflow runs with the published images on Windows runs here, by the same script with the same program.</summary>
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
        foreach (string scenario in Scenarios)
        {
            Assert.Matches($"(?m)^{scenario} +right\r?$", result.Text);
            // The late start is the DLL's own; the others have it from rvfs.
            string description = File.ReadAllText(Path.Combine(RepositoryFolders.Artifacts, "smoke", "run", $"describe-{scenario}.json"));
            Assert.Contains("\"version\"", description, StringComparison.Ordinal);
        }
    }

    /// <summary>Where nothing refuses, the check for refusals says so: it can fail.</summary>
    [RealProcessFact]
    public void AGameThatRunsIsNoRefusal()
    {
        GameResult result = Run("--refuse");
        Assert.Equal(1, result.ExitCode);
        Assert.Contains("rvfs ended with 0", result.Text, StringComparison.Ordinal);
    }

    /// <summary>On Windows without the script, which takes what a workflow's earlier job has compiled.</summary>
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
