using System.Diagnostics;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>Tests of what a start removes from the overwrite folder: unchanged copies and incomplete files.</summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class OverwriteStartTests
{
    private static readonly string A = Path.Combine("Data", "a.txt"), B = Path.Combine("Data", "b.txt"),
        Same = Path.Combine("Data", "only-game.txt"), Y = Path.Combine("ModFolder", "y.txt");

    [RealProcessFact]
    public void AnUnchangedCopyIsRemovedByTheNextStart()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        OverwriteRuns.Run(folder, """
            append | ModFolder\y.txt | _more
            create | Data\only-game.txt | game only
            create | Data\new.txt | <EMPTY>
            settime | Data\only-game.txt | 5
            """);
        OverwriteRuns.LeaveUnchanged(folder, @"Data\a.txt", @"Data\b.txt");
        string[] changed = [Path.Combine("Data", "new.txt"), Same, Y];
        Assert.Equal([A, B, .. changed], OverwriteRuns.Files(folder));

        // The last copy has the same content, but another time.
        string output = OverwriteRuns.Run(folder, "read | Data\\a.txt\nread | Data\\b.txt\nread | ModFolder\\y.txt");
        Assert.Equal(changed, OverwriteRuns.Files(folder));
        Assert.Contains("text=mod a", output, StringComparison.Ordinal);
        Assert.Contains("text=game b", output, StringComparison.Ordinal);
        Assert.Contains("text=mod y_more", output, StringComparison.Ordinal);
    }

    /// <summary>If a folder of the game has an empty part in the overwrite folder, its content is listed all the same.</summary>
    [RealProcessFact]
    public void AnEmptyPartHidesNothingOfTheGamesFolder()
    {
        using MergedFolder folder = WritingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        const string inner = @"find | Own\deep\*", outer = @"find | Own\*";
        // The part of Own\deep is created to hold the attributes; the copy in Own is removed at the next start, because nothing has written
        // to it.
        string first = OverwriteRuns.Run(folder, $"setattributes | Own\\deep | 22\n{inner}\nkeep | 0 | Own\\g.txt | C0010000 | 7 | 3 | 0");
        string second = OverwriteRuns.Run(folder, $"{inner}\n{outer}");
        Assert.True(Directory.Exists(OverwriteRuns.Place(folder, Path.Combine("Own", "deep"))));
        Assert.Empty(OverwriteRuns.Files(folder));
        Assert.Contains("name=d.txt", first, StringComparison.Ordinal);
        foreach (string name in (string[])["d.txt", "deep", "g.txt", "gone.txt"])
            Assert.Contains($"name={name}", second, StringComparison.Ordinal);
    }

    /// <summary>Two simultaneous starts would both think that the folder is theirs alone, so one waits until the other is done.</summary>
    [RealProcessFact]
    public async Task AStartWaitsForAnotherThatLooksAtTheFolder()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        OverwriteRuns.LeaveUnchanged(folder, @"Data\a.txt");
        string turn = OverwriteRuns.Temporary(folder, "starting"), half = OverwriteRuns.Temporary(folder, "7-1");
        File.WriteAllText(half, "half");
        using TemporaryFolder other = new();
        using LiveProgram holder = Hold(turn, other);
        Task<string> run = Task.Run(() => OverwriteRuns.Run(folder, @"read | Data\a.txt"));
        Assert.NotSame(run, await Task.WhenAny(run, Task.Delay(TimeSpan.FromSeconds(4))));
        Assert.True(File.Exists(half));
        Assert.Equal([A], OverwriteRuns.Files(folder));
        holder.Ask("letgo");
        Assert.Contains("text=mod a", await run, StringComparison.Ordinal);
        Assert.False(File.Exists(half));
        Assert.Empty(OverwriteRuns.Files(folder));
        holder.Quit();
    }

    /// <summary>
    /// The file by which a start tests whether the folder is writable lies where another start removes files. The first start must not
    /// conclude from its loss that the folder can't be written, and write elsewhere.
    /// </summary>
    [RealProcessFact]
    public async Task AStartDoesNotLoseItsFolderToAnotherThatClearsItAway()
    {
        using MergedFolder folder = WritingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        string turn = OverwriteRuns.Temporary(folder, "starting");
        Directory.CreateDirectory(OverwriteRuns.Temporary(folder, ""));
        File.WriteAllText(turn, "");
        using TemporaryFolder other = new();
        using LiveProgram holder = Hold(turn, other);
        Task<string> run = Task.Run(() => OverwriteRuns.Run(folder, @"append | Data\a.txt | _more"));
        // Removes whatever is there, again and again, as the other start does during its turn.
        var clock = Stopwatch.StartNew();
        while (clock.Elapsed < TimeSpan.FromSeconds(4))
        {
            foreach (string left in Directory.GetFiles(OverwriteRuns.Temporary(folder, "")).Where(left => left != turn))
                Assert.Fail($"'{Path.GetFileName(left)}' lies where it would be cleared away");
            Assert.False(run.IsCompleted);
        }

        holder.Ask("letgo");
        await run;
        Assert.Equal([A], OverwriteRuns.Files(folder));
        holder.Quit();
    }

    [RealProcessFact]
    public void WhatIsNotWholeIsRemovedByAStartThatNoOtherProcessShares()
    {
        using MergedFolder folder = WritingTests.Build();
        string file = OverwriteRuns.Temporary(folder, "7-1"), below = OverwriteRuns.Temporary(folder, Path.Combine("8-1", "Data", "a"));
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram other = OverwriteRuns.StartLive(folder);
        string game = WinePrefix.ToWindows(folder.Game);
        Assert.Equal("mod a", other.Ask("read", game + @"\Data\a.txt"));
        Directory.CreateDirectory(Path.GetDirectoryName(below)!);
        File.WriteAllText(file, "half");
        File.WriteAllText(below, "half");

        OverwriteRuns.Run(folder, @"append | Data\a.txt | <EMPTY>");
        OverwriteRuns.Run(folder, @"read | Data\a.txt");
        Assert.True(File.Exists(file) && File.Exists(below), "another process has the folder in use");
        Assert.Equal([A], OverwriteRuns.Files(folder));

        other.Quit();
        OverwriteRuns.Run(folder, @"read | Data\a.txt");
        Assert.Equal(["in use", "starting"], OverwriteRuns.Temporaries(folder));
        Assert.Empty(OverwriteRuns.Files(folder));
    }

    /// <summary>Starts a program that has a file open without sharing, like the file by which a start makes others wait.</summary>
    private static LiveProgram Hold(string file, TemporaryFolder folder)
    {
        string program = folder.At("live.exe");
        File.Copy(NativePrograms.Get("live.exe"), program);
        LiveProgram holder = new(program, new GameOptions());
        Assert.Equal("0", holder.Ask("hold", WinePrefix.ToWindows(file)));
        return holder;
    }
}
