using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Watching;

/// <summary>Tests of mods' rules about their order that change while a game runs.</summary>
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
        // Another file replaces it, as by an editor that writes a new file first.
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

    /// <summary>No name changes: the file is written in place, as by Notepad and most editors.</summary>
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
        // The content of the mod's own files doesn't matter: nothing is listed again, and the game sees changes at once.
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
