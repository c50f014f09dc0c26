using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Watching;

/// <summary>Tests of sets while a game runs.</summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class LiveSetTests
{
    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void AGamePlaysWithASetAndFollowsItsOrder()
    {
        using LiveGame game = new(["data/a.txt", "rvfs/mods/A/data/a.txt", "rvfs/mods/B/data/a.txt", "rvfs/mods/C/data/c.txt"]);
        File.WriteAllLines(game.At("rvfs/mods/order.txt"), ["A", "B", "C"]);
        Directory.CreateDirectory(game.At("rvfs/sets/hard"));
        File.WriteAllLines(game.At("rvfs/sets/hard/order.txt"), ["B", "A", "-C"]);
        File.WriteAllText(game.At("rvfs/rvfs.json"), """{ "writes": "overwrite" }""");
        game.Start("--set", "hard");
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        game.Await("data/c.txt", "-");
        // The set's own order is followed, and that of the mods folder isn't.
        File.WriteAllLines(game.At("rvfs/mods/order.txt"), ["-A", "-B", "-C"]);
        File.WriteAllLines(game.At("rvfs/sets/hard/order.txt"), ["A", "B", "C"]);
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        game.Await("data/c.txt", "rvfs/mods/C/data/c.txt");
        File.WriteAllLines(game.At("rvfs/sets/hard/prefer.txt"), ["A: data/a.txt"]);
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        Assert.True(Directory.Exists(game.At("rvfs/sets/hard/overwrite")));
        Assert.False(Directory.Exists(game.At("rvfs/overwrite")));
        game.Quit();

        // The configuration names the set.
        File.WriteAllText(game.At("rvfs/rvfs.json"), """{ "set": "hard" }""");
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        game.Await("data/c.txt", "rvfs/mods/C/data/c.txt");
    }

    /// <summary>Starts by a loader, and of a child, know the environment variable.</summary>
    [RealProcessFact]
    public void TheEnvironmentNamesASet()
    {
        using LiveGame game = new(["data/a.txt", "rvfs/mods/A/data/a.txt", "rvfs/mods/B/data/a.txt"],
            new Dictionary<string, string?> { ["RVFS_SET"] = "hard" });
        Directory.CreateDirectory(game.At("rvfs/sets/hard"));
        File.WriteAllLines(game.At("rvfs/sets/hard/order.txt"), ["B", "A"]);
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
    }
}
