using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.Watching;

/// <summary>
/// Tests of the notifications that a program gets which watches a virtual folder (<c>ReadDirectoryChangesW</c>) while mods and the game's
/// own folder change. The oracle is the same program in the merged folder, with the same changes; changes that have no counterpart in a
/// merged folder are checked by their meaning.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class NotificationTests
{
    /// <summary>The steps' changes, in a merged folder and in a mod.</summary>
    private static readonly (string Name, Action<WatchingGame> Do)[] Steps =
    [
        ("a mod's new file", g => File.WriteAllText(g.Mod("A/data/new.txt"), "new")),
        ("the game's new file", g => File.WriteAllText(g.Own("data/ownnew.txt"), "new")),
        ("the game's file changes", g => File.AppendAllText(g.Own("data/ownnew.txt"), "more")),
        ("the game's file is renamed", g => File.Move(g.Own("data/ownnew.txt"), g.Own("data/ownother.txt"))),
        ("two mods' new files", g => { File.WriteAllText(g.Mod("A/data/n1.txt"), "1"); File.WriteAllText(g.Mod("B/data/n2.txt"), "2"); }),
        ("a mod's new folder", g => Directory.CreateDirectory(g.Mod("B/data/folder"))),
        ("a file below, which is not watched", g => File.WriteAllText(g.Mod("A/data/only/below.txt"), "below")),
        ("a mod's file changes", g => File.AppendAllText(g.Mod("A/data/new.txt"), "more")),
        ("a mod's file is renamed", g => File.Move(g.Mod("A/data/new.txt"), g.Mod("A/data/renamed.txt"))),
        ("a mod's folder is renamed", g => Directory.Move(g.Mod("B/data/folder"), g.Mod("B/data/folder2"))),
        ("another mod's file behind the same name", g => File.AppendAllText(g.Mod("B/data/two.txt"), "more")),
        ("a mod's file goes", g => File.Delete(g.Mod("A/data/n1.txt"))),
        ("the game's file goes", g => File.Delete(g.Own("data/ownother.txt"))),
        ("a mod's folder goes", g => Directory.Delete(g.Mod("B/data/folder2"), recursive: true)),
        ("another program writes in a mod", g => g.ByAnotherProgram(["write", WinePrefix.ToWindows(g.Mod("A/data/w.txt")), "w"])),
        ("another program deletes in a mod", g => g.ByAnotherProgram(["delete", WinePrefix.ToWindows(g.Mod("A/data/w.txt"))])),
        ("the game itself makes a file", g => g.Game.Ask("write", g.Game.InGame("data/g.txt"), "g")),
        ("the game itself renames it", g => g.Game.Ask("move", g.Game.InGame("data/g.txt"), g.Game.InGame("data/h.txt"))),
        ("the game itself deletes it", g => g.Game.Ask("delete", g.Game.InGame("data/h.txt"))),
        ("the game itself deletes a mod's file", g => g.Game.Ask("delete", g.Game.InGame("data/a.txt"))),
        ("the game itself deletes a file that two mods have", g => g.Game.Ask("delete", g.Game.InGame("data/two.txt"))),
        ("the game itself makes it again", g => g.Game.Ask("write", g.Game.InGame("data/two.txt"), "again")),
    ];

    /// <summary>Steps in a folder of which, as of its parent, no mod has anything when the watch begins.</summary>
    private static readonly (string Name, Action<WatchingGame> Do)[] LaterSteps =
    [
        ("the game's new file", g => File.WriteAllText(g.Own("data/sub/deep/own.txt"), "own")),
        ("a mod's file in new folders", g => Write(g.Mod("A/data/sub/deep/new.txt"), "new")),
        ("a second mod's", g => Write(g.Mod("B/data/sub/deep/other.txt"), "other")),
        ("a mod's file changes", g => File.AppendAllText(g.Mod("A/data/sub/deep/new.txt"), "more")),
        ("a mod's new folder", g => Directory.CreateDirectory(g.Mod("B/data/sub/deep/folder"))),
        ("a file below, which is not watched", g => File.WriteAllText(g.Mod("B/data/sub/deep/folder/below.txt"), "below")),
        ("the game itself makes a file", g => g.Game.Ask("write", g.Game.InGame("data/sub/deep/g.txt"), "g")),
        ("the game itself renames a mod's file",
            g => g.Game.Ask("move", g.Game.InGame("data/sub/deep/other.txt"), g.Game.InGame("data/sub/deep/moved.txt"))),
        ("a mod's file goes", g => File.Delete(g.Mod("A/data/sub/deep/new.txt"))),
        ("the game's file changes", g => File.AppendAllText(g.Own("data/sub/deep/own.txt"), "more")),
        ("a mod's file comes again", g => Write(g.Mod("A/data/sub/deep/new.txt"), "again")),
    ];

    private static void Write(string file, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }

    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void AWatchIsToldWhatAMergedFolderWouldTellInEveryMode(bool later)
    {
        string[] expected = Run(later, vfs: false), told = Run(later, vfs: true);
        Assert.Contains(expected, line => line.Contains("1 new.txt", StringComparison.Ordinal));
        Assert.Equal(expected, told);

        static string[] Run(bool later, bool vfs)
        {
            using var game = new WatchingGame(vfs, [.. WatchingGame.Files, "data/sub/deep/d.txt"]);
            for (int i = 0; i < WatchingGame.Modes.Count; i++)
                Assert.Equal("0", game.Watch(i, later ? "data/sub/deep" : "data", WatchingGame.Modes[i]));
            var lines = new List<string>();
            foreach ((string name, Action<WatchingGame> step) in later ? LaterSteps : Steps)
            {
                step(game);
                for (int i = 0; i < WatchingGame.Modes.Count; i++)
                    lines.Add($"{name}, {WatchingGame.Modes[i]}: {InHalves(game.Told(i, wait: i == 0))}");
            }

            return [.. lines];
        }
    }

    /// <summary>Mods are added to, and removed from, a tree of the game's own.</summary>
    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void ATreeWithoutModsIsToldWhatTheyBringThereLater()
    {
        using var game = new WatchingGame(true, [.. WatchingGame.Files, "data/sub/deep/d.txt"]);
        game.Watch(0, "data/sub", "event", tree: true);
        game.Watch(1, "data/sub", "port", tree: true);
        Write(game.Own("C/data/sub/deep/new.txt"), "new");
        Write(game.Own("C/data/sub/deep/d.txt"), "the mod's");
        Write(game.Own("C/data/sub/x/y.txt"), "y");
        Directory.Move(game.Own("C"), game.Game.At("rvfs/mods/C"));
        Check(@"1 deep\new.txt, 1 x, 1 x\y.txt, 3 deep\d.txt");
        Directory.Move(game.Game.At("rvfs/mods/C"), game.Own("C"));
        Check(@"2 deep\new.txt, 2 x, 2 x\y.txt, 3 deep\d.txt");
        File.WriteAllText(game.Own("data/sub/own.txt"), "own");
        Check("1 own.txt");

        void Check(string expected)
        {
            Assert.Equal(expected, game.Told(0));
            Assert.Equal(expected, game.Told(1, wait: false));
        }
    }

    /// <summary>
    /// Returns renames as a removed and an added name: Wine reports a rename as such only if it reads both halves from Linux at once, which
    /// isn't certain on a busy machine.
    /// </summary>
    private static string InHalves(string told) => string.Join(", ", told.Split(", ")
        .Select(change => change.StartsWith("4 ", StringComparison.Ordinal)
            ? "2" + change[1..]
            : change.StartsWith("5 ", StringComparison.Ordinal) ? "1" + change[1..] : change)
        .Order(StringComparer.Ordinal));

    /// <summary>Changes below a watched tree, both in folders that only mods have and in folders of the game.</summary>
    [RealProcessFact]
    public void ATreeIsToldWhatModsChangeBelowIt()
    {
        using var game = new WatchingGame(true, WatchingGame.Files);
        game.Watch(0, "data", "event", tree: true);
        game.Watch(1, "", "apc", tree: true);
        File.WriteAllText(game.Mod("A/data/only/p.txt"), "p");
        Check(@"1 only\p.txt");
        Directory.CreateDirectory(game.Mod("B/data/sub"));
        File.WriteAllText(game.Mod("B/data/sub/mine.txt"), "mine");
        Check(@"1 sub\mine.txt");
        Directory.CreateDirectory(game.Mod("B/data/x/y"));
        File.WriteAllText(game.Mod("B/data/x/y/z.txt"), "z");
        Check("1 x", @"1 x\y", @"1 x\y\z.txt");
        Directory.Delete(game.Mod("B/data/x"), recursive: true);
        Check("2 x", @"2 x\y", @"2 x\y\z.txt");
        // A whole mod is added, and removed: names that the game's own folder has, too, then have another file.
        Directory.CreateDirectory(game.Own("C/data/sub"));
        File.WriteAllText(game.Own("C/data/c.txt"), "c");
        File.WriteAllText(game.Own("C/data/sub/s.txt"), "another");
        game.Changes(0);
        game.Changes(1, wait: false);
        Directory.Move(game.Own("C"), game.Game.At("rvfs/mods/C"));
        Check("1 c.txt", @"3 sub\s.txt");
        File.WriteAllLines(game.Game.At("rvfs/mods/order.txt"), ["-C"]);
        Check("2 c.txt", @"3 sub\s.txt");

        void Check(params string[] expected)
        {
            Assert.Equal(string.Join(", ", expected), game.Told(0));
            string[] below = [.. game.Told(1, wait: false).Split(", ").Where(change => change.Contains('\\', StringComparison.Ordinal))];
            Assert.Equal(expected.Select(change => change[..2] + @"data\" + change[2..]), below);
        }
    }

    /// <summary>A name that the game sees before and after has been modified; a name that it can't see hasn't changed.</summary>
    [RealProcessFact]
    public void NamesThatAreCoveredOrComeToLight()
    {
        using var game = new WatchingGame(true, WatchingGame.Files);
        game.Watch(0, "data", "event");
        game.Watch(1, "data", "event", filter: "3");
        Assert.Equal("3 own.txt", Do(() => File.WriteAllText(game.Mod("A/data/own.txt"), "the mod's")));
        Assert.Equal("", Do(() => File.WriteAllText(game.Own("data/own.txt"), "the game's, unseen")));
        Assert.Equal("3 own.txt", Do(() => File.Delete(game.Mod("A/data/own.txt"))));
        Assert.Equal("3 two.txt", Do(() => File.Delete(game.Mod("B/data/two.txt"))));
        Assert.Equal("2 two.txt", Do(() => File.Delete(game.Mod("A/data/two.txt"))));
        Assert.Equal("", Do(() => File.Delete(game.Own("data/covered.txt"))));
        Assert.Equal("1 other.txt", Do(() => File.WriteAllText(game.Own("data/other.txt"), "other")));
        // Renamed to a name that a mod covers: the old name is gone, and the new one is unchanged. Then renamed from such a name.
        Assert.Equal("2 other.txt", Do(() => File.Move(game.Own("data/other.txt"), game.Own("data/covered.txt"))));
        Assert.Equal("1 back.txt", Do(() => File.Move(game.Own("data/covered.txt"), game.Own("data/back.txt"))));
        // Names only.
        Assert.Equal("1 back.txt, 1 other.txt, 2 other.txt, 2 two.txt", game.Told(1));

        string Do(Action change)
        {
            change();
            return game.Told(0);
        }
    }

    /// <summary>
    /// Like many editors, saves by a temporary file that takes the other's name. A file that only a lower mod has is never seen.
    /// </summary>
    [RealProcessFact]
    public void NewContentOfWhatTheGameSeesIsToldAndOfNothingElse()
    {
        using var game = new WatchingGame(true, WatchingGame.Files);
        game.Watch(0, "data", "event");
        game.Watch(1, "", "event", tree: true);
        File.WriteAllText(game.Mod("A/data/a.tmp"), "new");
        File.Move(game.Mod("A/data/a.tmp"), game.Mod("A/data/a.txt"), overwrite: true);
        Assert.Contains("3 a.txt", game.Changes(0));
        Assert.Contains(@"3 data\a.txt", game.Changes(1, wait: false));
        File.AppendAllText(game.Mod("A/data/two.txt"), "the other mod wins");
        Assert.Equal("", game.Told(0));
        Assert.Equal("", game.Told(1, wait: false));
        File.AppendAllText(game.Mod("A/data/only/o.txt"), "below");
        Assert.Equal("", game.Told(0));
        Assert.Equal(@"3 data\only\o.txt", game.Told(1, wait: false));
        // In a folder that a mod had only for a moment.
        Directory.CreateDirectory(game.Mod("B/data/x"));
        File.WriteAllText(game.Mod("B/data/x/n.txt"), "n");
        Assert.Equal("1 x", game.Told(0));
        game.Told(1, wait: false);
        File.AppendAllText(game.Mod("B/data/x/n.txt"), "more");
        Assert.Equal("", game.Told(0));
        Assert.Equal(@"3 data\x\n.txt", game.Told(1, wait: false));
    }

    /// <summary>
    /// A mod's folder lies over one of the game's twice if a rule prefers a file in it, and over another one once the mod's map is changed.
    /// </summary>
    [RealProcessFact]
    public void NewContentIsToldWhereverAFolderIsLaid()
    {
        using var game = new WatchingGame(true, WatchingGame.Files);
        File.WriteAllText(game.Game.At("rvfs/mods/prefer.txt"), "A: data/two.txt");
        game.Game.Await("data/two.txt", "rvfs/mods/A/data/two.txt");
        game.Watch(0, "data", "event");
        game.Watch(1, "", "event", tree: true);
        File.AppendAllText(game.Mod("A/data/two.txt"), ", preferred");
        Assert.Equal("3 two.txt", game.Told(0));
        Assert.Equal(@"3 data\two.txt", game.Told(1, wait: false));
        File.AppendAllText(game.Mod("A/data/a.txt"), ", not preferred");
        Assert.Equal("3 a.txt", game.Told(0));
        Assert.Equal(@"3 data\a.txt", game.Told(1, wait: false));
        File.AppendAllText(game.Mod("B/data/two.txt"), ", not seen");
        Assert.Equal("", game.Told(0));

        foreach (string folder in (string[])["first", "second"])
        {
            File.WriteAllText(game.Mod("A/mod.json"), $$"""{ "map": [{ "from": "data", "to": "{{folder}}" }] }""");
            game.Game.Await($"{folder}/a.txt", File.ReadAllText(game.Mod("A/data/a.txt")));
            game.Changes(1);
            File.AppendAllText(game.Mod("A/data/a.txt"), "!");
            Assert.Equal($@"3 {folder}\a.txt", game.Told(1));
        }
    }

    /// <summary>
    /// Between two calls, as many changes are kept as fit the first call's buffer; of more, only the fact that some were lost is reported.
    /// </summary>
    [RealProcessFact]
    public void WhatDoesNotFitIsToldAsLost()
    {
        using var game = new WatchingGame(true, WatchingGame.Files);
        game.Watch(0, "data", "event", bytes: 64);
        game.Watch(1, "data", "event", bytes: 0);
        File.WriteAllText(game.Mod("A/data/n.txt"), "n");
        Assert.Equal("1 n.txt", game.Told(0));
        Assert.Equal("lost", game.Told(1, wait: false));
        Directory.CreateDirectory(game.Own("C/data"));
        for (int i = 0; i < 10; i++)
            File.WriteAllText(game.Own($"C/data/many{i}.txt"), "n");
        Directory.Move(game.Own("C"), game.Game.At("rvfs/mods/C"));
        Assert.Contains("lost", game.Changes(0));
        Assert.Equal("lost", game.Told(1, wait: false));
        File.WriteAllText(game.Mod("A/data/m.txt"), "m");
        Assert.Equal("1 m.txt", game.Told(0));
    }

    /// <summary>Without a thread that follows the mods, only changes of the game's own folder are reported.</summary>
    [RealProcessFact]
    public void WhereModsAreNotFollowedTheGamesOwnFolderIsToldOf()
    {
        using var game = new WatchingGame(true, WatchingGame.Files, new Dictionary<string, string?> { ["RVFS_LIVE"] = "off" });
        game.Watch(0, "data", "event");
        File.WriteAllText(game.Mod("A/data/new.txt"), "new");
        File.WriteAllText(game.Own("data/ownnew.txt"), "new");
        Assert.Equal("1 ownnew.txt", game.Told(0));
    }

    /// <summary>
    /// The program's own changes in the game's folder are reported when the call that makes them returns, and the folder's handle isn't
    /// signalled while a call with an event is pending (Wine's ntdll/change.c). RVFS_ROUNDS sets the number of rounds.
    /// </summary>
    [RealProcessTheory]
    [InlineData("data")]
    [InlineData("data/sub")]
    [InlineData("data/only")]
    public void WhatTheProgramChangesItselfIsToldAtOnce(string folder)
    {
        int rounds = int.TryParse(Environment.GetEnvironmentVariable("RVFS_ROUNDS"), out int given) ? given : 20;
        Dictionary<string, int> expected = Run(vfs: false), told = Run(vfs: true);
        Assert.Equal((0, 0), (told["signalled"], told["failed"]));
        Assert.Equal((0, 0), (expected["signalled"], expected["failed"]));
        // Wine passes changes from Linux to the program through its server, on a busy machine sometimes a moment later.
        foreach (string kind in told.Keys.Except(["signalled", "failed"]))
            Assert.True(told[kind] >= Math.Min(expected[kind], rounds / 2),
                $"{kind}: at once {told[kind]} times of {rounds}, in the merged folder {expected[kind]}");

        Dictionary<string, int> Run(bool vfs)
        {
            using var game = new WatchingGame(vfs, WatchingGame.Files);
            string[] words = game.Game.Ask("atonce", game.Game.InGame(folder), $"{rounds}").Split(' ');
            return words.Chunk(2)
                .ToDictionary(pair => pair[0], pair => int.Parse(pair[1], System.Globalization.CultureInfo.InvariantCulture));
        }
    }

    /// <summary>Names that the program deleted before it began to watch aren't reported, whoever had them.</summary>
    [RealProcessFact]
    public void WhatWasBeforeTheWatchIsNotTold()
    {
        string[] expected = Run(vfs: false), told = Run(vfs: true);
        Assert.All(expected, line => Assert.EndsWith(": nothing", line, StringComparison.Ordinal));
        Assert.Equal(expected, told);

        static string[] Run(bool vfs)
        {
            string[] names = [.. Enumerable.Range(0, 12).Select(i => $"f{i}")];
            using var game = new WatchingGame(vfs,
                [.. WatchingGame.Files, .. names.Select(name => $"rvfs/mods/A/data/{name}/x.txt"),
                    .. names.Select(name => $"rvfs/mods/B/data/sub/{name}.txt")]);
            return [.. names.Select((name, i) =>
            {
                game.Game.Ask("delete", game.Game.InGame($"data/{name}/x.txt"));
                string deleted = i % 2 == 0 ? $"data/{name}" : $"data/sub/{name}.txt", watched = i % 4 == 1 ? "data/sub" : "data";
                string told = game.Game.Ask(
                    "afterdelete", game.Game.InGame(watched), game.Game.InGame(deleted), i % 4 > 1 ? "1" : "0", "300");
                return $"{deleted}: {told}";
            })];
        }
    }

    /// <summary><c>FileSystemWatcher</c>: a completion port, a large buffer, a tree.</summary>
    [RealProcessFact]
    public void ADotnetProgramIsToldTheSame()
    {
        string[] expected = Run(vfs: false), told = Run(vfs: true);
        Assert.Contains("Created new.txt", expected);
        Assert.Contains("Created renamed.txt", expected);
        Assert.Equal(expected, told);

        static string[] Run(bool vfs)
        {
            using TemporaryFolder folder = new();
            string mod = vfs ? "g/rvfs/mods/A/" : "g/";
            foreach (string file in (string[])["g/data/own.txt", mod + "data/a.txt", mod + "data/only/o.txt"])
                folder.File(file, file);
            File.Copy(DotNetPrograms.Get("Enumerate"), folder.At("g/enumerate.exe"));
            string ready = folder.At("ready");
            Task<GameResult> game = Task.Run(() => GameProcess.Run(folder.At("g/enumerate.exe"),
                ["watch", WinePrefix.ToWindows(folder.At("g/data")), WinePrefix.ToWindows(ready)],
                new GameOptions { Vfs = vfs, Timeout = TimeSpan.FromSeconds(100) }));
            for (int i = 0; !File.Exists(ready); i++)
            {
                Assert.True(i < 3000 && !game.IsCompleted, game.IsCompleted ? game.Result.ToString() : "the program doesn't begin");
                Thread.Sleep(20);
            }

            foreach (Action step in (Action[])[
                () => File.WriteAllText(folder.At(mod + "data/new.txt"), "new"),
                () => File.AppendAllText(folder.At(mod + "data/a.txt"), "more"),
                () => File.Move(folder.At(mod + "data/new.txt"), folder.At(mod + "data/renamed.txt")),
                () => File.WriteAllText(folder.At("g/data/ownnew.txt"), "new"),
                () => Directory.CreateDirectory(folder.At(mod + "data/folder")),
                () => File.Delete(folder.At(mod + "data/renamed.txt")),
                () => File.WriteAllText(folder.At("g/data/end"), "end")])
            {
                step();
                Thread.Sleep(600);
            }

            GameResult result = game.GetAwaiter().GetResult();
            Assert.True(result.ExitCode == 0, result.ToString());
            // As InHalves.
            string[] lines = [.. result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).SelectMany(line =>
                line.StartsWith("Renamed ", StringComparison.Ordinal) && line.Split(" -> ") is [var from, var to]
                    ? (string[])["Deleted" + from["Renamed".Length..], "Created " + to]
                    : [line])];
            // The number of times that a file was modified depends on its writer; an added file may or may not be reported as modified as
            // well.
            return [
                .. lines.Where(line => !lines.Contains("Created" + line["Changed".Length..])
                    || !line.StartsWith("Changed", StringComparison.Ordinal)).Distinct()];
        }
    }
}
