using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// <c>rvfs undo</c> where writes go to the game's folder and to mods, with <c>"undo": true</c>: names, bytes, times and modes of both are
/// what they were before the last run. Tests of both policies are <see cref="UndoTests"/>.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class UndoInPlaceTests
{
    private const bool Overwrites = false;

    /// <summary>Each scenario is a run, and begins with what the one before was taken back to.</summary>
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

    /// <summary>A run that isn't recorded ends what could be taken back: what it changes itself isn't known.</summary>
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

    /// <summary>Windows knows nothing of who may run a file on Linux.</summary>
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
