using System.Text.RegularExpressions;
using Reloaded.VFS.Cli.Bisecting;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Bisecting;

/// <summary>Tests of a crash's report of the last opened files, and of the search for the bad mod among many by bisection.</summary>
[Collection(RealProcesses.Name)]
public sealed class BisectTests
{
    [RealProcessFact]
    public void ACrashSaysWhatEachThreadHadOpenedLast()
    {
        using WatchedGame game = new("data/own.txt", "rvfs/mods/Good/data/fine.txt", "rvfs/mods/Broken/data/bad.txt=bad");
        GameResult result = WatchedGame.Rvfs("run", game.Program, "threads", "1", game.InGame("data/fine.txt"), "open",
            game.InGame("data/own.txt"), "fault-if-bad", game.InGame("data/bad.txt"));
        Assert.NotEqual(0, result.ExitCode);
        Assert.Contains("STATUS_ACCESS_VIOLATION", result.Errors, StringComparison.Ordinal);
        string[] lines = [.. Regex.Matches(result.Errors, @"thread (\d+): \S*\\data\\(\S+) of the mod '(\w+)'")
            .Select(m => $"{m.Groups[2].Value} {m.Groups[3].Value}")];
        Assert.Equal(["bad.txt Broken", "fine.txt Good"], lines);
        Assert.Equal(2, Regex.Matches(result.Errors, @"thread (\d+):").Select(m => m.Groups[1].Value).Distinct().Count());
    }

    [RealProcessFact]
    public void OfThirtyTwoModsTheBadOneIsFoundInEightStarts()
    {
        using WatchedGame game = new([.. Enumerable.Range(0, 32)
            .Select(i => $"rvfs/mods/mod{i:00}/data/file{i:00}.txt={(i == 21 ? "bad" : "good")}"), "rvfs/mods/order.txt=mod31\nmod05\n"]);
        string order = File.ReadAllText(game.Folder.At("g/rvfs/mods/order.txt"));
        GameResult result = WatchedGame.Rvfs("bisect", "--exit-code", game.Program, "fault-if-bad", game.InGame("data/file21.txt"));
        Assert.True(result.ExitCode == 0, result.ToString());
        // If the game crashes, Wine writes to the same output.
        Assert.Equal("mod21 is the bad mod.", result.Text.Trim().Split('\n')[^1]);
        string[] starts = [.. Regex.Matches(result.Errors, @"^rvfs: start \d+, (with\S* \S+ \S+)", RegexOptions.Multiline)
            .Select(start => start.Groups[1].Value)];
        Assert.Equal(8, starts.Length);
        Assert.Equal(["without mods, to", "with all 32"], starts[..2]);
        Assert.Equal(order, File.ReadAllText(game.Folder.At("g/rvfs/mods/order.txt")));
    }

    /// <summary>The trials see what the game sees: a preferred mod wins in them, too, whatever its place.</summary>
    [RealProcessFact]
    public void TheBadModIsOneThatIsPreferred()
    {
        using WatchedGame game = new("rvfs/mods/A/data/f.txt=good", "rvfs/mods/B/data/f.txt=bad", "rvfs/mods/C/data/f.txt=good",
            "rvfs/mods/order.txt=B\nA\nC\n", "rvfs/mods/prefer.txt=B: data/f.txt\n");
        GameResult result = WatchedGame.Rvfs("bisect", "--exit-code", game.Program, "exit-if-bad", game.InGame("data/f.txt"));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("B is the bad mod.", result.Text.Trim());
    }

