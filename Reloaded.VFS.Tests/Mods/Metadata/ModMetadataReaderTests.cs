using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Metadata;

public sealed class ModMetadataReaderTests
{
    [Fact]
    public void AModJsonIsRead()
    {
        using var folder = new TemporaryFolder();
        folder.File("mod.json", """
            {
                // Comments are allowed.
                "id": "me.mod", "name": "My mod", "version": "1.2",
                "needs": ["base"], "after": ["x", "y"], "before": ["z"], "conflicts": ["bad"],
                "hide": ["data/*.txt"], "exclude": ["docs"],
            }
            """);
        ModMetadata read = ModMetadataReader.Read("", folder.Root);
        Assert.Empty(read.Diagnostics);
        Assert.Equal(("me.mod", "My mod", "1.2"), (read.Id, read.Name, read.Version));
        Assert.Equal(["base"], read.Needs);
        Assert.Equal(["x", "y"], read.After);
        Assert.Equal(["z"], read.Before);
        Assert.Equal(["bad"], read.Conflicts);
        Assert.Equal(["data/*.txt"], read.Hide);
        Assert.Equal(["docs"], read.Exclude);
    }

    [Theory]
    [InlineData("""{ "id": 1 }""", "id: must be a text in quotes")]
    [InlineData("""{ "needs": "base" }""", "needs: must be a list of texts")]
    [InlineData("""{ "hide": ["../x"] }""", "hide[0]: a pattern is a path inside a mod")]
    [InlineData("""{ "neds": [] }""", "neds: unknown key, which is ignored. Fix: did you mean needs?")]
    [InlineData("""{ "id": """, "not valid JSON")]
    [InlineData("", "the file is empty")]
    [InlineData("[]", "must be an object in braces")]
    public void WhatIsBadIsNamedWithItsPlace(string content, string expected)
    {
        using var folder = new TemporaryFolder();
        folder.File("mod.json", content);
        string said = string.Join('\n', ModMetadataReader.Read("", folder.Root).Diagnostics);
        Assert.Contains(expected, said, StringComparison.Ordinal);
        Assert.Contains("mod.json(1): ", said, StringComparison.Ordinal);
    }
}
