using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Tests.Mods.Names;

public sealed class IncludePatternsTests
{
    [Theory]
    [InlineData("readme*", "readme.txt", true)]
    [InlineData("readme*", "data/readme.txt", false)]
    [InlineData("README.TXT", "readme.txt", true)]
    [InlineData("**/desktop.ini", "desktop.ini", true)]
    [InlineData("**/desktop.ini", "a/b/Desktop.ini", true)]
    [InlineData(@"data\**\*.txt", "data/a/b.txt", true)]
    [InlineData("data/**/*.txt", "data/b.txt", true)]
    [InlineData("data/**/*.txt", "other/b.txt", false)]
    [InlineData(" /docs/ ", "docs/a/b.txt", true)]
    [InlineData("docs", "docs2/a.txt", false)]
    [InlineData("docs/*", "docs/a/b.txt", true)]
    [InlineData("*", "a/b.txt", true)]
    [InlineData("**", "a/b.txt", true)]
    public void APatternMatchesAPathOrWhatIsInIt(string pattern, string path, bool matches)
    {
        Assert.Null(IncludePatterns.Validate(pattern));
        Assert.Equal(matches, new IncludePatterns(["nothing.else", pattern]).Matches(path));
    }

    [Fact]
    public void NoPatternMatchesNothing()
    {
        var none = new IncludePatterns([]);
        Assert.True(none.IsEmpty);
        Assert.False(none.Matches("a"));
    }
}
