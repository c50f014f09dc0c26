using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Dll.Children;

/// <summary>
/// Tests of a game, a program that it starts and one that the latter starts, with so many files in mods that they share one tree. The
/// oracle is the same in a folder into which the mods were copied.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class SharedTreeProcessTests : IDisposable
{
    private const int Files = 1200;

    // RVFS_ENDS=200 is the full scale.
    private static readonly int Ends =
        int.TryParse(Environment.GetEnvironmentVariable("RVFS_ENDS"), CultureInfo.InvariantCulture, out int ends) ? ends : 10;

    private readonly TemporaryFolder _folder = new();

    public SharedTreeProcessTests()
    {
        foreach (string root in (string[])["plain/", "g/", "g/rvfs/mods/low/", "g/rvfs/mods/m/"])
            Directory.CreateDirectory(_folder.At(root + "Data/deep"));
        for (int i = 0; i < Files; i++)
        {
            string name = $"Data/{(i % 3 == 0 ? "deep/" : "")}file {i}";
            if (i % 10 == 0)
                _folder.File("g/" + name, "game");
            if (i % 7 == 0)
                _folder.File("g/rvfs/mods/low/" + name, "low");
            _folder.File("g/rvfs/mods/m/" + name, "m");
            _folder.File("plain/" + name, "m");
        }

        foreach (string root in (string[])["plain", "g"])
            File.Copy(NativePrograms.Get("sharing.exe"), _folder.At(root + "/sharing.exe"));
    }

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void ThreeProcessesWithOneTreeLookWriteAndFollow()
    {
        string[] commands = ["look", "tree", "start", "look:deep", "tree", "start", "look:deep", "tree", "make:own", "wait:ready",
            "wait:late", "gone:file 7", "look"];
        string[] plain = Run("plain", commands), seen = Run("g/rvfs/mods/m", commands);
        // The game's own tree is its own, and the others take it over.
        Assert.Equal(["0 tree 0", "1 tree 1", "2 tree 1"], seen.Where(line => !Counts(line)).Distinct().Order());
        Assert.Equal(plain.Where(Counts), seen.Where(Counts));
        Assert.DoesNotContain(seen, line => line.Contains("never", StringComparison.Ordinal));

        static bool Counts(string line) => !line.Contains("tree", StringComparison.Ordinal);
    }

    /// <summary>Programs that are ended at any time leave the others with whole trees, while mods change.</summary>
    [RealProcessFact]
    public void WhoeverEndsTheOthersGoOn()
    {
        using var stop = new CancellationTokenSource();
        Task changes = Task.Run(() =>
        {
            for (int i = 0; !stop.IsCancellationRequested; i++)
            {
                _folder.File($"g/rvfs/mods/m/Data/more {i % 20}", "more");
                if (i % 3 == 0)
                    File.Delete(_folder.At($"g/rvfs/mods/m/Data/more {(i + 7) % 20}"));
                Thread.Sleep(40);
            }
        });
        try
        {
            GameResult result = GameProcess.Run(_folder.At("g/sharing.exe"), ["start", $"ends:{Ends}"],
                new GameOptions { Vfs = true, Timeout = TimeSpan.FromMinutes(1 + Ends / 20) });
            Assert.Equal(["0 ends, wrong 0", "1 ends, wrong 0"], Lines(result).Order());
        }
        finally
        {
            stop.Cancel();
            changes.Wait();
        }
    }

    /// <summary>Runs the game, and changes the mod, or the folder with its files, once all three wait for that.</summary>
    private string[] Run(string changed, string[] commands)
    {
        bool vfs = changed != "plain";
        string game = vfs ? "g" : "plain";
        Task<GameResult> run = Task.Run(() => GameProcess.Run(_folder.At(game + "/sharing.exe"), commands, new GameOptions { Vfs = vfs }));
        // Each of the three has written its own file: it has looked before.
        SpinWait.SpinUntil(() => run.IsCompleted || Directory.GetFiles(_folder.At(game + "/Data"), "own?").Length == 3,
            TimeSpan.FromSeconds(30) * GameProcess.Patience);
        _folder.File(changed + "/Data/ready", "ready");
        File.Delete(_folder.At(changed + "/Data/file 7"));
        if (vfs)
            File.Delete(_folder.At("g/rvfs/mods/low/Data/file 7"));
        _folder.File(changed + "/Data/late", "late");
        GameResult result = run.GetAwaiter().GetResult();
        Assert.True(result.ExitCode == 0, result.ToString());
        return [.. Lines(result).Order()];
    }

    private static string[] Lines(GameResult result) => result.Text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
}
