using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of <c>rvfs undo</c> with <c>"undo": true</c> if writes go to the game's folder and to mods: names, bytes, times and modes in both
/// are as they were before the last run. Tests of both policies are in <see cref="UndoTests"/>.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class UndoInPlaceTests
{
    private const bool Overwrites = false;

    /// <summary>Each scenario is a run that begins with the state to which the previous one was taken back.</summary>
    [RealProcessFact]
    public void TheGameAndItsModsAreWhatTheyWereBeforeEachRun()
    {
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, Overwrites);
        OverwriteRuns.Run(folder, UndoTests.Earlier);
        FolderContent before = RecordedRuns.Content(folder, Overwrites);
        foreach (Scenario scenario in UndoTests.Own)
        {
            OverwriteRuns.Run(folder, scenario.Commands);
            Assert.True(before.ChangesTo(RecordedRuns.Content(folder, Overwrites)).Length > 0, scenario.Name);
            RecordedRuns.AssertTakenBack(folder, Overwrites, before);
        }
    }

    [RealProcessFact]
    public void EveryWayToSaveAndToWriteIsTakenBack()
    {
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, Overwrites);
        FolderContent before = RecordedRuns.Content(folder, Overwrites);
        IEnumerable<Scenario> ways = SavingTests.Ways.SelectMany(way => SavingTests.Names.Select(name =>
            new Scenario($"{way.Way} {name}", string.Format(CultureInfo.InvariantCulture, way.Commands, name))));
        BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([.. ways, .. SavingTests.Others, .. WritingTests.All]), tolerant: true);
        Assert.NotEmpty(before.ChangesTo(RecordedRuns.Content(folder, Overwrites)));
        RecordedRuns.AssertTakenBack(folder, Overwrites, before);
        Assert.Equal(1, OverwriteRuns.Launch(folder, "undo", "--yes").Code);
    }

    /// <summary>A line of the journal can't hold such a name, which Linux allows and Windows doesn't.</summary>
    [LinuxFact(Needs.Published)]
    public void ANameThatCannotBeRecordedIsSaid()
    {
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, Overwrites);
        string own = Directory.CreateDirectory(Path.Combine(folder.Game, "Own")).FullName;
        File.WriteAllText(Path.Combine(own, "a\tb.txt"), "kept");
        OverwriteRuns.Run(folder, "move | Own | Other");
        (_, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.Contains("not all that the run has changed is known", said, StringComparison.Ordinal);
        Assert.Equal("kept", File.ReadAllText(Path.Combine(folder.Game, "Other", "a\tb.txt")));
    }

    [RealProcessFact]
    public void WhatIsOnlyReadIsNotRecorded()
    {
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, Overwrites);
        OverwriteRuns.Run(folder, """
            read | Data\a.txt
            read | Data\only-game.txt
            attributes | Data\only-game.txt
            find | Data\*
            tree | .
            read | Data\nothing.txt
            """);
        string journal = RecordedRuns.Journal(folder);
        Assert.Empty(Directory.GetFiles(journal, "*.log"));
        Assert.Empty(Directory.GetFiles(Path.Combine(journal, "files")));
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.Equal(1, code);
        Assert.Contains("nothing that could be taken back", said, StringComparison.Ordinal);
    }

    /// <summary>The programs that the game starts are recorded, too; here they write after the game itself has ended.</summary>
    [RealProcessTheory]
    [InlineData(false, "undo")]
    [InlineData(false, "option")]
    [InlineData(true, "overwrite")]
    public void WhatAProgramOfTheGameWritesIsTakenBack(bool overwrites, string how)
    {
        using MergedFolder folder = SavingTests.Build();
        if (how != "option")
            RecordedRuns.Configure(folder, overwrites)?.Dispose();
        string starter = Path.Combine(folder.Game, "starter.exe"), file = Path.Combine(folder.Game, "Data", "only-game.txt");
        File.Copy(NativePrograms.Get("launched.exe"), starter);
        FolderContent before = RecordedRuns.Content(folder, overwrites);
        GameResult result = GameProcess.Run(starter, ["tree", "300", @"Data\only-game.txt"], new GameOptions
        {
            Vfs = true,
            VfsArguments = how == "option" ? ["--undo"] : [],
        });
        Assert.True(result.ExitCode == 3, result.ToString());
        Assert.Equal("done", File.ReadAllText(overwrites ? OverwriteRuns.Place(folder, "Data/only-game.txt") : file));
        RecordedRuns.AssertTakenBack(folder, overwrites, before);
    }

    /// <summary>A file that is too large to be copied isn't lost under the new name that the game has given it.</summary>
    [RealProcessFact]
    public void ALargeFileThatWasRenamedComesBack()
    {
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, Overwrites, """, "largestCopy": 1""");
        string[] large = [Path.Combine(folder.Game, "Data", "large.bin"), Path.Combine(folder.Mods, "mod", "Data", "mods large.bin"),
            Path.Combine(folder.Game, "Many", "sub", "large.bin")];
        for (int i = 0; i < large.Length; i++)
            OverwriteFullDiskTests.Write(large[i], (1 << 20) + 1 + i);
        FolderContent before = RecordedRuns.Content(folder, Overwrites);
        OverwriteRuns.Run(folder, """
            rename | Data\large.bin | Data\between.bin
            rename | Data\between.bin | Data\renamed.bin
            create | Data\large.bin | another
            delete | Data\large.bin
            replace | Data\only-game.txt | Data\mods large.bin
            rename | Many | Renamed
            """);
        Assert.False(File.Exists(large[0]));
        Assert.False(File.Exists(large[1]));
        Assert.False(File.Exists(large[2]));
        RecordedRuns.AssertTakenBack(folder, Overwrites, before);
    }

    /// <summary>If two such files can't be told apart, or another file has the old name, they stay in their place.</summary>
    [RealProcessFact]
    public void LargeFilesThatCannotBeToldApartStay()
    {
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, Overwrites, """, "largestCopy": 1""");
        string data = Path.Combine(folder.Game, "Data");
        foreach ((string name, int more) in (IEnumerable<(string, int)>)[("one.bin", 1), ("two.bin", 1), ("three.bin", 2)])
        {
            OverwriteFullDiskTests.Write(Path.Combine(data, name), (1 << 20) + more);
            File.SetLastWriteTimeUtc(Path.Combine(data, name), new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        }

        OverwriteRuns.Run(folder, """
            rename | Data\one.bin | Data\1.bin
            rename | Data\two.bin | Data\2.bin
            rename | Data\three.bin | Data\3.bin
            create | Data\three.bin | new
            append | Data\only-game.txt | _more
            """);
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.True(code == 1, said);
        Assert.Equal((1 << 20) + 1, new FileInfo(Path.Combine(data, "1.bin")).Length);
        Assert.Equal((1 << 20) + 1, new FileInfo(Path.Combine(data, "2.bin")).Length);
        Assert.Equal((1 << 20) + 2, new FileInfo(Path.Combine(data, "3.bin")).Length);
        Assert.Equal("game only", File.ReadAllText(Path.Combine(data, "only-game.txt")));
        foreach (string name in (string[])["1", "2", "3"])
            Assert.Contains($@"'game\Data\{name}.bin' isn't taken back: it may be the former", said, StringComparison.Ordinal);
    }

    /// <summary>After a run that isn't recorded, nothing can be taken back, because the run's own changes aren't known.</summary>
    [RealProcessFact]
    public void ARunThatIsNotRecordedLeavesNothingToTakeBack()
    {
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, Overwrites);
        OverwriteRuns.Run(folder, @"append | Data\only-game.txt | _recorded");
        Assert.True(Directory.Exists(RecordedRuns.Journal(folder)));
        File.Delete(Path.Combine(folder.Game, "rvfs", "rvfs.json"));
        OverwriteRuns.Run(folder, @"append | Data\only-game.txt | _more");
        Assert.False(Directory.Exists(RecordedRuns.Journal(folder)));
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.Equal(125, code);
        Assert.Contains("With \"undo\": true in rvfs.json, or with rvfs run --undo, a run is recorded", said, StringComparison.Ordinal);
        Assert.Equal("game only_recorded_more", File.ReadAllText(Path.Combine(folder.Game, "Data", "only-game.txt")));
    }

    /// <summary>Windows doesn't know the execute permissions of files on Linux.</summary>
    [RealProcessFact]
    public void WhoMayRunAFileStays()
    {
        if (OperatingSystem.IsWindows())
            return;
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, Overwrites);
        const UnixFileMode mode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupRead;
        File.SetUnixFileMode(Path.Combine(folder.Game, "Data", "only-game.txt"), mode);
        FolderContent before = RecordedRuns.Content(folder, Overwrites);
        OverwriteRuns.Run(folder, @"append | Data\only-game.txt | _more");
        RecordedRuns.AssertTakenBack(folder, Overwrites, before);
    }
}
