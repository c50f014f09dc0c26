using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Watching;

/// <summary>Tests of <c>rvfs prefer</c> while a game runs.</summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class LivePreferenceTests
{
    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void AGameFollowsWhatIsPreferred()
    {
        using LiveGame game = new(["data/a.txt", "rvfs/mods/A/data/a.txt", "rvfs/mods/A/data/b.txt", "rvfs/mods/B/data/a.txt",
            "rvfs/mods/B/data/b.txt"]);
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        Prefer(game, "A", "data/a.txt");
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        game.Await("data/b.txt", "rvfs/mods/B/data/b.txt");
        Prefer(game, "A", "data");
        game.Await("data/b.txt", "rvfs/mods/A/data/b.txt");
        // Files that are added to both later, files that are removed, and a mod that is updated as a whole.
        File.WriteAllText(game.At("rvfs/mods/A/data/new.txt"), "A");
        game.Await("data/new.txt", "A");
        File.WriteAllText(game.At("rvfs/mods/B/data/new.txt"), "B");
        File.WriteAllText(game.At("rvfs/mods/B/data/mark.txt"), "mark");
        game.Await("data/mark.txt", "mark");
        game.Await("data/new.txt", "A");
        File.Delete(game.At("rvfs/mods/A/data/new.txt"));
        game.Await("data/new.txt", "B");
        Directory.Move(game.At("rvfs/mods/A"), game.At("away"));
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        File.WriteAllText(game.At("away/data/a.txt"), "updated");
        Directory.Move(game.At("away"), game.At("rvfs/mods/A"));
        game.Await("data/a.txt", "updated");
        // The load order doesn't affect it.
        File.WriteAllLines(game.At("rvfs/mods/order.txt"), ["A", "B"]);
        File.WriteAllText(game.At("rvfs/mods/B/data/second.txt"), "second");
        game.Await("data/second.txt", "second");
        game.Await("data/a.txt", "updated");
        Prefer(game, "--remove", "data");
        Prefer(game, "--remove", "data/a.txt");
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        string[] seen = game.Dump();
        game.Quit();
        game.Start();
        Assert.Equal(seen, game.Dump());
    }

    private static void Prefer(LiveGame game, params string[] words)
    {
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, "prefer", "--target", game.At(""), .. words]);
        Assert.True(result.ExitCode == 0, result.ToString());
    }
}
