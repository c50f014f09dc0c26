using System.Globalization;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Commands.Looking;

namespace Reloaded.VFS.Tests.Cli.Monitoring;

/// <summary>Tests of monitoring a real game, from its start and while it already runs.</summary>
[Collection(RealProcesses.Name)]
public sealed class MonitorTests
{
    private static readonly string[] Files =
        ["data/own.txt", "data/a.dds", "rvfs/mods/Red/data/a.dds", "rvfs/mods/Red/data/b.dds", "rvfs/mods/Blue/data/b.dds",
            "rvfs/mods/Idle/x.txt", "rvfs/mods/order.txt=Idle\nRed\nBlue\n"];

    [RealProcessFact]
    [Trait("Bits", "Both")]
    public void EachCallIsALineAndTheTotalsComeAtTheEnd()
    {
        using WatchedGame game = new(Files);
        GameResult result = WatchedGame.Rvfs("run", "--monitor", game.Program,
            "open", game.InGame("data/a.dds"), "open", game.InGame("data/b.dds"), "open", game.InGame("data/own.txt"), "open",
            game.InGame("data/none.txt"), "open", game.InGame("data/a.dds"));
        Assert.True(result.ExitCode == 0, result.ToString());
        AssertLine(result.Errors, @"NtCreateFile +mod +\S*data\\a\.dds -> \S*\\rvfs\\mods\\Red\\data\\a\.dds \[Red\]");
        AssertLine(result.Errors, @"NtCreateFile +mod +\S*data\\b\.dds -> \S*\\rvfs\\mods\\Blue\\data\\b\.dds \[Blue\]");
        AssertLine(result.Errors, @"NtCreateFile +game +\S*data\\own\.txt$");
        AssertLine(result.Errors, @"NtCreateFile +missing +\S*data\\none\.txt$");
        AssertLine(result.Errors, @"^\d+ calls in .*, 3 of mods' files, [1-9]\d* for missing names$");
        AssertLine(result.Errors, @"^ +2  Red$");
        AssertLine(result.Errors, @"^nothing was asked for of: Idle$");
        AssertLine(result.Errors, @"^slowest files:$");
        AssertLine(result.Errors, @"^hottest folders:$");
        // Plain text, without anything for terminals only.
        Assert.DoesNotContain('\u001b', result.Errors);
    }

