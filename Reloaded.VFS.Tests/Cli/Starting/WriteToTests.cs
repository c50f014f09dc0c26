using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Undoing;
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
        Assert.Equal(merged, tool.Text.Replace(WinePrefix.ToWindows(folder.Game), "<ROOT>", StringComparison.OrdinalIgnoreCase));
        Assert.Contains("the mod 'Output' has what the tool has written: 5 files", tool.Errors, StringComparison.Ordinal);
        Assert.Contains("the mod 'Output': ", WatchedGame.Rvfs("last", folder.Game).Text, StringComparison.Ordinal);
        Assert.Equal(before, Content(folder));
        Assert.Equal("new text", File.ReadAllText(Path.Combine(folder.Mods, "Output", "Data", "fresh.txt")));
        Assert.False(Directory.Exists(Path.Combine(folder.Game, "rvfs", "write-to", "Output")));
        string seen = OverwriteRuns.Run(folder, "tree | .");
        Assert.Equal(BackendRunner.Run(folder, Backend.Merged, Scenario.ToScript([new("overwrite", "tree | .")], WinePrefix.IsNeeded)), seen);

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

        void Leave(string mod, string name) => WriteToTests.Leave(folder, mod, name);
    }

    /// <summary>A folder that is a target from now on has a part of its own in what a run leaves, which the killed run hadn't.</summary>
    [RealProcessFact]
    public void WhatAKilledRunHasLeftStaysIfItsTargetsWereOthers()
    {
        using MergedFolder folder = WritingTests.Build();
        string left = Leave(folder, "Other", "Data/other.txt");
        Directory.CreateDirectory(Path.Combine(folder.Game, "Second"));
        File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"), """{ "targets": ["..", "../Second"] }""");
        Assert.Contains($"what an earlier run has written stays in '{Path.Combine(folder.Game, "rvfs", "write-to", "Other")}'",
            RunTool(folder, "tree | Data").Errors, StringComparison.Ordinal);
        Assert.Equal("left", File.ReadAllText(left));
    }

    [RealProcessFact]
    public void AnUnfinishedUndoKeepsItsJournal()
    {
        using MergedFolder folder = WritingTests.Build();
        string overwrite = Path.Combine(folder.Game, "rvfs", "overwrite");
        Directory.CreateDirectory(OverwritePlaces.TemporaryOf(overwrite));
        UndoJournal.Begin(overwrite, "game.exe", WritePolicy.Game);
        UndoJournal.Read(overwrite)!.SetInterrupted();
        string copy = Path.Combine(UndoJournal.FilesOf(OverwritePlaces.JournalOf(overwrite)), "1");
        File.WriteAllText(copy, "the only copy");
        Assert.Contains("rvfs undo can't take this run back: the last rvfs undo isn't complete; run it again",
            RunTool(folder, @"create | Data\fresh.txt | new").Errors, StringComparison.Ordinal);
        Assert.Equal("the only copy", File.ReadAllText(copy));
        Assert.Equal("new", File.ReadAllText(Path.Combine(folder.Mods, "Output", "Data", "fresh.txt")));
    }

    /// <summary>The disk of the journal is full, that of the mods isn't.</summary>
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void WhatCouldNotBeRecordedIsNotTakenBackSilently()
    {
        using MergedFolder folder = WritingTests.Build();
        string rvfs = Path.Combine(folder.Game, "rvfs"), mods = Path.Combine(folder.Root, "all mods");
        Directory.Move(folder.Mods, mods);
        using SmallVolume volume = new(rvfs, megabytes: 8);
        File.WriteAllText(Path.Combine(rvfs, "rvfs.json"),
            $$"""{ "mods": "{{Path.GetRelativePath(rvfs, mods).Replace('\\', '/')}}" }""");
        string big = Path.Combine(Directory.CreateDirectory(Path.Combine(mods, "Output", "Data")).FullName, "big.bin");
        File.WriteAllBytes(big, new byte[16 << 20]);
        Assert.Contains("rvfs undo can't take all of this run back",
            RunTool(folder, """
                create | Data\big.bin | new
                create | Data\second.txt | second
                """).Errors, StringComparison.Ordinal);
        Assert.Equal("new", File.ReadAllText(big));
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.Equal(1, code);
        Assert.Contains("not all that the run has changed is known", said, StringComparison.Ordinal);
    }

    private static string Leave(MergedFolder folder, string mod, string name)
    {
        string place = Path.Combine(folder.Game, "rvfs", "write-to", mod), file = Path.Combine(place, name);
        Directory.CreateDirectory(place + ".rvfs-tmp");
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, "left");
        return file;
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
