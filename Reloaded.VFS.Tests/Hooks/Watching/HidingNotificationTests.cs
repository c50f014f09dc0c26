using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.Watching;

/// <summary>
/// Tests of markers that come and go while the game runs: the names disappear and reappear at once, and programs that watch are notified.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class HidingNotificationTests
{
    private static readonly string[] s_files = ["data/own.txt", "data/over.txt", "data/deep/d.txt", "rvfs/mods/A/data/over.txt",
        "rvfs/mods/A/data/two.txt", "rvfs/mods/B/data/b.txt"];

    [RealProcessFact]
    public void AMarkerHidesWhileTheGameRunsAndShowsWhenItGoes()
    {
        using var game = new WatchingGame(true, s_files);
        Assert.Equal("0", game.Watch(0, "data", "event"));

        // A file of the game, a file of both, a lower mod's file, and a folder.
        foreach ((string name, string content, string kind) in new[]
        {
            ("own.txt", "data/own.txt", "file"), ("over.txt", "rvfs/mods/A/data/over.txt", "file"),
            ("two.txt", "rvfs/mods/A/data/two.txt", "file"),
        })
        {
            string marker = game.Mod($"B/data/{name}.rvfshide");
            File.WriteAllText(marker, "");
            game.Game.Await($"data/{name}", "-");
            Assert.Equal($"2 {name}", game.Told(0));
            // Changes of hidden names aren't reported.
            if (kind == "file" && File.Exists(game.Own($"data/{name}")))
                File.SetLastWriteTimeUtc(game.Own($"data/{name}"), DateTime.UtcNow);
            Assert.Equal("", game.Told(0));
            File.Delete(marker);
            game.Game.Await($"data/{name}", content);
            Assert.Equal($"1 {name}", game.Told(0));
        }

        string folder = game.Mod("B/data/deep.rvfshide");
        File.WriteAllText(folder, "");
        game.Game.Await("data/deep/d.txt", "-");
        Assert.Equal("2 deep", game.Told(0));
        File.Delete(folder);
        game.Game.Await("data/deep/d.txt", "data/deep/d.txt");
        Assert.Equal("1 deep", game.Told(0));
    }

    [RealProcessFact]
    public void AModsOwnFileThatIsReadAnewHidesAndLeavesOut()
    {
        using var game = new WatchingGame(true, s_files);
        File.WriteAllText(game.Mod("B/mod.json"), """{ "hide": ["data/o*.txt", "data/deep"], "exclude": ["data/b.*"] }""");
        game.Game.Await("data/own.txt", "-");
        game.Game.Await("data/over.txt", "-");
        game.Game.Await("data/deep/d.txt", "-");
        game.Game.Await("data/b.txt", "-");
        game.Game.Await("data/two.txt", "rvfs/mods/A/data/two.txt");
        game.Game.Await("mod.json", "-");
        File.Delete(game.Mod("B/mod.json"));
        game.Game.Await("data/own.txt", "data/own.txt");
        game.Game.Await("data/over.txt", "rvfs/mods/A/data/over.txt");
        game.Game.Await("data/deep/d.txt", "data/deep/d.txt");
        game.Game.Await("data/b.txt", "rvfs/mods/B/data/b.txt");
    }
    [RealProcessFact]
    public void AModsOwnFileThatIsWrittenWhileItsModIsScannedCounts()
    {
        using var game = new WatchingGame(true, [.. s_files, .. Enumerable.Range(0, 300).Select(i => $"rvfs/mods/B/{i % 20}/{i}.txt")]);
        for (int pause = 0; pause < 30; pause++)
        {
            using (FileStream file = File.Create(game.Mod("B/mod.json")))
            {
                Thread.Sleep(pause);
                file.Write("""{ "hide": ["data/own.txt"] }"""u8);
            }

            game.Game.Await("data/own.txt", "-");
            File.Delete(game.Mod("B/mod.json"));
            game.Game.Await("data/own.txt", "data/own.txt");
        }
    }
}
