using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour;
using Reloaded.VFS.Tests.Behaviour.Generated;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>
/// Tests of SQLite's own code under the policy "overwrite": several processes write one database at once, and are killed meanwhile. The
/// database is intact, has every committed row, and neither the game's own nor a mod's has changed.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class OverwriteDatabaseTests(ITestOutputHelper output)
{
    private const int GamesRows = 300, ModsRows = 500, Writers = 3, Rows = 40, Kills = 4, LongestMilliseconds = 400;

    [RealProcessTheory(Needs.Published | Needs.Sqlite)]
    [InlineData("DELETE", @"Both\over.db")]
    [InlineData("TRUNCATE", @"Both\game.db")]
    [InlineData("PERSIST", @"ModFolder\only.db")]
    [InlineData("WAL", @"Both\over.db")]
    [InlineData("WAL", @"Both\game.db")]
    public async Task SeveralProcessesWriteOneDatabase(string mode, string file)
    {
        using MergedFolder folder = Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        Dictionary<Backend, string> seen = [];
        foreach (Backend backend in (Backend[])[Backend.Merged, Backend.Vfs])
        {
            GameResult[] results = await Task.WhenAll(Enumerable.Range(1, Writers).Select(writer => Task.Run(() =>
                Start(folder, backend, "write", mode, file, $"writer {writer}", $"{Rows}"))));
            Assert.All(results, result => Assert.True(
                result.ExitCode == 0 && result.Text == new string('.', Rows), result.ToString()));
            seen[backend] = Check(folder, backend, file);
        }

        Assert.Contains($"writer {Writers} {Rows}", seen[Backend.Merged], StringComparison.Ordinal);
        Assert.Equal(seen[Backend.Merged], seen[Backend.Vfs]);
    }

    /// <summary>RVFS_SEED sets the moments of the kills, RVFS_DATABASE_KILLS their number (default 4).</summary>
    [RealProcessTheory(Needs.Published | Needs.Sqlite)]
    [InlineData("DELETE", @"Both\over.db")]
    [InlineData("WAL", @"Both\over.db")]
    [InlineData("WAL", @"Both\game.db")]
    public async Task AKillInTheMiddleLosesNothingThatWasCommitted(string mode, string file)
    {
        using MergedFolder folder = Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        var random = new Random(RandomScenarioTests.Number("RVFS_SEED", 1));
        string place = OverwriteRuns.Place(folder, file.Replace('\\', Path.DirectorySeparatorChar));
        int kills = RandomScenarioTests.Number("RVFS_DATABASE_KILLS", Kills), total = 0;
        for (int kill = 0; kill < kills; kill++)
        {
            string[] writers = [$"left{kill}", $"right{kill}"];
            Task<GameResult>[] runs =
                [.. writers.Select(writer => Task.Run(() => Start(folder, Backend.Vfs, "write", mode, file, writer, "1000000")))];
            while (!runs[0].IsCompleted && !(File.Exists(place) && File.Exists(place + (mode == "WAL" ? "-wal" : "-journal"))))
                Thread.Yield();
            await Task.Delay(random.Next(LongestMilliseconds));
            OverwriteRuns.Kill(folder, "write");
            GameResult[] results = await Task.WhenAll(runs);

            string[] found = Check(folder, Backend.Vfs, file).Split('\n');
            Assert.Equal("ok", found[0]);
            Assert.Contains(file.EndsWith("game.db", StringComparison.Ordinal) ? $"GAME {GamesRows}" : $"MOD {ModsRows}", found);
            foreach ((string writer, GameResult result) in writers.Zip(results))
            {
                int told = result.Text.Count(c => c == '.');
                string? rows = found.FirstOrDefault(line => line.StartsWith(writer + " ", StringComparison.Ordinal));
                int committed = rows is null ? 0 : int.Parse(rows[(writer.Length + 1)..], CultureInfo.InvariantCulture);
                // The last output may be lost on its way through the killed launcher.
                Assert.True(committed >= told, $"{writer}: {told} told, {committed} there\n{result}");
                total += committed;
            }
        }

        output.WriteLine($"{kills} kills, {total} rows");
        Assert.NotEqual(0, total);
    }

    private static MergedFolder Build()
    {
        MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", "Both/other.txt = other\n"),
            [FixtureTree.Parse("mod", "Both/unrelated.txt = mod\nModFolder/unrelated.txt = mod\n")], (NativePrograms.Sqlite, "game.exe"));
        string[] games = ["Both/over.db", "Both/game.db"], mods = ["Both/over.db", "ModFolder/only.db"];
        foreach (string name in games)
            Make(Path.Combine(folder.Game, name), "GAME", GamesRows);
        foreach (string name in mods)
            Make(Path.Combine(folder.Mods, "mod", name), "MOD", ModsRows);
        foreach (string root in (string[])[folder.Game, Path.Combine(folder.Mods, "mod")])
        {
            foreach (string name in games.Concat(mods).Where(name => File.Exists(Path.Combine(root, name))))
                File.Copy(Path.Combine(root, name), Path.Combine(folder.Merged, name), overwrite: true);
        }

        return folder;

        void Make(string path, string text, int rows)
        {
            GameResult made = GameProcess.Run(Path.Combine(folder.Game, "game.exe"), ["make", WinePrefix.ToWindows(path), text, $"{rows}"]);
            Assert.True(made.ExitCode == 0, made.ToString());
        }
    }

    private static string Check(MergedFolder folder, Backend backend, string file)
    {
        GameResult result = Start(folder, backend, "check", file);
        Assert.True(result.ExitCode == 0, result.ToString());
        return result.Text.ReplaceLineEndings("\n").Trim();
    }

    private static GameResult Start(MergedFolder folder, Backend backend, params string[] arguments) => GameProcess.Run(
        Path.Combine(backend == Backend.Merged ? folder.Merged : folder.Game, "game.exe"), arguments,
        new GameOptions { Vfs = backend == Backend.Vfs, Timeout = TimeSpan.FromSeconds(120) });
}
