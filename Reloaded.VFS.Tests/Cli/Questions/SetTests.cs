using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Questions;

/// <summary>Tests of <c>rvfs set</c>, and of how the other commands use a set.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class SetTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public SetTests()
    {
        _folder.File("g/data/a.dds");
        foreach (string mod in (string[])["A", "B", "C"])
            _folder.File($"g/rvfs/mods/{mod}/data/a.dds", mod);
        _folder.File("g/rvfs/mods/order.txt", "# mine\nA\n-B\nC\n");
        _folder.File("g/rvfs/mods/prefer.txt", "A: data/a.dds\n");
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void ANewSetBeginsWithWhatCountsAndGoesItsOwnWay()
    {
        Assert.Equal("No sets. 'rvfs set NAME --new' makes one.\n", Ask("set").Output);
        Assert.Contains($"hard: made ({_folder.At("g/rvfs/sets/hard")})\n", Ask("set", "hard", "--new").Output, StringComparison.Ordinal);
        Assert.Equal("# mine\nA\n-B\nC\n", File.ReadAllText(_folder.At("g/rvfs/sets/hard/order.txt")));
        Assert.Equal("A", Winner("--set", "hard"));

        Assert.Equal(0, Ask("mods", "enable", "B", "--set", "hard").Code);
        Assert.Equal(0, Ask("prefer", "B", "data/a.dds", "--set", "hard").Code);
        Assert.Equal("B", Winner("--set", "hard"));
        Assert.Equal("A", Winner());
        Assert.Equal("# mine\nA\n-B\nC\n", File.ReadAllText(_folder.At("g/rvfs/mods/order.txt")));
        Assert.Equal("A: data/a.dds\n", File.ReadAllText(_folder.At("g/rvfs/mods/prefer.txt")));

        Ask("set", "easy", "--new", "--set", "hard");
        Assert.Equal("B", Winner("--set", "easy"));
        Assert.Equal("  easy  3 of 3 mods on\n  hard  3 of 3 mods on\n", Ask("set").Output);
        Assert.Contains("  preferences  1 rule\n", Ask("set", "hard").Output, StringComparison.Ordinal);
        Assert.Empty(Directory.GetDirectories(_folder.At("g/rvfs/sets"), "*.rvfs-tmp"));
    }

    [Fact]
    public void TheConfigurationMayNameOne()
    {
        Ask("set", "hard", "--new");
        Ask("prefer", "C", "data/a.dds", "--set", "hard");
        _folder.File("g/rvfs/rvfs.json", """{ "set": "hard", "order": "elsewhere.txt" }""");
        Assert.Equal("C", Winner());
        Assert.Equal("* hard  2 of 3 mods on\n", Ask("set").Output);
        _folder.File("g/rvfs/rvfs.json", "{\n\"set\": \"../x\" }");
        (_, _, string errors) = Ask("which", "data/a.dds");
        Assert.Contains("rvfs.json(2): set: '../x' can't be a name: it has a '/'.", errors, StringComparison.Ordinal);
    }

    [Fact]
    public void OneThatIsNotThereIsNamed()
    {
        Ask("set", "hard", "--new");
        (int code, _, string errors) = Ask("which", "data/a.dds", "--set", "harf");
        Assert.Equal(125, code);
        Assert.Contains("There is no set 'harf'.", errors, StringComparison.Ordinal);
        Assert.Contains("Did you mean 'hard'?", errors, StringComparison.Ordinal);
        _folder.File("g/rvfs/rvfs.json", """{ "set": "gone" }""");
        (_, _, errors) = Ask("which", "data/a.dds");
        Assert.Contains("set: there is no set 'gone'.", errors, StringComparison.Ordinal);
        Assert.Contains("can't be the name of a set", Ask("set", "a/b").Errors, StringComparison.Ordinal);
    }

    /// <summary>The environment's set is one that somebody has typed, too. It can be made all the same.</summary>
    [Fact]
    public void OneOfTheEnvironmentThatIsNotThereIsNamed()
    {
        Ask("set", "hard", "--new");
        try
        {
            foreach (string[] line in (string[][])[["which", "data/a.dds"], ["mods"], ["set"]])
            {
                Environment.SetEnvironmentVariable("RVFS_SET", "harf");
                (int code, string output, string errors) = Ask(line);
                Assert.Equal((125, ""), (code, output));
                Assert.Contains("There is no set 'harf', which RVFS_SET names.", errors, StringComparison.Ordinal);
                Assert.Contains("Did you mean 'hard'?", errors, StringComparison.Ordinal);
                Environment.SetEnvironmentVariable("RVFS_SET", "a/b");
                Assert.Contains("RVFS_SET: 'a/b' can't be the name of a set: it has a '/'.", Ask(line).Errors, StringComparison.Ordinal);
            }

            Environment.SetEnvironmentVariable("RVFS_SET", "fresh");
            Assert.Contains("'rvfs set \"fresh\" --new' makes it", Ask("mods").Errors, StringComparison.Ordinal);
            Assert.Equal(0, Ask("set", "fresh", "--new").Code);
            Environment.SetEnvironmentVariable("RVFS_SET", "fresh");
            Assert.Equal((0, ""), (Ask("mods").Code, Ask("mods").Errors));
        }
        finally
        {
            Environment.SetEnvironmentVariable("RVFS_SET", null);
        }
    }

    /// <summary>A misspelt name makes nothing.</summary>
    [Fact]
    public void ShowingMakesNothing()
    {
        Ask("set", "hard", "--new");
        (int code, string output, string errors) = Ask("set", "hrad");
        Assert.Equal((1, ""), (code, output));
        Assert.Contains("There is no set 'hrad'.", errors, StringComparison.Ordinal);
        Assert.Contains("Did you mean 'hard'?", errors, StringComparison.Ordinal);
        Assert.Equal(125, Ask("set", "HARD", "--new").Code);
        Assert.Equal(["hard"], Directory.GetDirectories(_folder.At("g/rvfs/sets")).Select(Path.GetFileName));
    }

    [Theory]
    [InlineData("CON")]
    [InlineData("a:b")]
    [InlineData("trailing.")]
    [InlineData("--list")]
    public void ANameThatWindowsCannotHaveIsRefused(string name)
    {
        (int code, _, string errors) = AskedCommand.Run("set", "--new", "--target", _folder.At("g"), "--", name);
        Assert.Equal(name == "--list" ? 0 : 125, code);
        Assert.Equal(name == "--list", Directory.Exists(_folder.At("g/rvfs/sets")));
        Assert.Equal(name == "--list", errors.Length == 0);
    }

    [Fact]
    public void ASetIsDeletedWithWhatTheGameHasWrittenInIt()
    {
        Ask("set", "hard", "--new");
        _folder.File("g/rvfs/sets/hard/overwrite/saves/1.sav");
        (int code, _, string errors) = AskedCommand.Answer("n\n", "set", "hard", "--delete", "--target", _folder.At("g"));
        Assert.Equal(125, code);
        Assert.Contains("Delete the set 'hard', and 1 file that the game has written in it?", errors, StringComparison.Ordinal);
        Assert.Contains("rvfs: Nothing was done.", errors, StringComparison.Ordinal);
        Assert.DoesNotContain("error", errors, StringComparison.Ordinal);
        Assert.Contains("is the one that counts", Ask("set", "hard", "--delete", "--yes", "--set", "hard").Errors, StringComparison.Ordinal);
        foreach (string name in (string[])["mine.txt", "overwrite - Copy", "overwrite.zip"])
        {
            string mine = _folder.File("g/rvfs/sets/hard/" + name);
            Assert.Contains($"has '{name}', which rvfs hasn't put there", Ask("set", "hard", "--delete", "--yes").Errors,
                StringComparison.Ordinal);
            Assert.True(File.Exists(_folder.At("g/rvfs/sets/hard/overwrite/saves/1.sav")));
            File.Delete(mine);
        }

        _folder.File("g/rvfs/sets/hard/overwrite.rvfs-known/documents/2.sav");
        Assert.Contains("and 2 files that the game has written in it?",
            AskedCommand.Answer("n\n", "set", "hard", "--delete", "--target", _folder.At("g")).Errors, StringComparison.Ordinal);
        Assert.Equal(0, Ask("set", "hard", "--delete", "--yes").Code);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.At("g/rvfs/sets")));
    }

    private string Winner(params string[] options) => Ask(["which", "data/a.dds", .. options]).Output
        .Split('\n').Single(line => line.Contains("wins", StringComparison.Ordinal)).Split(' ', StringSplitOptions.RemoveEmptyEntries)[1];

    private (int Code, string Output, string Errors) Ask(params string[] words) =>
        AskedCommand.Run([.. words, "--target", _folder.At("g")]);
}
