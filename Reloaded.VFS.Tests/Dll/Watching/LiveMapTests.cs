using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Watching;

/// <summary>Tests of mods with a map that change while a game runs.</summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class LiveMapTests
{
    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void AGameFollowsWhatIsMapped()
    {
        using LiveGame game = new(["data/a.txt", "rvfs/mods/A/textures/a.txt"]);
        File.WriteAllText(game.At("rvfs/mods/A/mod.json"),
            """{ "map": [{ "from": "textures", "to": "data" }, { "from": "late", "to": "new/way/to" }] }""");
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/A/textures/a.txt");
        File.WriteAllText(game.At("rvfs/mods/A/textures/new.txt"), "new");
        game.Await("data/new.txt", "new");
        Directory.CreateDirectory(game.At("rvfs/mods/A/textures/deep"));
        File.WriteAllText(game.At("rvfs/mods/A/textures/deep/x.txt"), "x");
        game.Await("data/deep/x.txt", "x");
        // A part that didn't exist before, below folders that the game lacks.
        Directory.CreateDirectory(game.At("rvfs/mods/A/late"));
        File.WriteAllText(game.At("rvfs/mods/A/late/y.txt"), "y");
        game.Await("new/way/to/y.txt", "y");
        File.Delete(game.At("rvfs/mods/A/textures/new.txt"));
        game.Await("data/new.txt", "-");
        // Another map, in a new file that replaces the old one, as editors do; and a new mod with a map.
        File.WriteAllText(game.At("next.json"), """{ "map": [{ "from": "textures", "to": "." }] }""");
        File.Move(game.At("next.json"), game.At("rvfs/mods/A/mod.json"), overwrite: true);
        game.Await("deep/x.txt", "x");
        game.Await("data/a.txt", "data/a.txt");
        string name = $"rvfs-map-{Guid.NewGuid():N}";
        Directory.CreateDirectory(game.At("B/part"));
        File.WriteAllText(game.At("B/part/z.txt"), "z");
        File.WriteAllText(game.At("B/mod.json"),
            $$"""{ "map": [{ "from": "part", "to": "%LOCALAPPDATA%/{{name}}" }, { "from": ".", "to": "all" }] }""");
        Directory.Move(game.At("B"), game.At("rvfs/mods/B"));
        if (WinePrefix.IsNeeded)
        {
            string answer = game.Ask("await", $@"C:\users\{Environment.UserName}\AppData\Local\{name}\z.txt", "z");
            Assert.True(long.TryParse(answer, out _), answer);
        }

        string[] seen = game.Dump();
        game.Quit();
        game.Start();
        Assert.Equal(seen, game.Dump());
    }
}