    /// <summary>If a game fails without mods, too, or doesn't fail at all, no mod is accused.</summary>
    [RealProcessTheory]
    [InlineData("bad", "It fails without mods, too: no mod is to blame.", 1)]
    [InlineData("good", "It doesn't fail with all mods: there is no bad mod to look for.", 2)]
    public void WhereNoModIsToBlameNoneIsNamed(string content, string verdict, int starts)
    {
        using WatchedGame game = new("rvfs/mods/A/data/f.txt=good", "rvfs/mods/B/data/g.txt=good", $"data/own.txt={content}");
        GameResult result = WatchedGame.Rvfs("bisect", "--exit-code", game.Program, "exit-if-bad", game.InGame("data/own.txt"));
        Assert.True(result.ExitCode == 1, result.ToString());
        Assert.Equal(verdict, result.Text.Trim());
        Assert.Equal(starts, Regex.Count(result.Errors, @"^rvfs: start \d+, with", RegexOptions.Multiline));
    }

    /// <summary>The start with all mods is also the start with this mod alone.</summary>
    [RealProcessFact]
    public void TheOnlyModIsFoundInTwoStarts()
    {
        using WatchedGame game = new("rvfs/mods/A/data/f.txt=bad");
        GameResult result = WatchedGame.Rvfs("bisect", "--exit-code", game.Program, "exit-if-bad", game.InGame("data/f.txt"));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("A is the bad mod.", result.Text.Trim());
        Assert.Equal(2, Regex.Count(result.Errors, @"^rvfs: start \d+, with", RegexOptions.Multiline));
    }

    [RealProcessFact]
    public void ACommandMayJudge()
    {
        using WatchedGame game = new("rvfs/mods/A/data/f.txt=good", "rvfs/mods/B/data/f.txt=bad", "rvfs/mods/C/data/g.txt");
        string command = OperatingSystem.IsWindows() ? "exit %RVFS_EXIT_CODE%" : "exit $RVFS_EXIT_CODE";
        GameResult result = WatchedGame.Rvfs("bisect", "--judge", command, game.Program, "exit-if-bad", game.InGame("data/f.txt"));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("B is the bad mod.", result.Text.Trim());
    }

    [Fact]
    public void EveryBadModOfEveryNumberIsFoundInAsFewStartsAsThereAreBitsAndOneMore()
    {
        for (int count = 1; count <= 40; count++)
        {
            string[] mods = [.. Enumerable.Range(0, count).Select(i => $"m{i}")];
            int most = 1 + (int)Math.Ceiling(Math.Log2(count));
            foreach (string bad in mods)
            {
                ModBisection search = new(mods);
                int starts = 0;
                for (; search.Next.Count > 0; starts++)
                {
                    Assert.True(search.MostStartsLeft + starts <= most);
                    search.Mark(search.Next.Contains(bad));
                }

                Assert.Equal(bad, search.Found);
                Assert.True(starts <= most);
            }
        }
    }

    [Fact]
    public void WhereNoModIsBadNoneIsNamed()
    {
        ModBisection search = new(["a", "b", "c"]);
        while (search.Next.Count > 0)
            search.Mark(bad: false);
        Assert.Null(search.Found);
    }

    [Fact]
    public void TheUserIsAskedUntilThereIsAnAnswer()
    {
        StringWriter asked = new();
        Assert.True(BisectOracle.OfUser(new StringReader("what\n b \n"), asked).IsBad(0));
        Assert.False(BisectOracle.OfUser(new StringReader("Good\n"), asked).IsBad(5));
        Assert.Throws<VFS.Cli.Terminal.CliException>(() => BisectOracle.OfUser(new StringReader(""), asked).IsBad(0));
        Assert.Equal(4, Regex.Count(asked.ToString(), "good or bad"));
    }

    [Fact]
    public void NamesThatBeginLikeASignStayNames()
    {
        string file = Path.GetTempFileName();
        try
        {
            BisectOrder.Write(file, ["-a", "#b", "c", "d"], ["#b", "d"]);
            VFS.Mods.Order.OrderFile order = VFS.Mods.Order.OrderFile.Parse(File.ReadAllBytes(file), file);
            Assert.Empty(order.Diagnostics);
            Assert.Equal([("-a", false), ("#b", true), ("c", false), ("d", true)], order.Entries.Select(e => (e.Name, e.Enabled)));
        }
        finally
        {
            File.Delete(file);
        }
    }
}
