using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Tests.Cli.Terminal;

public sealed class CommandLineTests
{
    /// <summary>Tests the table in Microsoft Learn, "Parsing C command-line arguments", and what people type.</summary>
    [Theory]
    [InlineData("""p.exe "abc" d e""", "abc", "d", "e")]
    [InlineData("""p.exe a\\b d"e f"g h""", @"a\\b", "de fg", "h")]
    [InlineData("""p.exe a\\\"b c d""", """a\"b""", "c", "d")]
    [InlineData("""p.exe a\\\\"b c" d e""", @"a\\b c", "d", "e")]
    [InlineData("p.exe a\"b\"\" c d", "ab\" c d")]
    [InlineData("p.exe \"\" x", "", "x")]
    [InlineData("p.exe  \t a \t ", "a")]
    [InlineData("p.exe")]
    [InlineData("""
        "C:\Program Files\p.exe" "C:\dir\\" b
        """, @"C:\dir\", "b")]
    public void TakesALineApartAsTheRuntimeOfCDoes(string line, params string[] expected)
        => Assert.Equal(expected, CommandLine.Split(line).Skip(1).Select(a => a.Value));

    [Theory]
    [InlineData("")]
    [InlineData("plain")]
    [InlineData("two words")]
    [InlineData("tab\tinside")]
    [InlineData("line\nbreak")]
    [InlineData(@"C:\folder\")]
    [InlineData(@"C:\two words\")]
    [InlineData("""quote " inside""")]
    [InlineData("quote at the end\\\"")]
    [InlineData("""\\\" \\" \" \""")]
    [InlineData("\"")]
    [InlineData("--help")]
    [InlineData("-windowed=\"a b\"")]
    public void JoinedArgumentsComeBack(string argument)
        => Assert.Equal(["p", "first", argument, "last"],
            CommandLine.Split("p" + CommandLine.Join(["first", argument, "last"])).Select(a => a.Value));

    [Fact]
    public void JoinedArgumentsComeBackWhateverTheyAre()
    {
        Random random = new(20240817);
        const string Letters = "ab \t\\\\\\\"\"";
        for (int i = 0; i < 20_000; i++)
        {
            string[] arguments =
                [.. Enumerable.Range(0, random.Next(4)).Select(_ => new string(random.GetItems<char>(Letters, random.Next(9))))];
            Assert.Equal(["p", .. arguments], CommandLine.Split("p" + CommandLine.Join(arguments)).Select(a => a.Value));
        }
    }

    [Fact]
    public void TheTailIsWhatWasTyped()
    {
        const string Tail = "   /c \"\"x\" 'y'   ";
        const string Raw = @"""C:\tools\rvfs.exe""  run --strict ""C:\g\game.exe""" + Tail;
        string[] arguments = [.. CommandLine.Split(Raw).Skip(1).Select(a => a.Value)];
        Assert.Equal(Tail, CommandLine.Tail(Raw, arguments, 2));
    }

    [Fact]
    public void TheTailIsUnknownWhereAHostHasRewrittenTheArguments()
        => Assert.Null(CommandLine.Tail("dotnet rvfs.dll run a.exe x", ["run", "b.exe", "x"], 1));
}
