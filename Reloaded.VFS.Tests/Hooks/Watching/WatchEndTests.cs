using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.Watching;

/// <summary>
/// Tests of the end of a call that waits for changes of a virtual folder: it is cancelled, its handle is closed, or the folder, the thread,
/// the redirection or the program ends. <see cref="NotificationTests"/> compares what such a call reports until then.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class WatchEndTests
{
    [RealProcessFact]
    public void CallsEndAsInAMergedFolderWhenTheyAreCancelledOrTheHandleIsClosed()
    {
        string[] expected = Run(vfs: false), ended = Run(vfs: true);
        Assert.Contains("event, ex: done status c0000120 bytes 0 signalled", expected);
        Assert.Contains("leaver, none: done status c0000120 bytes 0 signalled", expected);
        Assert.Equal(expected, ended);

        static string[] Run(bool vfs)
        {
            using var game = new WatchingGame(vfs, WatchingGame.Files);
            var lines = new List<string>();
            foreach (string mode in (string[])["event", "apc", "port", "handle", "leaver"])
            {
                string[] ways = mode switch
                {
                    "leaver" => ["none"],
                    "event" => ["ex", "all", "close", "twice"],
                    _ => ["ex", "all", "close"],
                };
                foreach (string way in ways)
                {
                    game.Watch(0, "data", mode);
                    // A second watch isn't affected.
                    game.Watch(1, "data", mode == "leaver" ? "event" : mode);
                    lines.Add($"{mode}, {way}: {game.End(0, way)}");
                    File.WriteAllText(game.Mod($"A/data/{mode}.{way}.txt"), "still watched");
                    lines.Add(game.Told(1));
                    game.End(1, "close");
                }
            }

            return [.. lines];
        }
    }

    /// <summary>
    /// Two threads wait, each in its own synchronous call: CancelSynchronousIo ends one, and closing the handle ends the other, which
    /// otherwise continues as long as there are changes. RVFS_ROUNDS sets the number of rounds.
    /// </summary>
    [RealProcessFact]
    public void ThreadsThatWaitAreWokenByCancelSynchronousIoAndByTheEndOfTheHandle()
    {
        int rounds = int.TryParse(Environment.GetEnvironmentVariable("RVFS_ROUNDS"), out int given) ? given : 5;
        using var game = new WatchingGame(true, WatchingGame.Files);
        for (int round = 0; round < rounds; round++)
        {
            Assert.Equal("0", game.Watch(0, "data", "sync"));
            Assert.Equal("0", game.Watch(1, "data", "sync"));
            // The program waits five seconds for each thread to return, and omits the error if it hasn't.
            string cancelled = game.End(0, "synchronous");
            Assert.True(cancelled == "done error 995|", $"round {round}, CancelSynchronousIo: {cancelled}");
            // Reported, and then already in the next call, or not yet in it, when the handle is closed.
            File.WriteAllText(game.Mod($"A/data/sync{round}.txt"), "still watched");
            if (round % 2 == 0)
                Assert.Equal($"1 sync{round}.txt", AwaitTold(game, 1));
            string closed = game.End(1, "close");
            Assert.True(closed.StartsWith("done ", StringComparison.Ordinal) && closed.Contains("error ", StringComparison.Ordinal),
                $"round {round}, close: {closed}");
        }
    }

    // On a busy machine a change may arrive late.
    private static string AwaitTold(WatchingGame game, int number)
    {
        string told = "";
        for (int i = 0; i < 20 && told.Length == 0; i++)
            told = game.Told(number);
        return told;
    }

    /// <summary>
    /// Wine's server ended, and the game with it, if the handle of the game's own folder was closed while the thread that had begun to
    /// watch it was ending. A real folder's handle is closed when the game's is. RVFS_ROUNDS sets the number of rounds.
    /// </summary>
    [RealProcessFact]
    public void AHandleMayBeClosedWhileTheThreadEndsThatWatchedIt()
    {
        string rounds = Environment.GetEnvironmentVariable("RVFS_ROUNDS") ?? "150";
        using var game = new WatchingGame(true, WatchingGame.Files);
        Assert.Equal(rounds, game.Game.Ask("closebeside", game.Game.InGame("data"), rounds));
        Assert.Equal("data/own.txt", game.Game.Ask("read", game.Game.InGame("data/own.txt")));
    }

    /// <summary>The VFS's own handle of the folder is closed with the game's.</summary>
    [RealProcessFact]
    public void AFolderThatWasWatchedCanBeDeleted()
    {
        using var game = new WatchingGame(true, [.. WatchingGame.Files, "rvfs/mods/A/data/sub/mine.txt"]);
        Assert.Equal("0", game.Watch(0, "data/sub", "event"));
        game.Game.Ask("delete", game.Game.InGame("data/sub/s.txt"));
        Assert.Equal("2 s.txt", game.Told(0));
        game.End(0, "close");
        Directory.Delete(game.Mod("A/data/sub"), recursive: true);
        game.Game.Await("data/sub/mine.txt", "-");
        Assert.NotEqual("0", game.Game.Ask("rmdir", game.Game.InGame("data/sub")));
        Assert.False(Directory.Exists(game.Own("data/sub")));
        Assert.True(game.Game.Quit().ExitCode == 0);
    }

    /// <summary>
    /// The game or another process deletes the folder itself: the removal of its content is reported, and then calls end or keep waiting,
    /// as on this system.
    /// </summary>
    [RealProcessTheory]
    [InlineData("data/only")]
    [InlineData("data/sub")]
    [InlineData("data/both")]
    public void ACallEndsWithItsFolderAsInAMergedFolder(string folder)
    {
        string[] expected = Run(folder, vfs: false), ended = Run(folder, vfs: true);
        Assert.Contains(expected, line => line.StartsWith("outside, event: 2 ", StringComparison.Ordinal));
        Assert.Equal(expected, ended);

        static string[] Run(string folder, bool vfs)
        {
            var lines = new List<string>();
            foreach (bool byGame in (bool[])[false, true])
            {
                using var game = new WatchingGame(vfs, [.. WatchingGame.Files, "data/both/own.txt", "rvfs/mods/A/data/both/b.txt"]);
                string[] modes = ["event", "apc", "port", "handle", "sync"];
                for (int i = 0; i < modes.Length; i++)
                    Assert.Equal("0", game.Watch(i, folder, modes[i]));
                string[] places = [game.Own(folder), game.Mod("A/" + folder)];
                if (byGame)
                {
                    foreach (string file in places.Where(Directory.Exists).SelectMany(Directory.GetFiles)
                        .Select(file => Path.GetFileName(file)).Distinct().ToArray())
                        game.Game.Ask("delete", game.Game.InGame(folder + '/' + file));
                    Assert.NotEqual("0", game.Game.Ask("rmdir", game.Game.InGame(folder)));
                }
                else
                {
                    foreach (string place in places.Where(Directory.Exists).Distinct().ToArray())
                        Directory.Delete(place, recursive: true);
                }

                for (int i = 0; i < modes.Length; i++)
                    lines.Add(
                        $"{(byGame ? "the game" : "outside")}, {modes[i]}: "
                            + $"{string.Join(", ", game.Changes(i, wait: i == 0).Order(StringComparer.Ordinal))}");
                Assert.True(game.Game.Quit().ExitCode == 0);
            }

            return [.. lines];
        }
    }

    /// <summary>The folder that a create needs is watched as soon as it exists, and is removed again if the create fails.</summary>
    [RealProcessFact]
    public void ACreateThatFailsInAWatchedFolderOfModsLeavesNoFolder()
    {
        using var game = new WatchingGame(true, [.. WatchingGame.Files, "rvfs/mods/A/data/only/inner/i.txt"]);
        string tooLong = new('x', 300); // No file system allows it.
        game.Watch(0, "data/only", "event");
        game.Watch(1, "data/only/inner", "port");
        for (int i = 0; i < 10; i++)
        {
            Assert.Equal("0", game.Game.Ask("mkdir", game.Game.InGame("data/only/inner/" + tooLong)));
            Assert.Equal("0", game.Game.Ask("move", game.Game.InGame("data/own.txt"), game.Game.InGame("data/only/" + tooLong)));
            Assert.False(Directory.Exists(game.Own("data/only")));
        }

        Assert.Equal("", game.Told(0) + game.Told(1, wait: false));
        game.Game.Ask("write", game.Game.InGame("data/only/inner/new.txt"), "new");
        game.Game.Ask("write", game.Game.InGame("data/only/new.txt"), "new");
        Assert.True(File.Exists(game.Own("data/only/inner/new.txt")));
        Assert.Equal("1 new.txt", game.Told(0));
        Assert.Equal("1 new.txt", game.Told(1, wait: false));
    }

    /// <summary>Pending calls end, and the next ones go to the system, or to the VFS again once the redirection is on.</summary>
    [RealProcessFact]
    public void TurningRedirectionOffEndsTheCallsThatWait()
    {
        using var game = new WatchingGame(true, WatchingGame.Files);
        string[] modes = ["event", "apc", "port", "handle", "first"];
        for (int i = 0; i < modes.Length; i++)
            game.Watch(i, "data", modes[i]);
        Assert.Equal("0", game.Game.Ask("vfs", "rvfs_disable"));
        for (int i = 0; i < modes.Length; i++)
            Assert.Equal((modes[i], modes[i] == "first" ? "signal" : "lost"), (modes[i], game.Told(i, wait: i == 0)));
        File.WriteAllText(game.Mod("A/data/new.txt"), "new");
        File.WriteAllText(game.Own("data/ownnew.txt"), "new");
        Assert.Equal("1 ownnew.txt", game.Told(0));
        Assert.Equal("0", game.Game.Ask("vfs", "rvfs_enable"));
        game.Watch(10, "data", "event");
        File.WriteAllText(game.Mod("A/data/newer.txt"), "newer");
        Assert.Equal("1 newer.txt", game.Told(10));
        Assert.Equal("0", game.Game.Ask("vfs", "rvfs_stop"));
        Assert.Equal("lost", game.Told(10));
        Assert.True(game.Game.Quit().ExitCode == 0);
    }

    [RealProcessFact]
    public void AProgramThatEndsWithCallsPendingEnds()
    {
        using var game = new WatchingGame(true, WatchingGame.Files);
        for (int i = 0; i < WatchingGame.Modes.Count; i++)
            game.Watch(i, "data", WatchingGame.Modes[i], tree: true);
        Assert.True(game.Game.Quit().ExitCode == 0);
    }
}
