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
                // Comments are fine.
                "id": "me.mod", "name": "My mod", "version": "1.2",
                "needs": ["base"], "after": ["x", "y"], "before": ["z"], "conflicts": ["bad"],
                "hide": ["data/*.txt"], "exclude": ["docs"],
            }
            """);
        ModMetadata read = ModMetadataReader.Read(folder.Root);
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
    [InlineData("""{ "neds": [] }""", "neds: unknown key, which isn't read. Fix: did you mean needs?")]
    [InlineData("""{ "id": """, "not valid JSON")]
    [InlineData("", "the file is empty")]
    [InlineData("[]", "must be an object in braces")]
    public void WhatIsBadIsNamedWithItsPlace(string content, string expected)
    {
        using var folder = new TemporaryFolder();
        folder.File("mod.json", content);
        string said = string.Join('\n', ModMetadataReader.Read(folder.Root).Diagnostics);
        Assert.Contains(expected, said, StringComparison.Ordinal);
        Assert.Contains("mod.json(1): ", said, StringComparison.Ordinal);
    }

    [Fact]
    public void OtherManagersFilesAreReadWhereItIsMissing()
    {
        using var folder = new TemporaryFolder();
        Assert.Same(ModMetadata.None, ModMetadataReader.Read(folder.Root));
        folder.File("Night.ME3", "[[packages]]\nid = \"night\"\nsource = 'mod'\n");
        Assert.Equal("night", ModMetadataReader.Read(folder.Root).Id);
        folder.File("meta.ini", "[General]\r\nversion=2.0\r\n[x]\r\nversion=9\r\n");
        Assert.Equal("2.0", ModMetadataReader.Read(folder.Root).Version);
        folder.File("manifest.json", """
            { "name": "Thing", "version_number": "1.0.0", "dependencies": ["BepInEx-BepInExPack-5.4.21", "Team-Other_Mod-0.1.0"] }
            """);
        ModMetadata thunderstore = ModMetadataReader.Read(folder.Root);
        Assert.Equal(("Thing", "1.0.0"), (thunderstore.Id, thunderstore.Version));
        Assert.Equal(["BepInEx-BepInExPack", "Team-Other_Mod"], thunderstore.Needs);
        folder.File("ModConfig.json", """
            { "ModId": "a.b", "ModName": "N", "ModVersion": "3", "ModDependencies": ["c.d"], "OptionalDependencies": ["e"] }
            """);
        ModMetadata reloaded = ModMetadataReader.Read(folder.Root);
        Assert.Equal(("a.b", "N", "3"), (reloaded.Id, reloaded.Name, reloaded.Version));
        Assert.Equal(["c.d"], reloaded.Needs);
        Assert.Equal(["e"], reloaded.After);
        folder.File("mod.json", "{}");
        Assert.Null(ModMetadataReader.Read(folder.Root).Id);
        // What others wrote may be anything.
        File.Delete(folder.At("mod.json"));
        folder.File("ModConfig.json", "[1");
        Assert.Empty(ModMetadataReader.Read(folder.Root).Diagnostics);
    }

    /// <summary>Saved in the code page of a language, with half a surrogate pair, with a zero: what else stands there counts.</summary>
    [Theory]
    [InlineData("manifest.json", "{\"name\":\"M\xFCller\",\"version_number\":\"1.2\"}", "1.2")]
    [InlineData("manifest.json", "{\"name\":\"\\ud800\",\"version_number\":\"1.2\"}", "1.2")]
    [InlineData("manifest.json", "{\"\\ud800x\":1,\"version_number\":\"1.2\"}", "1.2")]
    [InlineData("manifest.json", "{\"dependencies\":[\"\\udc00\",1,{}],\"version_number\":\"1.2\"}", "1.2")]
    [InlineData("ModConfig.json", "{\"ModId\":\"\\ud800\",\"ModName\":\"M\xFC\",\"ModVersion\":\"1.2\"}", "1.2")]
    [InlineData("ModConfig.json", "{\"ModVersion\":\"\\ud800\"}", null)]
    [InlineData("meta.ini", "[General]\nname=M\xFC\nversion=1.2\n", "1.2")]
    [InlineData("x.me3", "a = \"M\xFC\"\n\ud800", null)]
    public void WhatIsNoUnicodeDoesNoHarm(string file, string latin1, string? version)
    {
        using var folder = new TemporaryFolder();
        folder.File(file, System.Text.Encoding.Latin1.GetBytes(latin1));
        ModMetadata read = ModMetadataReader.Read(folder.Root);
        Assert.Empty(read.Diagnostics);
        Assert.Equal(version, read.Version);
    }

    [Fact]
    public void KeysOfManyNamesTakeNoMemory()
    {
        using var folder = new TemporaryFolder();
        folder.File("x.me3", string.Join('.', Enumerable.Repeat("a", 500_000)) + " = 1");
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Null(ModMetadataReader.Read(folder.Root).Id);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 100_000_000);
    }
}
