using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.Watching;

/// <summary>
/// Tests of the notifications for a name that a watching program has deleted itself, while another file of that name stays on disk unseen.
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
        // Created again by the game, it is the higher mod's again.
        game.Game.Ask("write", game.Game.InGame("data/two.txt"), "new");
        Assert.Equal("1 two.txt", game.Told(0));
        File.AppendAllText(game.Mod("B/data/two.txt"), "more");
        Assert.Equal("3 two.txt", game.Told(0));
        game.Game.Ask("delete", game.Game.InGame("data/two.txt"));
        Assert.Equal("2 two.txt", game.Told(0));
        File.Delete(game.Mod("A/data/two.txt"));
        Assert.Equal("", game.Told(0));
    }

    /// <summary>The running game has deleted the names itself: they stay deleted for it, whoever removes the markers.</summary>
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
    /// Writes and deletions of the game under the policy "overwrite" are reported as they are seen; a name is back, and reported, once
    /// another program has deleted its marker.
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

            // Its first copy counts as a modification of the existing file.
            Assert.NotEqual("0", game.Game.Ask("write", game.Game.InGame("data/" + name), "written"));
            Assert.Equal("3 " + name, game.Told(0));
            Assert.Equal("written", File.ReadAllText(place));
            File.Delete(place);
            game.Game.Await("data/" + name, content);
            Assert.Equal("3 " + name, game.Told(0));
        }
    }

    /// <summary>Returns the reported changes except modifications, sorted by name, duplicates included.</summary>
    private static string Names(WatchingGame game) =>
        string.Join(", ", game.Changes(0).Where(change => change[0] != '3').Order(StringComparer.Ordinal));

    private static WatchingGame Watch(string? configuration = null)
    {
        var game = new WatchingGame(true, s_files, configuration: configuration);
        Assert.Equal("0", game.Watch(0, "data", "event"));
        return game;
    }
}
