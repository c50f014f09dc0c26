using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.Watching;

/// <summary>
/// What a program that watches is told of a name that it has deleted itself, while another file of that name stays on disk and unseen.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class WhiteoutNotificationTests
{
    private static readonly string[] s_files = ["data/own.txt", "data/over.txt", "rvfs/mods/A/data/over.txt", "rvfs/mods/A/data/two.txt",
        "rvfs/mods/B/data/two.txt"];

    [RealProcessFact]
    public void The_games_own_file_under_a_whiteout_is_not_told_of()
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
    public void A_lower_mods_file_under_a_whiteout_is_not_told_of()
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

    private static WatchingGame Watch()
    {
        var game = new WatchingGame(true, s_files);
        Assert.Equal("0", game.Watch(0, "data", "event"));
        return game;
    }
}
