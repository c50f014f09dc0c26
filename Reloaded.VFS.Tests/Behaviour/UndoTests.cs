using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of <c>rvfs undo</c> with real games: names, bytes, times and markers in the overwrite folder are as they were before the last run,
/// whatever that run has done to its own files, those of earlier runs, of mods and of the game. Tests with a parameter for the policy cover
/// both policies; those of the other policy alone are in <see cref="UndoInPlaceTests"/>.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class UndoTests
{
    /// <summary>The commands of an earlier run, whose results stay in the overwrite folder.</summary>
    internal const string Earlier = """
        append | Data\a.txt | _earlier
        create | Data\only-mod.txt | earlier
        create | Data\only-game.txt | earlier
        append | ModFolder\y.txt | <EMPTY>
        mkdir | Earlier
        create | Earlier\deep.txt | earlier
        create | Earlier\empty.txt | <EMPTY>
        mkdir | Earlier\sub
        create | Earlier\sub\x.txt | earlier
        mkdir | Earlier\empty
        link | Earlier\second name.txt | Earlier\deep.txt
        setattributes | Earlier\sub\x.txt | 1
        delete | Data\b.txt

        """;

    internal static readonly Scenario[] Own =
    [
        new("change files of an earlier run", """
            append | Earlier\deep.txt | _more
            truncate | Earlier\empty.txt | filled
            setsize | Data\a.txt | 2
            create | Data\only-game.txt | again
            openalways | Data\only-mod.txt | X
            settime | Earlier\sub\x.txt | 5
            setattributes | Earlier\sub\x.txt | 80
            """),
        new("delete and make again", """
            delete | Earlier\deep.txt
            create | Earlier\DEEP.txt | again
            setattributes | Earlier\sub\x.txt | 80
            delete | Earlier\sub\x.txt
            rmdir | Earlier\sub
            create | Earlier\sub | a file
            rmdir | Earlier\empty
            delete | Data\only-mod.txt
            ntdelete | Data\only-game.txt
            create | Data\b.txt | again
            """),
        new("a folder in place of a file", """
            delete | Earlier\deep.txt
            mkdir | Earlier\deep.txt
            create | Earlier\deep.txt\in it.txt | new
            delete | Data\b.txt
            mkdir | Data\b.txt
            create | Data\b.txt\in it.txt | new
            """),
        new("rename files of an earlier run", """
            move | Earlier\deep.txt | Earlier\moved.txt
            append | Earlier\moved.txt | _more
            rename | Earlier\empty.txt | Data\a.txt
            move | Data\only-game.txt | Earlier\sub\only-game.txt
            create | Data\only-game.txt.tmp | saved
            rename | Data\only-game.txt.tmp | Data\only-mod.txt
            ntrename | 10 | 0 | Earlier\second name.txt | SECOND name.txt | Earlier
            """),
        new("rename folders of an earlier run", """
            move | Earlier | Later
            append | Later\deep.txt | _more
            delete | Later\sub\x.txt
            create | Later\new.txt | new
            move | Later\empty | Data\empty
            create | Earlier | a file
            """),
        new("rename a folder in another letter case", """
            move | Earlier | EARLIER
            append | EARLIER\deep.txt | _more
            """),
        new("rename a folder that mods have", """
            move | ModFolder | Renamed
            create | Renamed\y.txt | changed
            """),
        new("change a file under its second name", """
            append | Earlier\second name.txt | _more
            """),
        new("change a file through a new link", """
            link | Data\third name.txt | Earlier\sub\x.txt
            link | Data\fourth name.txt | Data\a.txt
            append | Data\fourth name.txt | _more
            """),
        new("change things through a folder's handle", """
            ntcreate | 2 | 40 | Earlier | by handle.txt
            ntcreate | 5 | 40 | Earlier | deep.txt
            ntcreate | 2 | 1 | Earlier\sub | folder
            ntdelete | Earlier | empty.txt
            ntrename | 10 | 0 | Data\a.txt | a too.txt | Earlier
            """),
        new("make folders and delete what mods and the game have", """
            mkdir | New
            mkdir | New\deep
            create | New\deep\x.txt | new
            delete | Data\a.txt
            delete | ModFolder\inner\x.txt
            rmdir | ModFolder\inner
            delete | ModFolder\y.txt
            rmdir | ModFolder
            copy | Earlier\deep.txt | New\copy.txt
            """),
    ];

    public static TheoryData<string> Names => [
        .. Own.Select(scenario => scenario.Name), .. SavingTests.Ways.Select(way => way.Way),
        .. WritingTests.All.Concat(SavingTests.Others).Select(scenario => scenario.Name)];

    [RealProcessTheory]
    [MemberData(nameof(Names))]
    public void TheFolderIsWhatItWasBeforeTheRun(string name)
    {
        Scenario? own = Array.Find(Own, scenario => scenario.Name == name);
        string commands = own?.Commands ?? CommandsOf(name);
        using MergedFolder folder = SavingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        // With an earlier run that has done the same, and with one that hasn't.
        OverwriteRuns.Run(folder, Earlier + (own is null ? commands : ""));
        FolderContent before = OverwriteRuns.Content(folder);
        OverwriteRuns.Run(folder, commands);
        Assert.True(own is null || before.ChangesTo(OverwriteRuns.Content(folder)).Length > 0);
        RecordedRuns.AssertTakenBack(folder, overwrites: true, before);
        Assert.Equal(1, OverwriteRuns.Launch(folder, "undo", "--yes").Code);
    }

    [RealProcessFact]
    public void TheFirstRunIsTakenBackToNothing()
    {
        using MergedFolder folder = SavingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        string before = OverwriteRuns.Run(folder, "tree | .");
        OverwriteRuns.Run(folder, Earlier);
        Assert.NotEqual(before, OverwriteRuns.Run(folder, "tree | ."));
        // Reading was a run, too: its start removed the unchanged copy, which is restored.
        Assert.Equal(0, OverwriteRuns.Launch(folder, "undo", "--yes").Code);
        OverwriteRuns.Launch(folder, "overwrite", "clear", "--yes");
        OverwriteRuns.Run(folder, Earlier);
        RecordedRuns.AssertTakenBack(folder, overwrites: true, FolderContent.Read(Path.Combine(folder.Root, "nowhere")));
        Assert.Equal(before, OverwriteRuns.Run(folder, "tree | ."));
    }

    /// <summary>Tests that the copies that a start removes belong to its run, even if the run itself writes nothing.</summary>
    [RealProcessFact]
    public void AnUnchangedCopyThatAStartHasRemovedComesBack()
    {
        using MergedFolder folder = SavingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        OverwriteRuns.LeaveUnchanged(folder, @"Data\a.txt", @"ModFolder\y.txt");
        FolderContent before = OverwriteRuns.Content(folder);
        Assert.Equal(2, OverwriteRuns.Files(folder).Length);
        OverwriteRuns.Run(folder, @"append | Data\a.txt | _changed");
        Assert.Single(OverwriteRuns.Files(folder));
        RecordedRuns.AssertTakenBack(folder, overwrites: true, before);
    }

    [RealProcessTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void TwoProcessesAreOneRun(bool overwrites)
    {
        using MergedFolder folder = SavingTests.Build();
        OverwriteRuns.AddLive(folder);
        using IDisposable? untouched = RecordedRuns.Configure(folder, overwrites);
        OverwriteRuns.Run(folder, Earlier);
        FolderContent before = RecordedRuns.Content(folder, overwrites);
        string game = WinePrefix.ToWindows(folder.Game);
        using (LiveProgram left = OverwriteRuns.StartLive(folder), right = OverwriteRuns.StartLive(folder))
        {
            string[] names = [
                @"Earlier\deep.txt", @"Data\a.txt", @"Data\only-mod.txt", @"Data\b.txt", @"Data\new.txt", @"Earlier\sub\new.txt"];
            for (int i = 0; i < names.Length; i++)
            {
                (LiveProgram first, LiveProgram second) = i % 2 == 0 ? (left, right) : (right, left);
                first.Ask("write", $@"{game}\{names[i]}", "first");
                // At once, before the second process is notified.
                second.Ask("write", $@"{game}\{names[i]}", "second");
            }

            Assert.NotEqual("0", right.Ask("delete", game + @"\Earlier\deep.txt"));
            left.Quit();
            // Another process joins while one is still running.
            OverwriteRuns.Run(folder, "append | Data\\only-game.txt | _joined\nmove | Earlier\\sub | Moved");
            Assert.Equal((125, true), Refusal(folder));
            right.Quit();
        }

        Assert.NotEmpty(before.ChangesTo(RecordedRuns.Content(folder, overwrites)));
        RecordedRuns.AssertTakenBack(folder, overwrites, before);
    }

    /// <summary>Both processes change the same files of an earlier run for the first time, at the same moments.</summary>
    [RealProcessTheory]
    [InlineData("truncate", "append", true)]
    [InlineData("append", "append", true)]
    [InlineData("move", "append", true)]
    [InlineData("append", "append", false)]
    [InlineData("move", "append", false)]
    public void WhatTwoChangeAtOnceIsTakenBack(string leftMode, string rightMode, bool overwrites)
    {
        const int files = 150;
        using MergedFolder folder = SavingTests.Build();
        OverwriteRuns.AddLive(folder);
        using IDisposable? untouched = RecordedRuns.Configure(folder, overwrites);
        OverwriteRuns.Run(folder, string.Join('\n', Enumerable.Range(0, files).Select(i => $@"create | Data\{i}.txt | old {i}")));
        FolderContent before = RecordedRuns.Content(folder, overwrites);
        string data = WinePrefix.ToWindows(folder.Game) + @"\Data", count = files.ToString(CultureInfo.InvariantCulture),
            meeting = Path.GetFileName(folder.Root);
        using (LiveProgram left = OverwriteRuns.StartLive(folder), right = OverwriteRuns.StartLive(folder))
        {
            Assert.Equal("old 0", left.Ask("read", data + @"\0.txt"));
            Assert.Equal("old 0", right.Ask("read", data + @"\0.txt"));
            left.Tell("race", data, count, leftMode, "L", meeting, "0");
            right.Tell("race", data, count, rightMode, "R", meeting, "1");
            Assert.Equal((files, files), (left.Answer().Length, right.Answer().Length));
            left.Quit();
            right.Quit();
        }

        Assert.True(before.ChangesTo(RecordedRuns.Content(folder, overwrites)).Length >= files);
        RecordedRuns.AssertTakenBack(folder, overwrites, before);
    }

    /// <summary>Names that the game hasn't written belong to another program, and stay.</summary>
    [RealProcessTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void WhatAnotherProgramHasBroughtStays(bool overwrites)
    {
        using MergedFolder folder = SavingTests.Build();
        OverwriteRuns.AddLive(folder);
        using IDisposable? untouched = RecordedRuns.Configure(folder, overwrites);
        OverwriteRuns.Run(folder, Earlier);
        string game = WinePrefix.ToWindows(folder.Game);
        using (LiveProgram program = OverwriteRuns.StartLive(folder))
        {
            program.Ask("write", game + @"\Data\only-game.txt", "changed");
            program.Ask("mkdir", game + @"\New");
            program.Ask("write", game + @"\New\of the game.txt", "new");
            File.WriteAllText(RecordedRuns.Place(folder, overwrites, Path.Combine("New", "brought.txt")), "brought");
            Assert.NotEqual("-", program.Ask("await", game + @"\New\brought.txt", "brought"));
            program.Quit();
        }

        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.Equal(1, code);
        Assert.Contains("New' isn't taken back: it contains what another program has put into it", said, StringComparison.Ordinal);
        Assert.Equal("brought", File.ReadAllText(RecordedRuns.Place(folder, overwrites, Path.Combine("New", "brought.txt"))));
        Assert.False(File.Exists(RecordedRuns.Place(folder, overwrites, Path.Combine("New", "of the game.txt"))));
        Assert.Equal("earlier", File.ReadAllText(RecordedRuns.Place(folder, overwrites, Path.Combine("Data", "only-game.txt"))));
    }

    /// <summary>A start completes an 'rvfs undo' that was killed.</summary>
    [RealProcessTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void AStartEndsAnUndoThatWasKilled(bool overwrites)
    {
        using MergedFolder folder = SavingTests.Build();
        using IDisposable? untouched = RecordedRuns.Configure(folder, overwrites);
        OverwriteRuns.Run(folder, Earlier);
        OverwriteRuns.Run(folder, @"read | Data\a.txt"); // This start removes the unchanged copies.
        FolderContent before = RecordedRuns.Content(folder, overwrites);
        OverwriteRuns.Run(folder, Own.Single(scenario => scenario.Name == "delete and make again").Commands);
        Assert.NotEmpty(before.ChangesTo(RecordedRuns.Content(folder, overwrites)));
        File.WriteAllText(Path.Combine(UntouchedFiles.FolderOf(folder) + ".rvfs-undo", "undoing"), "");
        OverwriteRuns.Run(folder, @"read | Data\a.txt");
        string[] changes = before.ChangesTo(RecordedRuns.Content(folder, overwrites));
        Assert.True(changes.Length == 0, string.Join('\n', changes));
    }

    [RealProcessTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void AFileThatIsTooLargeIsNamedAndStays(bool overwrites)
    {
        using MergedFolder folder = SavingTests.Build();
        using IDisposable? untouched = RecordedRuns.Configure(folder, overwrites, """, "largestCopy": 1""");
        OverwriteRuns.Run(folder, "create | Data\\large.bin | x\nsetsize | Data\\large.bin | 3000000\ncreate | Data\\small.txt | old");
        OverwriteRuns.Run(folder, "append | Data\\large.bin | more\nappend | Data\\small.txt | more");
        Assert.Contains("it has 3 MB, and at most 1 MB are copied", OverwriteRuns.Reports(folder), StringComparison.Ordinal);
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.Equal(1, code);
        Assert.Contains(@"Data\large.bin' isn't taken back", said, StringComparison.Ordinal);
        Assert.Equal(3_000_004, new FileInfo(RecordedRuns.Place(folder, overwrites, Path.Combine("Data", "large.bin"))).Length);
        Assert.Equal("old", File.ReadAllText(RecordedRuns.Place(folder, overwrites, Path.Combine("Data", "small.txt"))));
    }

    /// <summary>The file under the new name is the only copy of its content, so it isn't removed as one of the run's own.</summary>
    [RealProcessTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void AFileThatIsTooLargeStaysWhereItWasRenamedAndThenChanged(bool overwrites)
    {
        using MergedFolder folder = SavingTests.Build();
        using IDisposable? untouched = RecordedRuns.Configure(folder, overwrites, """, "largestCopy": 1""");
        OverwriteRuns.Run(folder, """
            create | Data\large.bin | x
            setsize | Data\large.bin | 3000000
            create | Data\small.txt | old
            mkdir | Fresh
            create | Fresh\large.bin | x
            setsize | Fresh\large.bin | 2000000
            create | Data\saved.bin | x
            setsize | Data\saved.bin | 4000000
            create | Data\linked.bin | x
            setsize | Data\linked.bin | 6000000
            create | Data\stays.bin | x
            setsize | Data\stays.bin | 5000000
            """);
        OverwriteRuns.Run(folder, """
            rename | Data\large.bin | Data\between.bin
            rename | Data\between.bin | Data\renamed.bin
            append | Data\renamed.bin | more
            move | Fresh | Renamed
            append | Renamed\large.bin | more
            rename | Data\saved.bin | Data\saved.bak
            create | Data\saved.bin | new
            append | Data\saved.bak | more
            rename | Data\small.txt | Data\new.txt
            append | Data\new.txt | more
            link | Data\linked.bak | Data\linked.bin
            delete | Data\linked.bin
            append | Data\linked.bak | more
            link | Data\second name.bin | Data\stays.bin
            append | Data\second name.bin | more
            """);
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.True(code == 1, said);
        // The other name has the whole content.
        Assert.False(File.Exists(RecordedRuns.Place(folder, overwrites, Path.Combine("Data", "second name.bin"))), said);
        Assert.Equal(5_000_004, new FileInfo(RecordedRuns.Place(folder, overwrites, Path.Combine("Data", "stays.bin"))).Length);
        foreach ((string path, int bytes) in ((string, int)[])[("Data/renamed.bin", 3_000_004), ("Renamed/large.bin", 2_000_004),
            ("Data/saved.bak", 4_000_004), ("Data/linked.bak", 6_000_004)])
        {
            Assert.Contains($"{path.Replace('/', '\\')}' isn't taken back: it may be the former", said, StringComparison.Ordinal);
            Assert.Equal(bytes, new FileInfo(RecordedRuns.Place(folder, overwrites, path)).Length);
        }

        Assert.Equal("old", File.ReadAllText(RecordedRuns.Place(folder, overwrites, Path.Combine("Data", "small.txt"))));
        Assert.False(File.Exists(RecordedRuns.Place(folder, overwrites, Path.Combine("Data", "new.txt"))));
    }

    private static string CommandsOf(string name)
    {
        if (Array.Find(SavingTests.Ways, way => way.Way == name).Commands is { } way)
            return string.Join('\n', SavingTests.Names.Select(file => string.Format(CultureInfo.InvariantCulture, way, file)));
        return WritingTests.All.Concat(SavingTests.Others).First(scenario => scenario.Name == name).Commands;
    }

    private static (int Code, bool IsInUse) Refusal(MergedFolder folder)
    {
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        return (code, said.Contains("End the game first", StringComparison.Ordinal));
    }
}
