using System.Text;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.OtherManagers.Formats;

public sealed class ForeignMetadataTests
{
    [Fact]
    public void OtherManagersFilesAreReadWhereItIsMissing()
    {
        using var folder = new TemporaryFolder();
        Assert.Same(ModMetadata.None, Read(folder));
        folder.File("Night.ME3", "[[packages]]\nid = \"night\"\nsource = 'mod'\n");
        Assert.Equal("night", Read(folder).Id);
        folder.File("meta.ini", "[General]\r\nversion=2.0\r\n[x]\r\nversion=9\r\n");
        Assert.Equal("2.0", Read(folder).Version);
        folder.File("manifest.json", """
            { "name": "Thing", "version_number": "1.0.0", "dependencies": ["BepInEx-BepInExPack-5.4.21", "Team-Other_Mod-0.1.0"] }
            """);
        ModMetadata thunderstore = Read(folder);
        Assert.Equal(("Thing", "1.0.0"), (thunderstore.Id, thunderstore.Version));
        Assert.Equal(["BepInEx-BepInExPack", "Team-Other_Mod"], thunderstore.Needs);
        folder.File("ModConfig.json", """
            { "ModId": "a.b", "ModName": "N", "ModVersion": "3", "ModDependencies": ["c.d"], "OptionalDependencies": ["e"] }
            """);
        ModMetadata reloaded = Read(folder);
        Assert.Equal(("a.b", "N", "3"), (reloaded.Id, reloaded.Name, reloaded.Version));
        Assert.Equal(["c.d"], reloaded.Needs);
        Assert.Equal(["e"], reloaded.After);
        folder.File("mod.json", "{}");
        Assert.Null(Read(folder).Id);
        // Files of other programs may contain anything.
        File.Delete(folder.At("mod.json"));
        folder.File("ModConfig.json", "[1");
        Assert.Empty(Read(folder).Diagnostics);
    }

    /// <summary>Saved in a language's code page, with half a surrogate pair, or with a zero: the rest of the file counts.</summary>
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
        ModMetadata read = Read(folder);
        Assert.Empty(read.Diagnostics);
        Assert.Equal(version, read.Version);
    }

    [Fact]
    public void KeysOfManyNamesTakeNoMemory()
    {
        using var folder = new TemporaryFolder();
        folder.File("x.me3", string.Join('.', Enumerable.Repeat("a", 500_000)) + " = 1");
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Null(Read(folder).Id);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 100_000_000);
    }

    /// <summary>Checks that the metadata the launcher has read reaches the game's process, which reads none of these files.</summary>
    [Fact]
    public void WhatIsHandedOverIsWhatWasRead()
    {
        using var folder = new TemporaryFolder();
        folder.File("mods/A/ModConfig.json", """
            { "ModId": "a", "ModName": "Ä", "ModVersion": "1", "ModDependencies": ["b"], "OptionalDependencies": ["c"] }
            """);
        folder.File("mods/B/x.me3", "[[packages]]\nid = \"b\"\nload_before = [{ id = \"c\" }]");
        folder.File("mods/C/mod.json", """{ "id": "c" }""");
        folder.File("mods/C/ModConfig.json", """{ "ModId": "other" }""");
        folder.File("mods/D/manifest.json", new string(' ', 1 << 20) + "{}");
        var configuration = new VfsConfiguration { Mods = folder.At("mods"), ModJsons = ForeignMetadata.Instance };
        var order = LoadOrder.Of(configuration);
        List<Diagnostic> faults = [];
        HandedOverModJsons texts = ForeignMetadata.HandOver(order.Mods, faults)!;
        Assert.Equal(["A", "B"], texts.Texts.Keys.Order(StringComparer.Ordinal));
        Assert.Contains("larger than 1 MB", Assert.Single(faults).Cause, StringComparison.Ordinal);

        byte[] json = ConfigurationWriter.ToJson(configuration with { ModJsons = texts });
        ConfigurationResult given = ConfigurationReader.Parse(json, folder.At("rvfs.json"));
        Assert.Empty(given.Diagnostics);
        var again = LoadOrder.Of(given.Configuration);
        Assert.Equal(order.Mods.Select(mod => mod.Name), again.Mods.Select(mod => mod.Name));
        Assert.Equal(order.Diagnostics, again.Diagnostics);
        ModMetadata a = again.Mods.Single(mod => mod.Name == "A").Metadata;
        Assert.Equal((folder.At("mods/A/ModConfig.json"), "ModConfig.json", "a", "Ä", "1"), (a.File, a.From, a.Id, a.Name, a.Version));
        Assert.Equal("c", again.Mods.Single(mod => mod.Name == "C").Metadata.Id);

        // Without them only mod.json counts.
        Assert.Equal(["c"], LoadOrder.Read(folder.At("mods")).Mods.Select(mod => mod.Metadata.Id).OfType<string>());
    }

    /// <summary>A need in another manager's file stays a notice, because it may be a loader, which isn't a mod.</summary>
    [Fact]
    public void WhatIsWrittenDownIsAModJson()
    {
        using var folder = new TemporaryFolder();
        folder.File("mods/A/manifest.json", """{ "name": "A", "dependencies": ["Team-Loader-1.0.0", "", "Team-Loader-1.0.0"] }""");
        ForeignMetadata.WriteModJson(folder.At("mods/A"));
        var order = LoadOrder.Read(folder.At("mods"));
        ModMetadata written = Assert.Single(order.Mods).Metadata;
        Assert.Equal((folder.At("mods/A/mod.json"), "manifest.json", "A"), (written.File, written.From, written.Id));
        Assert.Equal(["Team-Loader"], written.Needs);
        Assert.Equal(Severity.Notice, Assert.Single(order.Diagnostics).Severity);
        Assert.Null(ForeignMetadata.HandOver(order.Mods, []));

        folder.File("mods/A/mod.json", "{}");
        ForeignMetadata.WriteModJson(folder.At("mods/A"));
        Assert.Equal("{}", File.ReadAllText(folder.At("mods/A/mod.json")));
        folder.File("mods/B/a.txt");
        ForeignMetadata.WriteModJson(folder.At("mods/B"));
        Assert.False(File.Exists(folder.At("mods/B/mod.json")));
    }

    private static ModMetadata Read(TemporaryFolder folder) => ModMetadataReader.Read("", folder.Root, ForeignMetadata.Instance);
}
