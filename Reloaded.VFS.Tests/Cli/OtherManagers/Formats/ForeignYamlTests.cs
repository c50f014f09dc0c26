using System.Text;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Tests.Cli.OtherManagers.Formats;

public sealed class ForeignYamlTests
{
    [Fact]
    public void ListsAndTablesAreRead()
    {
        object? read = Parse("""
            # comment
            - name: "quoted: text"
              many: [a, 'b c', 3]
              folded: >
                two
                lines
              nothing: ~
              text: 'null'
            - &anchor { x: 1 }
            - *anchor
            """);
        object?[] list = [.. ForeignYaml.AsList(read)];
        Assert.Equal(3, list.Length);
        Assert.Equal("quoted: text", ForeignYaml.GetText(list[0], "name"));
        Assert.Equal(["a", "b c", "3"], ForeignYaml.AsList(ForeignYaml.Get(list[0], "many")));
        Assert.Equal("two lines\n", ForeignYaml.GetText(list[0], "folded"));
        Assert.Null(ForeignYaml.GetText(list[0], "nothing"));
        Assert.Equal("null", ForeignYaml.GetText(list[0], "text"));
        Assert.Equal("1", ForeignYaml.GetText(list[1], "x"));
        Assert.Null(list[2]);
        Assert.Null(Parse(""));
        Assert.Empty(ForeignYaml.AsList(Parse("text")));
    }

    [Theory]
    [InlineData("a: [\nb", "x.yml(")]
    [InlineData("a: b: c", "x.yml(1)")]
    [InlineData("a: \"open", "x.yml(")]
    [InlineData("? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? x", "nested too deeply")]
    public void WhatCantBeReadIsNamedWithItsLine(string text, string message) =>
        Assert.Contains(message, Assert.Throws<CliException>(() => Parse(text)).OwnText, StringComparison.Ordinal);

    /// <summary>Nothing in a file makes the reader throw anything else, or go on for ever.</summary>
    [Fact]
    public void AnythingElseIsNoHarm()
    {
        Random random = new(7);
        const string letters = "-:[]{}'\"&*!|>#?%@, \n\tab1~";
        for (int i = 0; i < 3000; i++)
        {
            string text = string.Concat(Enumerable.Range(0, random.Next(40)).Select(_ => letters[random.Next(letters.Length)]));
            try
            {
                Parse(text);
            }
            catch (CliException)
            {
            }
        }

        Assert.Throws<CliException>(() => Parse(new string('{', 200_000)));
        Assert.Throws<CliException>(() => Parse(string.Concat(Enumerable.Repeat("- ", 200_000))));
    }

    private static object? Parse(string text) => ForeignYaml.Parse(Encoding.UTF8.GetBytes(text), "x.yml");
}
