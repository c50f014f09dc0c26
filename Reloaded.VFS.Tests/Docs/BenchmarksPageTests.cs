using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>Tests that the figures at the top of docs/benchmarks.md stand on the page that their row names.</summary>
public sealed partial class BenchmarksPageTests
{
    private static readonly string s_docs = Path.Combine(RepositoryFolders.Root, "docs");

    [Fact]
    public void TheFiguresStandWhereTheRowSays()
    {
        string page = "";
        string[] where = [];
        int rows = 0;
        foreach (string[] cells in File.ReadLines(Path.Combine(s_docs, "benchmarks.md"))
            .SkipWhile(line => !line.StartsWith("| --- |", StringComparison.Ordinal)).Skip(1)
            .TakeWhile(line => line.StartsWith('|')).Select(line => line.Split('|')))
        {
            // A row without a link is of the same page as the one above it.
            if (Link().Match(cells[6]) is { Success: true } link)
                (page, where) = (link.Groups[1].Value, File.ReadAllLines(Path.Combine(s_docs, link.Groups[1].Value)));
            string[] figures = [.. cells[2..5].Select(cell => Number().Match(cell).Value)];
            // The threads of one design are in rows of their own, and some rows have two ratios.
            bool isOneRow = page.StartsWith("benchmarks/", StringComparison.Ordinal) && cells[5].Trim() != "`scaling`"
                && !cells[4].Contains(',');
            Assert.True(isOneRow ? where.Any(line => figures.All(figure => Has(line, figure)))
                : figures[..2].All(figure => where.Any(line => Has(line, figure))), $"{page}: {string.Join(", ", figures)}");
            rows++;
        }

        Assert.True(rows > 8);
    }

    private static bool Has(string line, string figure) => Regex.IsMatch(line, $@"(?<![\d.,]){Regex.Escape(figure)}(?!\d|[.,]\d)");

    [GeneratedRegex(@"\]\(([^)#]+)")]
    private static partial Regex Link();

    [GeneratedRegex(@"\d[\d.,]*\d|\d")]
    private static partial Regex Number();
}
