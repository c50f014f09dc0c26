using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Tests.Core.Paths;

public sealed class PathPatternTests
{
    [Theory]
    [InlineData("data/a.txt", @"DATA\A.TXT", true)]
    [InlineData("data/a.txt", @"data\a.txt\b", false)]
    [InlineData("data/*.txt", @"data\a.txt", true)]
    [InlineData("data/*.txt", @"data\sub\a.txt", false)]
    [InlineData("data/**/*.txt", @"data\a.txt", true)]
    [InlineData("data/**/*.txt", @"data\b\c\a.txt", true)]
    [InlineData("**/a.txt", @"a.txt", true)]
    [InlineData("**/a.txt", @"x\y\a.txt", true)]
    [InlineData("**/a.txt", @"x\y\b.txt", false)]
    [InlineData("data/**", @"data\x", true)]
    [InlineData("data/**", @"data", false)]
    [InlineData("*a*b", @"xaybzb", true)]
    [InlineData("*a*b", @"xaybz", false)]
    [InlineData("a?c", @"abc", true)]
    [InlineData("a?c", @"ac", false)]
    [InlineData(@"\data\*", @"data\", false)]
    [InlineData("ümläut/*", @"ÜMLÄUT\x", true)]
    public void Matches(string pattern, string path, bool expected) => Assert.Equal(expected, new PathPattern(pattern).Matches(path));

    [Fact]
    public void A_pattern_without_wildcards_is_a_path()
    {
        Assert.True(new PathPattern("/data/a.txt").IsPath(out string path));
        Assert.Equal(@"data\a.txt", path);
        Assert.False(new PathPattern("data/*").IsPath(out _));
        Assert.Equal(["data", "x"], new PathPattern("data/x/*.txt/y").LeadingNames);
    }
}
