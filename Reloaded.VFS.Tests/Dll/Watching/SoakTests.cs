using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Watching;

/// <summary>
/// Tests of a game that runs for hours: threads begin and end, list and save (Native/live/soak.c), while mods come and go. <c>RVFS_SOAK</c>
/// sets the duration in seconds (an hour: 3600); without it a short run uses a tenth of the files.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class SoakTests
{
    private static readonly int Seconds =
        int.TryParse(Environment.GetEnvironmentVariable("RVFS_SOAK"), CultureInfo.InvariantCulture, out int seconds) ? seconds : 12;

    // A long run is measured after a minute; a short one after every thread, mod and folder has been used.
    private static readonly int WarmUp = Seconds >= 300 ? 60 : 8;

    private static readonly int Files = Seconds >= 300 ? 62_000 : 6_200;

    // The promised limit for an hour. A short run ends before every allocator has its reserves, so it finds only growth with each change.
    private static readonly int GrowthAllowed = (Seconds >= 300 ? 16 : 64) << 20;

    // The runtime keeps the handle of a thread that waited for one of its locks until its collector runs, even after the thread has ended.
    // This many threads wait in a soak.
    private const int EndedThreadsAllowed = 6;
    private const string Ended = " that has ended";

    private const int Folders = 100;
    private const string Coming = "coming";

    // Names that the mod which comes and goes also has: of a mod only, of game and mod, and of the game only.
    private static readonly int[] Covered = [0, 9, 19, 100, 109, 119];

    [RealProcessFact]
    public void NothingFailsAndNothingIsLeft()
    {
        using LiveGame game = new([], timeout: TimeSpan.FromSeconds(Seconds + WarmUp + 240));
        string list = Build(game);
        game.Start();
        string first = Run(game, list, WarmUp, 1);
        Figures before = Measure(game);
        string[] whatBefore = game.Ask("handles").Split('|');
        string last = Run(game, list, Seconds, 2);
        Figures after = Measure(game);
        string[] whatAfter = game.Ask("handles").Split('|');
        game.Quit();
        string report =
            $"{Files} files, {Seconds} s after {WarmUp} s: {last}; working set {before.WorkingSet >> 10} KB, then "
                + $"{after.WorkingSet >> 10} KB; "
            + $"handles {before.Handles}, then {after.Handles}; threads {before.Threads}, then {after.Threads}";
        if (Environment.GetEnvironmentVariable("RVFS_SOAK_REPORT") is { Length: > 0 } path)
            File.AppendAllText(path, report + "\n");
        Assert.True(Regex.IsMatch(last, " 0 wrong: "), $"{report}\nwarm-up: {first}");
        Assert.True(Number(last, "opens") > Seconds * 20 / GameProcess.Patience && Number(last, "listings") > 0 && Number(last, "saves") > 0
            && Number(last, "threads") > 0, report);
        List<string> more = Without(whatAfter, whatBefore), gone = Without(whatBefore, whatAfter);
        int ended = whatAfter.Count(IsEnded), endedBefore = whatBefore.Count(IsEnded);
        Assert.True(before.Handles > 10 && ended <= EndedThreadsAllowed && after.Handles - ended <= before.Handles - endedBefore,
            $"{report}; more: {string.Join(", ", more)}; gone: {string.Join(", ", gone)}");
        Assert.True(after.WorkingSet <= before.WorkingSet + GrowthAllowed, report);
    }

    /// <summary>
    /// A mod of 2,000 files is renamed in and out all the time: the memory that each change replaces is freed at once, whatever the garbage
    /// collector does. <c>RVFS_SOAK</c> sets the seconds that are measured after as many, at most a minute.
    /// </summary>
    [RealProcessFact]
    public void AModThatComesAndGoesLeavesNoMemory()
    {
        int seconds = Seconds >= 300 ? Seconds : 30, first = Math.Min(seconds, 60);
        using LiveGame game = new(["own.txt"], timeout: TimeSpan.FromSeconds(seconds + 240));
        for (int i = 0; i < 2000; i++)
            Write(game.At($"away/data/d{i % 40:00}/some file {i:0000}.txt"), "away");
        game.Start();
        int times = ComeAndGo(game, first);
        Figures before = Measure(game), highest = before;
        for (Stopwatch clock = Stopwatch.StartNew(); clock.Elapsed.TotalSeconds < seconds;)
        {
            times += ComeAndGo(game, 10);
            if (Measure(game) is var now && now.WorkingSet > highest.WorkingSet)
                highest = now;
        }

        using JsonDocument described = JsonDocument.Parse(game.Ask("describe"));
        game.Quit();
        JsonElement runtime = described.RootElement.GetProperty("runtime");
        string figures = $"{described.RootElement.GetProperty("nativeArenas")} arenas, {runtime.GetProperty("collections")} collections in "
            + $"{runtime.GetProperty("collectionMilliseconds")} ms";
        string report = $"{times} times in {first + seconds} s: working set {before.WorkingSet >> 10} KB after {first} s, then at most "
            + $"{highest.WorkingSet >> 10} KB; {figures}";
        if (Environment.GetEnvironmentVariable("RVFS_SOAK_REPORT") is { Length: > 0 } path)
            File.AppendAllText(path, report + "\n");
        Assert.True(times > (first + seconds) / 10, report);
        Assert.True(highest.WorkingSet <= before.WorkingSet + (8 << 20), report);
    }

    private static int ComeAndGo(LiveGame game, int seconds)
    {
        int times = 0;
        for (Stopwatch clock = Stopwatch.StartNew(); clock.Elapsed.TotalSeconds < seconds; times++)
        {
            Directory.Move(game.At("away"), game.At("rvfs/mods/away"));
            game.Await("data/d39/some file 1999.txt", "away");
            Directory.Move(game.At("rvfs/mods/away"), game.At("away"));
            game.Await("data/d39/some file 1999.txt", "-");
        }

        return times;
    }

    /// <summary>The checks of the list find errors: a missing file, one with another content, and a folder that lacks a name.</summary>
    [RealProcessTheory]
    [InlineData("F\t{0}\\none.txt\tx\t", "open")]
    [InlineData("F\t{0}\\own.txt\tsomething else\t", "content")]
    [InlineData("F\t{0}\\own.txt\town.txt\t\nD\t{0}\t99", "list")]
    public void TheSoakSeesWhatIsWrong(string lines, string what)
    {
        using LiveGame game = new(["own.txt"]);
        string list = game.Folder.File("list.txt", string.Format(CultureInfo.InvariantCulture, lines, game.InGame("")) + "\n");
        game.Start();
        string answer = game.Ask("soak", WinePrefix.ToWindows(list), "1", "1");
        game.Quit();
        Assert.Matches($" [1-9][0-9]* wrong: {what} ", answer);
    }

    // One after the other, because each answer is waited for; meanwhile mods come and go. What was added is removed at the end, after a
    // moment in which it could be noticed.
    private static string Run(LiveGame game, string list, int seconds, int seed)
    {
        using CancellationTokenSource ending = new();
        Task changes = Task.Run(() => Change(game, ending.Token, seed));
        string answer = "";
        for (Stopwatch clock = Stopwatch.StartNew(); clock.Elapsed.TotalSeconds < seconds; seed++)
            answer = game.Ask("soak", WinePrefix.ToWindows(list),
                $"{Math.Clamp(seconds - (int)clock.Elapsed.TotalSeconds, 1, 20)}", $"{seed}");
        ending.Cancel();
        changes.GetAwaiter().GetResult();
        game.Await("data/d000/f00000.txt", "data/d000/f00000.txt of large");
        game.Await("data/coming/c00.txt", "-");
        return answer;
    }

    // A mod that covers other names is removed and restored, another one is created and deleted, and files in the large one change. At the
    // end all is as before.
    private static void Change(LiveGame game, CancellationToken ending, int seed)
    {
        string coming = game.At("rvfs/mods/coming"), order = game.At("rvfs/mods/order.txt");
        for (int turn = seed; !ending.IsCancellationRequested; turn++)
        {
            for (int i = 0; i < 10; i++)
                Write(Path.Combine(coming, "data", "coming", $"c{i:00}.txt"), Coming);
            foreach (int i in Covered)
                Appear(game, Path.Combine(coming, NameOf(i)), Coming);
            Thread.Sleep(150);
            File.WriteAllText(order, turn % 2 == 0 ? "large\ncoming\nsaved\n" : "coming\nlarge\nsaved\n");
            for (int i = 0; i < 20; i++)
                Write(game.At($"rvfs/mods/large/data/added/a{i:00}.txt"), "added");
            Thread.Sleep(150);
            Directory.Delete(coming, recursive: true);
            Directory.Delete(game.At("rvfs/mods/large/data/added"), recursive: true);
            Thread.Sleep(200);
        }

        File.WriteAllText(order, "coming\nlarge\nsaved\n");
    }

    // Builds the list for the program.
    private static string Build(LiveGame game)
    {
        StringBuilder list = new();
        for (int i = 0; i < Files; i++)
        {
            string path = NameOf(i);
            // The game itself has every tenth file; the mod covers half of these.
            bool own = i % 10 == 9, covered = i % 20 != 19;
            if (own)
                Write(game.At(path), $"{path} of the game");
            if (covered)
                Write(game.At("rvfs/mods/large/" + path), $"{path} of large");
            list.Append(CultureInfo.InvariantCulture,
                $"F\t{game.InGame(path)}\t{path} of {(covered ? "large" : "the game")}{(Covered.Contains(i) ? "\t" + Coming : "")}\n");
        }

        for (int i = 0; i < Folders; i++)
            list.Append(CultureInfo.InvariantCulture, $"D\t{game.InGame($"data/d{i:000}")}\t{Files / Folders}\n");
        for (int i = 0; i < 60; i++)
        {
            string path = $"data/saves/s{i:00}.sav";
            // A file of the mod, one of both, and one of the game.
            if (i % 3 != 2)
                Write(game.At("rvfs/mods/saved/" + path), "fresh");
            if (i % 3 != 0)
                Write(game.At(path), "fresh");
            list.Append(CultureInfo.InvariantCulture, $"S\t{game.InGame(path)}\n");
        }

        File.WriteAllText(game.At("rvfs/mods/order.txt"), "coming\nlarge\nsaved\n");
        return game.Folder.File("list.txt", list.ToString());
    }

    private static string NameOf(int i) => $"data/d{i % Folders:000}/f{i:00000}.txt";

    // Complete at once, because a reader may come at any time.
    private static void Appear(LiveGame game, string path, string content)
    {
        string whole = game.Folder.File("whole.txt", content);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.Move(whole, path, overwrite: true);
    }

    private static void Write(string path, string content)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, content);
    }

    private static Figures Measure(LiveGame game)
    {
        Thread.Sleep(1500);
        string[] words = game.Ask("measure").Split(' ');
        return new Figures(long.Parse(words[0], CultureInfo.InvariantCulture), int.Parse(words[1], CultureInfo.InvariantCulture),
            int.Parse(words[2], CultureInfo.InvariantCulture));
    }

    private static bool IsEnded(string handle) => handle.EndsWith(Ended, StringComparison.Ordinal);

    private static List<string> Without(string[] all, string[] others)
    {
        List<string> rest = [.. all];
        foreach (string other in others)
            rest.Remove(other);
        return rest;
    }

    private static long Number(string answer, string what)
        => long.Parse(Regex.Match(answer, $@"(\d+) {what}").Groups[1].Value, CultureInfo.InvariantCulture);

    private sealed record Figures(long WorkingSet, int Handles, int Threads);
}
