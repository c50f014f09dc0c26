using System.Diagnostics;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>What a start clears away in the overwrite folder: copies that are what they were copied from, and what isn't whole.</summary>
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

        // Of the last, the content is the same and the time isn't.
        string output = OverwriteRuns.Run(folder, "read | Data\\a.txt\nread | Data\\b.txt\nread | ModFolder\\y.txt");
        Assert.Equal(changed, OverwriteRuns.Files(folder));
        Assert.Contains("text=mod a", output, StringComparison.Ordinal);
        Assert.Contains("text=game b", output, StringComparison.Ordinal);
        Assert.Contains("text=mod y_more", output, StringComparison.Ordinal);
    }

    /// <summary>A folder of the game's own whose part in the overwrite folder is empty: what is in it is listed all the same.</summary>
    [RealProcessFact]
    public void AnEmptyPartHidesNothingOfTheGamesFolder()
    {
        using MergedFolder folder = WritingTests.Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        const string inner = @"find | Own\deep\*", outer = @"find | Own\*";
        // The part of Own\deep is made to have the attributes; the copy in Own goes at the next start, since nothing has written to it.
        string first = OverwriteRuns.Run(folder, $"setattributes | Own\\deep | 22\n{inner}\nkeep | 0 | Own\\g.txt | C0010000 | 7 | 3 | 0");
        string second = OverwriteRuns.Run(folder, $"{inner}\n{outer}");
        Assert.True(Directory.Exists(OverwriteRuns.Place(folder, Path.Combine("Own", "deep"))));
        Assert.Empty(OverwriteRuns.Files(folder));
        Assert.Contains("name=d.txt", first, StringComparison.Ordinal);
        foreach (string name in (string[])["d.txt", "deep", "g.txt", "gone.txt"])
            Assert.Contains($"name={name}", second, StringComparison.Ordinal);
    }

    /// <summary>Two starts at once would both find the folder theirs alone: one waits until the other is done.</summary>
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
    /// The file by which a start finds out whether the folder can be written lies where another start clears away: the first one must not
    /// take the folder for one that can't be written, and write elsewhere.
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
        // As the other start would: whatever lies there is cleared away, again and again, while it has its turn.
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

    /// <summary>A program that has a file open alone, as a start has the one by which others wait for it.</summary>
    private static LiveProgram Hold(string file, TemporaryFolder folder)
    {
        string program = folder.At("live.exe");
        File.Copy(NativePrograms.Get("live.exe"), program);
        LiveProgram holder = new(program, new GameOptions());
        Assert.Equal("0", holder.Ask("hold", WinePrefix.ToWindows(file)));
        return holder;
    }
}
