using System.IO.Compression;
using System.Security.Cryptography;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.OtherManagers;

[Collection(nameof(QuestionsTests))]
public sealed class NexusCollectionTests : IDisposable
{
    private readonly ForeignGame _game = new();

    public void Dispose() => _game.Dispose();

    private string Archive(string name, string file, string content)
    {
        string path = Path.Combine(_game.Folder.Folder("downloads"), name);
        using (ZipArchive zip = ZipFile.Open(path, ZipArchiveMode.Create))
            ThunderstoreProfileTests.Write(zip, file, content);
#pragma warning disable CA5351
        return Convert.ToHexString(MD5.HashData(File.ReadAllBytes(path))).ToLowerInvariant();
#pragma warning restore CA5351
    }

    [Fact]
    public void ArchivesAreFoundByTheirSumsAndNames()
    {
        string one = Archive("renamed.zip", "Data/textures/a.dds", "one");
        Archive("Weather-22-1-0-1700000000.zip", "Data/textures/a.dds", "two");
        Archive("Wrong.zip", "Data/textures/c.dds", "wrong");
        _game.File("collection.json", $$"""
            {
              "info": { "name": "C", "domainName": "skyrimspecialedition" },
              "mods": [
                { "name": "Weather", "version": "1.0", "optional": false, "source": { "type": "nexus", "modId": 22, "fileId": 5, "logicalFilename": "Weather" } },
                { "name": "Armor: New", "version": "2.0", "source": { "type": "nexus", "modId": 11, "md5": "{{one}}", "fileSize": 0 },
                  "choices": { "type": "fomod" }, "fileOverrides": ["x"] },
                { "name": "Gone", "version": "3", "source": { "type": "nexus", "modId": 33, "fileId": 7, "md5": "00" } },
                { "name": "Maybe", "version": "3", "optional": true, "source": { "type": "direct", "url": "https://example.org/maybe" } },
                { "name": "Wrong", "version": "3", "source": { "type": "nexus", "md5": "11", "logicalFilename": "Wrong" } }
              ],
              "modRules": [
                { "type": "after", "source": { "fileMD5": "{{one}}" }, "reference": { "logicalFileName": "Weather" } },
                { "type": "before", "source": { "tag": "none" }, "reference": { "fileMD5": "{{one}}" } }
              ]
            }
            """);
        (int code, _, string errors) = _game.Import(_game.At("collection.json"), "--archives", _game.At("downloads"));
        Assert.Equal(0, code);
        foreach (string note in (string[])["2 of 5 archives are in the folder", "the mod 'Gone' 3 isn't there. Fix: download it from Nexus Mods (mod 33, file 7)",
            "the optional mod 'Maybe' 3 isn't there. Fix: download it from https://example.org/maybe", "the mod 'Wrong' 3 isn't there",
            "the choices of the collection for the installer of 'Armor_ New' aren't taken", "because mods aren't there: 1 rule."])
            Assert.Contains(note, errors, StringComparison.Ordinal);
        Assert.Equal(["Weather", "Armor_ New"], File.ReadAllLines(_game.At("Game/rvfs/mods/order.txt")).Where(line => line[0] != '#'));
        Assert.Equal(_game.At("downloads/renamed.zip"), new FileInfo(_game.At("Game/rvfs/mods/Armor_ New.zip")).LinkTarget);
        Assert.Equal(0, _game.Ask("refresh").Code);
        Assert.Equal("one", _game.Seen()[@"Data\textures\a.dds"]);
    }

    [Fact]
    public void ArchivesOfOneNameAreTwoMods()
    {
        string one = Archive("one.zip", "Data/one.dds", "one"), two = Archive("two.zip", "Data/two.dds", "two");
        _game.File("collection.json", $$"""
            { "mods": [{ "name": "Weather", "source": { "md5": "{{one}}" } }, { "name": "Weather", "source": { "md5": "{{two}}" } }] }
            """);
        (int code, _, string errors) = _game.Import(_game.At("collection.json"), "--archives", _game.At("downloads"));
        Assert.True(code == 0, errors);
        Assert.Equal(["Weather", "Weather 2"], File.ReadAllLines(_game.At("Game/rvfs/mods/order.txt")).Where(line => line[0] != '#'));
        Assert.Equal(0, _game.Ask("refresh").Code);
        Assert.Equal(("one", "two"), (_game.Seen()[@"Data\one.dds"], _game.Seen()[@"Data\two.dds"]));
    }

    /// <summary>Archives are mods of every order, and aren't unpacked yet when they are listed.</summary>
    [Fact]
    public void InOtherOrdersTheArchivesOfANewSetAreOff()
    {
        Archive("Weather-22-1-0-1700000000.zip", "Data/textures/a.dds", "weather");
        _game.File("Game/rvfs/mods/Own/Data/textures/a.dds", "own");
        _game.File("Game/rvfs/mods/order.txt", "Own\n");
        _game.File("Game/rvfs/sets/easy/order.txt", "-Own\n");
        _game.File("collection.json", """
            { "mods": [{ "name": "Weather", "version": "1.0", "optional": false,
                "source": { "type": "nexus", "modId": 22, "fileId": 5, "logicalFilename": "Weather" } }] }
            """);
        (int code, _, string errors) = _game.Import("--new-set", "hard", "--archives", _game.At("downloads"), _game.At("collection.json"));
        Assert.True(code == 0, errors);
        Assert.Equal("Own\n-Weather\n", File.ReadAllText(_game.At("Game/rvfs/mods/order.txt")));
        Assert.Equal("-Own\n-Weather\n", File.ReadAllText(_game.At("Game/rvfs/sets/easy/order.txt")));
        Assert.Contains("Weather", File.ReadAllLines(_game.At("Game/rvfs/sets/hard/order.txt")));
    }
}
