using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>Tests that only docs/proof.md names the tests behind a statement, and that each of them exists.</summary>
public sealed partial class ProofPageTests
{
    private const string Proof = "proof.md";

    private static readonly string s_folder = Path.Combine(RepositoryFolders.Root, "docs");

    [Fact]
    public void NoOtherPageNamesTests() => Assert.Empty(Directory.GetFiles(s_folder, "*.md").Where(page => Path.GetFileName(page) != Proof)
        .SelectMany(page => NamesIn(page).Select(name => $"{Path.GetFileName(page)}: {name}")));

    [Fact]
    public void TheTestsThatItNamesExist()
    {
        string[] named = [.. NamesIn(Path.Combine(s_folder, Proof)).Distinct()];
        Assert.True(named.Length > 50, $"{named.Length} names");
        Assert.Empty(named.Except(typeof(ProofPageTests).Assembly.GetTypes().Select(type => type.Name)));
    }

    private static IEnumerable<string> NamesIn(string page) => TestClass().Matches(File.ReadAllText(page)).Select(match => match.Value);

    [GeneratedRegex(@"\b[A-Z][A-Za-z]+Tests\b")]
    private static partial Regex TestClass();
}
