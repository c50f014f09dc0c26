using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>CHANGELOG.md is what a user reads: short entries, under the headings of Keep a Changelog.</summary>
public sealed class ChangelogTests
{
    private const int MostEntries = 30, MostCharacters = 300;

    private static readonly string[] Headings = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

    [Fact]
    public void EachEntryStandsUnderAHeadingOfKeepAChangelog()
    {
        Assert.NotEmpty(Entries());
        Assert.All(Entries(), entry => Assert.True(Headings.Contains(entry.Heading), $"'{entry.Heading}': {entry.Text}"));
    }

    [Fact]
    public void AVersionHasFewEntries() => Assert.All(Entries().CountBy(entry => entry.Version),
        version => Assert.True(version.Value <= MostEntries, $"{version.Key}: {version.Value} entries"));

    [Fact]
    public void AnEntryIsShort() => Assert.All(Entries(), entry => Assert.True(entry.Text.Length <= MostCharacters, entry.Text));

    private static List<(string Version, string Heading, string Text)> Entries()
    {
        List<(string Version, string Heading, string Text)> entries = [];
        string version = "", heading = "";
        foreach (string line in File.ReadLines(Path.Combine(RepositoryFolders.Root, "CHANGELOG.md")))
        {
            if (line.StartsWith("## ", StringComparison.Ordinal))
                (version, heading) = (line[3..], "");
            else if (line.StartsWith("### ", StringComparison.Ordinal))
                heading = line[4..];
            else if (line.StartsWith("- ", StringComparison.Ordinal))
                entries.Add((version, heading, line[2..]));
            else if (line.StartsWith("  ", StringComparison.Ordinal) && entries.Count > 0)
                entries[^1] = entries[^1] with { Text = $"{entries[^1].Text} {line.Trim()}" };
        }

        return entries;
    }
}
