using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of two Wine prefixes, each with its own server, that share an overwrite folder: a game under Proton, and a tool for it in another
/// prefix.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class OverwritePrefixesTests : IDisposable
{
    private readonly TemporaryFolder _prefix = new();

    public void Dispose()
    {
        if (!OperatingSystem.IsWindows())
            GameProcess.RunCommand(["wineserver", "-k"], In(_prefix.Root));
        _prefix.Dispose();
    }

    [LinuxFact(Needs.Published)]
    public void TheSecondStartIsNotAlone()
    {
        const string readWrite = "C0000000", all = "7", existing = "3";
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        string path = WinePrefix.ToWindows(folder.Game) + @"\Data\a.txt", half = OverwriteRuns.Temporary(folder, "7-1"),
            copy = OverwriteRuns.Place(folder, "Data/a.txt"), run = UntouchedFiles.FolderOf(folder) + ".rvfs-undo/run";
        Assert.Equal("0", game.Ask("file", "open", "0", path, readWrite, all, existing));
        File.WriteAllText(half, "half");
        string begun = File.ReadAllText(run);

        // Everything that the first prefix's game uses stays: its copy, its incomplete files, its journal.
        GameResult second = OverwriteRuns.Run(folder, @"append | Data\b.txt | _second",
            In(_prefix.Root) with { Timeout = TimeSpan.FromMinutes(3) });
        Assert.True(second.ExitCode == 0, second.ToString());
        Assert.True(File.Exists(half) && File.Exists(copy), "the second start has cleared away what the first one uses");
        Assert.Equal(begun, File.ReadAllText(run));
        Assert.Equal("0", game.Ask("file", "put", "0", "0", "MOD"));
        Assert.Equal("0", game.Ask("file", "close", "0"));
        game.Quit();
        Assert.Equal("MOD a", File.ReadAllText(copy));
        Assert.Equal("game b_second", File.ReadAllText(OverwriteRuns.Place(folder, "Data/b.txt")));

        // Only one prefix uses the folder again.
        OverwriteRuns.Run(folder, @"read | Data\b.txt", In(_prefix.Root));
        Assert.False(File.Exists(half));
        Assert.NotEqual(begun, File.ReadAllText(run));
    }

    private static GameOptions In(string prefix) => new()
    {
        Environment = new Dictionary<string, string?> { ["WINEPREFIX"] = prefix },
    };
}
