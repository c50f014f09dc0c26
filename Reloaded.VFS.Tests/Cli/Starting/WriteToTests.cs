using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>
/// <c>rvfs run --write-to MOD</c>: all that the tool writes is in the mod afterwards, nothing else has changed, and <c>rvfs undo</c> takes
/// it back.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class WriteToTests
{
    private const string Work = """
        create | Data\fresh.txt | new text
        read | Data\fresh.txt
        append | Data\a.txt | _more
        read | Data\a.txt
        create | Data\only-game.txt | overwritten
        mkdir | Made
        create | Made\deep.txt | deep
        delete | Data\b.txt
        rename | Data\only-mod.txt | 0 | Data\renamed.txt
        tree | .
        """;

    [RealProcessFact]
    public void WhatAToolWritesIsInTheMod()
    {
        using MergedFolder folder = WritingTests.Build();
        string plain = OverwriteRuns.Run(folder, "tree | .");
        string[] before = Content(folder);
        string merged = BackendRunner.Run(folder, Backend.Merged, Scenario.ToScript([new("one run", Work)], WinePrefix.IsNeeded));
        GameResult tool = RunTool(folder, Work);
        Assert.Equal(merged, tool.Text);
        Assert.Contains("the mod 'Output' has what the tool has written: 5 files", tool.Errors, StringComparison.Ordinal);
        Assert.Equal(before, Content(folder));
        Assert.Equal("new text", File.ReadAllText(Path.Combine(folder.Mods, "Output", "Data", "fresh.txt")));
        Assert.False(Directory.Exists(Path.Combine(folder.Game, "rvfs", "write-to", "Output")));
        string seen = OverwriteRuns.Run(folder, "tree | .");
        Assert.Equal(BackendRunner.Run(folder, Backend.Merged, Scenario.ToScript([new("overwrite", "tree | .")], WinePrefix.IsNeeded)), seen);
        Assert.Contains("the mod 'Output': ", WatchedGame.Rvfs("last", folder.Game).Text, StringComparison.Ordinal);

        // The run before the last start is overtaken: a tool's next run is what undo takes back.
        string once = OverwriteRuns.Run(folder, "tree | .");
        RunTool(folder, """
            create | Data\fresh.txt | written again
            delete | Made\deep.txt
            create | Data\second.txt | second
            """);
        Assert.Equal("written again", File.ReadAllText(Path.Combine(folder.Mods, "Output", "Data", "fresh.txt")));
        Assert.False(File.Exists(Path.Combine(folder.Mods, "Output", "Made", "deep.txt")));
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.True(code == 0, said);
        Assert.Equal(once, OverwriteRuns.Run(folder, "tree | ."));
        Assert.Equal(before, Content(folder));

        Directory.Delete(Path.Combine(folder.Mods, "Output"), recursive: true);
        Assert.Equal(plain, OverwriteRuns.Run(folder, "tree | ."));
    }

    [RealProcessFact]
    public void WhatAKilledRunHasLeftIsMovedByTheNext()
    {
        using MergedFolder folder = WritingTests.Build();
        Leave("Output", "Data/left.txt");
        Leave("Other", "Data/other.txt");
        Assert.Contains("left", RunTool(folder, @"read | Data\left.txt").Text, StringComparison.Ordinal);
        Assert.Equal("left", File.ReadAllText(Path.Combine(folder.Mods, "Output", "Data", "left.txt")));
        Assert.Equal("left", File.ReadAllText(Path.Combine(folder.Mods, "Other", "Data", "other.txt")));
        Assert.Empty(Directory.EnumerateFiles(Path.Combine(folder.Game, "rvfs", "write-to"), "*.txt", SearchOption.AllDirectories));

        void Leave(string mod, string name)
        {
            string place = Path.Combine(folder.Game, "rvfs", "write-to", mod);
            Directory.CreateDirectory(place + ".rvfs-tmp");
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(place, name))!);
            File.WriteAllText(Path.Combine(place, name), "left");
        }
    }

    [RealProcessFact]
    public void WithoutAModThatCanTakeItNothingStarts()
    {
        using MergedFolder folder = WritingTests.Build();
        File.WriteAllText(Path.Combine(folder.Mods, "packed.zip"), "");
        foreach ((string mod, string cause) in (ReadOnlySpan<(string, string)>)[("a/b", "A mod can't have the name"), ("packed", "is an archive")])
        {
            GameResult result = RunTool(folder, @"create | Data\fresh.txt | x", mod);
            Assert.Equal(125, result.ExitCode);
            Assert.Contains(cause, result.Errors, StringComparison.Ordinal);
            Assert.False(File.Exists(Path.Combine(folder.Game, "Data", "fresh.txt")));
        }
    }

    private static GameResult RunTool(MergedFolder folder, string commands, string mod = "Output") =>
        OverwriteRuns.Run(folder, commands, new GameOptions { VfsArguments = ["--write-to", mod], Timeout = TimeSpan.FromSeconds(120) });

    /// <summary>The game and the mods that were there from the beginning.</summary>
    private static string[] Content(MergedFolder folder) =>
        [.. Directory.EnumerateFiles(folder.Game, "*", SearchOption.AllDirectories)
            .Select(path => (Name: Path.GetRelativePath(folder.Game, path).Replace('\\', '/'), path))
            .Where(file => !file.Name.StartsWith("rvfs/", StringComparison.Ordinal)
                || (file.Name.StartsWith("rvfs/mods/", StringComparison.Ordinal) && !file.Name.StartsWith("rvfs/mods/Output", StringComparison.Ordinal)
                    && file.Name != "rvfs/mods/order.txt"))
            .Select(file => $"{file.Name} {Convert.ToHexString(System.Security.Cryptography.SHA256.HashData(File.ReadAllBytes(file.path)))}")
            .Order(StringComparer.Ordinal)];
}
