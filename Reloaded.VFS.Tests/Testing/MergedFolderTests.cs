using System.Text;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Testing;

public sealed class MergedFolderTests
{
    [Fact]
    public void LaterModsWinAndFoldersMergeWhateverTheirCase()
    {
        FixtureTree game = FixtureTree.Parse("game", """
            Data/a.txt = game a
            Data/b.txt = game b
            readme.txt = game
            """);
        FixtureTree first = FixtureTree.Parse("first", """
            data/A.TXT = first a
            data/new/c.txt = first c
            """);
        FixtureTree second = FixtureTree.Parse("second", "DATA/a.txt = second a");
        using MergedFolder folder = MergedFolder.Build(game, [first, second]);

        string[] files = Directory.GetFiles(folder.Merged, "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(folder.Merged, path).Replace('\\', '/') + "=" + File.ReadAllText(path))
            .Order(StringComparer.Ordinal).ToArray();
        Assert.Equal(["Data/a.txt=second a", "Data/b.txt=game b", "Data/new/c.txt=first c", "readme.txt=game"], files);
        Assert.Equal("game a", File.ReadAllText(Path.Combine(folder.Game, "Data", "a.txt")));
        Assert.Equal("first\nsecond\n", File.ReadAllText(Path.Combine(folder.Mods, "order.txt")));
        Assert.Equal(folder.Game.Length, folder.Merged.Length);
    }

    [Fact]
    public void TimesAndAttributesComeAlong()
    {
        FixtureTree game = FixtureTree.Parse("game", "[2001-02-03T04:05:06] a.txt = one");
        FixtureTree mod = FixtureTree.Parse("mod", "[2011-05-06T07:08:09] [readonly] a.txt = two");
        using MergedFolder folder = MergedFolder.Build(game, [mod]);

        string merged = Path.Combine(folder.Merged, "a.txt");
        Assert.Equal(new DateTime(2011, 5, 6, 7, 8, 9, DateTimeKind.Utc), File.GetLastWriteTimeUtc(merged));
        Assert.True(File.GetAttributes(merged).HasFlag(FileAttributes.ReadOnly));
        Assert.Equal(new DateTime(2001, 2, 3, 4, 5, 6, DateTimeKind.Utc), File.GetLastWriteTimeUtc(Path.Combine(folder.Plain, "a.txt")));
    }

    [Fact]
    public void AFixtureHasTheBytesItSays()
    {
        FixtureTree tree = FixtureTree.Parse("t", """
            # a comment
            a.txt = two\nlines
            big.bin : 70000
            other.bin : 70000
            empty/
            """);
        Assert.Equal("two\nlines", Encoding.UTF8.GetString(tree.Entries[0].Content!));
        Assert.Equal(70000, tree.Entries[1].Content!.Length);
        Assert.NotEqual(tree.Entries[1].Content!, tree.Entries[2].Content!);
        Assert.Null(tree.Entries[3].Content);
        Assert.Contains("line 2", Assert.Throws<FormatException>(() => FixtureTree.Parse("t", "a = b\nnonsense")).Message,
            StringComparison.Ordinal);
    }
}
