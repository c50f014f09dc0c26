using System.Text;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>
/// Tests that the parsers accept the documentation's examples: every fenced block below a comment <c>&lt;!-- rvfs.json --&gt;</c> or
/// <c>&lt;!-- order.txt --&gt;</c> in README.md and docs/ is read without a message.
/// </summary>
public sealed class ExamplesTests
{
    private const string Fence = "```";

    /// <summary>Returns each example with its page and line, so that a failure shows which one it is.</summary>
    public static TheoryData<string, string> Examples(string kind)
    {
        var data = new TheoryData<string, string>();
        foreach ((string place, string text) in Find(kind))
            data.Add(place, text);
        return data;
    }

    [Theory]
    [MemberData(nameof(Examples), "rvfs.json")]
    public void AConfigurationIsReadWithoutAWord(string place, string text)
    {
        ConfigurationResult result = ConfigurationReader.Parse(Encoding.UTF8.GetBytes(text), Path.Combine(Path.GetTempPath(), "rvfs.json"));
        Assert.True(result.Diagnostics.Count == 0, $"{place}: {string.Join(' ', result.Diagnostics)}");
        Assert.NotEqual(new VfsConfiguration(), result.Configuration);
    }

    [Theory]
    [MemberData(nameof(Examples), "mod.json")]
    public void AModsOwnFileIsReadWithoutAWord(string place, string text)
    {
        ModMetadata read = ModJson.Parse(Encoding.UTF8.GetBytes(text), "mod.json");
        Assert.True(read.Diagnostics.Count == 0, $"{place}: {string.Join(' ', read.Diagnostics)}");
        Assert.NotEqual(new ModMetadata { File = "mod.json" }, read);
    }

    [Theory]
    [MemberData(nameof(Examples), "order.txt")]
    public void AnOrderIsReadWithoutAWord(string place, string text)
    {
        OrderFile result = OrderFile.Parse(Encoding.UTF8.GetBytes(text), "order.txt");
        Assert.True(result.Diagnostics.Count == 0, $"{place}: {string.Join(' ', result.Diagnostics)}");
        Assert.NotEmpty(result.Entries);
    }

    [Fact]
    public void EveryKeyHasAnExample()
    {
        string all = string.Concat(Find("rvfs.json").Select(e => e.Text));
        foreach (string key in (string[])["targets", "mods", "include", "writes", "log", "onError", "offline", "report"])
            Assert.Contains($"\"{key}\"", all, StringComparison.Ordinal);
    }

    [Fact]
    public void MarkedBlocksAreClosedAndMarksHaveBlocks()
    {
        foreach (string page in Pages())
        {
            string[] lines = File.ReadAllLines(page);
            int fences = lines.Count(line => line.StartsWith(Fence, StringComparison.Ordinal));
            Assert.True(fences % 2 == 0, $"{page} has a fenced block that isn't closed");
            for (int i = 0; i < lines.Length; i++)
            {
                if (lines[i] is "<!-- rvfs.json -->" or "<!-- order.txt -->" or "<!-- mod.json -->")
                    Assert.True(i + 1 < lines.Length && lines[i + 1].StartsWith(Fence, StringComparison.Ordinal),
                        $"{page}({i + 1}): no block below the mark");
            }
        }
    }

    private static IEnumerable<string> Pages() =>
        [Path.Combine(RepositoryFolders.Root, "README.md"),
            .. Directory.GetFiles(Path.Combine(RepositoryFolders.Root, "docs"), "*.md", SearchOption.AllDirectories)
                .Order(StringComparer.Ordinal)];

    private static IEnumerable<(string Place, string Text)> Find(string kind)
    {
        foreach (string page in Pages())
        {
            string[] lines = File.ReadAllLines(page);
            for (int i = 0; i + 1 < lines.Length; i++)
            {
                if (lines[i] != $"<!-- {kind} -->")
                    continue;
                int end = Array.IndexOf(lines, Fence, i + 2);
                yield return ($"{Path.GetFileName(page)}({i + 2})", string.Join('\n', lines[(i + 2)..end]));
            }
        }
    }
}