    /// <summary>A mod's file is written in place, a new one is the game's, and an overwrite folder has everything.</summary>
    [RealProcessTheory]
    [InlineData(false, "  the game's folder: 2 files|    data/fresh.txt|    data/own.txt|  the mod 'Red': 1 file|    data/a.dds")]
    [InlineData(true, "  the overwrite folder: 3 files|    data/a.dds|    data/fresh.txt|    data/own.txt")]
    public void WhatIsWrittenIsToldByWhoHasIt(bool isOverwrite, string told)
    {
        using WatchedGame game = new([.. Files, .. isOverwrite ? ["rvfs/rvfs.json={ \"writes\": \"overwrite\" }"] : Array.Empty<string>()]);
        GameResult result = WatchedGame.Rvfs("run", "--monitor", game.Program, "make", game.InGame("data/own.txt"), "make",
            game.InGame("data/a.dds"), "make", game.InGame("data/fresh.txt"), "open", game.InGame("data/b.dds"));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains($"opened for writing:\n{told.Replace('|', '\n')}\n", result.Errors.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void FiltersShowSomeCallsAndTheTotalsCountAll()
    {
        using WatchedGame game = new(Files);
        string[] calls = ["open", game.InGame("data/a.dds"), "open", game.InGame("data/own.txt"), "open", game.InGame("data/none.dds")];
        string[] Shown(params string[] options) =>
            [
                .. Regex.Matches(WatchedGame.Rvfs(["run", "--monitor", .. options, game.Program, .. calls]).Errors,
                    @"NtCreateFile .*data\\([a-z.]+)", RegexOptions.Multiline).Select(m => m.Groups[1].Value)];
        Assert.Equal(["a.dds"], Shown("--only", "redirected"));
        Assert.Equal(["none.dds"], Shown("--only", "missing"));
        Assert.Equal(["a.dds", "none.dds"], Shown("--filter", "*.dds"));
        Assert.Equal(["own.txt"], Shown("--filter", "OWN"));
    }

    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void AGameThatRunsIsLookedOnAtByItsName(bool isJson)
    {
        using WatchedGame game = new(Files);
        Task<GameResult> run = Task.Run(() => WatchedGame.Rvfs(["run", game.Program, "open", game.InGame("data/a.dds"), "make",
            game.InGame("opened"), "await", game.InGame("go on"), "open", game.InGame("data/b.dds"), "make", game.InGame("data/made.txt")]));
        game.WaitForFile("opened");
        Task<GameResult> monitored = Task.Run(() => WatchedGame.Rvfs(["monitor", "watched.exe", .. isJson ? ["--json"] : Array.Empty<string>()]));
        game.WaitForMonitor();
        game.Folder.File("g/go on", "");
        GameResult monitor = monitored.Result;
        Assert.True(monitor.ExitCode == 0, monitor.ToString());
        // Earlier calls aren't known.
        Assert.DoesNotMatch(@"data\\{1,2}a\.dds", monitor.Text);
        if (isJson)
        {
            AssertLinesKeepToTheSchema(monitor.Text);
        }
        else
        {
            AssertLine(monitor.Text, @"data\\b\.dds -> \S*Blue\\data\\b\.dds \[Blue\]$");
            AssertLine(monitor.Text, @"^\d+ calls in ");
        }

        Assert.Equal(0, run.Result.ExitCode);
        GameResult gone = WatchedGame.Rvfs("monitor", "watched.exe");
        Assert.Equal(127, gone.ExitCode);
        Assert.Contains("No running process 'watched.exe'", gone.Errors, StringComparison.Ordinal);
    }

    /// <summary>Each call is an object in a line of its own, and the last one has the totals.</summary>
    private static void AssertLinesKeepToTheSchema(string text)
    {
        JsonNode[] lines = [.. text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonNode.Parse(line)!)];
        Assert.Empty(lines.SelectMany(line => OutputSchemasTests.Check("monitor", line)));
        JsonNode call = Assert.Single(lines.Select(line => line["call"]).OfType<JsonNode>(),
            one => ((string)one["path"]!).EndsWith(@"data\b.dds", StringComparison.Ordinal));
        Assert.Equal(("NtCreateFile", "mod", 0, "Blue"),
            ((string)call["function"]!, (string)call["result"]!, (int)call["status"]!, (string)call["mod"]!));
        Assert.EndsWith(@"Blue\data\b.dds", (string)call["source"]!, StringComparison.Ordinal);
        JsonNode totals = lines[^1]["totals"]!;
        Assert.Equal(lines.Length - 1, (int)totals["calls"]!);
        Assert.Equal("game", (string)totals["written"]![0]!["folder"]!);
        Assert.Equal("data/made.txt", (string)totals["written"]![0]!["files"]![0]!["path"]!);
        Assert.Contains("Idle", totals["unusedMods"]!.AsArray().Select(name => (string)name!));
    }

    [RealProcessFact]
    public void AnotherVersionIsRefusedWithBothNumbers()
    {
        using WatchedGame game = new(Files);
        string events = EventFile(game, enabled: false);
        Assert.Equal(0, WatchedGame.Rvfs("run", "--events-file", events, game.Program, "open", game.InGame("data/a.dds")).ExitCode);
        using EventReader same = EventReader.Open(events, version: null);
        var refused = Assert.Throws<OtherVersionException>(() => EventReader.Open(events, "0.0.1-other"));
        Assert.Contains($"Reloaded VFS {same.Version}, and this is 0.0.1-other", refused.Message, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void LookingOnAtAGameOfAnotherVersionIsRefusedWithBothNumbers()
    {
        using WatchedGame game = new(Files);
        Task<GameResult> run = Task.Run(
            () => WatchedGame.Rvfs("run", game.Program, "make", game.InGame("begun"), "await", game.InGame("go on")));
        game.WaitForFile("begun");
        Assert.Equal(0, WatchedGame.Rvfs("monitor", "watched.exe", "--seconds", "0").ExitCode);
        string file = WatchedGame.EventFiles().Single(file => ProgramOf(file) == game.InGame("watched.exe"));
        string version;
        using (EventReader reader = EventReader.Open(file, version: null))
            version = reader.Version;
        // As written by an older or newer DLL.
        Patch(file, 64, Encoding.Unicode.GetBytes("9.8.7\0"));
        GameResult refused = WatchedGame.Rvfs("monitor", "watched.exe");
        Assert.Equal(125, refused.ExitCode);
        Assert.Contains($"has Reloaded VFS 9.8.7, and this is {version}", refused.Errors, StringComparison.Ordinal);
        Patch(file, 8, BitConverter.GetBytes(EventFileLayout.Format + 1));
        refused = WatchedGame.Rvfs("monitor", "watched.exe");
        Assert.Equal(125, refused.ExitCode);
        Assert.Contains(
            $"has Reloaded VFS 9.8.7 with events of format {EventFileLayout.Format + 1}; this is {version}, which reads format "
                + $"{EventFileLayout.Format}", refused.Errors, StringComparison.Ordinal);
        game.Folder.File("g/go on", "");
        Assert.Equal(0, run.Result.ExitCode);
    }

    [RealProcessFact]
    public void NoEventFileStaysBehind()
    {
        using WatchedGame game = new(Files);
        string[] before = WatchedGame.EventFiles();
        Assert.Equal(0, WatchedGame.Rvfs("run", game.Program, "open", game.InGame("data/a.dds")).ExitCode);
        Assert.Equal(0, WatchedGame.Rvfs("run", "--monitor", game.Program, "open", game.InGame("data/a.dds")).ExitCode);
        game.Folder.File("g/rvfs/mods/order.txt", "Idle\nNoSuchMod\n");
        Assert.Equal(124, WatchedGame.Rvfs("run", "--strict", game.Program, "open", game.InGame("data/a.dds")).ExitCode);
        Assert.Empty(WatchedGame.EventFiles().Except(before));
    }

    [RealProcessFact]
    public void AFullRingDropsAndCounts()
    {
        using WatchedGame game = new(Files);
        string events = EventFile(game, enabled: true);
        // Nothing is read meanwhile.
        GameResult result = WatchedGame.Rvfs("run", "--events-file", events, game.Program, "many", "20000", game.InGame("data/none"),
            "open", game.InGame("data/a.dds"));
        Assert.True(result.ExitCode == 0, result.ToString());
        using EventReader reader = EventReader.Open(events, version: null);
        List<FileEvent> calls = reader.Read(int.MaxValue);
        Assert.InRange(calls.Sum(c => EventFileLayout.SizeOfRecord(c.Path.Length)),
            EventFileLayout.RingSize - EventFileLayout.LongestRecord, EventFileLayout.RingSize);
        Assert.InRange(calls.Count + reader.Dropped, 20_001, 20_100);
        Assert.True(reader.Dropped > 1000);
        // In order, each with its data.
        List<FileEvent> asked = [.. calls.Where(c => c.Path.Contains(@"\data\none", StringComparison.OrdinalIgnoreCase))];
        Assert.True(asked.Count > 1000);
        for (int i = 0; i < asked.Count; i++)
            Assert.EndsWith($"none{i}", asked[i].Path, StringComparison.OrdinalIgnoreCase);
        Assert.All(asked,
            c => Assert.True(c is { IsMissing: true, IsRedirected: false, Function: EventFunction.NtQueryAttributesFile }
                && c.Duration > TimeSpan.Zero));
        // The crash rings contain the last file all the same.
        Assert.EndsWith(@"data\a.dds", reader.ReadCrashRings()[^1].Path, StringComparison.OrdinalIgnoreCase);
    }

    [RealProcessFact]
    public void EveryThreadsCallsAreThere()
    {
        using WatchedGame game = new(Files);
        string events = EventFile(game, enabled: true);
        Assert.Equal(0,
            WatchedGame.Rvfs("run", "--events-file", events, game.Program, "threads", "16", game.InGame("data/a.dds")).ExitCode);
        using EventReader reader = EventReader.Open(events, version: null);
        List<FileEvent> calls = [.. reader.Read(int.MaxValue).Where(c => c.IsRedirected)];
        Assert.Equal(16, calls.Select(c => c.Thread).Distinct().Count());
        Assert.Equal(1600, calls.Count);
        Assert.Equal(0, reader.Dropped);
        Assert.All(calls, c => Assert.Equal("Red", c.Layer!.Name));
    }

    [RealProcessFact]
    public void AProgramThatTheGameStartsHasAnEventFileOfItsOwn()
    {
        using WatchedGame game = new(Files);
        string events = EventFile(game, enabled: true);
        GameResult result = WatchedGame.Rvfs("run", "--events-file", events, game.Program, "child", game.InGame("data/a.dds"), "open",
            game.InGame("data/b.dds"));
        Assert.True(result.ExitCode == 0, result.ToString());
        using EventReader reader = EventReader.Open(events, version: null);
        Assert.Equal(["b.dds"],
            reader.Read(int.MaxValue).Where(c => c.IsRedirected && c.Path.EndsWith(".dds", StringComparison.OrdinalIgnoreCase))
                .Select(c => Path.GetFileName(c.Path.Replace('\\', '/'))).Distinct());
    }

    [RealProcessFact]
    public void TheLogNamesEverythingThatABugReportNeeds()
    {
        using WatchedGame game = new(Files);
        string log = game.Folder.At("game.log");
        GameResult result = WatchedGame.Rvfs("run", "--log", log, game.Program, "open", game.InGame("data/a.dds"), "open",
            game.InGame("data/none.dds"));
        Assert.True(result.ExitCode == 0, result.ToString());
        string text = File.ReadAllText(log);
        AssertLine(text, @"^Version +\d+\.\d+");
        AssertLine(text, @"^System +Windows \d+");
        AssertLine(text, @"NtCreateFile\b.*(installed|in place)");
        Assert.True(text.IndexOf("Idle", StringComparison.Ordinal) < text.IndexOf("Red", StringComparison.Ordinal)
            && text.IndexOf("Red", StringComparison.Ordinal) < text.IndexOf("Blue", StringComparison.Ordinal), text);
        AssertLine(text, @"data\\a\.dds -> \S*Red\\data\\a\.dds \[Red\]");
        AssertLine(text, @"missing +\S*data\\none\.dds");
        AssertLine(text, @"^\d+ calls in ");
        Assert.DoesNotContain("calls in", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>Creates an event file that the test keeps.</summary>
    private static string EventFile(WatchedGame game, bool enabled)
    {
        byte[] file = new byte[EventFileLayout.FileSize];
        file[16] = (byte)(enabled ? 1 : 0); // EventHeader.Enabled
        return game.Folder.File("game.events", file);
    }

    private static string ProgramOf(string file)
    {
        using EventReader reader = EventReader.Open(file, version: null);
        return reader.Program;
    }

    private static void Patch(string file, long offset, byte[] bytes)
    {
        using var stream = new FileStream(file, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
        stream.Position = offset;
        stream.Write(bytes);
    }

    private static void AssertLine(string text, string pattern) =>
        Assert.True(Regex.IsMatch(text.Replace("\r\n", "\n", StringComparison.Ordinal), pattern, RegexOptions.Multiline),
            string.Create(CultureInfo.InvariantCulture, $"no line like {pattern} in\n{text}"));
}
