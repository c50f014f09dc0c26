using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Watching;

/// <summary>What mods say of their order, changed while a game runs.</summary>
[Collection(RealProcesses.Name)]
public sealed class LiveRulesTests
{
    [RealProcessFact]
    public void AGameFollowsAModJsonThatMovesItsMod()
    {
        using LiveGame game = new(["data/a.txt", "rvfs/mods/A/data/a.txt", "rvfs/mods/B/data/a.txt"]);
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        File.WriteAllText(game.At("rvfs/mods/A/mod.json"), """{ "after": ["B"] }""");
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        // Another file in its place, as an editor makes it that writes a new one first.
        File.WriteAllText(game.At("rvfs/mods/A/new.json"), """{ "before": ["B"] }""");
        File.Move(game.At("rvfs/mods/A/new.json"), game.At("rvfs/mods/A/mod.json"), overwrite: true);
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        File.WriteAllText(game.At("rvfs/mods/B/mod.json"), """{ "before": ["A"], "hide": ["data/none.txt"] }""");
        File.Delete(game.At("rvfs/mods/A/mod.json"));
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        string[] seen = game.Dump();
        game.Quit();
        game.Start();
        Assert.Equal(seen, game.Dump());
    }
}
