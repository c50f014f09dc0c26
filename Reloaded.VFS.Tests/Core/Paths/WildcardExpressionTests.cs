using System.Diagnostics;
using System.IO.Enumeration;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Core.Paths;

public class WildcardExpressionTests
{
    private static readonly string[] Folder =
        [".", "..", "..a", ".a", ".a.a", ".aa", "a.", "a..", "ea", "ea.tmp", "ea.tmp.tmp", "longfilename.tmp", "n.tmp"];

    /// <summary>Compares with what NTFS lists, without short names: results of Wine's conformance tests on Windows.</summary>
    [Theory]
    [InlineData("", ". .. ..a .a .a.a .aa a. a.. ea ea.tmp ea.tmp.tmp longfilename.tmp n.tmp")]
    [InlineData("*", ". .. ..a .a .a.a .aa a. a.. ea ea.tmp ea.tmp.tmp longfilename.tmp n.tmp")]
    [InlineData("**", ". .. ..a .a .a.a .aa a. a.. ea ea.tmp ea.tmp.tmp longfilename.tmp n.tmp")]
    [InlineData("*.*", ". .. ..a .a .a.a .aa a. a.. ea.tmp ea.tmp.tmp longfilename.tmp n.tmp")]
    [InlineData("*.", ". .. a. a..")]
    [InlineData("*. ", "")]
    [InlineData("*..", "a..")]
    [InlineData("..*", "..a")]
    [InlineData("?", ". ..")]
    [InlineData("?.", "a.")]
    [InlineData("??", ".a a. ea")]
    [InlineData("??.???", "ea.tmp")]
    [InlineData("<", ". .. a. a.. ea")]
    [InlineData("<.", ". .. a. a..")]
    [InlineData("<..", "a..")]
    [InlineData(".<", ". .. .a .aa")]
    [InlineData("..<", "..a")]
    [InlineData("a.<", "a. a..")]
    [InlineData("<tmp", "ea.tmp ea.tmp.tmp longfilename.tmp n.tmp")]
    [InlineData("<nam<tmp", "longfilename.tmp")]
    [InlineData("<name<", "")]
    [InlineData("*<a", "..a .a .a.a .aa ea")]
    [InlineData("<a", "..a .a .a.a ea")]
    [InlineData("<aa", ".aa")]
    [InlineData("<.<.<", "..a .a.a a.. ea.tmp.tmp")]
    [InlineData("<<", ". .. ..a .a .a.a .aa a. a.. ea ea.tmp ea.tmp.tmp longfilename.tmp n.tmp")]
    [InlineData("<\"<", ". .. ..a .a .a.a .aa a. a.. ea ea.tmp ea.tmp.tmp longfilename.tmp n.tmp")]
    [InlineData("<\"<.", "a..")]
    [InlineData("\"", ". ..")]
    [InlineData("\"\"\"", ". ..")]
    [InlineData("\"a", ".a")]
    [InlineData("\"\"a", "..a")]
    [InlineData("ea\"", "ea")]
    [InlineData("n\"tmp", "n.tmp")]
    [InlineData("*\"", ". .. ..a .a .a.a .aa a. a.. ea ea.tmp ea.tmp.tmp longfilename.tmp n.tmp")]
    [InlineData(">", ". ..")]
    [InlineData(">.", ". .. a.")]
    [InlineData(">..", "a..")]
    [InlineData(">>", ". .. a. ea")]
    [InlineData(">>>", ". .. a. ea")]
    [InlineData(">.>", ". .. .a a. a..")]
    [InlineData(">>.>>>", ". .. .a .aa a. a.. ea.tmp n.tmp")]
    [InlineData(">>.tmp", "ea.tmp n.tmp")]
    [InlineData(">>tmp", "")]
    public void AQueryListsWhatWindowsLists(string expression, string expected)
    {
        Assert.Equal(expected, string.Join(' ', Folder.Where(name => WildcardExpression.IsListed(expression, name))));
        Assert.Equal(expected, string.Join(' ', Folder.Where(name => WildcardExpression.IsListed(expression.ToUpperInvariant(), name))));
    }

    [Theory]
    [InlineData("*.TXT", "readme.txt", true)]
    [InlineData("*.txt", "README.TXT", true)]
    [InlineData("*.txt", "txt", false)]
    [InlineData("*.txt", ".txt", true)]
    [InlineData("*.txt", "a.txt.bak", false)]
    [InlineData("ТЕКСТ*", "текстура.dds", true)]
    [InlineData("*ß*", "straSSe", false)]
    [InlineData("a*b*c*d", "aXbXcXd", true)]
    [InlineData("a*b*c*d", "aXbXcXdX", false)]
    [InlineData("readme.txt", "README.txt", true)]
    [InlineData("", "", true)]
    [InlineData("*", "", false)]
    [InlineData("", "a", false)]
    public void NamesMatchInAnyLetterCase(string expression, string name, bool expected)
    {
        Assert.Equal(expected, WildcardExpression.IsMatch(expression, name));
    }

