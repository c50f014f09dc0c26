using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

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
