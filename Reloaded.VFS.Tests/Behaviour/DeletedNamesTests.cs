using System.Diagnostics;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour.Generated;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests that names which the game has deleted in a mod stay deleted at later starts (docs/writes.md, Whiteouts) under the policy "game":
/// in every kind of call, as in the merged folder, until the game creates the name again. The game's own file doesn't change.
/// RVFS_DELETED_KILLS sets the number of kills (default 10), RVFS_SEED the seed.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class DeletedNamesTests(ITestOutputHelper output)
{
    private const string Ending = MergedFolder.HideEnding;

    // Deleted in each way; above a lower mod's file only; of the mod only; renamed away; created again.
    private static readonly string[] s_names =
    [
        @"Data\a.txt", @"Data\b.txt", @"Data\c.txt", @"Data\d.txt", @"Data\e.txt", @"Data\lower.txt", @"Data\only-mod.txt",
        @"Data\renamed.txt", @"Data\new name.txt", @"Data\again.txt", @"Data\saved.txt", @"Data\own.txt", @"Gone", @"Gone\g.txt",
        @"Gone\deep\d.txt", @"Made\new.txt", @"Made\m.txt", @"Made\deep",
    ];

    private const string Deletions = """
        delete | Data\a.txt
        ntdelete | Data\b.txt
        deleteonclose | Data\c.txt
        ntdispose | 13 | 1 | Data\d.txt
        ntdelete | Data | e.txt
        delete | Data\lower.txt
        delete | Data\only-mod.txt
        move | Data\renamed.txt | Data\new name.txt
        delete | Data\again.txt
        create | Data\again.txt | again
        create | Data\saved.tmp | saved
        delete | Data\saved.txt
        rename | Data\saved.tmp | Data\saved.txt
        rdall | Gone
        rdall | Made
        mkdir | Made
        create | Made\new.txt | new
        """;

    [RealProcessFact]
    public void DeletedNamesStayGoneOnEveryRoute()
    {
        using MergedFolder folder = Build();
        BackendRunner.AssertSame(folder, [new("delete", Deletions)], "the deletions");
        string[] expected = [.. ((string[])[.. "abcde".Select(letter => $"Data/{letter}.txt"), "Data/lower.txt", "Data/renamed.txt", "Gone",
            "Made/deep", "Made/m.txt"]).Select(name => name + Ending)];
        Assert.Equal(expected, Markers(folder));
        string routes = string.Join('\n', s_names.SelectMany(name => new[]
        {
            $"attributes | {name}", $"attributesex | {name}", $"info | {name}", $"read | {name}", $@"ntopen | {name}\",
            $"ntattributes | {name}", $"ntfullattributes | {name}", $"find | {name}", $@"find | {name}\*",
            $@"read | \\?\<ROOT>\{name.ToUpperInvariant()}", $"read | {name}::$DATA", $"ntcreate | 1 | 0 | {name}", $"map | {name}",
        }));
        string look = $"""
            tree | .
            {routes}
            find | Data\*
            find | *
            ntlist | Data | 37 | 4096 | all
            ntlist | Data | 3 | 400 | single | *.txt
            """;
        BackendRunner.AssertSame(folder, [new("look", look)], "the second start");
        Assert.Equal("game a", File.ReadAllText(Path.Combine(folder.Game, "Data", "a.txt")));

        // The names are created again, in each way, and deleted again.
        BackendRunner.AssertSame(folder, [new("make", """
            createnew | Data\a.txt | made a
            create | Data\b.txt | made b
            create | source.txt | moved c
            move | source.txt | Data\c.txt
            copy | Data\a.txt | Data\d.txt
            link | Data\e.txt | Data\own.txt
            mkdir | Gone
            attributes | Gone\g.txt
            create | Gone\g.txt | made g
            create | Gone\other.txt | other
            create | Made\m.txt | made m
            delete | Data\lower.txt
            tree | .
            """)], "made again");
        BackendRunner.AssertSame(folder, [new("look", look)], "the start after that");
        Assert.DoesNotContain("Data/a.txt" + Ending, Markers(folder));
        Assert.Equal("game a", File.ReadAllText(Path.Combine(folder.Game, "Data", "a.txt")));
        BackendRunner.AssertSame(folder, [new("delete", "delete | Data\\a.txt\nrdall | Gone\nrdall | Made\ntree | .")], "deleted again");
        BackendRunner.AssertSame(folder, [new("look", look)], "the last start");
        Assert.Equal("game g", File.ReadAllText(Path.Combine(folder.Game, "Gone", "g.txt")));
    }

    /// <summary>The layers already know that the name is gone, but not yet that it exists again.</summary>
    [RealProcessFact]
    public void ANameThatIsMadeAnewAndGoesAtOnceIsGoneAtTheNextStart()
    {
        const int count = 12;
        string names = string.Concat(Enumerable.Range(0, count).Select(i => $"Data/{i}.txt = {i}\n"));
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", names), [FixtureTree.Parse("mod", names)],
            (NativePrograms.Probe, BackendRunner.GameName));
        string delete = string.Join('\n', Enumerable.Range(0, count).Select(i => $@"delete | Data\{i}.txt"));
        string again = string.Join('\n', Enumerable.Range(0, count).Select(i => $@"create | Data\{i}.txt | made" + "\n" + (i % 3) switch
        {
            0 => $@"delete | Data\{i}.txt",
            1 => $@"move | Data\{i}.txt | Data\moved {i}.txt",
            _ => $@"rename | Data\{i}.txt | Data\moved {i - 1}.txt",
        }));
        BackendRunner.AssertSame(folder, [new("delete", $"{delete}\npause | 300\n{again}\ntree | .")], "the deletions");
        Assert.Equal(count, Markers(folder).Length);
        BackendRunner.AssertSame(folder, [new("look", "tree | .")], "the second start");
    }

    /// <summary>A folder whose files an earlier run has deleted is empty, and can be removed as such.</summary>
    [RealProcessFact]
    public void AFolderIsRemovedOfWhichAnEarlierRunHasDeletedAllFiles()
    {
        using MergedFolder folder = Build();
        BackendRunner.AssertSame(folder, [new("delete", "delete | Gone\\g.txt\nrdall | Gone\\deep\nfind | Gone\\*")], "the files");
        BackendRunner.AssertSame(folder, [new("look", "find | Gone\\*\nrdundo | Gone | 1\nfind | Gone\\*")], "taken back");
        Assert.Equal(["Gone/deep" + Ending, "Gone/g.txt" + Ending], Markers(folder));
        BackendRunner.AssertSame(folder, [new("remove", "rmdir | Gone\nattributes | Gone\nfind | *")], "the folder");
        Assert.Equal(["Gone" + Ending], Markers(folder));
        BackendRunner.AssertSame(folder, [new("look", "tree | .\nattributes | Gone\\g.txt")], "the start after that");
    }

    /// <summary>A new file in such a folder goes to the mod that had the folder, although a higher mod has it, too.</summary>
    [RealProcessFact]
    public void AFileThatIsMadeInAFolderThatWasDeletedIsThereAtTheNextStart()
    {
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", "Both/f.txt = game f\nBoth/g.txt = game g\n"),
            [
                FixtureTree.Parse("lower", "Both/f.txt = lower f\n"),
                FixtureTree.Parse("higher", "Both/h.txt = higher h\n"),
            ],
            (NativePrograms.Probe, BackendRunner.GameName));
        BackendRunner.AssertSame(folder, [new("make", "rdall | Both\nmkdir | Both\ncreate | Both\\f.txt | made\ntree | .")], "made again");
        BackendRunner.AssertSame(folder, [new("look", "tree | .\nread | Both\\f.txt\nread | Both\\g.txt")], "the next start");
    }

    /// <summary>The marker belongs to the mod that had the file, and applies to lower layers only (docs/layers.md).</summary>
    [RealProcessFact]
    public void AHigherModBringsTheNameAndAModThatIsOffHidesNothing()
    {
        using MergedFolder folder = Build();
        BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("delete", "delete | Data\\a.txt\nrdall | Gone")]));
        Assert.Contains("error 2", Read(folder), StringComparison.Ordinal);
        string higher = Path.Combine(folder.Mods, "z-higher", "Data");
        Directory.CreateDirectory(higher);
        File.WriteAllText(Path.Combine(higher, "a.txt"), "higher a");
        Assert.Contains("text=higher a", Read(folder), StringComparison.Ordinal);
        Directory.Delete(Path.GetDirectoryName(higher)!, recursive: true);
        File.AppendAllText(Path.Combine(folder.Mods, "order.txt"), "\n-mod\n");
        Directory.Move(Path.Combine(folder.Mods, "mod"), Path.Combine(folder.Root, "put away"));
        string seen = Read(folder);
        Assert.Contains("text=game a", seen, StringComparison.Ordinal);
        Assert.Contains("text=game g", seen, StringComparison.Ordinal);
    }

    /// <summary>A call that deletes nothing after all leaves no marker, and a mod's own marker stays unchanged.</summary>
    [RealProcessFact]
    public void NoMarkerIsLeftByACallThatDeletesNothing()
    {
        using MergedFolder folder = Build();
        string own = Path.Combine(folder.Mods, "mod", "Data", "own.txt" + Ending);
        File.WriteAllText(own, "");
        BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("fail", """
            setattributes | Data\a.txt | 1
            delete | Data\a.txt
            ntdelete | Data\a.txt
            setattributes | Data\a.txt | 80
            ntdispose | 13 | 0 | Data\b.txt
            ntdispose | 64 | 0 | Data\c.txt
            move | Data\d.txt | Nowhere\d.txt
            move | Data\d.txt | Data\e.txt
            rmdir | Gone
            create | Data\own.txt | made
            """)]), tolerant: true);
        Assert.Equal(["Data/own.txt" + Ending], Markers(folder));
        Assert.Empty(File.ReadAllText(own));
    }

    [RealProcessFact]
    public void TwoProcessesShareWhatIsDeleted()
    {
        using MergedFolder folder = Build();
        OverwriteRuns.AddLive(folder);
        using LiveProgram left = OverwriteRuns.StartLive(folder), right = OverwriteRuns.StartLive(folder);
        string path = WinePrefix.ToWindows(folder.Game) + @"\Data\a.txt";
        for (int i = 0; i < 5; i++)
        {
            (LiveProgram deletes, LiveProgram sees) = i % 2 == 0 ? (left, right) : (right, left);
            Assert.NotEqual("0", deletes.Ask("delete", path));
            Assert.True(long.TryParse(sees.Ask("await", path, "-"), out _));
            // The name stays hidden, although the game hasn't deleted anything here.
            Assert.Equal("error 2", sees.Ask("read", path));
            Assert.NotEqual("0", sees.Ask("write", path, $"again {i}"));
            Assert.True(long.TryParse(deletes.Ask("await", path, $"again {i}"), out _));
        }

        left.Quit();
        right.Quit();
        Assert.Equal("again 4", File.ReadAllText(Path.Combine(folder.Mods, "mod", "Data", "a.txt")));
        Assert.Equal("game a", File.ReadAllText(Path.Combine(folder.Game, "Data", "a.txt")));
    }

    /// <summary>
    /// After a kill, a name is as it was, or is gone, or is what the game has made; it never shows what the game's own folder has.
    /// </summary>
    [RealProcessFact]
    public void AKillLeavesTheOldStateOrTheNewOne()
    {
        const int files = 40;
        using MergedFolder folder = Build();
        int kills = RandomScenarioTests.Number("RVFS_DELETED_KILLS", 10), inTheMiddle = 0;
        var random = new Random(RandomScenarioTests.Number("RVFS_SEED", 1));
        string data = Path.Combine(folder.Mods, "mod", "Data"), script = Path.Combine(folder.Root, "killed.txt");
        string look = string.Join('\n', Enumerable.Range(0, files).Select(i => $@"read | Data\{i}.txt"));
        for (int i = 0; i < files; i++)
            File.WriteAllText(Path.Combine(folder.Game, "Data", $"{i}.txt"), "game");
        File.WriteAllText(script, string.Concat(Enumerable.Range(0, files).Select(i =>
            $"delete\tData\\{i}.txt\n" + (i % 2 == 0 ? $"create\tData\\{i}.txt\tmade\ndelete\tData\\{i}.txt\n" : ""))));
        for (int kill = 0; kill < kills; kill++)
        {
            foreach (string marker in Directory.GetFiles(data, "*" + Ending))
                File.Delete(marker);
            for (int i = 0; i < files; i++)
                File.WriteAllText(Path.Combine(data, $"{i}.txt"), "mod");
            Task<GameResult> run = Task.Run(() => GameProcess.Run(Path.Combine(folder.Game, BackendRunner.GameName),
                ["script", WinePrefix.ToWindows(script)], new GameOptions { Vfs = true }));
            while (!run.IsCompleted && Directory.GetFiles(data, "*" + Ending).Length == 0)
                Thread.Yield();
            var clock = Stopwatch.StartNew();
            int microseconds = random.Next(60_000);
            while (clock.Elapsed.TotalMicroseconds < microseconds)
                Thread.Yield();
            OverwriteRuns.Kill(folder, "killed.txt");
            run.Wait();
            int left = Enumerable.Range(0, files).Count(i => File.Exists(Path.Combine(data, $"{i}.txt")));
            inTheMiddle += left > 0 ? 1 : 0;
            string seen = OverwriteRuns.Run(folder, look);
            Assert.DoesNotContain("text=game", seen, StringComparison.Ordinal);
            int known = seen.Split("text=mod").Length + seen.Split("text=made").Length + seen.Split("error 2\n").Length - 3;
            Assert.True(known >= files - 1, seen);
            // A file that was just created may be empty.
            Assert.True(known == files || seen.Contains("size=0", StringComparison.Ordinal), seen);
        }

        output.WriteLine($"{kills} kills, {inTheMiddle} before the end");
        Assert.True(inTheMiddle > 0, "every run had ended before it was killed");
    }

    /// <summary>Whenever a process is killed, an existing marker has its text: 'rvfs deleted' lists it.</summary>
    [RealProcessFact]
    public void AMarkerIsNeverSeenWithoutItsText()
    {
        const int files = 500;
        using MergedFolder folder = Build();
        string data = Path.Combine(folder.Mods, "mod", "Data");
        for (int i = 0; i < files; i++)
        {
            File.WriteAllText(Path.Combine(folder.Game, "Data", $"{i}.txt"), "game");
            File.WriteAllText(Path.Combine(data, $"{i}.txt"), "mod");
        }

        HashSet<string> seen = [];
        List<string> torn = [];
        Task<string> run = Task.Run(() => OverwriteRuns.Run(folder,
            string.Join('\n', Enumerable.Range(0, files).Select(i => $@"delete | Data\{i}.txt"))));
        for (bool isLast = false; !isLast;)
        {
            isLast = run.IsCompleted;
            foreach (string marker in Directory.GetFiles(data, "*" + Ending))
            {
                if (seen.Add(marker) && File.ReadAllText(marker) != HideMarker.DeletedByGame)
                    torn.Add(marker);
            }
        }

        Assert.Empty(torn);
        Assert.Equal(files, seen.Count);
        Assert.Empty(Directory.GetFiles(data, "*" + DefaultExcludes.TemporaryEnding));
    }

    /// <summary>
    /// An unfinished marker that another process's kill has left hides nothing, is never seen, and doesn't keep a folder from being
    /// removed.
    /// </summary>
    [RealProcessFact]
    public void AnUnfinishedMarkerIsNothingToTheGame()
    {
        using MergedFolder folder = Build();
        // After the start has looked for such markers.
        Task leave = Task.Run(() =>
        {
            string logs = Path.Combine(folder.Game, "rvfs", "logs");
            while (!Directory.Exists(logs) || Directory.GetFiles(logs, "*.json").Length == 0)
                Thread.Sleep(5);
            foreach (string path in (string[])["Data", "Gone", Path.Combine("Gone", "deep")])
                File.WriteAllText(Path.Combine(folder.Mods, "mod", path, $"0123456789abcdef{HideMarker.UnfinishedEnding}"), "The");
        });
        BackendRunner.AssertSame(folder,
            [new("wait", "pause | 1500"), new("look", "tree | .\nfind | Data\\*"), new("delete", Deletions)], "the deletions");
        leave.Wait();
        Assert.False(Directory.Exists(Path.Combine(folder.Mods, "mod", "Gone")));
        BackendRunner.AssertSame(folder, [new("look", "tree | .\nmkdir | Gone\nfind | Gone\\*\nread | Gone\\g.txt")], "the next start");
        BackendRunner.AssertSame(folder, [new("look", "tree | .")], "the last start");
    }

    [RealProcessFact]
    public void AMarkerIsTakenBackWithItsRun()
    {
        using MergedFolder folder = Build();
        RecordedRuns.Configure(folder, overwrites: false);
        FolderContent before = RecordedRuns.Content(folder, overwrites: false);
        OverwriteRuns.Run(folder, Deletions);
        Assert.NotEmpty(Markers(folder));
        RecordedRuns.AssertTakenBack(folder, overwrites: false, before);

        OverwriteRuns.Run(folder, Deletions);
        FolderContent deleted = RecordedRuns.Content(folder, overwrites: false);
        OverwriteRuns.Run(folder, """
            create | Data\a.txt | made
            mkdir | Gone
            create | Gone\new.txt | new
            rdall | Made
            rdall | Data
            """);
        RecordedRuns.AssertTakenBack(folder, overwrites: false, deleted);
    }

    private static string Read(MergedFolder folder) => OverwriteRuns.Run(folder, "read | Data\\a.txt\nread | Gone\\g.txt");

    private static string[] Markers(MergedFolder folder)
    {
        string mod = Path.Combine(folder.Mods, "mod");
        return [.. Directory.GetFiles(mod, "*" + Ending, SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(mod, file).Replace('\\', '/')).Order(StringComparer.Ordinal)];
    }

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", string.Concat("abcde".Select(letter => $"Data/{letter}.txt = game {letter}\n")) + """
            Data/own.txt = own
            Data/renamed.txt = game renamed
            Data/again.txt = game again
            Data/saved.txt = game saved
            Gone/g.txt = game g
            Gone/deep/d.txt = game d
            Made/m.txt = game m
            Made/deep/d.txt = game d
            """),
        [
            FixtureTree.Parse("lower", """
                Data/lower.txt = lower
                Gone/deep/d.txt = lower d
                """),
            FixtureTree.Parse("mod", string.Concat("abcde".Select(letter => $"Data/{letter}.txt = mod {letter}\n")) + """
                Data/lower.txt = mod lower
                Data/only-mod.txt = mod only
                Data/renamed.txt = mod renamed
                Data/again.txt = mod again
                Data/saved.txt = mod saved
                Gone/g.txt = mod g
                Gone/deep/d.txt = mod d
                Made/m.txt = mod m
                Made/deep/d.txt = mod d
                """),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
