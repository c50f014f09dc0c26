using Reloaded.VFS.Hashing;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Dll.Watching;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of markers of names that the game deletes in a mod (docs/writes.md, Whiteouts that stay): markers that can't be created, markers
/// that a kill leaves unfinished, and the clean-up at a start.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class DeletionMarkerTests
{
    private const string Ending = MergedFolder.HideEnding;
    private const string Said = "what the game deletes may reappear at its next start";

    /// <summary>
    /// The deletion succeeds and lasts as long as the process, which is reported once. A deletion that fails reports nothing.
    /// </summary>
    [RealProcessFact]
    public void AMarkerThatIsRefusedIsToldOnce()
    {
        using MergedFolder folder = Build();
        // A folder occupies the name under which the marker is written, so access is denied for every user.
        foreach (string name in (string[])["a.txt", "b.txt", "c.txt"])
            Directory.CreateDirectory(Unfinished(folder, name));
        BackendRunner.AssertSame(folder, [new("fail", """
            setattributes | Data\a.txt | 1
            delete | Data\a.txt
            setattributes | Data\a.txt | 80
            move | Data\b.txt | Nowhere\b.txt
            """)], "deletions that fail");
        Assert.DoesNotContain(Said, OverwriteRuns.Reports(folder), StringComparison.Ordinal);
        BackendRunner.AssertSame(folder, [new("delete", """
            delete | Data\a.txt
            ntdelete | Data\b.txt
            move | Data\c.txt | Data\moved.txt
            tree | .
            """)], "the deletions");
        string report = OverwriteRuns.Reports(folder);
        Assert.Equal(2, report.Split(Said).Length);
        Assert.Contains("give the user who plays the right to write to the mod's folder", report, StringComparison.Ordinal);
        string seen = OverwriteRuns.Run(folder, "read | Data\\a.txt\nread | Data\\b.txt\nread | Data\\c.txt");
        Assert.Equal(4, seen.Split("text=game").Length);
    }

    /// <summary>
    /// On a read-only volume, Wine reports that a deletion succeeds, and still finds the file afterwards; Windows refuses it. A deletion
    /// that succeeds is reported.
    /// </summary>
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void ADeletionOnAReadOnlyVolumeIsTold()
    {
        using MergedFolder folder = Build();
        using SmallVolume volume = UndoFullDiskTests.MoveOnto(folder.Mods, 1);
        volume.MakeReadOnly();
        string seen = OverwriteRuns.Run(folder, "delete | Data\\a.txt\nntdelete | Data\\b.txt\nread | Data\\a.txt\nread | Data\\b.txt");
        Assert.True(OverwriteRuns.Reports(folder).Split(Said).Length == 2, seen);
        Assert.Contains("text=mod a", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
    }

    /// <summary>
    /// A deletion that is withdrawn, or that the system refuses, and a rename that it refuses, in the game's folder or out of it, leave no
    /// marker beside the file, which would hide other layers once the file is gone.
    /// </summary>
    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void WhatIsNotDeletedGetsNoMarker(bool overwrites)
    {
        using MergedFolder folder = Build();
        using UntouchedFiles? untouched = overwrites ? UntouchedFiles.Overwrite(folder) : null;
        BackendRunner.AssertSame(folder, [new("nothing is deleted", """
            append | Data\a.txt | more
            append | Data\b.txt | more
            append | Data\c.txt | more
            keep | 0 | Data\a.txt | C0010000 | 7 | 3 | 0
            keptdispose | 0 | 13 | 1
            keptdispose | 0 | 13 | 0
            keptclose | 0
            keep | 1 | Data\b.txt | C0000000 | 3 | 3 | 0
            delete | Data\b.txt
            createdelete | Data\b.txt | text | 3
            keptclose | 1
            keep | 2 | Data\c.txt | C0110000 | 7 | 3 | 0
            keptrename | 2 | 10 | 0 | \??\<ROOT>\Data\a.txt
            keptrename | 2 | 10 | 0 | \??\<ROOT>.nowhere\c.txt
            keptclose | 2
            treeall | Data
            """)], "nothing is deleted");
        Assert.Empty(Directory.GetFiles(folder.Game, "*" + Ending, SearchOption.AllDirectories));
    }

    /// <summary>A deletion that failed hides nothing once the mod's file goes: the game's own file is seen.</summary>
    [RealProcessFact]
    public void ADeletionThatFailedHidesNothingOnceTheFileGoes()
    {
        using var game = new LiveGame(["data/x.txt", "rvfs/mods/A/data/x.txt", "rvfs/mods/A/data/y.txt"]);
        string file = game.At("rvfs/mods/A/data/x.txt");
        game.Start();
        // Read-only, it can't be deleted; there is no folder to which it could be moved.
        File.SetAttributes(file, FileAttributes.ReadOnly);
        for (int i = 0; i < 3; i++)
        {
            Assert.Equal("0", game.Ask("delete", game.InGame("data/x.txt")));
            Assert.Equal("0", game.Ask("move", game.InGame("data/x.txt"), game.InGame("nowhere/x.txt")));
        }

        game.Await("data/x.txt", "rvfs/mods/A/data/x.txt");
        File.SetAttributes(file, FileAttributes.Normal);
        File.Delete(file);
        game.Await("data/x.txt", "data/x.txt");
        File.WriteAllText(file, "again");
        game.Await("data/x.txt", "again");
        Assert.NotEqual("0", game.Ask("delete", game.InGame("data/x.txt")));
        game.Await("data/x.txt", "-");
        game.Quit();
    }

    /// <summary>
    /// The next start knows no deletion of the one before: where a mod has the file again, and a rename of it fails, no marker
    /// is left.
    /// </summary>
    [RealProcessFact]
    public void ADeletionBeforeAStopLeavesNoMarkerAfterTheNextStart()
    {
        using var game = new LiveGame(["data/x.txt", "rvfs/mods/A/data/x.txt"]);
        string file = game.At("rvfs/mods/A/data/x.txt"), marker = file + Ending;
        game.Start();
        Assert.NotEqual("0", game.Ask("delete", game.InGame("data/x.txt")));
        Assert.True(File.Exists(marker));
        Assert.Equal("0", game.Ask("vfs", "rvfs_stop"));
        File.Delete(marker);
        File.WriteAllText(file, "again");
        game.Folder.File("g/rvfs/mods/B/data/y.txt", "another layer");
        Assert.Equal("0", game.Ask("vfs", "rvfs_start_config"));
        game.Await("data/x.txt", "again");
        Assert.Equal("0", game.Ask("move", game.InGame("data/x.txt"), game.InGame("nowhere/x.txt")));
        Assert.False(File.Exists(marker), "the marker of the rename that failed is still there");
        game.Await("data/x.txt", "again");
        game.Quit();
    }

    /// <summary>No file system has room for the marker's name, which is longer than the file's by its ending.</summary>
    [RealProcessFact]
    public void AMarkerWhoseNameIsTooLongIsTold()
    {
        string name = new string('n', 246) + ".txt";
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", $"Data/{name} = game"),
            [FixtureTree.Parse("mod", $"Data/{name} = mod")], (NativePrograms.Probe, BackendRunner.GameName));
        BackendRunner.AssertSame(folder, [new("delete", $@"delete | Data\{name}" + "\ntree | .")], "the deletion");
        Assert.Contains(Said, OverwriteRuns.Reports(folder), StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(Path.Combine(folder.Mods, "mod", "Data")));
    }

    /// <summary>
    /// A start removes an unfinished marker, except one that another process is just writing. If nothing in a mod changes, the marker
    /// stays.
    /// </summary>
    [RealProcessFact]
    public void AStartRemovesAnUnfinishedMarker()
    {
        using MergedFolder folder = Build();
        string left = Unfinished(folder, "a.txt"),
            held = Path.Combine(folder.Mods, "mod", "Gone", "deep", $"0{HideMarker.UnfinishedEnding}");
        File.WriteAllText(left, "The");
        File.WriteAllText(held, "The");
        using (UntouchedFiles.Overwrite(folder))
            OverwriteRuns.Run(folder, "tree | .");
        Assert.True(File.Exists(left) && File.Exists(held));
        File.Delete(Path.Combine(folder.Game, "rvfs", "rvfs.json"));
        using (LiveProgram other = new(NativePrograms.Get("live.exe"), new GameOptions()))
        {
            other.Ask("hold", WinePrefix.ToWindows(held));
            BackendRunner.AssertSame(folder, [new("look", "tree | .")], "the next start");
            Assert.False(File.Exists(left));
            Assert.True(File.Exists(held));
            other.Quit();
        }

        BackendRunner.AssertSame(folder, [new("look", "tree | .")], "the last start");
        Assert.False(File.Exists(held));
    }

    /// <summary>
    /// The process stops after it has created a marker's file, before or after its text is written, and is killed there: the name is as it
    /// was, and the next start deletes the leftover.
    /// </summary>
    // Where it stops, a library for the system's own 64-bit processes stops it.
    [LinuxTheory(Needs.Published)]
    [Trait("Bits", "64")]
    [InlineData("before")]
    [InlineData("behind")]
    public void AKillBetweenAMarkersFileAndItsNameLeavesTheOldState(string moment)
    {
        using MergedFolder folder = Build();
        string library = Path.Combine(folder.Root, "stop.so"), stopped = Path.Combine(folder.Root, "stopped"),
            script = Path.Combine(folder.Root, "killed.txt");
        File.WriteAllText(library + ".c", """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at)
            {
                static const char ending[] = ".rvfshide.rvfs-tmp";
                ssize_t (*real)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
                char link[64], path[4096];
                snprintf(link, sizeof link, "/proc/self/fd/%d", file);
                ssize_t length = readlink(link, path, sizeof path - 1);
                path[length > 0 ? length : 0] = 0;
                if (length < (ssize_t)sizeof ending || strcmp(path + length + 1 - sizeof ending, ending))
                    return real(file, bytes, count, at);
                if (strcmp(getenv("RVFS_TEST_STOP"), "before"))
                    real(file, bytes, count, at);
                close(open(getenv("RVFS_TEST_STOPPED"), O_WRONLY | O_CREAT, 0666));
                for (;;)
                    pause();
            }
            ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) { return pwrite64(file, bytes, count, at); }
            """);
        GameResult built = GameProcess.RunCommand(
            [Executables.Find("clang")!, "-shared", "-fPIC", "-o", library, library + ".c"]);
        Assert.True(built.ExitCode == 0, built.ToString());
        File.WriteAllText(script, "delete\tData\\a.txt\n");
        Task<GameResult> run = Task.Run(() => GameProcess.Run(Path.Combine(folder.Game, BackendRunner.GameName),
            ["script", WinePrefix.ToWindows(script)], new GameOptions
            {
                Vfs = true,
                Environment = new Dictionary<string, string?>
                {
                    ["LD_PRELOAD"] = library,
                    ["RVFS_TEST_STOP"] = moment,
                    ["RVFS_TEST_STOPPED"] = stopped,
                },
            }));
        while (!run.IsCompleted && !File.Exists(stopped))
            Thread.Sleep(5);
        Assert.False(run.IsCompleted, run.IsCompleted ? run.Result.ToString() : "");
        OverwriteRuns.Kill(folder, "killed.txt");
        run.Wait();
        string unfinished = Unfinished(folder, "a.txt");
        Assert.Equal(moment == "before" ? "" : HideMarker.DeletedByGame, File.ReadAllText(unfinished));
        Assert.False(File.Exists(Path.Combine(folder.Mods, "mod", "Data", "a.txt" + Ending)));
        Assert.Contains("text=mod a", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
        Assert.False(File.Exists(unfinished));
        Assert.Contains("error 2", OverwriteRuns.Run(folder, "delete | Data\\a.txt\nread | Data\\a.txt"), StringComparison.Ordinal);
        Assert.Contains("error 2", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
    }

    /// <summary>Returns the path of a marker that doesn't have its final name yet.</summary>
    private static string Unfinished(MergedFolder folder, string name) => Path.Combine(folder.Mods, "mod", "Data",
        $"{PathHash.HashFolded(name + Ending):x16}{HideMarker.UnfinishedEnding}");

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/a.txt = game a
            Data/b.txt = game b
            Data/c.txt = game c
            Gone/deep/d.txt = game d
            """),
        [
            FixtureTree.Parse("mod", """
                Data/a.txt = mod a
                Data/b.txt = mod b
                Data/c.txt = mod c
                Gone/deep/d.txt = mod d
                """),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
