using System.Globalization;
using System.Text.Json;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Watching;

/// <summary>
/// Tests of mods that change while a game runs with the shipped DLL: changed by programs of this system, and by Windows programs.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class LiveProcessTests
{
    // RVFS_STORM=1 is the full scale, 50,000 operations.
    private static readonly double Measure =
        double.TryParse(Environment.GetEnvironmentVariable("RVFS_STORM"), CultureInfo.InvariantCulture, out double measure)
            ? measure
            : 0.25;

    private static readonly string[] Files =
        ["data/a.txt", "data/own.txt", "rvfs/mods/A/data/a.txt", "rvfs/mods/A/data/sub/b.txt", "rvfs/mods/B/data/a.txt",
            "rvfs/mods/B/other/c.txt"];

    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void WhatAProgramOfThisSystemChangesIsSeen()
    {
        using LiveGame game = new(Files);
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        // The winner is deleted, created again, and replaced by a rename.
        File.Delete(game.At("rvfs/mods/B/data/a.txt"));
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        File.WriteAllText(game.At("rvfs/mods/B/data/a.txt"), "again");
        game.Await("data/a.txt", "again");
        File.WriteAllText(game.At("rvfs/mods/B/data/a.tmp"), "renamed");
        File.Move(game.At("rvfs/mods/B/data/a.tmp"), game.At("rvfs/mods/B/data/a.txt"), overwrite: true);
        game.Await("data/a.txt", "renamed");
        game.Await("data/a.tmp", "-");
        // In an existing folder, and in new ones at once.
        File.WriteAllText(game.At("rvfs/mods/A/data/sub/new.txt"), "new");
        game.Await("data/sub/new.txt", "new");
        Directory.CreateDirectory(game.At("rvfs/mods/A/x/y/z"));
        File.WriteAllText(game.At("rvfs/mods/A/x/y/z/deep.txt"), "deep");
        game.Await("x/y/z/deep.txt", "deep");
        File.WriteAllText(game.At("rvfs/mods/A/x/y/z/deeper.txt"), "deeper");
        game.Await("x/y/z/deeper.txt", "deeper");
        Directory.Move(game.At("rvfs/mods/A/x/y"), game.At("rvfs/mods/A/x/w"));
        game.Await("x/w/z/deep.txt", "deep");
        game.Await("x/y/z/deep.txt", "-");
        File.WriteAllText(game.At("rvfs/mods/A/x/w/z/later.txt"), "later");
        game.Await("x/w/z/later.txt", "later");
        Directory.Delete(game.At("rvfs/mods/A/x"), recursive: true);
        game.Await("x/w/z/deep.txt", "-");
        // Mods and their load order.
        Directory.CreateDirectory(game.At("rvfs/mods/C/data"));
        File.WriteAllText(game.At("rvfs/mods/C/data/a.txt"), "C");
        game.Await("data/a.txt", "C");
        File.WriteAllLines(game.At("rvfs/mods/order.txt"), ["C", "B", "A"]);
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        File.WriteAllLines(game.At("rvfs/mods/order.txt"), ["C", "-B", "-A"]);
        game.Await("data/a.txt", "C");
        game.Await("other/c.txt", "-");
        Directory.Delete(game.At("rvfs/mods/C"), recursive: true);
        game.Await("data/a.txt", "data/a.txt");
        AssertAsFresh(game);
    }

    /// <summary>
    /// A folder of the game's own in which mods replace every name isn't read again under Wine, once it is four seconds old: what comes to
    /// it or goes is listed at once all the same, and what no mod replaces any more, too.
    /// </summary>
    [RealProcessFact]
    public void AFolderInWhichModsReplaceEveryNameIsListedAsItIs()
    {
        string[] names = [.. Enumerable.Range(0, 100).Select(i => $"Tex {i:00}.dds")];
        using LiveGame game = new(names.SelectMany(name => (string[])[$"tex/{name}", $"rvfs/mods/A/tex/{name.ToUpperInvariant()}"]));
        // Wine lists the link once it leads to something, which the folder's time of change doesn't show.
        string linked = game.Folder.At("linked.dds");
        if (WinePrefix.IsNeeded)
            File.CreateSymbolicLink(game.At("tex/linked.dds"), linked);
        Thread.Sleep(4500);
        game.Start();
        for (int i = 0; i < 3; i++)
            AssertListed(names);
        File.WriteAllText(linked, "linked");
        Assert.True(!WinePrefix.IsNeeded
            || SpinWait.SpinUntil(() => Listed().Contains("tex/linked.dds"), TimeSpan.FromSeconds(30)));
        File.Delete(game.At("tex/linked.dds"));
        AssertListed(names);
        File.WriteAllText(game.At("tex/new.dds"), "new");
        AssertListed([.. names, "new.dds"]);
        File.Delete(game.At("tex/new.dds"));
        AssertListed(names);
        Thread.Sleep(4500);
        for (int i = 0; i < 2; i++)
            AssertListed(names);
        // The name has the mod's letters from now on.
        File.Delete(game.At("tex/Tex 07.dds"));
        names[7] = "TEX 07.DDS";
        AssertListed(names);
        File.Delete(game.At("rvfs/mods/A/tex/TEX 08.DDS"));
        game.Await("tex/Tex 08.dds", "tex/Tex 08.dds");
        AssertListed(names);
        AssertAsFresh(game);

        void AssertListed(string[] expected) =>
            Assert.Equal(expected.Select(name => "tex/" + name).Order(StringComparer.Ordinal), Listed());

        string[] Listed() => [.. game.Dump().Where(line => line.StartsWith("tex/", StringComparison.Ordinal) && line.Length > "tex/".Length)
            .Select(line => line.Split('=')[0]).Order(StringComparer.Ordinal)];
    }

    [RealProcessFact]
    public void WhatAWindowsProgramChangesIsSeen()
    {
        using LiveGame game = new(Files);
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        string script = game.Folder.File("script", string.Join('\n', (string[])[
            $"delete\t{game.InGame("rvfs/mods/B/data/a.txt")}",
            $"mkdir\t{game.InGame("rvfs/mods/A/new")}",
            $"write\t{game.InGame("rvfs/mods/A/new/n.txt")}\tnew",
            $"write\t{game.InGame("rvfs/mods/A/data/t.tmp")}\trenamed",
            $"move\t{game.InGame("rvfs/mods/A/data/t.tmp")}\t{game.InGame("rvfs/mods/A/data/r.txt")}",
            $"move\t{game.InGame("rvfs/mods/B/other")}\t{game.InGame("rvfs/mods/B/moved")}",
            "quit\n"]));
        GameResult other = GameProcess.Run(NativePrograms.Get("live.exe"),
            [WinePrefix.ToWindows(script), WinePrefix.ToWindows(game.Folder.At("out"))]);
        Assert.True(other.ExitCode == 0, other.ToString());
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        game.Await("new/n.txt", "new");
        game.Await("data/r.txt", "renamed");
        game.Await("moved/c.txt", "rvfs/mods/B/other/c.txt");
        game.Await("other/c.txt", "-");
        AssertAsFresh(game);
    }

    /// <summary>A file that is being written looks as in a real folder: it exists, with what has been written so far.</summary>
    [RealProcessFact]
    public void AHalfWrittenFileIsServedAsTheRealFolderWouldServeIt()
    {
        using LiveGame game = new(Files);
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        using (FileStream file = new(game.At("rvfs/mods/A/data/half.txt"), FileMode.Create, FileAccess.Write, FileShare.ReadWrite))
        {
            file.Write("first"u8);
            file.Flush();
            game.Await("data/half.txt", "first");
            file.Write(", second"u8);
        }

        game.Await("data/half.txt", "first, second");
    }

    /// <summary>
    /// A name that the game deleted in a mod stays deleted, although a lower mod has it, too; a file that a higher mod adds later is seen.
    /// </summary>
    [RealProcessFact]
    public void OfWhatTheGameDeletedOnlyAHigherModsFileComesToLight()
    {
        using LiveGame game = new([.. Files, "rvfs/mods/A/data/twice.txt", "rvfs/mods/B/data/twice.txt"]);
        game.Start();
        game.Await("data/twice.txt", "rvfs/mods/B/data/twice.txt");
        game.Ask("delete", game.InGame("data/twice.txt"));
        game.Await("data/twice.txt", "-");
        // Once this file is seen, so is the deletion.
        File.WriteAllText(game.At("rvfs/mods/B/data/marker.txt"), "marker");
        game.Await("data/marker.txt", "marker");
        game.Await("data/twice.txt", "-");
        Directory.CreateDirectory(game.At("rvfs/mods/C/data"));
        File.WriteAllText(game.At("rvfs/mods/C/data/twice.txt"), "a third mod's");
        game.Await("data/twice.txt", "a third mod's");
    }

    /// <summary>
    /// A mod's folder is removed that another mod, or the game, also has: its content is missing at once, but the folder isn't, even before
    /// the thread that follows the mods has noticed.
    /// </summary>
    [RealProcessTheory]
    [InlineData("rvfs/mods/A/both/own.txt")]
    [InlineData("both/own.txt")]
    public void WhatWasInAFolderThatIsStillThereIsMissingByItsName(string other)
    {
        using LiveGame game = new(
            [.. Files, other, "rvfs/mods/B/both/file.txt", "rvfs/mods/B/both/sub/inner.txt"]);
        game.Start();
        // The game can't see the mods folder by its own path.
        Directory.CreateSymbolicLink(game.Folder.At("link"), game.At("rvfs/mods/B"));
        Assert.Equal(
            "80 moves; file.txt: opened 0, no name 40, no folder 0, other 0; sub: opened 0, no name 40, no folder 0, other 0; "
            + @"sub\inner.txt: opened 0, no name 0, no folder 40, other 0",
            game.Ask("gone", game.InGame("both"), WinePrefix.ToWindows(game.Folder.At("link/both")), "40"));
    }

    /// <summary>
    /// Each name is in some layer at every moment, in the game or in a lower mod. RVFS_VANISH sets the duration in milliseconds (default
    /// 6,000).
    /// </summary>
    [RealProcessFact]
    public void NamesThatAreAlwaysThereAreAlwaysFound()
    {
        const int files = 2000;
        string milliseconds = Environment.GetEnvironmentVariable("RVFS_VANISH") ?? "6000";
        using LiveGame game = new(["rvfs/mods/order.txt"]);
        File.WriteAllLines(game.At("rvfs/mods/order.txt"), ["A", "B"]);
        foreach (string folder in new[] { "data", "rvfs/mods/A/data", "rvfs/mods/B/data" })
            Directory.CreateDirectory(game.At(folder));
        for (int i = 0; i < files; i++)
        {
            File.WriteAllText(game.At($"rvfs/mods/B/data/f{i:d4}.txt"), "B");
            File.WriteAllText(game.At(i % 2 == 0 ? $"data/f{i:d4}.txt" : $"rvfs/mods/A/data/f{i:d4}.txt"), "below");
        }

        game.Start();
        game.Await("data/f0001.txt", "B");
        bool isDone = false;
        int moves = 0;
        Task away = Task.Run(() =>
        {
            for (; !Volatile.Read(ref isDone); moves++)
            {
                Directory.Move(game.At("rvfs/mods/B"), game.At("rvfs/away"));
                Thread.Sleep(moves % 3 * 60);
                Directory.Move(game.At("rvfs/away"), game.At("rvfs/mods/B"));
                Thread.Sleep(moves % 4 * 60);
            }
        });
        string answer = game.Ask("openall", game.InGame("data"), files.ToString(CultureInfo.InvariantCulture), milliseconds);
        Volatile.Write(ref isDone, true);
        away.Wait();
        Assert.True(moves > 5, $"{moves} moves");
        Assert.Contains("failures=0 ", answer, StringComparison.Ordinal);
        Assert.Contains("short=0 ", answer, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void FoldersThatArentWatchedAreLookedAt()
    {
        using LiveGame game = new(Files, new Dictionary<string, string?> { ["RVFS_LIVE"] = "poll" });
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        File.Delete(game.At("rvfs/mods/B/data/a.txt"));
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        Directory.CreateDirectory(game.At("rvfs/mods/C/x/y"));
        File.WriteAllText(game.At("rvfs/mods/C/x/y/new.txt"), "new");
        game.Await("x/y/new.txt", "new");
        File.WriteAllLines(game.At("rvfs/mods/order.txt"), ["-C"]);
        game.Await("x/y/new.txt", "-");
        AssertAsFresh(game);
    }

    /// <summary>
    /// A folder that another program has open without sharing can't be listed. It is tried again after 0.1 s, 0.2 s, 0.4 s and so on, and
    /// its changes are seen once it can be listed.
    /// </summary>
    [RealProcessFact]
    public void AFolderThatAnotherProgramHoldsIsLookedAtLessAndLessOften()
    {
        using LiveGame game = new(Files), other = new([], vfs: false);
        game.Start();
        other.Start();
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        // After its start the VFS lists again what was changed just before it.
        string held = "32";
        for (int i = 0; i < 100 && held == "32"; i++)
        {
            held = other.Ask("hold", game.InGame("rvfs/mods/B/data"));
            Thread.Sleep(20);
        }

        Assert.Equal("0", held);
        long before = ListedFolders(game);
        File.Delete(game.At("rvfs/mods/B/data/a.txt"));
        Directory.CreateDirectory(game.At("rvfs/mods/B/data/sub"));
        File.WriteAllText(game.At("rvfs/mods/B/data/sub/new.txt"), "new");
        Thread.Sleep(3500);
        // After 0, 0.1, 0.3, 0.7, 1.5 and 3.1 s, and at most twice as often if the changes came apart. Every 0.1 s it would be 35.
        Assert.InRange(ListedFolders(game) - before, 3, 14);
        Assert.StartsWith("error ", game.Ask("read", game.InGame("data/sub/new.txt")), StringComparison.Ordinal);
        Assert.Equal("1", other.Ask("letgo"));
        game.Await("data/sub/new.txt", "new");
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        other.Quit();
        AssertAsFresh(game);
    }

    /// <summary>
    /// A mod whose <c>mod.json</c> changes is read again as a whole; a folder of it that another program holds meanwhile isn't taken for
    /// gone. The same holds for a mod that comes with such a folder.
    /// </summary>
    [RealProcessFact]
    public void WhatAnotherProgramHoldsStaysWhenItsModIsReadAgain()
    {
        using LiveGame game = new(Files), other = new([], vfs: false);
        game.Start();
        other.Start();
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        Directory.CreateDirectory(game.Folder.At("C/data"));
        File.WriteAllText(game.Folder.At("C/data/c.txt"), "C");
        // After its start the VFS lists again what was changed just before it.
        Thread.Sleep(500);
        Assert.Equal("0", other.Ask("hold", game.InGame("rvfs/mods/B/data")));
        double before = Live(game, "scannedMods");
        File.WriteAllText(game.At("rvfs/mods/B/mod.json"), """{ "exclude": ["other"] }""");
        Assert.True(SpinWait.SpinUntil(() => Live(game, "scannedMods") > before, TimeSpan.FromSeconds(30)));
        Assert.Equal("rvfs/mods/B/data/a.txt", game.Ask("read", game.InGame("data/a.txt")));
        Assert.Equal("1", other.Ask("letgo"));
        game.Await("other/c.txt", "-");
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");

        Assert.Equal("0", other.Ask("hold", WinePrefix.ToWindows(game.Folder.At("C/data"))));
        before = Live(game, "scannedMods");
        Directory.Move(game.Folder.At("C"), game.At("rvfs/mods/C"));
        Assert.True(SpinWait.SpinUntil(() => Live(game, "scannedMods") > before, TimeSpan.FromSeconds(30)));
        Assert.Equal("1", other.Ask("letgo"));
        game.Await("data/c.txt", "C");
        other.Quit();
        AssertAsFresh(game);
    }

    /// <summary>A link in a mod leads to a tree that no watch of the mod's folder includes; nor does that tree's for a link in it.</summary>
    [RealProcessFact]
    public void WhatLinksInAModLeadToIsFollowed()
    {
        using LiveGame game = new(["data/a.txt"]);
        string outer = game.Folder.Folder("outer"), inner = game.Folder.Folder("inner");
        Directory.CreateDirectory(Path.Combine(outer, "deep/er"));
        Directory.CreateDirectory(Path.Combine(inner, "most"));
        Directory.CreateSymbolicLink(Path.Combine(outer, "deep/link"), inner);
        Directory.CreateDirectory(game.At("rvfs/mods/A/data"));
        Directory.CreateSymbolicLink(game.At("rvfs/mods/A/data/link"), outer);
        File.WriteAllText(Path.Combine(inner, "most/first.txt"), "first");
        game.Start();
        game.Await("data/link/deep/link/most/first.txt", "first");
        foreach (string path in (string[])["b.txt", "deep/b.txt", "deep/er/b.txt", "deep/link/b.txt", "deep/link/most/b.txt"])
        {
            File.WriteAllText(Path.Combine(outer, path), path);
            game.Await($"data/link/{path}", path);
        }

        // Another link at its place.
        Directory.CreateSymbolicLink(game.At("rvfs/mods/A/data/new"), inner);
        Directory.Delete(game.At("rvfs/mods/A/data/link"));
        game.Await("data/link/b.txt", "-");
        Directory.Move(game.At("rvfs/mods/A/data/new"), game.At("rvfs/mods/A/data/link"));
        game.Await("data/link/most/first.txt", "first");
        File.WriteAllText(Path.Combine(inner, "most/last.txt"), "last");
        game.Await("data/link/most/last.txt", "last");
        AssertAsFresh(game);
    }

    /// <summary>
    /// A mods folder that is deleted and created again, or that a link leads to, which is switched, is followed at its place; so are the
    /// mods in it.
    /// </summary>
    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void AnotherModsFolderAtItsPlaceIsFollowed(bool isLink)
    {
        using LiveGame game = new(["data/a.txt"]);
        string mods = game.At("rvfs/mods");
        Directory.Delete(mods);
        Make("first");
        game.Start();
        game.Await("data/a.txt", "first");
        foreach (string name in (string[])["second", "third"])
        {
            if (!isLink)
            {
                Directory.Delete(mods, recursive: true);
                game.Await("data/a.txt", "data/a.txt");
            }

            Make(name);
            game.Await("data/a.txt", name);
            Directory.CreateDirectory(Path.Combine(mods, "B/data"));
            File.WriteAllText(Path.Combine(mods, "B/data/a.txt"), $"B of {name}");
            game.Await("data/a.txt", $"B of {name}");
            File.WriteAllText(Path.Combine(mods, "A/data/new.txt"), $"new in {name}");
            game.Await("data/new.txt", $"new in {name}");
        }

        AssertAsFresh(game);

        void Make(string name)
        {
            string folder = isLink ? game.Folder.At(name) : mods;
            Directory.CreateDirectory(Path.Combine(folder, "A/data"));
            File.WriteAllText(Path.Combine(folder, "A/data/a.txt"), name);
            if (!isLink)
                return;
            if (Path.Exists(mods))
                Directory.Delete(mods);
            Directory.CreateSymbolicLink(mods, folder);
        }
    }

    /// <summary>
    /// Under Wine a folder that another program has watched before can't become a member of its mod's watch. What changes in it is found by
    /// looking, and from then on it has a watch of its own. A watch that another program begins and ends later changes nothing.
    /// </summary>
    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void FoldersThatAnotherProgramWatchesAreFollowed()
    {
        const string names = "3", bytes = "4096";
        using LiveGame game = new(Files), other = new([], vfs: false);
        other.Start();
        Assert.Equal("0", other.Ask("watch", "0", game.InGame("rvfs/mods/A/data"), "event", "0", names, bytes));
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        Assert.True(SpinWait.SpinUntil(() => Live(game, "setUpMilliseconds") > 0, TimeSpan.FromSeconds(30)));
        // What was changed just before the start is listed again.
        Thread.Sleep(500);
        File.WriteAllText(game.At("rvfs/mods/A/data/first.txt"), "first");
        game.Await("data/first.txt", "first");
        double missed = WinePrefix.IsNeeded ? 1 : 0;
        Assert.Equal(missed, Live(game, "missedChanges"));
        File.WriteAllText(game.At("rvfs/mods/A/data/second.txt"), "second");
        game.Await("data/second.txt", "second");
        Assert.Equal("0", other.Ask("watch", "1", game.InGame("rvfs/mods/A/data/sub"), "event", "0", names, bytes));
        Assert.Equal("0", other.Ask("watch", "2", game.InGame("rvfs/mods/B/data"), "event", "0", names, bytes));
        other.Ask("end", "1", "close");
        other.Ask("end", "2", "close");
        File.WriteAllText(game.At("rvfs/mods/B/data/third.txt"), "third");
        game.Await("data/third.txt", "third");
        Assert.Equal(missed, Live(game, "missedChanges"));
    }

    private static long ListedFolders(LiveGame game) => (long)Live(game, "listedFolders");

    private static double Live(LiveGame game, string name)
    {
        using var description = JsonDocument.Parse(game.Ask("describe"));
        return description.RootElement.GetProperty("live").GetProperty(name).GetDouble();
    }

    [RealProcessFact]
    public void SwitchedOffNothingIsFollowed()
    {
        using LiveGame game = new(Files, new Dictionary<string, string?> { ["RVFS_LIVE"] = "off" });
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        File.WriteAllText(game.At("rvfs/mods/B/data/new.txt"), "new");
        Thread.Sleep(1500);
        Assert.Equal("error 2", game.Ask("read", game.InGame("data/new.txt")));
    }

    [RealProcessTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void AStormEndsAsAFreshStart(bool windows)
    {
        int times = Math.Max(1000, (int)(50_000 * Measure));
        using LiveGame game = new(Files);
        game.Start();
        game.Await("data/a.txt", "rvfs/mods/B/data/a.txt");
        if (windows)
        {
            GameResult storm = GameProcess.Run(NativePrograms.Get("live.exe"), ["storm", game.InGame("rvfs/mods/A"), $"{times}", "7"],
                new GameOptions { Timeout = TimeSpan.FromSeconds(120) });
            Assert.True(storm.ExitCode == 0, storm.ToString());
        }
        else
        {
            LiveStorm.Run(game.At("rvfs/mods/A"), times, seed: 7);
        }

        File.WriteAllText(game.At("rvfs/mods/A/end.txt"), "end");
        game.Await("end.txt", "end");
        AssertAsFresh(game);
    }

    /// <summary>Checks that the game finally sees what it sees after a new start.</summary>
    private static void AssertAsFresh(LiveGame game)
    {
        // Waits until nothing changes any more: longer than the second between two looks at what isn't reported.
        string[] seen = game.Dump();
        for (int i = 0, same = 0; i < 20 && same < 4; i++)
        {
            Thread.Sleep(400);
            string[] again = game.Dump();
            same = again.SequenceEqual(seen) ? same + 1 : 0;
            seen = again;
        }

        game.Quit();
        game.Start();
        string[] fresh = game.Dump();
        game.Quit();
        Assert.True(fresh.Length > 1);
        Assert.True(fresh.SequenceEqual(seen),
            $"of {fresh.Length}\nmissing:\n{string.Join('\n', fresh.Except(seen).Take(30))}\n"
                + $"too much:\n{string.Join('\n', seen.Except(fresh).Take(30))}");
    }
}
