using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour;

namespace Reloaded.VFS.Tests.Dll.CoreClr;

/// <summary>
/// Tests of a 32-bit game that a loader gives the DLL for 32-bit games: it sees what it would see if the mods were copied into its folder.
/// The scenarios are those of the 64-bit tests, all in one process on each backend.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class Game32Tests
{
    [RealProcessFact(Needs.Bits32)]
    public void AGameThatReadsSeesWhatAMergedFolderShows()
    {
        using MergedFolder folder = ReadingFixture.Build(NativePrograms.Get32("probe.exe"), NativePrograms.Get32("payload.dll"));
        AssertSame(folder, ReadingScenarios.All);
    }

    [RealProcessFact(Needs.Bits32)]
    public void AGameThatWritesSeesWhatAMergedFolderShows()
    {
        using MergedFolder folder = WritingTests.Build(NativePrograms.Get32("probe.exe"));
        AssertSame(folder, WritingTests.All);
    }

    /// <summary>Settings of other runtimes, a profiler among them, don't reach the one in the DLL.</summary>
    [RealProcessFact(Needs.Bits32)]
    public void SettingsInTheEnvironmentAreForTheGamesRuntime()
    {
        using MergedFolder folder = WritingTests.Build(NativePrograms.Get32("probe.exe"));
        string script = folder.Root + "/script.txt";
        File.WriteAllText(script, "startvfs\nread\tData\\only-mod.txt\n");
        string game = Path.Combine(folder.Game, BackendRunner.GameName);
        GameResult result = GameProcess.Run(game, ["script", WinePrefix.ToWindows(script)], new GameOptions
        {
            Is32Bit = true,
            Environment = new Dictionary<string, string?>
            {
                ["RVFS_TEST_LIBRARY"] = WinePrefix.ToWindows(PublishedArtifacts.Library32),
                ["DOTNET_gcServer"] = "1",
                ["DOTNET_GCHeapHardLimit"] = "1000",
                ["DOTNET_ReadyToRun"] = "0",
                ["CORECLR_ENABLE_PROFILING"] = "1",
                ["CORECLR_PROFILER"] = "{00000000-0000-0000-0000-000000000001}",
                ["CORECLR_PROFILER_PATH"] = @"C:\missing.dll",
                ["DOTNET_STARTUP_HOOKS"] = @"C:\missing.dll",
            },
        });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("text=mod only", result.Text, StringComparison.Ordinal);
    }

    /// <summary>A pointer that leads nowhere gets the system's own status, and the caller's registers and stack are as they were.</summary>
    [RealProcessFact(Needs.Bits32)]
    public void APointerThatLeadsNowhereIsTheSystemsMatter()
    {
        using MergedFolder folder = WritingTests.Build(NativePrograms.Get32("unreadable.exe"));
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, BackendRunner.GameName),
            [WinePrefix.ToWindows(PublishedArtifacts.Library32)], new GameOptions { Is32Bit = true });
        Assert.True(result.ExitCode == 0, result.ToString());
        string[] parts = result.Text.Replace("\r", "", StringComparison.Ordinal).Split("started\n");
        Assert.Equal(2, parts.Length);
        Assert.Equal(6, parts[0].Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        Assert.DoesNotContain("changed", parts[1], StringComparison.Ordinal);
        Assert.Equal(parts[0], parts[1]);
    }

    /// <summary>The 64-bit launcher starts a 32-bit game, and its mods are there before its first instruction.</summary>
    [RealProcessFact(Needs.Bits32 | Needs.Published)]
    public void TheLauncherGivesA32BitGameItsMods()
    {
        using MergedFolder folder = WritingTests.Build(NativePrograms.Get32("probe.exe"));
        // The launcher looks for the DLL beside its real place.
        string launcher = Path.Combine(folder.Root, "launcher"), x86 = Path.Combine(launcher, "x86"),
            runtime = Path.Combine(x86, "reloaded_vfs_runtime");
        Directory.CreateDirectory(runtime);
        foreach (string file in (string[])[PublishedArtifacts.WindowsLauncher, PublishedArtifacts.Library])
            File.Copy(file, Path.Combine(launcher, Path.GetFileName(file)));
        File.Copy(PublishedArtifacts.Library32, Path.Combine(x86, "reloaded_vfs.dll"));
        string published = Path.Combine(Path.GetDirectoryName(PublishedArtifacts.Library32)!, "reloaded_vfs_runtime");
        foreach (string file in Directory.EnumerateFiles(published))
            File.Copy(file, Path.Combine(runtime, Path.GetFileName(file)));
        string script = folder.Root + "/script.txt", game = WinePrefix.ToWindows(Path.Combine(folder.Game, BackendRunner.GameName));
        File.WriteAllText(script, "read\tData\\only-mod.txt\nread\tData\\a.txt\n");
        string[] command = [Path.Combine(launcher, "rvfs.exe"), "run", game, "script", WinePrefix.ToWindows(script)];
        GameOptions options = new() { Is32Bit = true, WorkingDirectory = folder.Game };
        GameResult result = GameProcess.RunCommand(WinePrefix.IsNeeded ? [WinePrefix.Command!, .. command] : command, options);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.True(result.Text.Contains("text=mod only", StringComparison.Ordinal), result.ToString());
        Assert.True(result.Text.Contains("text=mod a", StringComparison.Ordinal), result.ToString());
    }

    private static void AssertSame(MergedFolder folder, IReadOnlyCollection<Scenario> scenarios)
    {
        Dictionary<string, string> merged = Outputs(folder, Backend.Merged, scenarios), seen = Outputs(folder, Backend.Vfs, scenarios);
        Assert.Equal(scenarios.Count, merged.Count);
        string[] differences = [.. scenarios
            .Select(scenario => Scenario.Compare(merged[scenario.Name], seen.GetValueOrDefault(scenario.Name, "(not run)")) is { } difference
                ? $"{scenario.Name}\n{difference}" : null)
            .OfType<string>()];
        Assert.True(differences.Length == 0, $"{differences.Length} of {scenarios.Count}\n{string.Join('\n', differences)}");
    }

    private static Dictionary<string, string> Outputs(MergedFolder folder, Backend backend, IEnumerable<Scenario> scenarios)
    {
        bool isOracle = WinePrefix.IsNeeded && backend == Backend.Merged;
        string output = BackendRunner.Run(folder, backend, "startvfs\n" + Scenario.ToScript(scenarios, isOracle), tolerant: true,
            VfsStart.ByScript, is32Bit: true);
        Assert.DoesNotContain("not started", output, StringComparison.Ordinal);
        Dictionary<string, string> outputs = Scenario.SplitOutput(output);
        foreach (Scenario scenario in scenarios.Where(scenario => isOracle && outputs.ContainsKey(scenario.Name)))
            outputs[scenario.Name] = scenario.RenameOracle(outputs[scenario.Name]);
        return outputs;
    }
}
