using Reloaded.VFS.Tests.Cli.Archives;

namespace Reloaded.VFS.Tests.Cli.Questions;

/// <summary>Changes of an order that has archives in it, or names a mod twice.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class OrderChangeTests : AddFixture
{
    private const string Download = "Hero-1234-1-0-1600000000";

    private (int Code, string Output, string Errors) Run(params string[] words) =>
        AskedCommand.Run([.. words, "--target", Folder.At("g")]);

    [Fact]
    public void AnArchiveIsSwitchedOffBeforeItIsUnpacked()
    {
        Folder.File("g/rvfs/mods/Other/data/b");
        Zip("g/rvfs/mods/Hero.zip", ("data/a", "1"));
        (int code, string output, _) = Run("mods", "disable", "Hero");
        Assert.Equal((0, "Hero: off."), (code, output.TrimEnd()));
        Assert.Equal("-Hero\nOther\n", Order);
        Assert.Equal((0, ""), Outcome(Run("mods")));
        Assert.Equal(0, Run("mods", "enable", "Hero").Code);
        Assert.Equal("Hero is moved.", Run("mods", "move", "Hero", "--last").Output.TrimEnd());
        Assert.Equal("Other\nHero\n", Order);
    }

    /// <summary>A line with the mod's name would be a second one, which doesn't count.</summary>
    [Theory]
    [InlineData(Download)]
    [InlineData(Download + ".zip")]
    public void ALineMayNameTheFileOfAnArchive(string listed)
    {
        Folder.File("g/rvfs/mods/Other/data/b");
        Zip($"g/rvfs/mods/{Download}.zip", ("data/a", "1"));
        Folder.File("g/rvfs/mods/order.txt", $"# mine\n{listed}\nOther\n");
        Folder.File("g/rvfs/sets/easy/order.txt", $"Other\n{listed}\n");
        Assert.Equal(0, Run("refresh").Code);
        Assert.Equal("Hero: off.", Run("mods", "disable", "Hero").Output.TrimEnd());
        Assert.Equal($"# mine\n-{listed}\nOther\n", Order);
        Assert.Equal(0, Run("mods", "enable", "Hero").Code);
        Assert.Equal("Hero is at place 2 of 2.", Run("mods", "move", "Hero", "--last").Output.TrimEnd());
        Assert.Equal($"Other\n# mine\n{listed}\n", Order);
        Assert.Equal("Other is at place 2 of 2.", Run("mods", "move", "Other", "--after", "Hero").Output.TrimEnd());
        Assert.Equal((0, ""), Outcome(Run("remove", "Hero")));
        Assert.Equal("# mine\nOther\n", Order);
        Assert.Equal("Other\n", File.ReadAllText(Folder.At("g/rvfs/sets/easy/order.txt")));
        Assert.Equal((0, ""), Outcome(Run("remove", "--undo")));
        Assert.Equal("Other\nHero\n", File.ReadAllText(Folder.At("g/rvfs/sets/easy/order.txt")));
    }

    [Fact]
    public void OfSeveralLinesOfAnArchiveTheFirstStays()
    {
        Folder.File("g/rvfs/mods/Other/data/b");
        Zip($"g/rvfs/mods/{Download}.zip", ("data/a", "1"));
        Folder.File("g/rvfs/mods/order.txt", $"{Download}.zip\nOther\n{Download}\nHero\n");
        Assert.Equal(0, Run("mods", "disable", "Hero").Code);
        Assert.Equal($"-{Download}.zip\nOther\n", Order);
    }

    [Fact]
    public void AFolderOfTheFilesNameIsAnotherMod()
    {
        Folder.File($"g/rvfs/mods/{Download}/data/b");
        Zip($"g/rvfs/mods/{Download}.zip", ("data/a", "1"));
        Folder.File("g/rvfs/mods/order.txt", Download + "\n");
        Assert.Equal(0, Run("mods", "disable", "Hero").Code);
        Assert.Equal($"{Download}\n-Hero\n", Order);
    }

    [Theory]
    [InlineData("-Hero\nOther\nThird\nHero\n", "mods move Hero --first", "Hero\nOther\nThird\n")]
    [InlineData("Hero\nOther\nThird\nHero\n", "mods move Third --before Hero", "Other\nThird\nHero\n")]
    [InlineData("Third\nHero\nOther\nThird\n", "mods move Hero --after Third", "Other\nThird\nHero\n")]
    [InlineData("# one\nHero\nOther\n# two\n-Hero\nThird\n", "remove Hero", "# one\nOther\n# two\nThird\n")]
    public void OfANameGivenTwiceTheLastLineCounts(string before, string change, string after)
    {
        foreach (string mod in (string[])["Hero", "Other", "Third"])
            Folder.File($"g/rvfs/mods/{mod}/data/{mod}");
        Folder.File("g/rvfs/mods/order.txt", before);
        Assert.Equal(0, Run(change.Split(' ')).Code);
        Assert.Equal(after, Order);
    }
}
