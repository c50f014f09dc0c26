using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>Tests of threads under <c>"writes": "overwrite"</c>: one thread changes a file that another one copies.</summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class OverwriteThreadsTests
{
    /// <summary>
    /// One thread opens a file for writing and closes it, several times, which copies the file. Another one changes it at the same moment;
    /// for half of the files both run on one processor. RVFS_RACES sets the number of files, in hundreds (default 2).
    /// </summary>
    [RealProcessTheory]
    [InlineData("append")]
    [InlineData("replace")]
    [InlineData("delete")]
    [InlineData("dispose")]
    [InlineData("rename")]
    [InlineData("read")]
    public void NothingIsLost(string way)
    {
        const string text = "what it was";
        int files = 100 * Generated.RandomScenarioTests.Number("RVFS_RACES", 2);
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        for (int i = 0; i < files; i++)
            File.WriteAllText(Path.Combine(i % 2 == 0 ? Path.Combine(folder.Mods, "mod") : folder.Game, "Data", $"{i}.txt"), text);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        Assert.Equal(text, game.Ask("read", WinePrefix.ToWindows(folder.Game) + @"\Data\0.txt"));
        string answer = game.Ask("churn", WinePrefix.ToWindows(folder.Game) + @"\Data",
            files.ToString(CultureInfo.InvariantCulture), way, text);
        game.Quit();
        Assert.True(answer == "0 refused, 0 wrong", answer);

        // A real file behaves in the same way.
        using TemporaryFolder real = new();
        File.Copy(NativePrograms.Get("live.exe"), real.At("live.exe"));
        for (int i = 0; i < files; i++)
            File.WriteAllText(real.At($"{i}.txt"), text);
        using LiveProgram program = new(real.At("live.exe"), new GameOptions());
        Assert.Equal("0 refused, 0 wrong", program.Ask("churn", WinePrefix.ToWindows(real.Root),
            files.ToString(CultureInfo.InvariantCulture), way, text));
        program.Quit();
    }
}
