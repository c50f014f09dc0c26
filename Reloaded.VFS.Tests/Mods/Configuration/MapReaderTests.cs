using System.Text;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Configuration;

/// <summary>Tests of the key <c>map</c> of <c>mod.json</c> and <c>rvfs.json</c>.</summary>
public sealed class MapReaderTests
{
    [Fact]
    public void RulesAreReadWithTheirPlaces()
    {
        ConfigurationResult read = ConfigurationReader.Parse(Encoding.UTF8.GetBytes("""
            {
              "map": [
                { "from": "My Mod/Docs/", "to": "%documents%/My Games/G" },
                { "to": ".", "from": "My Mod\\game", },
                { "from": "Other", "to": "./data//x" }
              ]
            }
            """), "/g/rvfs/rvfs.json");
        Assert.Empty(read.Diagnostics);
        Assert.Equal([@"My Mod\Docs > %DOCUMENTS%\My Games\G", @"My Mod\game > ", @"Other > data\x"],
            read.Configuration.Map.Select(rule => $"{rule.From} > {rule.To}"));
        Assert.Equal([3, 4, 5], read.Configuration.Map.Select(rule => rule.Location!.Line));
        Assert.Equal("map[1]", read.Configuration.Map[1].Location!.Key);
    }

    [Fact]
    public void WhatTheLauncherHandsOverKeepsRulesAndPlaces()
    {
        var given = new VfsConfiguration
        {
            Map = [new MapRule(@"A\x", "") { Location = new("/g/my.json", 7, "map[3]") }, new MapRule("B", @"%APPDATA%\y")],
        };
        IReadOnlyList<MapRule> read = ConfigurationReader.Parse(ConfigurationWriter.ToJson(given), "/g/rvfs.json").Configuration.Map;
        Assert.Equal(given.Map.Select(rule => (rule.From, rule.To)), read.Select(rule => (rule.From, rule.To)));
        Assert.Equal(given.Map[0].Location, read[0].Location);
    }

    [Theory]
    [InlineData("""{ "map": {} }""", "(1): map: must be a list: [{ \"from\": \"...\", \"to\": \"...\" }].")]
    [InlineData("""{ "map": [] }""", "(1): map: the list is empty. Fix: remove the key.")]
    [InlineData("""{ "map": ["x"] }""", "(1): map[0]: must be { \"from\": \"...\", \"to\": \"...\" }.")]
    [InlineData("""{ "map": [{ "from": "x" }] }""", "(1): map[0]: has no 'to'.")]
    [InlineData("""{ "map": [{ "to": "x" }] }""", "(1): map[0]: has no 'from'.")]
    [InlineData("""{ "map": [{ "from": 1, "to": "x" }] }""", "(1): map[0].from: must be a text in quotes.")]
    [InlineData("""{ "map": [{ "from": ["x"], "to": "x" }] }""", "(1): map[0].from: must be a text in quotes.")]
    [InlineData("""{ "map": [{ "from": "x", "to": "" }] }""",
        "(1): map[0].to: the path is empty. Fix: write \".\" for the whole folder.")]
    [InlineData("""{ "map": [{ "from": "x", "to": "C:/Windows" }] }""",
        "(1): map[0].to: the path is absolute. Fix: write it relative to the game's folder, or")]
    [InlineData("""{ "map": [{ "from": "x", "to": "/etc" }] }""", "(1): map[0].to: the path is absolute.")]
    [InlineData("""{ "map": [{ "from": "x", "to": "\\\\server\\share" }] }""", "(1): map[0].to: the path is absolute.")]
    [InlineData("""{ "map": [{ "from": "x", "to": "C:x" }] }""", "(1): map[0].to: the path is absolute.")]
    [InlineData("""{ "map": [{ "from": "x", "to": "a/../../b" }] }""", "(1): map[0].to: the path can't contain '..'.")]
    [InlineData("""{ "map": [{ "from": "../x", "to": "a" }] }""", "(1): map[0].from: the path can't contain '..'.")]
    [InlineData("""{ "map": [{ "from": "x", "to": "%DOCUMENTS%/../x" }] }""", "(1): map[0].to: the path can't contain '..'.")]
    [InlineData("""{ "map": [{ "from": "x", "to": "%DOCUMENT%/x" }] }""",
        "(1): map[0].to: there is no known folder '%DOCUMENT%'. Fix: did you mean %DOCUMENTS%?")]
    [InlineData("""{ "map": [{ "from": "x", "to": "%TEMP%/x" }] }""",
        "(1): map[0].to: there is no known folder '%TEMP%'. Fix: the known folders are %DOC")]
    [InlineData("""{ "map": [{ "from": "x", "to": "%APPDATA%x" }] }""", "(1): map[0].to: there is no known folder '%APPDATA%x'.")]
    [InlineData("""{ "map": [{ "from": "a*", "to": "x" }] }""", "(1): map[0].from: 'a*' can't be a name in the path: it has a '*'.")]
    [InlineData("""{ "map": [{ "from": "x", "to": "y ", "frm": 1 }] }""", "(1): map[0]: unknown key 'frm'. Fix: did you mean from?")]
    [InlineData("{ \"map\": [\n{ \"from\": \"x\", \"to\": \"a\" },\n{ \"from\": \"X/\", \"to\": \"b\" }] }",
        "(3): map[1].from: 'X' is given twice, in line 2 too; the first one counts.")]
    public void WhatIsBadIsNamedWithItsPlaceAndTheRestCounts(string content, string expected)
    {
        using var folder = new TemporaryFolder();
        string file = folder.File("mod.json", content[..^1] + ", \"id\": \"me\" }");
        ModMetadata read = ModMetadataReader.Read("", folder.Root);
        Assert.Contains(read.Diagnostics, d => d.ToString().StartsWith($"error: {file}{expected}", StringComparison.Ordinal));
        Assert.Equal("me", read.Id);
        ConfigurationResult configuration = ConfigurationReader.Parse(Encoding.UTF8.GetBytes(content), file);
        Assert.Contains(configuration.Diagnostics, d => d.ToString().StartsWith($"error: {file}{expected}", StringComparison.Ordinal));
    }
}
