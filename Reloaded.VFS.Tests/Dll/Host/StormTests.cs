using System.Globalization;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Host;

/// <summary>
/// Tests of the published DLL under stress in real processes: no crash, no hang, no wrong content. Native/storm describes each program.
/// RVFS_STORM sets the duration and the number of rounds (1 is the full scale, which test.sh asks for; the default is a quarter).
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class StormTests(StormFolder storm) : IClassFixture<StormFolder>
{
    private static readonly double Measure =
        double.TryParse(Environment.GetEnvironmentVariable("RVFS_STORM"), CultureInfo.InvariantCulture, out double measure)
            ? measure
            : 0.25;

    // Every 64 KB of allocations cause a garbage collection (hexadecimal); with rvfs_describe called in a loop, the runtime collects all
    // the time.
    private static readonly Dictionary<string, string?> SmallGeneration = new()
    {
        ["DOTNET_GCgen0size"] = "10000",
        ["DOTNET_GCgen0MaxBudget"] = "10000",
    };

    [RealProcessFact]
    public void SixteenThreadsWhileTreesAreRepublishedAndTheRuntimeCollects()
    {
        int seconds = Scaled(60);
        GameResult result = storm.Run(["mixed", "16", $"{seconds}", WinePrefix.ToWindows(storm.FlipSource), storm.InGame("Data/flip.txt")],
            seconds: seconds + 60, environment: SmallGeneration);
        Assert.True(result.ExitCode == 0, result.ToString());
        long republished = Number(result, " republished");
        // The aim is a hundred a second; a busy machine reaches fewer.
        Assert.True(republished > seconds * 20 / GameProcess.Patience, result.ToString());
        Assert.True(Number(result, " operations") > seconds * 50 / GameProcess.Patience, result.ToString());
    }

    [RealProcessFact]
    public void ThreadsByTheThousandWithADllThatOpensFilesAtTheirStartAndEnd()
    {
        GameResult result = storm.Run(["threads", $"{Scaled(4000)}", storm.InGame("detach_dll.dll")], seconds: 180);
        Assert.True(result.ExitCode == 0, result.ToString());
    }

    [RealProcessFact]
    public void CallbacksAtAThreadsEndOpenFiles()
    {
        GameResult result = storm.Run(["fls", $"{Scaled(2000)}"], seconds: 120);
        Assert.True(result.ExitCode == 0, result.ToString());
    }

    [RealProcessFact]
    public void FibersWanderBetweenThreads()
    {
        int seconds = Scaled(20);
        GameResult result = storm.Run(["fibers", $"{seconds}", "6", "200"], seconds: seconds + 90);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.True(Number(result, " switches") > 100, result.ToString());
    }

    [RealProcessTheory]
    [InlineData("main")]
    [InlineData("worker")]
    [InlineData("return")]
    [InlineData("terminate")]
    public void TheProcessEndsInTheMiddleOfIt(string way)
    {
        int times = Scaled(50);
        for (int i = 0; i < times; i++)
        {
            GameResult result = storm.Run(["exit", $"{20 + i * 7 % 150}", way], seconds: 45);
            Assert.True(result.ExitCode == 42, $"run {i + 1} of {times}: {result}");
            Assert.False(result.Text.Contains("WRONG", StringComparison.Ordinal), $"run {i + 1} of {times}: {result}");
        }
    }

    [RealProcessFact]
    public void EveryExportFromADllMain()
    {
        // The VFS is already running: rvfs run has injected it.
        GameResult result = storm.Run(["dllmain", storm.InGame("dllmain_caller.dll"), storm.InGame("Data/payload.dll")]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("process attach done", result.Text, StringComparison.Ordinal);
        Assert.Contains("rvfs_version", result.Text, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void EveryExportFromADllMainThatLoadsTheDll()
    {
        GameResult result = storm.Run(["dllmain", storm.InGame("dllmain_caller.dll")], vfs: false,
            environment: new Dictionary<string, string?>
            {
                ["RVFS_TEST_DLL"] = WinePrefix.ToWindows(PublishedArtifacts.Library),
            });
        // The start happens before or after the program has opened its files: either content is right, but an error or a hang isn't.
        Assert.Contains("process attach done", result.Text, StringComparison.Ordinal);
        Assert.True(result.ExitCode is 0 or 1, result.ToString());
        Assert.DoesNotContain("CreateFileW", result.Text, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void BadPointersGiveTheStatusesOfTheUnhookedCalls()
    {
        // Paths that the game's folder and the merged one share, so that the statuses must be equal, and one outside.
        string[] arguments = ["pointers", storm.InGame("Data/a.txt"), storm.InGame("Data/g001.txt"), storm.InGame("Data/Textures"),
            storm.InGame("Data/none.txt"), "C:\\windows\\win.ini", "folders", storm.InGame("Data"), storm.InGame("Data/Textures"),
            "C:\\windows"];
        string[] without = Statuses(storm.Run(arguments, vfs: false));
        string[] with = Statuses(storm.Run(arguments));
        Assert.True(without.Length > 2000, $"only {without.Length} calls without the VFS");
        string[] different = without.Zip(with).Where(pair => pair.First != pair.Second)
            .Select(pair => $"{pair.First}; with the VFS {pair.Second}").ToArray();
        Assert.True(without.Length == with.Length && different.Length == 0, $"{without.Length} calls without, {with.Length} with the VFS, "
            + $"{different.Length} differ:\n{string.Join('\n', different.Take(30))}");
    }

    [RealProcessTheory]
    [InlineData("buffer", 1)]
    [InlineData("buffer", 5)]
    [InlineData("buffer", 10)]
    [InlineData("mask", 1)]
    [InlineData("mask", 9)]
    [InlineData("text", 1)]
    [InlineData("text", 5)]
    [InlineData("text", 9)]
    public void ABadPointerInAListingGivesTheStatusOfTheUnhookedCall(string what, int index)
    {
        string[] arguments = ["badlist", storm.InGame("Data"), what, $"{index}"];
        GameResult without = storm.Run(arguments, vfs: false), with = storm.Run(arguments);
        Assert.Equal(without.Text, with.Text);
        Assert.Contains("NtQueryDirectoryFile", with.Text, StringComparison.Ordinal);
    }

    /// <summary>Hooks are installed and removed while other threads run the hooked functions.</summary>
    [RealProcessFact]
    public void HooksGoInAndOutWhileThreadsRunTheHookedFunctions()
    {
        GameResult result = storm.Run(["restart", $"{Scaled(60)}", storm.InGame("Data/Textures")], seconds: 180);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.True(Number(result, " names") > 1000, result.ToString());
    }

    /// <summary>
    /// With the hooks installed, the process has no more pages that are both writable and executable than without the VFS.
    /// CoreCLR has such pages in 32-bit programs: HostedRuntimeTests says which.
    /// </summary>
    [RealProcessFact]
    [Trait("Bits", "64")]
    public void NoPageStaysWritableAndExecutable()
    {
        GameResult without = storm.Run(["footprint"], vfs: false), with = storm.Run(["footprint"]);
        Match before = Regex.Match(without.Text, @"writable code (\d+)"), after = Regex.Match(with.Text, @"writable code (\d+)");
        Assert.True(before.Success && after.Success, $"{without}\n{with}");
        Assert.Equal(before.Groups[1].Value, after.Groups[1].Value);
        Assert.Contains("\"started\": true", with.Text, StringComparison.Ordinal);
    }

    /// <summary>
    /// The hot path allocates nothing and waits for no lock, according to the runtime in the shipped DLL. Without AVX2, managed code
    /// answers for names that no mod has.
    /// </summary>
    [RealProcessTheory]
    [InlineData("on")]
    [InlineData("off")]
    public void OpensAndQueriesAllocateNothing(string avx2)
    {
        GameResult result = storm.Run(
            ["quiet", "200"], seconds: 120, environment: new Dictionary<string, string?> { ["RVFS_AVX2"] = avx2 });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.True(Number(result, " operations") > 20_000, result.ToString());
        Match match = Regex.Match(result.Text, @"asking (\d+), working (-?\d+), lock contentions (\d+), 8.3 names (\d+)");
        Assert.True(match.Success, result.ToString());
        Assert.InRange(long.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture), 1000, 1 << 20);
        Assert.Equal("0", match.Groups[2].Value);
        Assert.Equal("0", match.Groups[3].Value);
        Assert.True(int.Parse(match.Groups[4].Value, CultureInfo.InvariantCulture) >= 2, result.ToString());
    }

    /// <summary>The programs report no error if there is none, and report one if there is.</summary>
    [RealProcessFact(Needs.WindowsPrograms)]
    public void TheStormWithoutTheVfs()
    {
        GameResult plain = storm.Run(["mixed", "4", "1", "-"], vfs: false);
        Assert.True(plain.ExitCode == 0, plain.ToString());
        string victim = Path.Combine(storm.Folder.Game, "Data", "g003.txt");
        string content = File.ReadAllText(victim);
        File.WriteAllText(victim, content.Replace('x', 'y'));
        try
        {
            GameResult wrong = storm.Run(["dllmain", storm.InGame("detach_dll.dll")], vfs: false);
            Assert.Equal(1, wrong.ExitCode);
            Assert.Contains("WRONG CreateFileW", wrong.Text, StringComparison.Ordinal);
        }
        finally
        {
            File.WriteAllText(victim, content);
        }
    }

    private static int Scaled(int full) => Math.Max(1, (int)Math.Ceiling(full * Measure));

    private static string[] Statuses(GameResult result)
        => result.Text.Split('\n', StringSplitOptions.TrimEntries).Where(line => line.StartsWith("Nt", StringComparison.Ordinal)).ToArray();

    // Returns the number before a word.
    private static long Number(GameResult result, string word)
    {
        int end = result.Text.IndexOf(word, StringComparison.Ordinal);
        Assert.True(end > 0, result.ToString());
        int start = end;
        while (start > 0 && char.IsAsciiDigit(result.Text[start - 1]))
            start--;
        return long.Parse(result.Text[start..end], CultureInfo.InvariantCulture);
    }
}
