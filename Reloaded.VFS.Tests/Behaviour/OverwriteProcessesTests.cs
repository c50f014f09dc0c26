using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour.Generated;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>Two processes of a game that write and read beside each other in one overwrite folder.</summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteProcessesTests
{
    private const int Turns = 10, Files = 150, FileBytes = 300_000;

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

    /// <summary>Both want the same copies at the same moment: each gets them, and nothing that one has written is lost.</summary>
    [RealProcessFact]
    public async Task BothCopyTheSameFilesAtOnce()
    {
        using MergedFolder folder = WritingTests.Build();
        string data = Path.Combine(folder.Mods, "mod", "Data");
        for (int i = 0; i < Files; i++)
            File.WriteAllBytes(Path.Combine(data, $"{i}.bin"), new byte[FileBytes]);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        string[] names = [.. Enumerable.Range(0, Files).Select(i => $@"Data\{i}.bin")];
        // One changes the first byte, the other the length.
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
    /// Two that open the same file at the same moment, to replace it or to append to it, and share it with no other handle, or rename a
    /// new file onto it: one may be refused, and every file holds what those have written who weren't. RVFS_RACES: how many rounds, 2 if
    /// nothing is said.
    /// </summary>
    [RealProcessTheory]
    [InlineData("truncate", "truncate")]
    [InlineData("append", "append")]
    [InlineData("truncate", "append")]
    [InlineData("move", "move")]
    [InlineData("move", "truncate")]
    [InlineData("move", "append")]
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
                .Where(file => !Allowed(file.Outcome, leftMode, rightMode).Contains(file.Text))
                .Select(file => $"{file.Outcome}: '{file.Text}'"),
        ];
        Assert.True(wrong.Length == 0, string.Join(' ', wrong));
    }

    /// <summary>What a file may hold: what is left of both writes, in either order, on a real file.</summary>
    private static string[] Allowed(string outcome, string leftMode, string rightMode)
    {
        string first = Write("old", leftMode, "L"), second = Write("old", rightMode, "R");
        return outcome switch
        {
            "ww" => [Write(first, rightMode, "R"), Write(second, leftMode, "L")],
            "w-" => [first],
            "-w" => [second],
            _ => [],
        };
    }

    private static string Write(string before, string mode, string text) => mode == "append" ? before + text : text;

    private static string Content(MergedFolder folder, int file) =>
        OverwriteRuns.Place(folder, Path.Combine("Data", $"{file}.txt")) is var place && File.Exists(place)
            ? File.ReadAllText(place)
            : "none in the overwrite folder";

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
