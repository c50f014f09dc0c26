using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Watching;

/// <summary>What mods say of their order, changed while a game runs.</summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
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

    /// <summary>No name changes: the file stays the one that it is, as Notepad and most editors write it.</summary>
    [RealProcessFact]
    public void AGameFollowsAModJsonThatIsWrittenInPlace()
    {
        using LiveGame game = new(["data/a.txt", "rvfs/mods/A/data/a.txt", "rvfs/mods/B/data/a.txt", "rvfs/mods/A/mod.json"]);
        File.WriteAllText(game.At("rvfs/mods/A/mod.json"), """{ "after": ["B"] }""");
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        Overwrite("{}");
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        Overwrite("""{ "after": ["B"], "hide": ["data/own.txt"] }""");
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        // What the mod's own files are isn't of interest: nothing is listed anew, and the game sees them at once.
        File.WriteAllText(game.At("rvfs/mods/A/data/a.txt"), "changed");
        game.Await("data/a.txt", "changed");

        void Overwrite(string text)
        {
            using FileStream file = new(game.At("rvfs/mods/A/mod.json"), FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
            file.SetLength(0);
            file.Write(System.Text.Encoding.UTF8.GetBytes(text));
        }
    }
}
