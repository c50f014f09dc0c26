using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour.Generated;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>Tests of two processes of a game that read and write at the same time in one overwrite folder.</summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class OverwriteProcessesTests
{
    private const int Turns = 10, Files = 150, FileBytes = 300_000;

    private const string Gone = "gone";

    [RealProcessFact]
    public void EachSeesWhatTheOtherHasWritten()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using (LiveProgram left = OverwriteRuns.StartLive(folder), right = OverwriteRuns.StartLive(folder))
        {
            foreach (string name in (string[])[@"Data\a.txt", @"Data\only-game.txt", @"ModFolder\y.txt", @"Data\new.txt"])
            {
                string path = WinePrefix.ToWindows(folder.Game) + "\\" + name;
                for (int turn = 0; turn < Turns; turn += 2)
                {
                    Pass(left, right, path, $"left {turn}");
                    Pass(right, left, path, $"right {turn + 1}");
                }

                Assert.NotEqual("0", left.Ask("delete", path));
                Await(right, path, "-");
                Pass(right, left, path, "again");
            }

            left.Quit();
            right.Quit();
        }

        string output = OverwriteRuns.Run(folder, """
            read | Data\a.txt
            read | Data\only-game.txt
            read | ModFolder\y.txt
            read | Data\new.txt
            """);
        Assert.Equal(4, output.Split("text=again").Length - 1);
    }

    /// <summary>
    /// The process that renames a copy into place has it open meanwhile. SQLite opens its files without sharing deletion, and doesn't
    /// retry.
    /// </summary>
    [RealProcessTheory]
    [InlineData(true, "0")]
    [InlineData(false, "32")]
    public async Task ACopyThatIsJustArrivingIsWaitedFor(bool isArriving, string error)
    {
        using MergedFolder folder = WritingTests.Build();
        string program = Path.Combine(folder.Game, "arriving.exe"), begun = Path.Combine(folder.Root, "begun");
        File.Copy(NativePrograms.Get("arriving.exe"), program);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        OverwriteRuns.Run(folder, @"append | Data\a.txt | _written");
        string mark = OverwriteRuns.Temporary(folder, isArriving ? "1-1.arriving" : "1-1");
        Task<GameResult> holder = Task.Run(() => GameProcess.Run(NativePrograms.Get("arriving.exe"), ["hold",
            WinePrefix.ToWindows(OverwriteRuns.Place(folder, "Data/a.txt")), WinePrefix.ToWindows(mark), WinePrefix.ToWindows(begun)]));
        Assert.True(SpinWait.SpinUntil(() => File.Exists(mark) || holder.IsCompleted, TimeSpan.FromMinutes(1)));
        GameResult opened = GameProcess.Run(program,
            ["open", WinePrefix.ToWindows(Path.Combine(folder.Game, "Data", "a.txt")), WinePrefix.ToWindows(begun)],
            new GameOptions { Vfs = true });
        Assert.Equal("held", (await holder).Text.Trim());
        Assert.True(opened.Text.Trim() == error, opened.ToString());
    }

    /// <summary>Both processes cause the same copies at the same moment: both succeed, and no written data is lost.</summary>
    [RealProcessFact]
    public async Task BothCopyTheSameFilesAtOnce()
    {
        using MergedFolder folder = WritingTests.Build();
        string data = Path.Combine(folder.Mods, "mod", "Data");
        for (int i = 0; i < Files; i++)
            File.WriteAllBytes(Path.Combine(data, $"{i}.bin"), new byte[FileBytes]);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        string[] names = [.. Enumerable.Range(0, Files).Select(i => $@"Data\{i}.bin")];
        // One process changes the first byte, the other the length.
        Task<GameResult>[] runs = [
            Start(folder, "left", string.Join('\n', names.Select(name => $"openalways\t{name}\tL"))),
            Start(folder, "right", string.Join('\n', names.Select(name => $"setsize\t{name}\t{FileBytes + 1}"))),
        ];
        GameResult[] results = await Task.WhenAll(runs);
        Assert.All(results, result => Assert.True(
            result.ExitCode == 0 && !result.Text.Contains(": error", StringComparison.Ordinal), result.ToString()));
        foreach (string name in names)
        {
            byte[] copy = File.ReadAllBytes(OverwriteRuns.Place(folder, name.Replace('\\', Path.DirectorySeparatorChar)));
            Assert.Equal((name, FileBytes + 1, (byte)'L'), (name, copy.Length, copy[0]));
        }
    }

    /// <summary>
    /// Both processes open the same file at the same moment without sharing it, to replace it or to append to it, or rename a new file onto
    /// it, or delete it. One may be refused; every file is gone or contains what the processes that weren't refused have written.
    /// RVFS_RACES sets the number of rounds (default 2).
    /// </summary>
    [RealProcessTheory]
    [InlineData("truncate", "truncate")]
    [InlineData("append", "append")]
    [InlineData("truncate", "append")]
    [InlineData("move", "move")]
    [InlineData("move", "truncate")]
    [InlineData("move", "append")]
    [InlineData("delete", "delete")]
    [InlineData("delete", "truncate")]
    [InlineData("delete", "append")]
    [InlineData("delete", "move")]
    public void NothingIsLostOfWhatBothWriteAtOnce(string leftMode, string rightMode)
    {
        for (int round = RandomScenarioTests.Number("RVFS_RACES", 2); round > 0; round--)
            Race(leftMode, rightMode);
    }

    private static void Race(string leftMode, string rightMode)
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        for (int i = 0; i < Files; i++)
            File.WriteAllText(Path.Combine(folder.Mods, "mod", "Data", $"{i}.txt"), "old");
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram left = OverwriteRuns.StartLive(folder), right = OverwriteRuns.StartLive(folder);
        string data = WinePrefix.ToWindows(folder.Game) + @"\Data", files = Files.ToString(CultureInfo.InvariantCulture),
            meeting = Path.GetFileName(folder.Root);
        Assert.Equal("old", left.Ask("read", data + @"\0.txt"));
        Assert.Equal("old", right.Ask("read", data + @"\0.txt"));
        left.Tell("race", data, files, leftMode, "L", meeting, "0");
        right.Tell("race", data, files, rightMode, "R", meeting, "1");
        string lefts = left.Answer(), rights = right.Answer();
        left.Quit();
        right.Quit();
        Assert.Equal((Files, Files), (lefts.Length, rights.Length));
        string[] wrong = [
            .. Enumerable.Range(0, Files).Select(i => (Outcome: $"{lefts[i]}{rights[i]}", Text: Content(folder, i)))
                .Where(file => !IsAllowed(file.Outcome, file.Text, leftMode, rightMode))
                .Select(file => $"{file.Outcome}: '{file.Text}'"),
        ];
        Assert.True(wrong.Length == 0, string.Join(' ', wrong));
        string seen = OverwriteRuns.Run(folder, string.Join('\n', Enumerable.Range(0, Files).Select(i => $@"read | Data\{i}.txt")));
        Assert.Equal(Enumerable.Range(0, Files).Count(i => Content(folder, i) == Gone), seen.Split("error 2").Length - 1);
    }

    /// <summary>Determines whether a file may have this content: the result of both calls, in either order, on a real file.</summary>
    private static bool IsAllowed(string outcome, string text, string leftMode, string rightMode)
    {
        (string Mode, string Text, char Outcome) left = (leftMode, "L", outcome[0]), right = (rightMode, "R", outcome[1]);
        // A deletion may still be refused after the process that replaces the file was told that it doesn't exist; and each of two
        // deletions may find the file already gone.
        bool isBetween = (leftMode, rightMode, outcome, text) is ("delete", "truncate", "-w", "new") or ("delete", "append", "nn", Gone);
        return isBetween || After(left, After(right, "old")) == text || After(right, After(left, "old")) == text;
    }

    /// <summary>Returns what one call leaves of a file, or null if the call can't have ended in this way.</summary>
    private static string? After((string Mode, string Text, char Outcome) call, string? before) => (call.Mode, call.Outcome) switch
    {
        (_, '-') => before,
        ("append" or "delete", 'n') => before == Gone ? Gone : null,
        ("append", 'w') => before is null or Gone ? null : before + call.Text,
        // Two deletions of one file may both succeed.
        ("delete", 'w') => before is null ? null : Gone,
        ("truncate", 'w') => before is null ? null : before == Gone ? "new" : call.Text,
        ("move", 'w') => before is null ? null : call.Text,
        _ => null,
    };

    private static string Content(MergedFolder folder, int file)
    {
        string place = OverwriteRuns.Place(folder, Path.Combine("Data", $"{file}.txt"));
        if (File.Exists(place))
            return File.ReadAllText(place);
        return File.Exists(place + MergedFolder.HideEnding) ? Gone : "not in the overwrite folder";
    }

    private static Task<GameResult> Start(MergedFolder folder, string name, string script)
    {
        string file = Path.Combine(folder.Root, name + ".txt");
        File.WriteAllText(file, script + "\n");
        return Task.Run(() => GameProcess.Run(Path.Combine(folder.Game, BackendRunner.GameName), ["script", WinePrefix.ToWindows(file)],
            new GameOptions { Vfs = true }));
    }

    private static void Pass(LiveProgram writer, LiveProgram reader, string path, string text)
    {
        writer.Ask("write", path, text);
        Assert.Equal(text, writer.Ask("read", path));
        Await(reader, path, text);
    }

    private static void Await(LiveProgram program, string path, string content)
    {
        string answer = program.Ask("await", path, content);
        Assert.True(long.TryParse(answer, CultureInfo.InvariantCulture, out _), $"{path}, {content}: {answer}");
    }
}
