using System.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Overwriting;

/// <summary>Tests of <c>rvfs undo</c> on real files, with journals as a run writes them.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class UndoCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public UndoCommandTests()
    {
        _folder.File("g/game.exe");
        _folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        Directory.CreateDirectory(_folder.At("g/rvfs/mods"));
    }

    private string Overwrite => _folder.At("g/rvfs/overwrite");

    private string Journal => OverwritePlaces.JournalOf(Overwrite);

    private string About => $"rvfs: this is the game in '{_folder.At("g")}'.{Environment.NewLine}";

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void ListSaysWhatWouldBeTakenBackAndDoesNothing()
    {
        MakeRun();
        string[] before = All();
        (int code, string output, string errors) = Ask("undo", "--list");
        Assert.Equal((0, ""), (code, errors));
        string[] lines = output.ReplaceLineEndings("\n").TrimEnd().Split('\n');
        Assert.StartsWith($"{Overwrite}: the run of game.exe that began on ", lines[0], StringComparison.Ordinal);
        Assert.Equal([
            @"  put back       Data\changed.txt  3 bytes", @"  deleted again  Data\gone.txt", @"  seen again     Data\hidden.txt",
            @"  removed        Data\new.txt  3 bytes", @"  removed        fresh\  (in the overwrite folder)", @"  removed        fresh\x.txt  1 bytes",
            @"  brought back   old\", @"  brought back   old\deep.txt  4 bytes"], lines[1..]);
        Assert.Equal(before, All());
    }

    [Fact]
    public void EveryNameIsWhatItWas()
    {
        MakeRun();
        (int code, string output, string errors) = Ask("undo", "--yes");
        Assert.Equal((0, About), (code, errors));
        Assert.EndsWith("is as it was before that run.", output.TrimEnd(), StringComparison.Ordinal);
        AssertTakenBack();
        Assert.Equal((1, $"Nothing is to be taken back in '{Overwrite}': no run is recorded, or it was taken back already."), Said(Ask("undo", "--yes")));
    }

    /// <summary>A second call doesn't say that the run wasn't recorded: it was.</summary>
    [Fact]
    public void ASecondCallSaysThatItIsDone()
    {
        _folder.File("g/rvfs/rvfs.json", "{}");
        (int code, _, string errors) = Ask("undo", "--yes");
        Assert.Equal(125, code);
        Assert.Contains("wasn't recorded, or has been taken back already", errors, StringComparison.Ordinal);
        Assert.Contains("rvfs run --undo", errors, StringComparison.Ordinal);
    }

    [Fact]
    public void NothingIsDoneWithoutAnAnswer()
    {
        MakeRun();
        string[] before = All();
        foreach (string answer in (string[])["", "\n", "n\n"])
            Assert.Equal(125, Answered(answer, "undo").Code);
        Assert.Equal(before, All());
        (int code, _, string errors) = Answered("y\n", "undo");
        Assert.Equal(0, code);
        Assert.Contains("Take that run back (3 removed, 1 put back, 2 brought back, 1 seen again, 1 deleted again)?", errors, StringComparison.Ordinal);
        AssertTakenBack();
    }

    [Fact]
    public void NothingIsDoneWhileAGameUsesTheFolder()
    {
        MakeRun();
        string use = _folder.File("g/rvfs/overwrite.rvfs-tmp/in use", "");
        string[] before = All();
        using (new FileStream(use, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite))
        {
            (int code, _, string errors) = Ask("undo", "--yes");
            Assert.Equal(125, code);
            Assert.Contains("A game uses the overwrite folder", errors, StringComparison.Ordinal);
            Assert.Equal(0, Ask("undo", "--list").Code);
        }

        Assert.Equal(before, All());
        Assert.Equal(0, Ask("undo", "--yes").Code);
    }

    /// <summary>Names in another letter case than the game's are found, and restored ones have their own.</summary>
    [Fact]
    public void LetterCaseDoesNotMatterAndComesBack()
    {
        UndoJournal.Begin(Overwrite, "game.exe");
        _folder.File("g/rvfs/overwrite/DATA/Made.txt", "made");
        _folder.File("g/rvfs/overwrite/DATA/SAVE.sav", "new");
        Log(new(UndoKind.Folder, "Data", ""), new(UndoKind.New, @"data\made.TXT", ""), File("save.SAV", @"Data\save.SAV", "old"));
        Assert.Equal(0, Ask("undo", "--yes").Code);
        Assert.Equal(["Data", "Data/save.SAV = old"], Content());
    }

    [Fact]
    public void WhatIsInTheWayIsNamedAndTheNextCallEndsIt()
    {
        UndoJournal.Begin(Overwrite, "game.exe");
        _folder.File("g/rvfs/overwrite/a.txt/of another program.txt", "kept");
        _folder.File("g/rvfs/overwrite/b.txt", "new");
        Log(File("a", "a.txt", "old a"), File("b", "b.txt", "old b"));
        (int code, _, string errors) = Ask("undo", "--yes");
        Assert.Equal(125, code);
        Assert.Contains("'a.txt' isn't taken back", errors, StringComparison.Ordinal);
        Assert.Equal(["a.txt", "a.txt/of another program.txt = kept", "b.txt = old b"], Content());
        Directory.Delete(_folder.At("g/rvfs/overwrite/a.txt"), recursive: true);
        Assert.Equal(0, Ask("undo", "--yes").Code);
        Assert.Equal(["a.txt = old a", "b.txt = old b"], Content());
    }

    [Fact]
    public void WhatTheJournalCouldNotHoldIsSaid()
    {
        UndoJournal.Begin(Overwrite, "game.exe");
        string same = _folder.File("g/rvfs/overwrite/same.bin", "same");
        _folder.File("g/rvfs/overwrite/large.bin", "large");
        _folder.File("g/rvfs/overwrite/new.txt", "new");
        // The last line was being written when the process was killed.
        Log(new(UndoKind.Unkept, "same.bin", UndoRecord.StampOf(new FileInfo(same))), new(UndoKind.Unkept, "large.bin", "1 2"),
            new(UndoKind.New, "new.txt", ""));
        System.IO.File.AppendAllText(Path.Combine(Journal, "1.log"), "New\t\tsame.b");
        System.IO.File.Delete(UndoJournal.WholeFileOf(Journal));
        (int code, string output, string errors) = Ask("undo", "--yes");
        Assert.Equal(1, code);
        Assert.Contains("The rest of that run was taken back.", output, StringComparison.Ordinal);
        Assert.Contains("'large.bin' isn't taken back: it couldn't be copied", errors, StringComparison.Ordinal);
        Assert.DoesNotContain("same.bin", errors, StringComparison.Ordinal);
        Assert.Contains("not all that the run has changed is known", errors, StringComparison.Ordinal);
        Assert.Equal(["large.bin = large", "same.bin = same"], Content());
    }

    [Fact]
    public void MovingEndsWhatCouldBeTakenBack()
    {
        MakeRun();
        Assert.Equal(0, Ask("overwrite", "to", "red", "--yes").Code);
        Assert.False(Directory.Exists(Journal));
        Assert.Equal(1, Ask("undo", "--yes").Code);
    }

    /// <summary>Files, markers, empty folders and links, cleared at once or one after another, are there again.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("Data/changed.txt", "old", "Data/hidden.txt")]
    [InlineData("old", "")]
    public void WhatWasClearedComesBack(params string[] paths)
    {
        MakeRun();
        Directory.CreateDirectory(Path.Combine(Overwrite, "old", "empty"));
        _folder.File("g/rvfs/overwrite/old/deep.txt", "deep");
        _folder.File("g/rvfs/overwrite/Data/hidden.txt.rvfshide", "");
        if (!OperatingSystem.IsWindows())
        {
            System.IO.File.CreateSymbolicLink(Path.Combine(Overwrite, "link.txt"), _folder.File("elsewhere.txt", "theirs"));
            Directory.CreateSymbolicLink(Path.Combine(Overwrite, "old", "linked"), _folder.Folder("other"));
        }

        string[] before = Seen();
        DateTime time = System.IO.File.GetLastWriteTimeUtc(_folder.At("g/rvfs/overwrite/old/deep.txt"));
        foreach (string path in paths)
        {
            string[] words = ["overwrite", "clear", .. path.Length > 0 ? [path] : Array.Empty<string>(), "--yes"];
            Assert.EndsWith("; rvfs undo brings it back.", Said(Ask(words)).Output, StringComparison.Ordinal);
        }

        if (paths[^1].Length == 0)
            Assert.Empty(Seen());
        else
            Assert.NotEqual(before, Seen());
        (int code, _, string errors) = Ask("undo", "--yes");
        Assert.True(code == 0, errors);
        Assert.Equal(before, Seen());
        Assert.Equal(time, System.IO.File.GetLastWriteTimeUtc(_folder.At("g/rvfs/overwrite/old/deep.txt")));
        Assert.False(Directory.Exists(Journal));

        string[] Seen() => [.. Directory.EnumerateFileSystemEntries(Overwrite, "*", SearchOption.AllDirectories)
            .Select(path => $"{path} {new FileInfo(path).LinkTarget ?? (System.IO.File.Exists(path) ? System.IO.File.ReadAllText(path) : "")}")
            .Order(StringComparer.Ordinal)];
    }

    /// <summary>A name that a journal can't hold isn't deleted, nor is its folder.</summary>
    [LinuxFact]
    public void ANameThatCouldNotBeBroughtBackStays()
    {
        _folder.File("g/rvfs/overwrite/data/tab\there.txt", "stays");
        _folder.File("g/rvfs/overwrite/data/other.txt", "other");
        (int code, string output, string errors) = Ask("overwrite", "clear", "--yes");
        Assert.Equal((1, "The rest was deleted; rvfs undo brings it back."), (code, output.TrimEnd()));
        Assert.Contains("here.txt' stays: ", errors, StringComparison.Ordinal);
        Assert.Equal("stays", System.IO.File.ReadAllText(Directory.GetFiles(Path.Combine(Overwrite, "data")).Single()));
        Assert.Equal(0, Ask("undo", "--yes").Code);
        Assert.Equal(2, Directory.GetFiles(Path.Combine(Overwrite, "data")).Length);
    }

    [Fact]
    public void ASetHasARunOfItsOwn()
    {
        MakeRun();
        Directory.CreateDirectory(_folder.At("g/rvfs/sets/hard"));
        string other = _folder.At("g/rvfs/sets/hard/overwrite");
        UndoJournal.Begin(other, "game.exe");
        System.IO.File.WriteAllText(Path.Combine(OverwritePlaces.JournalOf(other), "1.log"), new UndoRecord(UndoKind.New, "x", "").Line);
        _folder.File("g/rvfs/sets/hard/overwrite/x", "x");
        string[] before = All();
        Assert.Equal(0, Ask("undo", "--yes", "--set", "hard").Code);
        Assert.False(System.IO.File.Exists(Path.Combine(other, "x")));
        Assert.Equal(before, All());
    }

    [Fact]
    public void WithoutARecordedRunItSaysWhatItNeeds()
    {
        _folder.File("g/rvfs/rvfs.json", "{}");
        (int code, _, string errors) = Ask("undo");
        Assert.Equal(125, code);
        Assert.Contains("With \"undo\": true in rvfs.json, or with rvfs run --undo, a run is recorded.", errors, StringComparison.Ordinal);
        _folder.File("g/rvfs/rvfs.json", """{ "undo": true }""");
        Assert.Equal((1, $"Nothing is to be taken back in '{_folder.At("g")}': no run is recorded, or it was taken back already."), Said(Ask("undo", "--yes")));
    }

    /// <summary>The run has changed the game's folder, a mod and another target; the current policy doesn't matter.</summary>
    [Fact]
    public void ARunThatWroteToTheGameAndItsModsIsTakenBack()
    {
        string[] line = ["undo", "--target", _folder.At("g"), "--target", _folder.At("other/g")];
        UndoJournal.Begin(Overwrite, "game.exe", WritePolicy.Game);
        _folder.File("g/save.sav", "changed");
        _folder.File("g/rvfs/mods/red/a.txt", "changed");
        _folder.File("other/g/new.txt", "new");
        string temporary = _folder.File("g/rvfs/overwrite.rvfs-tmp/in use", "");
        Log(File("1", @"game\save.sav", "old"), File("2", @"mods\red\a.txt", "old a"), new(UndoKind.New, @"g\new.txt", ""),
            new(UndoKind.New, @"game\never made.txt", ""));
        (int code, string output, string errors) = AskedCommand.Run([.. line, "--list"]);
        Assert.Equal((0, ""), (code, errors));
        Assert.Equal([
            @"  put back       game\save.sav  3 bytes", @"  removed        g\new.txt  3 bytes",
            @"  put back       mods\red\a.txt  5 bytes"],
            output.ReplaceLineEndings("\n").TrimEnd().Split('\n')[1..]);
        (code, output, errors) = AskedCommand.Run([.. line, "--yes"]);
        Assert.Equal(0, code);
        Assert.DoesNotContain("warning", errors, StringComparison.Ordinal);
        Assert.EndsWith($"'{_folder.At("g")}' and its mods are as they were before that run.", output.TrimEnd(), StringComparison.Ordinal);
        Assert.Equal("old", System.IO.File.ReadAllText(_folder.At("g/save.sav")));
        Assert.Equal("old a", System.IO.File.ReadAllText(_folder.At("g/rvfs/mods/red/a.txt")));
        Assert.False(System.IO.File.Exists(_folder.At("other/g/new.txt")));
        Assert.True(System.IO.File.Exists(temporary));
        Assert.False(Directory.Exists(Journal));
    }

    /// <summary>
    /// A rename that a kill has interrupted belongs to the interrupted run with the policy "overwrite", and is taken back with that run.
    /// </summary>
    [Theory]
    [InlineData(WritePolicy.Overwrite, false)]
    [InlineData(WritePolicy.Game, true)]
    public void ARenameThatAKillHasInterruptedGoesWithItsOwnRun(WritePolicy policy, bool stays)
    {
        UndoJournal.Begin(Overwrite, "game.exe", policy);
        string path = policy == WritePolicy.Game ? @"game\save.sav" : "save.sav";
        _folder.File(policy == WritePolicy.Game ? "g/save.sav" : "g/rvfs/overwrite/save.sav", "changed");
        Log(File("1", path, "old"));
        string record = InterruptedRename.Write(Overwrite, @".rvfs-tmp\1-1", @"\save.sav", @"\old.sav.rvfshide");
        Assert.Equal(0, Ask("undo", "--yes").Code);
        Assert.Equal(stays, System.IO.File.Exists(record));
        Assert.False(System.IO.File.Exists(Path.Combine(Overwrite, "old.sav.rvfshide")));
    }

    /// <summary>A folder that the configuration no longer names stays, and so does the journal, until it is named again.</summary>
    [Fact]
    public void AFolderThatIsNoTargetAnyMoreIsNamedAndStays()
    {
        UndoJournal.Begin(Overwrite, "game.exe", WritePolicy.Game);
        _folder.File("g/save.sav", "changed");
        _folder.File("other/data/new.txt", "new");
        Log(File("1", @"game\save.sav", "old"), new(UndoKind.New, @"data\new.txt", ""));
        (int code, _, string errors) = Ask("undo", "--yes");
        Assert.Equal(125, code);
        Assert.Contains(@"'data\new.txt' isn't taken back: the configuration doesn't name its folder", errors, StringComparison.Ordinal);
        (code, _, errors) = AskedCommand.Run(["undo", "--yes", "--target", _folder.At("g"), "--target", _folder.At("other/data")]);
        Assert.Equal(0, code);
        Assert.DoesNotContain("warning", errors, StringComparison.Ordinal);
        Assert.Equal("old", System.IO.File.ReadAllText(_folder.At("g/save.sav")));
        Assert.False(System.IO.File.Exists(_folder.At("other/data/new.txt")));
    }

    /// <summary>The target of a link is restored, and a link that the run has replaced is a link again.</summary>
    [Fact]
    public void LinksAreLinksAgain()
    {
        UndoJournal.Begin(Overwrite, "game.exe", WritePolicy.Game);
        string there = _folder.File("out/there.txt", "changed"), gone = _folder.At("out/gone.txt"),
            lost = _folder.File("out/lost.txt", "lost");
        System.IO.File.CreateSymbolicLink(_folder.At("g/there"), there);
        System.IO.File.CreateSymbolicLink(_folder.At("g/gone"), gone);
        Directory.CreateSymbolicLink(_folder.At("g/folder"), _folder.At("out/folder"));
        _folder.File("g/replaced", "the run's");
        Log(new(UndoKind.Link, @"game\there", there), File("1", @"game\there", "old"), new(UndoKind.Link, @"game\gone", gone),
            File("2", @"game\gone", "was"), new(UndoKind.Link, @"game\replaced", lost), File("3", @"game\replaced", "lost"),
            new(UndoKind.Link, @"game\folder", _folder.At("out/folder")), new(UndoKind.Folder, @"game\folder", ""),
            File("4", @"game\folder\in.txt", "in"));
        (_, string output, _) = Ask("undo", "--list");
        Assert.Contains($@"  brought back   game\replaced  link to {lost}", output, StringComparison.Ordinal);
        Assert.Equal(0, Ask("undo", "--yes").Code);
        Assert.Equal(["old", "was", "lost", "in"], new[] { "there.txt", "gone.txt", "lost.txt", "folder/in.txt" }
            .Select(name => System.IO.File.ReadAllText(_folder.At("out/" + name))));
        Assert.Equal([there, gone, lost, _folder.At("out/folder")], new[] { "there", "gone", "replaced", "folder" }
            .Select(name => new FileInfo(_folder.At("g/" + name)).LinkTarget));
    }

    /// <summary>A file that came after the run, in the place of a link or a folder, belongs to the player, too.</summary>
    [Fact]
    public void ALaterFileStaysWhereALinkOrAFolderWas()
    {
        UndoJournal.Begin(Overwrite, "game.exe", WritePolicy.Game);
        string led = _folder.File("out/led.txt", "led");
        string[] names = ["replaced", "bare", "folder"];
        foreach (string name in names)
            System.IO.File.SetLastWriteTimeUtc(_folder.File("g/" + name, "later"), DateTime.UtcNow.AddMinutes(5));
        Log(new(UndoKind.Link, @"game\replaced", led), File("1", @"game\replaced", "led"), new(UndoKind.Link, @"game\bare", led),
            new(UndoKind.Folder, @"game\folder", ""));
        (int code, string output, string errors) = Ask("undo", "--yes");
        Assert.Equal(1, code);
        Assert.DoesNotContain("brought back", output, StringComparison.Ordinal);
        foreach (string name in names)
        {
            Assert.Contains($@"'game\{name}' isn't taken back: it was changed after that run; with --all", errors, StringComparison.Ordinal);
            Assert.Equal("later", System.IO.File.ReadAllText(_folder.At("g/" + name)));
        }

        Assert.Equal(0, Ask("undo", "--yes", "--all").Code);
        Assert.Equal([led, led], names[..2].Select(name => new FileInfo(_folder.At("g/" + name)).LinkTarget));
        Assert.True(Directory.Exists(_folder.At("g/folder")));
    }

    /// <summary>Later changes belong to the player.</summary>
    [Fact]
    public void WhatIsChangedAfterTheRunStaysUnlessItIsAskedFor()
    {
        MakeLater();
        (int code, string output, string errors) = Ask("undo", "--yes");
        Assert.Equal(1, code);
        Assert.Contains("The rest of that run was taken back.", output, StringComparison.Ordinal);
        Assert.Contains(@"'game\save.sav' isn't taken back: it was changed after that run; with --all it is taken back, too", errors,
            StringComparison.Ordinal);
        Assert.Equal(("later", "old"), (System.IO.File.ReadAllText(_folder.At("g/save.sav")),
            System.IO.File.ReadAllText(_folder.At("g/b.txt"))));
        // A restored file isn't restored again.
        Assert.Equal((1, $"{_folder.At("g")}: the run"), (Ask("undo", "--yes").Code, output[..$"{_folder.At("g")}: the run".Length]));
        (code, output, errors) = Ask("undo", "--yes", "--all");
        Assert.Equal((0, About), (code, errors));
        Assert.EndsWith("and its mods are as they were before that run.", output.TrimEnd(), StringComparison.Ordinal);
        Assert.Equal("old", System.IO.File.ReadAllText(_folder.At("g/save.sav")));
        Assert.False(Directory.Exists(Journal));
    }

    /// <summary>An archive's files have older times of writing, wherever they are unpacked.</summary>
    [Fact]
    public void WhatIsCreatedAfterTheRunIsLaterToo()
    {
        UndoJournal.Begin(Overwrite, "game.exe", WritePolicy.Game);
        Log(new(UndoKind.New, @"game\new.txt", ""), File("1", @"game\save.sav", "old"));
        string[] names = ["new.txt", "save.sav"];
        foreach (string name in names)
            System.IO.File.SetLastWriteTimeUtc(_folder.File("g/" + name, "later"), DateTime.UtcNow.AddHours(-1));
        foreach (string entry in Directory.GetFiles(Journal))
            System.IO.File.SetLastWriteTimeUtc(entry, DateTime.UtcNow.AddMinutes(-5));
        System.IO.File.WriteAllText(Path.Combine(Journal, "run"), $"{DateTime.UtcNow.AddMinutes(-9):O}\ngame.exe\nGame\n");
        Directory.SetLastWriteTimeUtc(UndoJournal.RunningOf(Journal), DateTime.UtcNow.AddMinutes(-5));
        (int code, _, string errors) = Ask("undo", "--yes");
        Assert.Equal(1, code);
        foreach (string name in names)
        {
            Assert.Contains($@"'game\{name}' isn't taken back: it was changed after that run; with --all", errors, StringComparison.Ordinal);
            Assert.Equal("later", System.IO.File.ReadAllText(_folder.At("g/" + name)));
        }

        Assert.Equal(0, Ask("undo", "--yes", "--all").Code);
        Assert.False(System.IO.File.Exists(_folder.At("g/new.txt")));
        Assert.Equal("old", System.IO.File.ReadAllText(_folder.At("g/save.sav")));
    }

    /// <summary>A run ends with its last process, whatever it recorded last.</summary>
    [Fact]
    public void WhatARunChangesUntilItsEndIsTakenBack()
    {
        MakeLater();
        Directory.SetLastWriteTimeUtc(UndoJournal.RunningOf(Journal), DateTime.UtcNow.AddMinutes(6));
        Assert.Equal(0, Ask("undo", "--yes").Code);
        Assert.Equal("old", System.IO.File.ReadAllText(_folder.At("g/save.sav")));
    }

    /// <summary>The game has run since, and the recorded run's end isn't known, because the system was shut down first.</summary>
    [Fact]
    public void ARunThatWasNotRecordedIsSaid()
    {
        MakeLater();
        System.IO.File.Create(Path.Combine(UndoJournal.RunningOf(Journal), "1")).Dispose();
        UndoJournal.NoteOvertaken(Overwrite);
        (int code, _, string errors) = Ask("undo", "--yes");
        Assert.Equal(1, code);
        Assert.Contains("the game has run since without being recorded", errors, StringComparison.Ordinal);
        Assert.Contains(@"'game\save.sav' isn't taken back: it was changed after that run had recorded its last change, and when the run ended "
            + "isn't known; with --all it is taken back, too", errors, StringComparison.Ordinal);
        Assert.Equal("later", System.IO.File.ReadAllText(_folder.At("g/save.sav")));
        Assert.Equal(0, Ask("undo", "--yes", "--all").Code);
        Assert.Equal("old", System.IO.File.ReadAllText(_folder.At("g/save.sav")));
    }

    /// <summary>A run that has only made a file read-only has changed the file.</summary>
    [Fact]
    public void AnAttributeAloneComesBack()
    {
        UndoJournal.Begin(Overwrite, "game.exe", WritePolicy.Game);
        FileInfo save = new(_folder.File("g/save.sav", "same")) { IsReadOnly = true };
        UndoRecord record = File("1", @"game\save.sav", "same");
        System.IO.File.SetLastWriteTimeUtc(Path.Combine(UndoJournal.FilesOf(Journal), "1"), save.LastWriteTimeUtc);
        Log(record);
        Assert.Equal(0, Ask("undo", "--yes").Code);
        save.Refresh();
        Assert.False(save.IsReadOnly);
        Assert.Equal("same", System.IO.File.ReadAllText(save.FullName));
    }

    /// <summary>A relative link is resolved from its folder's real place, as by the system.</summary>
    [Fact]
    public void ARelativeLinkBehindALinkIsFollowedAsTheSystemDoes()
    {
        UndoJournal.Begin(Overwrite, "game.exe", WritePolicy.Game);
        string there = _folder.File("out/there.txt", "changed"), folder = Directory.CreateDirectory(_folder.At("out/deep/folder")).FullName;
        System.IO.File.CreateSymbolicLink(Path.Combine(folder, "link"), "../../there.txt");
        Directory.CreateSymbolicLink(_folder.At("g/folder"), folder);
        Log(new(UndoKind.Link, @"game\folder", folder), new(UndoKind.Link, @"game\folder\link", there), File("1", @"game\folder\link", "old"));
        Assert.Equal(0, Ask("undo", "--yes").Code);
        Assert.Equal("old", System.IO.File.ReadAllText(there));
        Assert.Equal([there], Directory.GetFiles(_folder.Root, "there.txt", SearchOption.AllDirectories));
    }

    /// <summary>A link whose target the journal doesn't know is named if it is no longer a link.</summary>
    [Fact]
    public void ALinkThatCouldNotBeRecordedIsNamed()
    {
        foreach (bool isLink in (bool[])[true, false])
        {
            UndoJournal.Begin(Overwrite, "game.exe", WritePolicy.Game);
            string there = _folder.File("out/there.txt", "changed"), place = _folder.At("g/link");
            System.IO.File.Delete(place);
            if (isLink)
                System.IO.File.CreateSymbolicLink(place, there);
            else
                System.IO.File.WriteAllText(place, "the run's");
            Log(new(UndoKind.Link, @"game\link", ""), File("1", @"game\link", "old"));
            (int code, string output, string errors) = Ask("undo", "--yes");
            Assert.Equal(isLink ? 0 : 1, code);
            Assert.Equal(!isLink, errors.Contains(@"'game\link' isn't taken back: it was a link whose target couldn't be recorded",
                StringComparison.Ordinal));
            Assert.Equal(isLink, output.Contains("as they were before that run", StringComparison.Ordinal));
            Assert.Equal("old", System.IO.File.ReadAllText(place));
        }
    }

    /// <summary>A copy whose content the disk has lost doesn't replace a file.</summary>
    [Fact]
    public void ACopyThatIsNotWholeIsNotPutBack()
    {
        UndoJournal.Begin(Overwrite, "game.exe", WritePolicy.Game);
        _folder.File("g/save.sav", "changed");
        File("1", "", "");
        Log(UndoRecord.OfFile(@"game\save.sav", "1", 3));
        (int code, _, string errors) = Ask("undo", "--yes");
        Assert.Equal(1, code);
        Assert.Contains(@"'game\save.sav' isn't taken back: its copy is incomplete", errors, StringComparison.Ordinal);
        Assert.Equal("changed", System.IO.File.ReadAllText(_folder.At("g/save.sav")));
    }

    /// <summary>A confirmation applies only to what was shown: if the game has run meanwhile, it is void.</summary>
    [LinuxFact(Needs.Published)]
    public void AnAnswerAboutAnotherStateDoesNothing()
    {
        string use = _folder.File("g/rvfs/overwrite.rvfs-tmp/in use", "");
        foreach (string[] words in (string[][])[["undo"], ["overwrite", "clear"], ["overwrite", "to", "red"]])
        {
            if (!Directory.Exists(Journal))
                MakeRun();
            string kept = "";
            (int code, string said) = AnswerLate(words, () =>
            {
                UndoJournal.Begin(Overwrite, "game.exe");
                kept = _folder.File("g/rvfs/overwrite/save.sav", "played " + words[^1]);
                Log(new UndoRecord(UndoKind.New, "save.sav", ""));
            });
            Assert.Equal(125, code);
            Assert.Contains("The game has run meanwhile. Nothing was done.", said, StringComparison.Ordinal);
            Assert.Equal("played " + words[^1], System.IO.File.ReadAllText(kept));
            Assert.True(Directory.Exists(Journal));
        }

        // It is void, too, if the game still runs.
        (int refused, string why) = AnswerLate(["undo"],
            () => new FileStream(use, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite));
        Assert.Equal(125, refused);
        Assert.Contains("A game uses the overwrite folder", why, StringComparison.Ordinal);
    }

    /// <summary>Runs a command, and confirms it after something has been done meanwhile.</summary>
    private (int Code, string Said) AnswerLate(string[] words, Action meanwhile) => AnswerLate(words, () =>
    {
        meanwhile();
        return null;
    });

    private (int Code, string Said) AnswerLate(string[] words, Func<IDisposable?> meanwhile)
    {
        using Process process = Process.Start(new ProcessStartInfo(PublishedArtifacts.Launcher, [.. words, "--target", _folder.At("g")])
        {
            RedirectStandardInput = true,
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        string asked = "";
        while (!asked.Contains("[y/N]", StringComparison.Ordinal) && process.StandardError.Read() is var read and >= 0)
            asked += (char)read;
        using IDisposable? held = meanwhile();
        process.StandardInput.WriteLine("y");
        string said = asked + process.StandardError.ReadToEnd() + process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, said);
    }

    private void MakeLater()
    {
        UndoJournal.Begin(Overwrite, "game.exe", WritePolicy.Game);
        _folder.File("g/save.sav", "later");
        _folder.File("g/b.txt", "run");
        Log(File("1", @"game\save.sav", "old"), File("2", @"game\b.txt", "old"));
        System.IO.File.SetLastWriteTimeUtc(_folder.At("g/save.sav"), DateTime.UtcNow.AddMinutes(5));
        System.IO.File.SetLastWriteTimeUtc(_folder.At("g/b.txt"), DateTime.UtcNow.AddMinutes(-5));
    }

    /// <summary>Someone who can write to the journal can't direct the command outside of the folders that a run changes.</summary>
    [Fact]
    public void APlaceOutsideOfTheFoldersIsNamedAndStays()
    {
        UndoJournal.Begin(Overwrite, "game.exe", WritePolicy.Game);
        string outside = _folder.File("outside.txt", "mine"), other = _folder.File("g/other.txt", "mine");
        _folder.File("g/new.txt", "new");
        Log(new(UndoKind.New, @"game\..\outside.txt", ""), new(UndoKind.New, @"game\..\g/other.txt", ""),
            new(UndoKind.New, @"game\C:\x", ""),
            new(UndoKind.File, @"game\put.txt", @"..\..\..\..\outside.txt"), new(UndoKind.New, @"game\new.txt", ""));
        System.IO.File.AppendAllText(Path.Combine(Journal, "1.log"), "File\t../../../../outside.txt\tgame\\put.txt\n");
        (int code, _, string errors) = Ask("undo", "--yes");
        Assert.Equal(125, code);
        Assert.Contains(@"'game\..\outside.txt' isn't taken back: it isn't in a folder that a run changes", errors,
            StringComparison.Ordinal);
        Assert.Contains(@"'game\put.txt' isn't taken back", errors, StringComparison.Ordinal);
        Assert.Equal(("mine", "mine"), (System.IO.File.ReadAllText(outside), System.IO.File.ReadAllText(other)));
        Assert.False(System.IO.File.Exists(_folder.At("g/new.txt")) || System.IO.File.Exists(_folder.At("g/put.txt")));
    }

    /// <summary>Leftovers of a killed game beside a name are removed; a link, and a mod that is being unpacked, stay.</summary>
    [Fact]
    public void OnlyLeftoversOfGamesGo()
    {
        UndoJournal.Begin(Overwrite, "game.exe", WritePolicy.Game);
        string mods = _folder.At("g/rvfs/mods");
        _folder.File("g/rvfs/mods/new.txt", "new");
        string[] left = [_folder.File("g/rvfs/mods/a.txt.1f-2.rvfs-tmp"), _folder.File("g/rvfs/mods/0123456789abcdef.rvfshide.rvfs-tmp")];
        string[] kept = [_folder.File("g/rvfs/mods/0123456789ab.rvfs-tmp/earlier/save.sav"), _folder.File("others/mine.txt")];
        Directory.CreateSymbolicLink(Path.Combine(mods, "b.1-2.rvfs-tmp"), _folder.At("others"));
        Log(new UndoRecord(UndoKind.New, @"mods\new.txt", ""));
        Assert.Equal(0, Ask("undo", "--yes").Code);
        Assert.DoesNotContain(left, System.IO.File.Exists);
        Assert.All(kept, file => Assert.True(System.IO.File.Exists(file), file));
        Assert.True(Path.Exists(Path.Combine(mods, "b.1-2.rvfs-tmp")));
    }

    /// <summary>A record of a rename that leads elsewhere creates and moves nothing.</summary>
    [Theory]
    [InlineData(@".rvfs-tmp\1-1", @"\save.sav", @"\..\..\x.rvfshide")]
    [InlineData(@".rvfs-tmp\1-1", @"\..\..\save.sav", @"\x.rvfshide")]
    [InlineData(@".rvfs-tmp\1-1", @"\save.sav", @"\x")]
    [InlineData(@".rvfs-tmp\1-1", @"\save.sav", @"/../../x.rvfshide")]
    public void ARenameThatLeadsElsewhereIsForgotten(params string[] places)
    {
        _folder.File("g/rvfs/overwrite/save.sav", "x");
        _folder.File("g/save.sav", "x");
        _folder.File("g/x/mine.txt", "mine");
        _folder.File("g/rvfs/overwrite/x/mine.txt", "mine");
        string record = InterruptedRename.Write(Overwrite, places);
        PendingRename.CompleteAll(Overwrite);
        Assert.False(System.IO.File.Exists(record));
        Assert.True(System.IO.File.Exists(_folder.At("g/x/mine.txt")) && System.IO.File.Exists(_folder.At("g/rvfs/overwrite/x/mine.txt")));
        Assert.Empty(Directory.GetFiles(_folder.At("g"), "*.rvfshide", SearchOption.AllDirectories));
    }

    /// <summary>After a kill at any moment, another call finishes, and every name is as it was.</summary>
    [LinuxFact(Needs.Published)]
    public void AKillIsEndedByTheNextCall()
    {
        const int files = 400;
        Random random = new(17);
        int inTheMiddle = 0;
        for (int round = 0; round < 10; round++)
        {
            UndoJournal.Begin(Overwrite, "game.exe");
            List<UndoRecord> records = [new(UndoKind.New, "new", ""), new(UndoKind.Folder, "old", "")];
            for (int i = 0; i < files; i++)
            {
                _folder.File($"g/rvfs/overwrite/new/{i}", "new");
                _folder.File($"g/rvfs/overwrite/{i}.txt", "changed");
                records.AddRange([
                    new(UndoKind.New, $@"new\{i}", ""), File($"c{i}", $"{i}.txt", $"was {i}"), File($"d{i}", $@"old\{i}", "old")]);
            }

            Log([.. records]);
            using (Process process = Start())
            {
                process.WaitForExit(random.Next(20, 150));
                process.Kill();
                process.WaitForExit();
            }

            inTheMiddle += Directory.Exists(Journal) && System.IO.File.Exists(Path.Combine(Journal, "undoing")) ? 1 : 0;
            using (Process process = Start())
            {
                process.WaitForExit();
                Assert.InRange(process.ExitCode, 0, 1);
            }

            string[] expected = [
                "old", .. Enumerable.Range(0, files).SelectMany(i => (string[])[$"{i}.txt = was {i}", $"old/{i} = old"])];
            Assert.Equal(expected.Order(StringComparer.Ordinal), Content());
            Assert.False(Directory.Exists(Journal));
        }

        Assert.True(inTheMiddle > 0, "no kill was in the middle");
    }

    /// <summary>
    /// Simulates a run that has changed a file, deleted a folder with a file, created a folder with a file, hidden a name and unhidden
    /// another.
    /// </summary>
    private void MakeRun()
    {
        UndoJournal.Begin(Overwrite, "game.exe");
        _folder.File("g/rvfs/overwrite/Data/changed.txt", "changed");
        _folder.File("g/rvfs/overwrite/Data/new.txt", "new");
        _folder.File("g/rvfs/overwrite/Data/hidden.txt.rvfshide", "");
        _folder.File("g/rvfs/overwrite/Data/other.txt", "other");
        _folder.File("g/rvfs/overwrite/fresh/x.txt", "x");
        Log(File("1", @"Data\changed.txt", "old"), new(UndoKind.New, @"Data\new.txt", ""),
            new(UndoKind.New, @"Data\hidden.txt.rvfshide", ""),
            File("2", @"Data\gone.txt.rvfshide", ""), new(UndoKind.New, "fresh", ""), new(UndoKind.New, @"fresh\x.txt", ""),
            new(UndoKind.Folder, "old", ""), File("3", @"old\deep.txt", "deep"), new(UndoKind.New, @"never\made.txt", ""));
    }

    private void AssertTakenBack()
    {
        Assert.Equal([
            "Data", "Data/changed.txt = old", "Data/gone.txt.rvfshide = ", "Data/other.txt = other",
            "old", "old/deep.txt = deep"], Content());
        Assert.False(Directory.Exists(Journal));
        Assert.DoesNotContain(Directory.GetFileSystemEntries(OverwritePlaces.TemporaryOf(Overwrite)),
            left => Path.GetFileName(left) is not ("in use" or "starting"));
    }

    /// <summary>Creates a record of a file, with its copy in the journal.</summary>
    private UndoRecord File(string copy, string path, string content)
    {
        System.IO.File.WriteAllText(Path.Combine(UndoJournal.FilesOf(Journal), copy), content);
        return new UndoRecord(UndoKind.File, path, copy);
    }

    private void Log(params UndoRecord[] records) =>
        System.IO.File.WriteAllText(Path.Combine(Journal, "1.log"), string.Concat(records.Select(record => record.Line)));

    private string[] Content() => Read(Overwrite);

    private string[] All() => [.. Read(Overwrite), .. Read(Journal)];

    private static string[] Read(string folder) => [
        .. new DirectoryInfo(folder).GetFileSystemInfos("*", SearchOption.AllDirectories)
            .Select(entry => Path.GetRelativePath(folder, entry.FullName).Replace('\\', '/')
                + (entry is FileInfo file ? " = " + System.IO.File.ReadAllText(file.FullName) : ""))
            .Order(StringComparer.Ordinal)];

    private Process Start()
    {
        string[] line = [PublishedArtifacts.Launcher, "undo", "--yes", "--target", _folder.At("g")];
        return Process.Start(new ProcessStartInfo("/bin/sh", ["-c", "exec \"$@\" >/dev/null 2>&1", "sh", .. line]))!;
    }

    private static (int Code, string Output) Said((int Code, string Output, string Errors) answer) =>
        (answer.Code, answer.Output.TrimEnd());

    private (int Code, string Output, string Errors) Answered(string input, params string[] words) =>
        AskedCommand.Answer(input, [.. words, "--target", _folder.At("g")]);

    private (int Code, string Output, string Errors) Ask(params string[] words) =>
        AskedCommand.Run([.. words, "--target", _folder.At("g")]);
}
