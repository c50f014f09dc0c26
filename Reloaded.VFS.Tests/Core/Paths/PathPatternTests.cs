using System.Diagnostics;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

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
    public void APatternWithoutWildcardsIsAPath()
    {
        Assert.True(new PathPattern("/data/a.txt").IsPath(out string path));
        Assert.Equal(@"data\a.txt", path);
        Assert.False(new PathPattern("data/*").IsPath(out _));
        Assert.Equal(["data", "x"], new PathPattern("data/x/*.txt/y").LeadingNames);
    }

    /// <summary>Trying each ** at each position would take 800,000,000 steps.</summary>
    [Theory]
    [InlineData("**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/b", 40)]
    [InlineData("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", 1)]
    [InlineData("**/**/**/**/**/**/**/**/**/**/**/**/**/**/b", 200)]
    public void ManyWildcardsTakeNoTime(string text, int depth)
    {
        var pattern = new PathPattern(text);
        string path = string.Join('\\', Enumerable.Repeat(depth == 1 ? new string('a', 255) : "a", depth));
        var clock = Stopwatch.StartNew();
        Assert.False(pattern.Matches(path));
        Assert.True(pattern.Matches(path + (depth == 1 ? "b" : @"\b")));
        Assert.InRange(clock.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(1) * GameProcess.Patience);
    }

    /// <summary>Compares with a literal implementation of the rule that isn't optimised.</summary>
    [Fact]
    public void EveryShortPatternMatchesWhatTheRuleSays()
    {
        string[] parts = ["a", "b", "**", "*"], names = ["a", "b"];
        foreach (string[] pattern in Sequences(parts, 4))
        {
            var compiled = new PathPattern(string.Join('/', pattern));
            foreach (string[] path in Sequences(names, 5))
                Assert.True(Says(pattern, path) == compiled.Matches(string.Join('\\', path)), $"{compiled.Text}: {string.Join('\\', path)}");
        }

        static bool Says(ReadOnlySpan<string> pattern, ReadOnlySpan<string> path)
        {
            if (pattern.IsEmpty)
                return path.IsEmpty;
            if (pattern[0] != "**")
                return !path.IsEmpty && (pattern[0] == "*" || pattern[0] == path[0]) && Says(pattern[1..], path[1..]);
            if (pattern.Length == 1)
                return !path.IsEmpty;
            for (int i = 0; i <= path.Length; i++)
            {
                if (Says(pattern[1..], path[i..]))
                    return true;
            }

            return false;
        }

        static IEnumerable<string[]> Sequences(string[] of, int longest) => longest == 0
            ? []
            : Sequences(of, longest - 1).Where(one => one.Length == longest - 1).DefaultIfEmpty([])
                .SelectMany(one => of.Select(next => (string[])[.. one, next])).Concat(Sequences(of, longest - 1));
    }
}
