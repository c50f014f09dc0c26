using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Benchmarks;

/// <summary>Tests of the BenchmarkDotNet benchmarks, called as by a programmer. No time is asserted.</summary>
[Collection(RealProcesses.Name)]
public sealed class MicroBenchmarksTests
{
    private static readonly string[] Types = ["HashingBenchmarks", "TreeBenchmarks", "FileOpenBenchmarks"];

    [RealProcessFact(Needs.WindowsPrograms)]
    public void TheListHasEveryBenchmark()
    {
        using var folder = new TemporaryFolder();
        GameResult result = Run(folder, "--list", "flat");
        Assert.True(result.ExitCode == 0, result.ToString());
        foreach (string type in Types)
            Assert.Contains($"Reloaded.VFS.Benchmarks.Micro.{type}.", result.Text, StringComparison.Ordinal);
    }

    /// <summary>Under Wine on Linux: one pair, for a mod's file, with one or two iterations.</summary>
    [RealProcessFact]
    public void AnOpenIsMeasuredWithTheDllInTheProcess()
    {
        using var folder = new TemporaryFolder();
        string json = folder.At("rows.json");
        GameResult result = Run(folder, "--filter", "*FileOpenBenchmarks.Open*(Of: Mods)", "--iterationCount", "2", "--warmupCount", "1",
            "--json", json);
        Assert.True(result.ExitCode == 0 && File.Exists(json), result.ToString());
        Row row = Assert.Single(Results.Read(json).Rows);
        Assert.Equal(("open and close", "the VFS switched off", 2), (row.Name, row.AlternativeName, row.Samples));
        Assert.StartsWith("replaced by a mod", row.Parameters, StringComparison.Ordinal);
        Assert.True(row.Ours > 0 && row.Alternative > 0 && row.Ratio > 0, result.ToString());
        // BenchmarkDotNet's own summary, and the row as the other commands write it.
        Assert.Matches(@"(?m)^\| Open +\| Mods ", result.Text);
        Assert.Matches(@"(?m)^\| OpenWithoutVfs +\| Mods ", result.Text);
        Assert.Contains("| open and close | replaced by a mod", result.Text, StringComparison.Ordinal);
    }

    /// <summary>A filter that matches nothing is an error, not a success.</summary>
    [RealProcessFact(Needs.WindowsPrograms)]
    public void AFilterThatFitsNothingFails()
    {
        using var folder = new TemporaryFolder();
        GameResult result = Run(folder, "--filter", "*NoSuchBenchmark*");
        Assert.True(result.ExitCode == 1, result.ToString());
    }

    // The benchmarks' own build folder, because the tests don't get their packages.
    private static GameResult Run(TemporaryFolder folder, params string[] arguments)
    {
        string built = Path.GetRelativePath(Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests"), AppContext.BaseDirectory);
        string assembly = Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Benchmarks", built, "Reloaded.VFS.Benchmarks.dll");
        return GameProcess.RunCommand(["dotnet", assembly, "bdn", .. arguments],
            new GameOptions { WorkingDirectory = folder.Root, Timeout = TimeSpan.FromMinutes(3) });
    }
}
