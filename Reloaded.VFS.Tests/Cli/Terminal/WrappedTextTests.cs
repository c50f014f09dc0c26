using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Tests.Cli.Terminal;

/// <summary>Text that is broken between words.</summary>
public sealed class WrappedTextTests
{
    [Fact]
    public void ALineThatFitsStaysAsItIs()
    {
        Assert.Equal("  one   two", WrappedText.Wrap("  one   two", 40));
        Assert.Equal(new string('x', 100), WrappedText.Wrap(new string('x', 100), 40));
        Assert.Equal("a b", WrappedText.Wrap("a b", null));
        Assert.Equal(new string('a', 30) + " b", WrappedText.Wrap(new string('a', 30) + " b", 3));
    }

    [Fact]
    public void ColumnsStayColumns()
    {
        Assert.Equal("  ab  one two three four\n      five six", WrappedText.Wrap("  ab  one two three four five six", 26));
        Assert.Equal("  a long command line\n        one two three four\n        five\n  b\n        six",
            WrappedText.Wrap("  a long command line  one two three four five\n  b                    six", 26));
    }

    /// <summary>A path is broken by no blank in it, wherever it stands in a line.</summary>
    [Theory]
    [InlineData("Alpha: made (/a b/c d/e f/g h)", "Alpha: made\n  (/a b/c d/e f/g h)")]
    [InlineData("  wins     Alpha Two  /a b/c d/e f/g h/i", "  wins     Alpha Two\n    /a b/c d/e f/g h/i")]
    [InlineData("Alpha = data\\a b c d\\e f g h i", "Alpha =\n  data\\a b c d\\e f g h i")]
    [InlineData("error: /a b/c d/e f(3): one two three", "error: /a b/c d/e f(3):\n  one two three")]
    [InlineData("'/a b/c d' has one, two and three", "'/a b/c d' has one, two\n  and three")]
    public void APathOfAListIsWhole(string line, string broken) => Assert.Equal(broken, WrappedText.WrapListLine(line, 26));

    /// <summary>No width loses a word, and none but a single long word is too long.</summary>
    [Fact]
    public void NoWordIsLost()
    {
        Random random = new(37);
        for (int round = 0; round < 2000; round++)
        {
            string text = string.Concat(Enumerable.Range(0, random.Next(60)).Select(_ => random.Next(6) switch
            {
                0 => "\n",
                1 => "  ",
                2 => "    ",
                _ => new string('w', random.Next(1, 14)) + " ",
            })).TrimEnd();
            int width = random.Next(24, 70);
            string list = string.Join('\n', text.Split('\n').Select(line => WrappedText.WrapListLine(line, width)));
            Assert.Equal(Words(text), Words(list));
            foreach (string broken in (string[])[WrappedText.Wrap(text, width), WrappedText.WrapParagraph(text, width, 6)])
            {
                Assert.Equal(Words(text), Words(broken));
                Assert.All(broken.Split('\n'), line => Assert.True(line.Length <= width || Words(line).Length == 1
                    || line.TrimStart().IndexOf(' ') < 0, $"{width}: '{line}' of '{text}'"));
            }
        }
    }

    private static string[] Words(string text) => text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
}
