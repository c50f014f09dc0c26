using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.Watching;

/// <summary>
/// What a program that watches is told of a name that it has deleted itself, while another file of that name stays on disk and unseen.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class WhiteoutNotificationTests
{
    private static readonly string[] s_files = ["data/own.txt", "data/over.txt", "data/deep/d.txt", "rvfs/mods/A/data/over.txt",
        "rvfs/mods/A/data/two.txt", "rvfs/mods/A/data/deep/d.txt", "rvfs/mods/B/data/two.txt"];

    [RealProcessFact]
    public void TheGamesOwnFileUnderAWhiteoutIsNotToldOf()
    {
        using WatchingGame game = Watch();
        game.Game.Ask("delete", game.Game.InGame("data/over.txt"));
        Assert.Equal("2 over.txt", game.Told(0));
        File.AppendAllText(game.Own("data/over.txt"), "more, which the game doesn't see");
        Assert.Equal("", game.Told(0));
        File.Delete(game.Own("data/over.txt"));
        Assert.Equal("", game.Told(0));
        File.WriteAllText(game.Own("data/own.txt"), "what it sees");
        Assert.Equal("3 own.txt", game.Told(0));
    }

    [RealProcessFact]
    public void ALowerModsFileUnderAWhiteoutIsNotToldOf()
    {
        using WatchingGame game = Watch();
        game.Game.Ask("delete", game.Game.InGame("data/two.txt"));
        Assert.Equal("2 two.txt", game.Told(0));
        File.AppendAllText(game.Mod("A/data/two.txt"), "more, which the game doesn't see");
        Assert.Equal("", game.Told(0));
        // Made anew by the game, it is the higher mod's again.
        game.Game.Ask("write", game.Game.InGame("data/two.txt"), "new");
        Assert.Equal("1 two.txt", game.Told(0));
        File.AppendAllText(game.Mod("B/data/two.txt"), "more");
        Assert.Equal("3 two.txt", game.Told(0));
        game.Game.Ask("delete", game.Game.InGame("data/two.txt"));
        Assert.Equal("2 two.txt", game.Told(0));
        File.Delete(game.Mod("A/data/two.txt"));
        Assert.Equal("", game.Told(0));
    }

    /// <summary>The game that runs has deleted the names itself: they stay gone to it, whoever takes the markers away.</summary>
    [RealProcessFact]
    public void ANameWhoseMarkerIsDeletedStaysGoneAndIsNotToldOf()
    {
        using WatchingGame game = Watch();
        foreach (string file in (string[])["over.txt", "two.txt", "deep/d.txt"])
            Assert.NotEqual("0", game.Game.Ask("delete", game.Game.InGame("data/" + file)));
        Assert.NotEqual("0", game.Game.Ask("rmdir", game.Game.InGame("data/deep")));
        Assert.Equal("2 deep, 2 over.txt, 2 two.txt", Names(game));
        foreach (string marker in (string[])["A/data/over.txt", "B/data/two.txt", "A/data/deep"])
            File.Delete(game.Mod(marker + ".rvfshide"));
        Assert.Equal("", Names(game));
        foreach (string name in (string[])["data/over.txt", "data/two.txt", "data/deep/d.txt"])
            game.Game.Await(name, "-");
        game.Game.Ask("write", game.Game.InGame("data/over.txt"), "made anew");
        Assert.Equal("1 over.txt", Names(game));
    }

    /// <summary>
    /// What the game writes and deletes under the policy "overwrite" is told as it is seen; and a name is back, and told of, once another
    /// program has deleted its marker.
    /// </summary>
    [RealProcessFact]
    public void WhatIsDeletedAndWrittenInTheOverwriteFolderIsToldOfAsItIsSeen()
    {
        using WatchingGame game = Watch("""{ "writes": "overwrite" }""");
        foreach ((string name, string content) in ((string, string)[])[("own.txt", "data/own.txt"),
            ("over.txt", "rvfs/mods/A/data/over.txt"), ("two.txt", "rvfs/mods/B/data/two.txt")])
        {
            string place = game.Own("rvfs/overwrite/data/" + name);
            for (int i = 0; i < 2; i++)
            {
                Assert.NotEqual("0", game.Game.Ask("delete", game.Game.InGame("data/" + name)));
                Assert.Equal("2 " + name, Names(game));
                File.Delete(place + ".rvfshide");
                game.Game.Await("data/" + name, content);
                Assert.Equal("1 " + name, Names(game));
            }

            // Its first copy is a change of what was there.
            Assert.NotEqual("0", game.Game.Ask("write", game.Game.InGame("data/" + name), "written"));
            Assert.Equal("3 " + name, game.Told(0));
            Assert.Equal("written", File.ReadAllText(place));
            File.Delete(place);
            game.Game.Await("data/" + name, content);
            Assert.Equal("3 " + name, game.Told(0));
        }
    }

    /// <summary>What was told but for changed contents, in their order by name; what is told twice stands there twice.</summary>
    private static string Names(WatchingGame game) =>
        string.Join(", ", game.Changes(0).Where(change => change[0] != '3').Order(StringComparer.Ordinal));

    private static WatchingGame Watch(string? configuration = null)
    {
        var game = new WatchingGame(true, s_files, configuration: configuration);
        Assert.Equal("0", game.Watch(0, "data", "event"));
        return game;
    }
}
