using System.Globalization;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>
/// Tests of two runtimes in one process: a game in .NET with the JIT (Programs/ManagedGame), whose 16 threads open, list, map, read
/// asynchronously, load assemblies that only a mod has, fault and collect, while snapshots come and go. Both garbage collectors run all the
/// time, and every byte is checked. Each kind of the game's collector is used in turn. RVFS_RUNTIMES=20 runs that many storms of 60
/// seconds.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
[Trait("Bits", "64")]
public sealed class TwoRuntimesTests : IDisposable
{
    private const int Kinds = 3;

    private static readonly int Long =
        int.TryParse(Environment.GetEnvironmentVariable("RVFS_RUNTIMES"), CultureInfo.InvariantCulture, out int times) ? times : 0;

    private static readonly int Turns = Long > 0 ? Long : Kinds;

    // Every 64 KB of allocations cause a garbage collection (hexadecimal), in either runtime.
    private static readonly Dictionary<string, string?> SmallGeneration = new()
    {
        // Wine's loader needs mscoree.dll for every assembly that the game's runtime has mapped as a DLL.
        ["WINEDLLOVERRIDES"] = "mshtml=",
        // The game's runtime has this setting anyway; the DLL's must not use it.
        ["DOTNET_gcConcurrent"] = "1",
        ["DOTNET_GCgen0size"] = "10000",
        ["DOTNET_GCgen0MaxBudget"] = "10000",
    };

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    public void TheStormBesideTheGamesOwnRuntime()
    {
        Build();
        for (int i = 0; i < Turns; i++)
            AssertRight(Run(vfs: true, Long > 0 ? 60 : 4, Settings(i)), i);
    }

    /// <summary>Managed code loads and starts the DLL while sixteen threads do everything that can be done without mods.</summary>
    [RealProcessFact]
    public void ManagedCodeStartsTheDllInMidRun()
    {
        Build();
        for (int i = 0; i < Turns; i++)
            AssertRight(Run(vfs: false, Long > 0 ? 20 : 2, Settings(i),
                WinePrefix.ToWindows(PublishedArtifacts.Library), WinePrefix.ToWindows(_folder.At("game/rvfs/mods"))), i);
    }

    /// <summary>The program itself finds errors: without the VFS, it is told that the mods are there.</summary>
    [RealProcessFact]
    public void TheStormSeesWhatIsWrong()
    {
        Build();
        string list = File.ReadAllText(_folder.At("list.txt"));
        // The first file's last byte; a folder's number of names.
        File.WriteAllText(_folder.At("list.txt"), list.Replace("\tgame 0;*1", "\tgame 1;*1", StringComparison.Ordinal)
            .Replace("D\tdata\t", "D\tdata\t1", StringComparison.Ordinal));
        GameResult result = Run(vfs: false, 2, SmallGeneration);
        Assert.Equal(1, result.ExitCode);
        Assert.Matches(@"WRONG data\\f000\.bin: 7 bytes", result.Errors);
        Assert.Matches("WRONG data: [0-9]+ names", result.Errors);
    }

    // Settings for each kind of the game's collector, which the DLL must not use for its own.
    private static Dictionary<string, string?> Settings(int turn) => (turn % Kinds) switch
    {
        0 => SmallGeneration,
        1 => new(SmallGeneration) { ["DOTNET_gcServer"] = "1", ["DOTNET_GCHeapCount"] = "4" },
        _ => new(SmallGeneration) { ["DOTNET_gcConcurrent"] = "0", ["DOTNET_TieredCompilation"] = "0" },
    };

    private void AssertRight(GameResult result, int turn)
    {
        Assert.True(result.ExitCode == 0, $"turn {turn}: {result}");
        if (Environment.GetEnvironmentVariable("RVFS_RUNTIMES_REPORT") is { Length: > 0 } path)
            File.AppendAllText(path, $"{turn}: {result.Text.Trim()}\n");
        foreach (string what in (string[])["reads", "asynchronous reads", "maps", "listings", "assemblies", "faults", "collections",
            "collections of the DLL", "changes"])
            Assert.True(Regex.IsMatch(result.Text, $@"\b[1-9][0-9]* {what},"), $"turn {turn}, {what}: {result}");
        Assert.Matches(", 0 wrong", result.Text);
    }

    private GameResult Run(bool vfs, int seconds, Dictionary<string, string?> environment, params string[] start) => GameProcess.Run(
        _folder.At("game/managedgame.exe"),
        [WinePrefix.ToWindows(_folder.At("list.txt")), "16", $"{seconds}", WinePrefix.ToWindows(_folder.At("flipped.txt")),
            WinePrefix.ToWindows(_folder.At("game/data/flip.txt")), .. start],
        new GameOptions { Vfs = vfs, Environment = environment, Timeout = TimeSpan.FromSeconds(seconds + 120) });

    private void Build()
    {
        string program = DotNetPrograms.Get("ManagedGame");
        string game = _folder.Folder("game");
        foreach (string path in Directory.GetFiles(Path.GetDirectoryName(program)!))
            File.Copy(path, Path.Combine(game, Path.GetFileName(path)));
        Directory.CreateDirectory(_folder.Folder("game/rvfs/mods/one/plugins"));
        File.Copy(DotNetPrograms.GetLibrary("ManagedPlugin"), _folder.At("game/rvfs/mods/one/plugins/managedplugin.dll"));
        _folder.File("flipped.txt", "laid over");
        _folder.File("game/data/flip.txt", "the game's");
        List<string> list = [];
        int plain = 1, modded = 1; // flip.txt
        for (int i = 0; i < 60; i++)
        {
            // Files of the game, of the mod and of both, from a few bytes to half a megabyte.
            string name = $"data/f{i:000}.bin", of = $"game {i};", over = $"mod number {i};";
            int count = i % 10 == 9 ? 40_000 : 1 + i * i;
            bool isGames = i % 3 != 1, isMods = i % 3 != 0;
            if (isGames)
                _folder.File("game/" + name, string.Concat(Enumerable.Repeat(of, count)));
            if (isMods)
                _folder.File("game/rvfs/mods/one/" + name, string.Concat(Enumerable.Repeat(over, count)));
            plain += isGames ? 1 : 0;
            modded++;
            string without = isGames ? $"{of}*{count}" : "-";
            list.Add($"F\t{name.Replace('/', '\\')}\t{without}\t{(isMods ? $"{over}*{count}" : without)}");
        }

        list.Add($"D\tdata\t{plain}\t{modded}");
        list.Add("D\tplugins\t-1\t1");
        File.WriteAllLines(_folder.At("list.txt"), list);
    }
}
