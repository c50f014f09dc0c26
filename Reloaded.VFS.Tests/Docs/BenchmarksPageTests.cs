using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>Tests that the figures at the top of docs/benchmarks.md stand where the row says, on pages that are made of measured files.</summary>
public sealed partial class BenchmarksPageTests
{
    private static readonly string s_docs = Path.Combine(RepositoryFolders.Root, "docs");

    [Fact]
    public void TheFiguresStandWhereTheRowSays()
    {
        string where = "";
        int rows = 0;
        foreach (string[] cells in File.ReadLines(Path.Combine(s_docs, "benchmarks.md"))
            .SkipWhile(line => !line.StartsWith("| --- |", StringComparison.Ordinal)).Skip(1)
            .TakeWhile(line => line.StartsWith('|')).Select(line => line.Split('|')))
        {
            // A row without a link is of the same page as the one above it.
            if (Link().Match(cells[6]) is { Success: true } link)
                where = File.ReadAllText(Path.Combine(s_docs, link.Groups[1].Value));
            foreach (string cell in cells[2..4])
                Assert.Matches($@"(?<![\d.,]){Regex.Escape(Number().Match(cell).Value)}(?!\d|[.,]\d)", where);
            rows++;
        }

        Assert.True(rows > 8);
    }

    [GeneratedRegex(@"\]\(([^)#]+)")]
    private static partial Regex Link();

    [GeneratedRegex(@"\d[\d.,]*\d|\d")]
    private static partial Regex Number();
}
