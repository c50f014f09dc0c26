using System.Diagnostics;
using Reloaded.VFS.Cli.Checking;
using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Overwriting;

/// <summary>Tests of <c>rvfs overwrite</c> on real files, and of what the questions say about the overwrite folder.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class OverwriteCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public OverwriteCommandTests()
    {
        _folder.File("g/game.exe");
        _folder.File("g/data/own.txt", "game");
        _folder.File("g/data/gone.txt", "game");
        _folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        _folder.File("g/rvfs/mods/red/Data/Wall.dds", "red");
        _folder.File("g/rvfs/mods/red/Data/ruins.txt", "red");
        _folder.File("g/rvfs/overwrite/data/wall.dds", "written");
        _folder.File("g/rvfs/overwrite/data/own.txt", "written");
        _folder.File("g/rvfs/overwrite/data/gone.txt.rvfshide", "");
        _folder.File("g/rvfs/overwrite/saves/1.sav", "save");
        Directory.CreateDirectory(_folder.At("g/rvfs/overwrite/empty"));
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void ListSaysWhatIsNewChangedAndDeleted()
    {
        string expected = $"""
            {_folder.At("g/rvfs/overwrite")}
              deleted  data\gone.txt
              changed  data\own.txt  7 bytes  over the game's own
              changed  data\wall.dds  7 bytes  over red
              new      empty\
              new      saves\1.sav  4 bytes
            3 files and 1 deleted name.

            """;
        Assert.Equal((0, expected, ""), Ask("overwrite"));
        Assert.Equal((0, expected, ""), Ask("overwrite", "list"));
    }

    [Fact]
    public void TheQuestionsKnowTheOverwriteFolder()
    {
        Assert.Equal("""
            .             data\
            (overwrite) = data\own.txt
            red           data\ruins.txt
            (overwrite)   data\Wall.dds
            (overwrite)   empty\
            .             game.exe
            (overwrite)   saves\
            (overwrite)   saves\1.sav

            """, Ask("ls").Output, ignoreLineEndingDifferences: true);
        string which = Ask("which", "data/wall.dds").Output;
        Assert.Matches(@"wins +\(overwrite\) .*overwrite.data.wall\.dds", which);
        Assert.Matches(@"loses +red .*Wall\.dds", which);
        Assert.Equal(1, Ask("which", "data/gone.txt").Code);
        Assert.Contains("(overwrite) wins over red: 1 file", Ask("conflicts").Output, StringComparison.Ordinal);

        // If the game doesn't write there, it doesn't see the content.
        _folder.File("g/rvfs/rvfs.json", "{}");
        Assert.DoesNotContain("(overwrite)", Ask("ls").Output, StringComparison.Ordinal);
    }

    [Fact]
    public void ToMakesAModOfIt()
    {
        string before = Names();
        (int code, string output, string errors) = Ask("overwrite", "to", "My saves", "--yes");
        Assert.Equal((0, $"My saves has what lay in the overwrite folder ({_folder.At("g/rvfs/mods/My saves")})."),
            (code, output.TrimEnd()));
        Assert.Equal($"rvfs: this is the game in '{_folder.At("g")}'.{Environment.NewLine}", errors);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.At("g/rvfs/overwrite")));
        Assert.Equal("written", File.ReadAllText(_folder.At("g/rvfs/mods/My saves/data/wall.dds")));
        Assert.True(File.Exists(_folder.At("g/rvfs/mods/My saves/data/gone.txt.rvfshide")));
        Assert.Equal("save", File.ReadAllText(_folder.At("g/rvfs/mods/My saves/saves/1.sav")));
        Assert.True(Directory.Exists(_folder.At("g/rvfs/mods/My saves/empty")));
        Assert.Equal(before, Names());
        Assert.Equal((0, $"Nothing lies in '{_folder.At("g/rvfs/overwrite")}'."), Said(Ask("overwrite", "to", "My saves", "--yes")));
    }

    /// <summary>The game has opened a file for writing without writing to it: its copy is removed at the next start.</summary>
    [Fact]
    public void UnchangedContentAreNeitherListedNorMoved()
    {
        string listed = Ask("overwrite").Output;
        foreach (string copy in (string[])["data/same.txt", "data/deep/own.txt"])
            Copy(_folder.File("g/" + copy, "game"), copy);
        Copy(_folder.At("g/rvfs/mods/red/Data/ruins.txt"), "data/ruins.txt");
        Assert.Equal((0, listed, ""), Ask("overwrite"));
        Assert.EndsWith(": 3 files and 1 deleted name", Notice(), StringComparison.Ordinal);
        Assert.Equal((0, $"kept has what lay in the overwrite folder ({_folder.At("g/rvfs/mods/kept")})."),
            Said(Ask("overwrite", "to", "kept", "--yes")));
        Assert.Equal(["data/deep/own.txt", "data/ruins.txt", "data/same.txt"], Left());
        Assert.Equal(["own.txt", "wall.dds"], Directory.GetFiles(_folder.At("g/rvfs/mods/kept/data")).Select(Path.GetFileName)
            .Where(name => !name!.EndsWith(".rvfshide", StringComparison.Ordinal)).Order());
        Assert.Equal((0, $"Nothing lies in '{_folder.At("g/rvfs/overwrite")}'."), Said(Ask("overwrite")));
        Assert.Equal("", Notice());
        Assert.Equal(0, Ask("overwrite", "clear", "--yes").Code);
        Assert.Empty(Left());
    }

    /// <summary>
    /// A program that sees no mods opens the game's own file for writing without writing to it: a start removes such a copy, too.
    /// </summary>
    [Fact]
    public void ACopyOfTheGamesOwnFileIsNotListedWhateverModsHave()
    {
        _folder.File("g/rvfs/mods/red/Data/hidden.txt.rvfshide", "");
        string listed = Ask("overwrite").Output;
        Copy(_folder.File("g/data/ruins.txt", "game"), "data/ruins.txt");
        Copy(_folder.File("g/data/hidden.txt", "game"), "data/Hidden.txt");
        Assert.Equal((0, listed, ""), Ask("overwrite"));
        File.SetLastWriteTimeUtc(_folder.At("g/rvfs/overwrite/data/ruins.txt"), DateTime.UnixEpoch);
        Assert.Contains(@"changed  data\ruins.txt  4 bytes  over red", Ask("overwrite").Output, StringComparison.Ordinal);
    }

    /// <summary>Anything that isn't certainly equal to what it covers belongs to the game.</summary>
    [Fact]
    public void WhatMayBeChangedIsListed()
    {
        Copy(_folder.File("g/data/later.txt", "game"), "data/later.txt");
        File.SetLastWriteTimeUtc(_folder.At("g/rvfs/overwrite/data/later.txt"), DateTime.UnixEpoch);
        Copy(_folder.File("g/data/other.txt", "game"), "data/other.txt", "gone");
        Copy(_folder.File("g/data/anew/a.txt", "game"), "data/anew/a.txt");
        _folder.File("g/rvfs/overwrite/data/anew.rvfshide", "");
        Copy(_folder.At("g/data/gone.txt"), "data/gone.txt");
        List<string> names = ["later.txt", "other.txt", @"anew\a.txt", "gone.txt"];
        if (!OperatingSystem.IsWindows())
        {
            Copy(_folder.File("g/data/linked.txt", "game"), "data/linked.txt");
            TemporaryFolder.Shell("ln \"$1/linked.txt\" \"$1/second.txt\"", _folder.At("g/rvfs/overwrite/data"));
            names.AddRange(["linked.txt", "second.txt"]);
        }

        string listed = Ask("overwrite").Output;
        Assert.All(names, name => Assert.Contains($@"data\{name}  4 bytes", listed, StringComparison.Ordinal));
    }

    /// <summary>Nothing shows that a run has made it, so it may be the player's own.</summary>
    [Fact]
    public void ACopyThatNoRunHasRecordedIsListed()
    {
        Copy(_folder.File("g/data/same.txt", "game"), "data/same.txt", isRecorded: false);
        Assert.Contains(@"changed  data\same.txt", Ask("overwrite").Output, StringComparison.Ordinal);
    }

    [Fact]
    public void ClearDeletesOneFileOrOneFolder()
    {
        _folder.File("g/rvfs/overwrite/data/deep/x.txt", "x");
        Assert.Equal((0, $@"Nothing lies under 'data\own.txt' in '{_folder.At("g/rvfs/overwrite")}' any more; rvfs undo brings it back."),
            Said(Ask("overwrite", "clear", @"data\own.txt", "--yes")));
        Assert.Equal(0, Ask("overwrite", "clear", "DATA/gone.txt", "--yes").Code);
        Assert.Equal(0, Ask("overwrite", "clear", "data/deep/", "--yes").Code);
        Assert.Equal(["data/wall.dds", "saves/1.sav"], Left());
        (int code, _, string errors) = Ask("overwrite", "clear", "data/none.txt", "--yes");
        Assert.Equal(1, code);
        Assert.Contains("Nothing lies under 'data/none.txt'", errors, StringComparison.Ordinal);
        Assert.Equal(125, Answered("n\n", "overwrite", "clear", "saves").Code);
        Assert.Equal(["data/wall.dds", "saves/1.sav"], Left());
    }

    /// <summary>An update changes a file that the game has changed, deleted or replaced before: the game sees an older one.</summary>
    [Fact]
    public void AnUpdateThatTheOverwriteFolderHidesIsTold()
    {
        Record(CoveredKind.Replaced, _folder.At("g/data/own.txt"), "data/own.txt");
        Record(CoveredKind.Copy, _folder.At("g/rvfs/mods/red/Data/Wall.dds"), "data/wall.dds");
        Record(CoveredKind.Hidden, _folder.At("g/data/gone.txt"), "data/gone.txt");
        Assert.DoesNotContain("update", Ask("overwrite").Errors, StringComparison.Ordinal);
        DateTime later = DateTime.UtcNow.AddSeconds(5);
        foreach (string file in (string[])["g/data/own.txt", "g/rvfs/mods/red/Data/Wall.dds", "g/data/gone.txt"])
        {
            _folder.File(file, "updated");
            File.SetLastWriteTimeUtc(_folder.At(file), later);
        }

        string told = Ask("overwrite").Errors;
        Assert.Contains(
            @"an update changed 'data\own.txt', of which the overwrite folder has an older copy", told, StringComparison.Ordinal);
        Assert.Contains(@"an update changed 'data\wall.dds'", told, StringComparison.Ordinal);
        Assert.Contains(@"an update changed 'data\gone.txt', which the game has deleted", told, StringComparison.Ordinal);
        Assert.Contains(@"rvfs overwrite clear ""data\own.txt""", told, StringComparison.Ordinal);
        Assert.Contains(Examination.Run(new RunOptions { Game = _folder.At("g/game.exe") }),
            finding => finding.Cause.Contains(@"an update changed 'data\own.txt'", StringComparison.Ordinal));
        // Files that the game has written since are newer, and what the remedy has removed covers nothing.
        File.SetLastWriteTimeUtc(_folder.At("g/rvfs/overwrite/data/own.txt"), later.AddSeconds(5));
        Assert.Equal(0, Ask("overwrite", "clear", "data/wall.dds", "--yes").Code);
        Assert.Equal(0, Ask("overwrite", "clear", "data/gone.txt", "--yes").Code);
        Assert.DoesNotContain("update", Ask("overwrite").Errors, StringComparison.Ordinal);
    }

    /// <summary>A folder that is the game's or the mods', or contains them, is never read, and never emptied.</summary>
    [Theory]
    [InlineData("..")]
    [InlineData(".")]
    [InlineData("mods/red")]
    [InlineData("../data")]
    public void AnOverwriteFolderThatIsTheGamesOrTheModsIsRefused(string folder)
    {
        _folder.File("g/rvfs/rvfs.json", $$"""
            {
              "writes": "overwrite",
              "overwrite": "{{folder}}"
            }
            """);
        string[] before = Directory.GetFiles(_folder.Root, "*", SearchOption.AllDirectories);
        foreach (string[] words in (string[][])[["overwrite"], ["overwrite", "clear", "--yes"], ["overwrite", "to", "mod", "--yes"]])
        {
            (int code, _, string errors) = Ask(words);
            Assert.Equal(125, code);
            Assert.Contains($"{_folder.At("g/rvfs/rvfs.json")}(3): overwrite: ", errors, StringComparison.Ordinal);
        }

        Assert.Equal(before, Directory.GetFiles(_folder.Root, "*", SearchOption.AllDirectories));
        Assert.Contains(Examination.Run(new RunOptions { Game = _folder.At("g/game.exe") }),
            finding => finding is { IsError: true, Key: "overwrite", Line: 3 });
    }

    /// <summary>The target of a link in the overwrite folder is neither listed nor moved nor deleted.</summary>
    [LinuxFact]
    public void LinksInTheOverwriteFolderAreNotFollowed()
    {
        _folder.File("backup/1.sav", "save");
        Directory.CreateSymbolicLink(_folder.At("g/rvfs/overwrite/linked"), _folder.At("backup"));
        Assert.DoesNotContain(@"linked\1.sav", Ask("overwrite").Output, StringComparison.Ordinal);
        Assert.Equal(0, Ask("overwrite", "clear", "linked", "--yes").Code);
        Assert.Equal(0, Ask("overwrite", "clear", "--yes").Code);
        Assert.Equal("save", File.ReadAllText(_folder.At("backup/1.sav")));
    }

    /// <summary>If a mod has a map, files that are moved into it would be mapped nowhere.</summary>
    [Theory]
    [InlineData("""{ "writes": "overwrite" }""", """{ "map": [{ "from": "Data", "to": "data" }] }""")]
    [InlineData("""{ "writes": "overwrite", "map": [{ "from": "red/Data", "to": "data" }] }""", "{}")]
    public void NothingIsMovedIntoAModWithAMap(string configuration, string metadata)
    {
        _folder.File("g/rvfs/rvfs.json", configuration);
        _folder.File("g/rvfs/mods/red/mod.json", metadata);
        string[] before = Left();
        (int code, _, string errors) = Ask("overwrite", "to", "red", "--yes");
        Assert.Equal(125, code);
        Assert.Contains("The mod 'red' has a map", errors, StringComparison.Ordinal);
        Assert.Equal(before, Left());
    }

    /// <summary>A mod lies over every target: a file that would cover something in another target stays in the overwrite folder.</summary>
    [Fact]
    public void OfSeveralTargetsTheOneThatHasSomethingIsMoved()
    {
        _folder.File("docs/data/own.txt", "docs");
        _folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite", "targets": ["..", "../../docs"] }""");
        Directory.Delete(_folder.At("g/rvfs/overwrite"), recursive: true);
        _folder.File("g/rvfs/overwrite/g/saves/1.sav", "one");
        Directory.CreateDirectory(_folder.At("g/rvfs/overwrite/docs"));
        string[] line = ["--yes", "--game", _folder.At("g/game.exe")];
        (int code, string output, string errors) = AskedCommand.Run(["overwrite", "to", "My saves", .. line]);
        Assert.True(code == 0, errors);
        Assert.Contains("'My saves' lies over every target", errors, StringComparison.Ordinal);
        Assert.Contains("My saves has what lay in", output, StringComparison.Ordinal);
        Assert.Equal("one", File.ReadAllText(_folder.At("g/rvfs/mods/My saves/saves/1.sav")));
        Assert.Empty(Left());

        _folder.File("g/rvfs/overwrite/g/saves/2.sav", "two");
        _folder.File("g/rvfs/overwrite/docs/saves/3.sav", "three");
        Assert.Equal(125, AskedCommand.Run(["overwrite", "to", "My saves", .. line]).Code);
        Assert.Equal(125, AskedCommand.Run(["overwrite", "to", "My saves", "--part", "dogs", .. line]).Code);
        Assert.Equal(0, AskedCommand.Run(["overwrite", "to", "My saves", "--part", "DOCS", .. line]).Code);
        Assert.Equal("three", File.ReadAllText(_folder.At("g/rvfs/mods/My saves/saves/3.sav")));
        Assert.Equal(["g/saves/2.sav"], Left());

        _folder.File("g/rvfs/overwrite/g/data/own.txt", "written");
        (code, _, errors) = AskedCommand.Run(["overwrite", "to", "My saves", .. line]);
        Assert.Equal(1, code);
        Assert.Contains(@"'data\own.txt' stays in the overwrite folder: the mod would replace the file in", errors,
            StringComparison.Ordinal);
        Assert.Equal(["g/data/own.txt"], Left());
        Assert.Equal("docs", File.ReadAllText(_folder.At("docs/data/own.txt")));
    }

    /// <summary>Several targets have content: nothing is moved, and the names show which target is meant.</summary>
    [Fact]
    public void WithSeveralTargetsNothingIsMovedIntoAMod()
    {
        _folder.File("docs/data/own.txt", "docs");
        _folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite", "targets": ["..", "../../docs"] }""");
        Directory.Delete(_folder.At("g/rvfs/overwrite"), recursive: true);
        _folder.File("g/rvfs/overwrite/g/data/own.txt", "written");
        _folder.File("g/rvfs/overwrite/g/data/gone.txt.rvfshide", "");
        _folder.File("g/rvfs/overwrite/docs/data/own.txt", "written too");
        Directory.CreateDirectory(_folder.At("g/rvfs/overwrite/docs/empty"));
        string[] words = ["--game", _folder.At("g/game.exe")];
        (int code, string output, string errors) = AskedCommand.Run(["overwrite", .. words]);
        Assert.Equal((0, "", $"""
            {_folder.At("g/rvfs/overwrite")}
              deleted  g\data\gone.txt
              changed  g\data\own.txt  7 bytes  over the game's own
              changed  docs\data\own.txt  11 bytes  over the game's own
              new      docs\empty\
            2 files and 1 deleted name.

            """.ReplaceLineEndings("\n")), (code, errors, output.ReplaceLineEndings("\n")));
        string[] before = Left();
        (code, _, errors) = AskedCommand.Run(["overwrite", "to", "My saves", "--yes", .. words]);
        Assert.Equal(125, code);
        Assert.Contains("Several targets have something: --part g, --part docs.", errors, StringComparison.Ordinal);
        Assert.Equal(before, Left());
        Assert.False(Directory.Exists(_folder.At("g/rvfs/mods/My saves")));
        Assert.Equal(0, AskedCommand.Run(["overwrite", "clear", "--yes", .. words]).Code);
        Assert.DoesNotContain(Left(), name => name.Contains("own.txt", StringComparison.Ordinal));
        Assert.Equal("docs", File.ReadAllText(_folder.At("docs/data/own.txt")));
    }

    /// <summary>A set has its own overwrite folder, and the other one is left alone.</summary>
    [Fact]
    public void ASetsOwnFolderIsMeantByItsName()
    {
        _folder.File("g/rvfs/sets/hard/order.txt", "red\n");
        _folder.File("g/rvfs/sets/hard/overwrite/saves/hard.sav", "hard");
        string[] before = Left();
        string listed = Ask("overwrite", "--set", "hard").Output;
        Assert.Contains(@"new      saves\hard.sav  4 bytes", listed, StringComparison.Ordinal);
        Assert.DoesNotContain("1.sav", listed, StringComparison.Ordinal);
        Assert.Equal(0, Ask("overwrite", "to", "hard saves", "--set", "hard", "--yes").Code);
        Assert.Equal("hard", File.ReadAllText(_folder.At("g/rvfs/mods/hard saves/saves/hard.sav")));
        _folder.File("g/rvfs/sets/hard/overwrite/later.txt", "later");
        Assert.Equal(0, Ask("overwrite", "clear", "--set", "hard", "--yes").Code);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.At("g/rvfs/sets/hard/overwrite")));
        Assert.Equal(before, Left());
        Assert.Contains("There is no set 'harf'.", Ask("overwrite", "--set", "harf").Errors, StringComparison.Ordinal);
    }

    /// <summary>The mod's spelling stays; names that would have another effect in the mod are reported and stay.</summary>
    [Fact]
    public void ToAModThatIsThereReplacesAndKeeps()
    {
        _folder.File("g/rvfs/overwrite/data/ruins.txt.rvfshide", "");
        _folder.File("g/rvfs/overwrite/data/desktop.ini", "excluded");
        _folder.File("g/rvfs/overwrite/readme.txt", "excluded");
        (int code, _, string errors) = Ask("overwrite", "to", "RED", "--yes");
        Assert.Equal(1, code);
        foreach (string kept in (string[])[@"data\ruins.txt.rvfshide", @"data\desktop.ini", "readme.txt"])
            Assert.Contains($"'{kept}' stays in the overwrite folder", errors, StringComparison.Ordinal);
        Assert.Equal("written", File.ReadAllText(_folder.At("g/rvfs/mods/red/Data/Wall.dds")));
        Assert.Equal("written", File.ReadAllText(_folder.At("g/rvfs/mods/red/Data/own.txt")));
        Assert.Equal(["data/desktop.ini", "data/ruins.txt.rvfshide", "readme.txt"], Left());
    }

    [Fact]
    public void AFolderThatWasDeletedAndMadeAgainStaysWhereTheModHasIt()
    {
        _folder.File("g/rvfs/overwrite/data.rvfshide", "");
        (int code, _, string errors) = Ask("overwrite", "to", "red", "--yes");
        Assert.Equal(1, code);
        Assert.Contains(@"'data' stays in the overwrite folder: the game has deleted what the mod has in this folder", errors,
            StringComparison.Ordinal);
        Assert.Equal("red", File.ReadAllText(_folder.At("g/rvfs/mods/red/Data/Wall.dds")));
        Assert.Equal(["data.rvfshide", "data/gone.txt.rvfshide", "data/own.txt", "data/wall.dds"], Left());
    }

    [Fact]
    public void ToSaysWhatAHigherModHas()
    {
        _folder.File("g/rvfs/mods/zed/data/own.txt", "zed");
        _folder.File("g/rvfs/mods/order.txt", "red\nzed\n");
        Assert.Contains(@"the game doesn't see 'data\own.txt' of 'red'", Ask("overwrite", "to", "red", "--yes").Errors,
            StringComparison.Ordinal);
    }

    [Fact]
    public void NothingIsDoneWithoutAnAnswer()
    {
        string before = string.Join('|', Left());
        foreach (string answer in (string[])["", "\n", "n\n", "yess\n"])
        {
            Assert.Equal(125, Answered(answer, "overwrite", "clear").Code);
            Assert.Equal(125, Answered(answer, "overwrite", "to", "red").Code);
        }

        Assert.Equal(before, string.Join('|', Left()));
        Assert.Equal("red", File.ReadAllText(_folder.At("g/rvfs/mods/red/Data/Wall.dds")));
        (int code, _, string errors) = Answered("y\n", "overwrite", "clear");
        Assert.Equal(0, code);
        Assert.Contains("Delete 3 files and 1 deleted name in '", errors, StringComparison.Ordinal);
        Assert.Contains("('rvfs undo' brings it back until the game runs again)?", errors, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.At("g/rvfs/overwrite")));
        Assert.Empty(Directory.GetFileSystemEntries(_folder.At("g/rvfs/overwrite.rvfs-tmp")));
    }

    [LinuxFact]
    public async Task AGameThatIsJustEndingIsWaitedFor()
    {
        string use = _folder.File("g/rvfs/overwrite.rvfs-tmp/in use", "");
        var ending = new FileStream(use, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        Task<(int Code, string Output, string Errors)> asked = Task.Run(() => Ask("overwrite", "clear", "--yes"));
        await Task.Delay(300);
        Assert.False(asked.IsCompleted);
        await ending.DisposeAsync();
        Assert.Equal(0, (await asked).Code);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.At("g/rvfs/overwrite")));
    }

    [Fact]
    public void NothingIsDoneWhileAGameUsesTheFolder()
    {
        string use = _folder.File("g/rvfs/overwrite.rvfs-tmp/in use", "");
        string before = string.Join('|', Left());
        using (new FileStream(use, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite))
        {
            foreach (string[] words in (string[][])[["clear"], ["to", "red"]])
            {
                (int code, _, string errors) = Ask(["overwrite", .. words, "--yes"]);
                Assert.Equal(125, code);
                Assert.Contains("A game uses the overwrite folder", errors, StringComparison.Ordinal);
            }
        }

        Assert.Equal(before, string.Join('|', Left()));
        Assert.Equal(0, Ask("overwrite", "clear", "--yes").Code);
    }

    /// <summary>If a kill has interrupted a rename, the mod that gets the new name hides the old one.</summary>
    [Fact]
    public void ARenameThatAKillHasInterruptedIsMadeWholeBeforeItsFileIsMoved()
    {
        string record = Interrupt(@".rvfs-tmp\1-1", @"\DATA\new name.txt", @"\DATA\ruins.txt.rvfshide");
        _folder.File("g/rvfs/overwrite/data/new name.txt", "game");
        Assert.Equal(0, Ask("overwrite", "to", "My saves", "--yes").Code);
        Assert.False(File.Exists(record));
        Assert.Equal("game", File.ReadAllText(_folder.At("g/rvfs/mods/My saves/data/new name.txt")));
        Assert.True(File.Exists(_folder.At("g/rvfs/mods/My saves/data/ruins.txt.rvfshide")));
    }

    /// <summary>The file doesn't have its new name yet: the old one isn't hidden.</summary>
    [Fact]
    public void ARenameOfWhichNothingWasDoneIsForgotten()
    {
        string record = Interrupt(@".rvfs-tmp\1-1", @"\data\new name.txt", @"\data\ruins.txt.rvfshide"),
            copied = Interrupt(@".rvfs-tmp\1-2", @"\data\own.txt", @"\data\ruins.txt.rvfshide");
        _folder.File("g/rvfs/overwrite.rvfs-tmp/1-2", "copied");
        Assert.Equal(0, Ask("overwrite", "to", "My saves", "--yes").Code);
        Assert.False(File.Exists(record) || File.Exists(copied));
        Assert.False(File.Exists(_folder.At("g/rvfs/mods/My saves/data/ruins.txt.rvfshide")));
    }

    /// <summary>
    /// The overwrite folder has a part of a folder under its old name, whose content was copied to the new one. Content that was created
    /// since the marker stays.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void APartOfAFolderThatWasRenamedGoes(bool hasMarker)
    {
        Interrupt(@".rvfs-tmp\1-1", @"\renamed", @"\data.rvfshide");
        _folder.File("g/rvfs/overwrite/renamed/own.txt", "written");
        if (hasMarker)
            _folder.File("g/rvfs/overwrite/data.rvfshide", "");
        Assert.Equal(0, Ask("overwrite", "to", "My saves", "--yes").Code);
        Assert.True(File.Exists(_folder.At("g/rvfs/mods/My saves/data.rvfshide")));
        Assert.Equal(hasMarker, File.Exists(_folder.At("g/rvfs/mods/My saves/data/own.txt")));
        Assert.Equal("written", File.ReadAllText(_folder.At("g/rvfs/mods/My saves/renamed/own.txt")));
    }

    /// <summary>An absolute path belongs to the game's prefix, which the next start knows.</summary>
    [LinuxFact]
    public void ARenameToAPlaceThatOnlyTheGameKnowsIsLeftToItsStart()
    {
        string record = Interrupt(@"\??\Z:\saves\new.txt.1-1.rvfs-tmp", @"\??\Z:\saves\new.txt", @"\data\ruins.txt.rvfshide");
        Assert.Equal(0, Ask("overwrite", "to", "My saves", "--yes").Code);
        Assert.True(File.Exists(record));
    }

    [Fact]
    public void ClearForgetsARenameThatAKillHasInterrupted()
    {
        string record = Interrupt(@".rvfs-tmp\1-1", @"\data\new name.txt", @"\data\ruins.txt.rvfshide");
        _folder.File("g/rvfs/overwrite/data/new name.txt", "game");
        Assert.Equal(0, Ask("overwrite", "clear", "--yes").Code);
        Assert.False(File.Exists(record));
        Assert.Empty(Left());
    }

    [Fact]
    public void AStartWithoutModsSaysWhatItDoesNotSee()
    {
        Assert.Equal($"rvfs: without mods the game doesn't see what it has written to '{_folder.At("g/rvfs/overwrite")}': "
            + "3 files and 1 deleted name", Notice());
        Ask("overwrite", "clear", "--yes");
        Assert.Equal("", Notice());
    }

    /// <summary>
    /// A kill came between a file's creation in the new place and its deletion from the old one: the mod has it, and the next call deletes
    /// it.
    /// </summary>
    [Fact]
    public void WhatTheModHasAlreadyIsDeletedByTheNextCall()
    {
        Assert.Equal(0, Ask("overwrite", "to", "red", "--yes").Code);
        foreach (string name in (string[])["data/Wall.dds", "saves/1.sav", "data/ruins.txt"])
            Copy(_folder.At("g/rvfs/mods/red/" + (name[0] == 'd' ? 'D' : 's') + name[1..]), name, isRecorded: false);
        Copy(_folder.File("g/rvfs/mods/blue/sky.txt", "blue"), "sky.txt");
        File.SetLastWriteTimeUtc(_folder.At("g/rvfs/overwrite/data/ruins.txt"), DateTime.UnixEpoch);
        string[] before = Left();
        Assert.Equal(125, Answered("n\n", "overwrite", "to", "red").Code);
        Assert.Equal(before, Left());
        Assert.Equal((0, $"red has what lay in the overwrite folder ({_folder.At("g/rvfs/mods/red")})."),
            Said(Ask("overwrite", "to", "red", "--yes")));
        Assert.Equal(["sky.txt"], Left());
        Assert.Equal([_folder.At("g/rvfs/overwrite/sky.txt")], Directory.GetFileSystemEntries(_folder.At("g/rvfs/overwrite")));
        Assert.Equal("save", File.ReadAllText(_folder.At("g/rvfs/mods/red/saves/1.sav")));
        Assert.Equal("written", File.ReadAllText(_folder.At("g/rvfs/mods/red/Data/Wall.dds")));

        // The kill came at the last file: nothing is left to confirm.
        Copy(_folder.At("g/rvfs/mods/red/saves/1.sav"), "saves/1.sav", isRecorded: false);
        Assert.Equal((0, $"Nothing lies in '{_folder.At("g/rvfs/overwrite")}'."), Said(Ask("overwrite", "to", "red")));
        Assert.Equal(["sky.txt"], Left());
    }

    /// <summary>After a kill at any moment, every file is complete in one of both places, and the next call finishes the move.</summary>
    [LinuxFact(Needs.Published)]
    public void AKillLeavesEveryFileWhole()
    {
        const int files = 300, bytes = 60_000;
        byte[] content = new byte[bytes];
        Random random = new(17);
        random.NextBytes(content);
        int inTheMiddle = 0;
        for (int round = 0; round < 10; round++)
        {
            Directory.CreateDirectory(_folder.At("g/rvfs/overwrite/data"));
            for (int i = 0; i < files; i++)
                File.WriteAllBytes(_folder.At($"g/rvfs/overwrite/data/{i}.bin"), content);
            using (Process process = Start("to", "red"))
            {
                // Once one of them has arrived, which is soon on a fast disk.
                string one = _folder.At($"g/rvfs/mods/red/Data/{random.Next(files)}.bin");
                while (!process.HasExited && !File.Exists(one))
                    Thread.Yield();
                process.Kill();
                process.WaitForExit();
            }

            int moved = 0;
            for (int i = 0; i < files; i++)
            {
                string from = _folder.At($"g/rvfs/overwrite/data/{i}.bin"), to = _folder.At($"g/rvfs/mods/red/Data/{i}.bin");
                Assert.True(File.Exists(from) || File.Exists(to), $"{i}.bin is in neither place");
                foreach (string file in (string[])[from, to])
                    Assert.True(!File.Exists(file) || File.ReadAllBytes(file).AsSpan().SequenceEqual(content), file + " isn't whole");
                moved += File.Exists(to) ? 1 : 0;
            }

            inTheMiddle += moved is > 0 and < files ? 1 : 0;
            using (Process process = Start("to", "red"))
            {
                process.WaitForExit();
                Assert.Equal(0, process.ExitCode);
            }

            Assert.Empty(Left());
            Assert.DoesNotContain(Directory.GetFiles(_folder.At("g/rvfs/mods/red/Data")),
                file => file.EndsWith(".rvfs-tmp", StringComparison.Ordinal));
            for (int i = 0; i < files; i++)
                File.Delete(_folder.At($"g/rvfs/mods/red/Data/{i}.bin"));
        }

        Assert.True(inTheMiddle > 0, "no kill was in the middle");
    }

    /// <summary>
    /// Simulates a game that was killed in the middle of a rename: the moved place, the new place, and the marker's place.
    /// </summary>
    private string Interrupt(params string[] places) =>
        InterruptedRename.Write(_folder.At("g/rvfs/overwrite"), places);

    private Process Start(params string[] words)
    {
        string[] line = [PublishedArtifacts.Launcher, "overwrite", .. words, "--yes", "--target", _folder.At("g")];
        return Process.Start(new ProcessStartInfo("/bin/sh", ["-c", "exec \"$@\" >/dev/null 2>&1", "sh", .. line]))!;
    }

    /// <summary>A copy in the overwrite folder as the game's opening a file makes it.</summary>
    /// <summary>Puts a copy into the overwrite folder, and into the record of what a run has done, as a game does.</summary>
    private void Copy(string source, string path, string? content = null, bool isRecorded = true)
    {
        string copy = _folder.File("g/rvfs/overwrite/" + path, content ?? File.ReadAllText(source));
        File.SetLastWriteTimeUtc(copy, File.GetLastWriteTimeUtc(source));
        if (isRecorded)
            Record(CoveredKind.Copy, source, path);
    }

    private void Record(CoveredKind kind, string source, string path)
    {
        string mods = _folder.At("g/rvfs/mods"), root = source.StartsWith(mods, StringComparison.Ordinal) ? mods : _folder.At("g");
        var file = new FileInfo(source);
        Directory.CreateDirectory(_folder.At("g/rvfs/overwrite.rvfs-tmp"));
        File.AppendAllText(_folder.At("g/rvfs/overwrite.rvfs-tmp/run.covered"), new CoveredFile(kind, path.Replace('/', '\\'),
            $@"{(root == mods ? "mods" : "game")}\{Path.GetRelativePath(root, source).Replace('/', '\\')}", file.Length,
            file.LastWriteTimeUtc).Line);
    }

    private string[] Left() => [
        .. Directory.GetFiles(_folder.At("g/rvfs/overwrite"), "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(_folder.At("g/rvfs/overwrite"), file).Replace('\\', '/')).Order(StringComparer.Ordinal)];

    /// <summary>Returns the names that the game sees, whoever has them.</summary>
    private string Names() => string.Join('\n', Ask("ls").Output.Split('\n').Select(line => line.Split(' ')[^1]));

    private string Notice()
    {
        TextWriter errors = Console.Error;
        using StringWriter said = new();
        try
        {
            Console.SetError(said);
            OverwriteNotice.Show(new RunOptions { Game = _folder.At("g/game.exe") });
            return said.ToString().TrimEnd();
        }
        finally
        {
            Console.SetError(errors);
        }
    }

    private static (int Code, string Output) Said((int Code, string Output, string Errors) answer) =>
        (answer.Code, answer.Output.TrimEnd());

    private (int Code, string Output, string Errors) Answered(string input, params string[] words) =>
        AskedCommand.Answer(input, [.. words, "--target", _folder.At("g")]);

    private (int Code, string Output, string Errors) Ask(params string[] words) =>
        AskedCommand.Run([.. words, "--target", _folder.At("g")]);
}
