using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>
/// Tests that every link in the documentation leads to a file and, after a <c>#</c>, to a heading of it. MkDocs looks at files alone.
/// </summary>
public sealed partial class PageLinksTests
{
    private static readonly string[] Pages = [
        .. Directory.GetFiles(RepositoryFolders.Root, "*.md"),
        .. Directory.GetFiles(Path.Combine(RepositoryFolders.Root, "docs"), "*.md", SearchOption.AllDirectories),
        .. Directory.GetFiles(Path.Combine(RepositoryFolders.Root, "samples"), "*.md", SearchOption.AllDirectories),
        Path.Combine(RepositoryFolders.Root, "src", "README.md"),
        Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "README.md")];

    [Fact]
    public void EveryLinkLeadsSomewhere()
    {
        Dictionary<string, HashSet<string>> headings = Pages.ToDictionary(page => page, Headings);
        int links = 0;
        List<string> broken = [];
        foreach (string page in Pages)
        {
            foreach (Match match in Link().Matches(Fence().Replace(File.ReadAllText(page), "")))
            {
                string[] parts = match.Groups[1].Value.Split('#');
                string target = parts[0] == "" ? page : Path.GetFullPath(Path.Combine(Path.GetDirectoryName(page)!, parts[0]));
                links++;
                if (!Path.Exists(target) || (parts.Length > 1 && !(headings.TryGetValue(target, out HashSet<string>? of) && of.Contains(parts[1]))))
                    broken.Add($"{Path.GetRelativePath(RepositoryFolders.Root, page)}: {match.Groups[1].Value}");
            }
        }

        Assert.True(links > 300, $"{links} links");
        Assert.Empty(broken);
    }

    /// <summary>The site has each page in its navigation, and each page of the navigation is there.</summary>
    [Fact]
    public void TheNavigationHasEachPage()
    {
        string folder = Path.Combine(RepositoryFolders.Root, "docs");
        string[] named = [.. Named().Matches(File.ReadAllText(Path.Combine(RepositoryFolders.Root, "mkdocs.yml"))).Select(m => m.Groups[1].Value)];
        Assert.Equal(
            Directory.GetFiles(folder, "*.md", SearchOption.AllDirectories).Select(page => Path.GetRelativePath(folder, page).Replace('\\', '/'))
                .Order(StringComparer.Ordinal),
            named.Order(StringComparer.Ordinal));
    }

    /// <summary>Returns the names that links to a page's headings have: those of Python-Markdown, which GitHub's mostly equal.</summary>
    private static HashSet<string> Headings(string page)
    {
        HashSet<string> names = [];
        foreach (Match match in Heading().Matches(Fence().Replace(File.ReadAllText(page), "")))
        {
            string text = Link().Replace(match.Groups[1].Value, "]").Replace("`", "", StringComparison.Ordinal);
            names.Add(Blanks().Replace(NoLetter().Replace(text, "").Trim().ToLowerInvariant(), "-"));
        }

        return names;
    }

    [GeneratedRegex(@"\]\((?![a-z]+:)([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex("^ *```.*?^ *```", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Fence();

    [GeneratedRegex(@"^#+ +(.*?)\r?$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\w\s-]")]
    private static partial Regex NoLetter();

    [GeneratedRegex(@"[-\s]+")]
    private static partial Regex Blanks();

    [GeneratedRegex(@": ([\w./-]+\.md)")]
    private static partial Regex Named();
}
