using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Archives;

namespace Reloaded.VFS.Tests.Cli.Questions;

/// <summary>Tests of <c>rvfs prefer</c>, and of what the other commands say about its rules.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class PreferTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public PreferTests()
    {
        _folder.File("g/data/a.dds");
        _folder.File("g/rvfs/mods/A/data/a.dds");
        _folder.File("g/rvfs/mods/A/data/deep/b.dds");
        _folder.File("g/rvfs/mods/B/data/a.dds");
        _folder.File("g/rvfs/mods/B/data/deep/b.dds");
        _folder.File("g/rvfs/mods/#C/data/a.dds");
    }

    public void Dispose() => _folder.Dispose();

    private string Rules => _folder.At("g/rvfs/mods/prefer.txt");

    [Fact]
    public void AModWinsWhatItPrefers()
    {
        Assert.Equal("B", Winner("data/a.dds"));
        Assert.Equal((0, "A wins data/a.dds\n", ""), Ask("prefer", "a", @"data\a.dds"));
        Assert.Equal("A", Winner("data/a.dds"));
        Assert.Equal("B", Winner("data/deep/b.dds"));
        Assert.Equal((0, "A wins data (2 files)\n", ""), Ask("prefer", "A", "data"));
        Assert.Equal("A", Winner("data/deep/b.dds"));
        Assert.Equal("A: data/a.dds\nA: data\n", Ask("prefer").Output);
        Assert.Equal((0, "B wins data/deep\n", ""), Ask("prefer", "B", "data/deep"));
        Assert.Equal("B", Winner("data/deep/b.dds"));
        // Another mod for the same path replaces the rule.
        Assert.Equal((0, "#C wins DATA/a.dds\n", ""), Ask("prefer", "#C", "DATA/a.dds"));
        Assert.Equal("#C", Winner("data/a.dds"));
        Assert.Equal("A: data\nB: data/deep\n\\#C: DATA/a.dds\n", File.ReadAllText(Rules));
        Assert.Equal((0, "No mod is preferred for data/A.DDS any more: the order says who wins.\n", ""), Ask("prefer", "--remove", "data/A.DDS"));
        // A whole path into the game is taken, too.
        Assert.Equal((0, "B wins data/a.dds\n", ""), Ask("prefer", "B", _folder.At("g/data/a.dds")));
        Assert.Equal(0, Ask("prefer", "--remove", _folder.At("g/data/a.dds")).Code);
        Assert.Equal("A", Winner("data/a.dds"));
        Assert.Equal(1, Ask("prefer", "--remove", "data/a.dds").Code);
    }

    [Fact]
    public void ARuleIsNoConflictAndLosersAreToldOnce()
    {
        Ask("prefer", "A", "data/a.dds");
        Directory.Delete(_folder.At("g/rvfs/mods/#C"), recursive: true);
        string which = Ask("which", "data/a.dds").Output;
        Assert.Equal(3, which.Split('\n').Count(line => line.Contains("a.dds", StringComparison.Ordinal)) - 1);
        _folder.File("g/rvfs/mods/A/data/mine.dds");
        Ask("prefer", "A", "data/mine.dds");
        Assert.DoesNotContain("mine.dds", Ask("conflicts", "--all").Output, StringComparison.Ordinal);
    }

    [Fact]
    public void ARuleForWhatIsGoneIsAWarningWithItsLine()
    {
        _folder.File("g/rvfs/mods/prefer.txt", "# why\nGone: data/a.dds\nA: data/none.dds\nno rule\nA: ../x\nA: data/a.dds\n");
        (int code, _, string errors) = Ask("ls");
        Assert.Equal(0, code);
        Assert.Contains($"warning: {Rules}(2): there is no mod 'Gone', which is preferred here", errors, StringComparison.Ordinal);
        Assert.Contains($"warning: {Rules}(3): the mod 'A', which is preferred here, has no 'data/none.dds'", errors,
            StringComparison.Ordinal);
        Assert.Contains($"error: {Rules}(4): there is no ':' between a mod and a path", errors, StringComparison.Ordinal);
        Assert.Contains($"error: {Rules}(5): ", errors, StringComparison.Ordinal);
        Assert.Equal("A", Winner("data/a.dds"));
        _folder.File("g/rvfs/mods/order.txt", "-A\n\\#C\nB\n");
        Assert.Equal("B", Winner("data/a.dds"));
    }

    [Fact]
    public void ItSurvivesTheUpdateOfTheMod()
    {
        Ask("prefer", "A", "data/a.dds");
        string archive = _folder.File("A.zip", ArchiveFiles.Zip(new ZipPart("data/a.dds", "new"), new ZipPart("data/new.dds")));
        Assert.Equal(0, Ask("add", archive).Code);
        Assert.Equal("A", Winner("data/a.dds"));
        Assert.True(File.Exists(Rules));
        Assert.Equal(["data"], Directory.GetDirectories(_folder.At("g/rvfs/mods/A")).Select(Path.GetFileName));
    }

    [Fact]
    public void WhatCannotBePreferredIsSaid()
    {
        Assert.Contains("There is no mod 'D'", Ask("prefer", "D", "data/a.dds").Errors, StringComparison.Ordinal);
        Assert.Contains("The mod 'A' has no 'data/x.dds'", Ask("prefer", "A", "data/x.dds").Errors, StringComparison.Ordinal);
        Assert.Contains("The path is missing", Ask("prefer", "A").Errors, StringComparison.Ordinal);
        Assert.False(File.Exists(Rules));
    }

    private string Winner(string path) => Ask("which", path).Output.Split('\n')
        .Single(line => line.StartsWith("  wins", StringComparison.Ordinal))
        .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1];

    private (int Code, string Output, string Errors) Ask(params string[] words)
    {
        (int code, string output, string errors) = AskedCommand.Run([words[0], "--target", _folder.At("g"), .. words[1..]]);
        return (code, output.ReplaceLineEndings("\n"), errors);
    }
}