    [Fact]
    public void RandomExpressionsMatchWhatTryingEverythingMatches()
    {
        Random random = new(1);
        int matches = 0;
        for (int round = 0; round < 200_000; round++)
        {
            string name = Draw(random, "aAb..", 1, 9), expression = Draw(random, "*?<>\"aB.", 1, 7);
            bool expected = NaiveWildcard.IsMatch(expression, name);
            matches += expected ? 1 : 0;
            if (expected != WildcardExpression.IsMatch(expression, name))
                Assert.Fail($"\"{expression}\" and \"{name}\": expected {expected}");
        }

        Assert.InRange(matches, 10_000, 190_000);
    }

    /// <summary>
    /// The base library has the same semantics for file names, but uses a backslash as an escape, and folds differently beyond ASCII.
    /// </summary>
    [Fact]
    public void RandomExpressionsMatchWhatTheBaseLibraryMatches()
    {
        Random random = new(2);
        for (int round = 0; round < 30_000; round++)
        {
            string name = Draw(random, "aAb.", 1, 150), expression = Derive(random, name);
            bool expected = FileSystemName.MatchesWin32Expression(expression, name, ignoreCase: true);
            if (expected != WildcardExpression.IsMatch(expression, name))
                Assert.Fail($"\"{expression}\" and \"{name}\": expected {expected}");
        }
    }

    [Theory]
    [InlineData(62)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(255)]
    [InlineData(2_047)]
    [InlineData(2_048)]
    [InlineData(32_767)]
    public void LongNamesMatchAcrossWords(int length)
    {
        string name = new string('a', length - 4) + ".dds";
        foreach (string expression in (string[])["*?.dds", "<.dds", "<dds", "a*a.d?s", "*.d>>", "*.d>>>>>", "<\"dds", "*a*.*",
            new string('?', length), new string('>', length)])
        {
            bool expected = !expression.StartsWith(">>", StringComparison.Ordinal);
            Assert.Equal(expected, WildcardExpression.IsMatch(expression, name));
        }

        foreach (string expression in (string[])["*?.ddt", "<", "*.d?", "*.dds?", "*b*.dds", "<.<.<", new string('?', length - 1),
            new string('?', length + 1)])
            Assert.False(WildcardExpression.IsMatch(expression, name));
    }

    [Fact]
    public void AnExpressionMadeToBeSlowIsNot()
    {
        string expression = string.Concat(Enumerable.Repeat("*a<a", 60)) + "b", name = new('a', 255);
        Stopwatch clock = Stopwatch.StartNew();
        for (int i = 0; i < 100; i++)
            Assert.False(WildcardExpression.IsMatch(expression, name));
        // Takes milliseconds; backtracking would take ages.
        Assert.InRange(clock.Elapsed.TotalSeconds, 0, 5 * GameProcess.Patience);
    }

    [Fact]
    public void NothingIsAllocated()
    {
        Assert.Equal(0, AllocatedBytes.Of(Once));

        static void Once()
        {
            WildcardExpression.IsListed("a*.d?s",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.dds");
            WildcardExpression.IsListed("*.txt", "a.txt");
            WildcardExpression.IsListed("<.<", "..");
        }
    }

    private static string Draw(Random random, string units, int least, int most) =>
        new(random.GetItems(units.AsSpan(), random.Next(least, most + 1)));

    /// <summary>Returns an expression that is likely to match: the name with parts replaced by wildcards.</summary>
    private static string Derive(Random random, string name)
    {
        List<char> expression = [];
        for (int i = 0; i < name.Length; i++)
        {
            switch (random.Next(12))
            {
                case 0:
                    expression.Add(random.Next(2) == 0 ? '*' : '<');
                    i += random.Next(8);
                    break;
                case 1:
                    expression.Add("?>\""[random.Next(3)]);
                    break;
                case 2:
                    expression.Add("?>\"*<a."[random.Next(7)]);
                    i--;
                    break;
                default:
                    expression.Add(random.Next(2) == 0 ? name[i] : char.ToUpperInvariant(name[i]));
                    break;
            }
        }

        return new string([.. expression]);
    }
}
