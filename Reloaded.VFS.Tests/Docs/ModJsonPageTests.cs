using System.Text.RegularExpressions;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>Tests that the table of docs/mod-json.md has the keys that the reader of mod.json knows.</summary>
public sealed partial class ModJsonPageTests
{
    [Fact]
    public void TheTableHasTheKeysThatTheReaderKnows() => Assert.Equal(ModJson.Keys.Order(StringComparer.Ordinal),
        File.ReadLines(Path.Combine(RepositoryFolders.Root, "docs", "mod-json.md"))
            .Where(line => line.StartsWith("| `", StringComparison.Ordinal))
            .SelectMany(line => Code().Matches(line.Split(" | ")[0]).Select(match => match.Groups[1].Value)).Order(StringComparer.Ordinal));

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();
}
