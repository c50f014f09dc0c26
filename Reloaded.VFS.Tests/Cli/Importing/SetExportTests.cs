using System.IO.Compression;
using Reloaded.VFS.Tests.Cli.OtherManagers;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Importing;

[Collection(nameof(QuestionsTests))]
public sealed class SetExportTests : IDisposable
{
    private readonly ForeignGame _game = new();

    public SetExportTests()
    {
        _game.File("Game/rvfs/mods/Low/Data/a.txt", "low");
        _game.File("Game/rvfs/mods/Low/Data/b.txt", "low");
        _game.File("Game/rvfs/mods/Low/mod.json", """{ "version": "1.0", "source": "https://example.org/low" }""");
        _game.File("Game/rvfs/mods/High/data/A.txt", "high");
        _game.File("Game/rvfs/mods/High/data/b.txt", "high");
        _game.File("Game/rvfs/mods/High/d3d11.dll", "high");
        _game.File("Game/rvfs/mods/Off/Data/b.txt", "off");
        _game.File("Game/rvfs/mods/High/rvfs-choices.json", """{ "type": "fomod", "options": [] }""");
        _game.File("Game/rvfs/mods/Changed/Data/c.txt", "c");
        _game.File("Game/rvfs/mods/order.txt", "Low\nHigh\n-Off\nChanged\n");
        _game.File("Game/rvfs/mods/prefer.txt", "Low: data/a.txt\n");
    }

    public void Dispose() => _game.Dispose();

    /// <summary>The file goes to another machine, where some mods are missing, and some are different.</summary>
    [Fact]
    public void TheSetIsReadOnAnotherMachine()
    {
        (int code, string output, _) = _game.Ask("export", _game.At("set.json"));
        Assert.Equal(0, code);
        Assert.Contains("4 mods", output, StringComparison.Ordinal);
        string text = File.ReadAllText(_game.At("set.json"));
        foreach (string part in (string[])["\"rvfsSet\": 1", "\"version\": \"1.0\"", "\"source\": \"https://example.org/low\"", "\"files\": 2", "\"hash\": \"xxh128:"])
            Assert.Contains(part, text, StringComparison.Ordinal);

        using ForeignGame other = new();
        (code, _, string errors) = other.Import("--check", _game.At("set.json"));
        Assert.Equal(0, code);
        Assert.Contains("the mod 'Low' 1.0 (https://example.org/low) isn't there", errors, StringComparison.Ordinal);

        // The same files in another letter case, and as links to where another manager has them.
        other.File("MO2/ModOrganizer.ini", "[General]\ngameName=Skyrim\n");
        other.File("MO2/profiles/P/modlist.txt", "+Low\n");
        other.File("MO2/mods/Low/A.TXT", "low");
        other.File("MO2/mods/Low/b.txt", "low");
        Assert.Equal(0, other.Import(other.At("MO2")).Code);
        File.Delete(other.At("Game/rvfs/mods/order.txt"));
        other.File("Game/rvfs/mods/High/data/A.txt", "another");
        other.File("Game/rvfs/mods/Changed/Data/c.txt", "c");
        other.File("Game/rvfs/mods/Changed/Data/d.txt", "d");
        other.File("Game/rvfs/mods/Unknown/data/A.txt", "x");
        (code, output, errors) = other.Import(_game.At("set.json"));
        Assert.Equal(0, code);
        Assert.DoesNotContain("'Low'", errors, StringComparison.Ordinal);
        Assert.Contains("in the installer of the mod 'High' something else was chosen here", errors, StringComparison.Ordinal);
        Assert.Contains("the mod 'Changed' has other files here than in the set: 2 here, 1 in the set", errors, StringComparison.Ordinal);
        Assert.Contains("the mod 'Off' isn't there", errors, StringComparison.Ordinal);
        Assert.Equal(["-Unknown", "Low", "High", "Changed"], File.ReadAllLines(other.At("Game/rvfs/mods/order.txt")).Where(line => line[0] != '#'));
        Assert.Equal(["Low: data/a.txt"], File.ReadAllLines(other.At("Game/rvfs/mods/prefer.txt")));
        Assert.Equal("low", other.Seen()[@"Data\a.txt"]);

        // There is an order now; and a set of a newer rvfs isn't guessed at.
        Assert.Contains("There is an order already", other.Import(_game.At("set.json")).Errors, StringComparison.Ordinal);
        other.File("newer.json", """{ "rvfsSet": 2 }""");
        Assert.Contains("a newer rvfs has written", other.Import(other.At("newer.json")).Errors, StringComparison.Ordinal);
    }

    /// <summary>What is written as an instance is read as one: the same files win.</summary>
    [Fact]
    public void ModOrganizersInstanceHasTheSameWinners()
    {
        (int code, _, string errors) = _game.Ask("export", "--to", "mo2", _game.At("instance"));
        Assert.Equal(("", 0), (errors, code));
        Assert.Equal("# This file was written by rvfs export.\r\n+Changed\r\n-Off\r\n+High\r\n+Low\r\n", File.ReadAllText(_game.At("instance/profiles/Default/modlist.txt")));
        Assert.Equal("high", File.ReadAllText(_game.At("instance/mods/High/Root/d3d11.dll")));
        Assert.Equal("low", File.ReadAllText(_game.At("instance/mods/Low/a.txt")));
        SortedDictionary<string, string> before = _game.Seen();
        using ForeignGame other = new();
        Assert.Equal(0, other.Import(_game.At("instance")).Code);
        Assert.Equal(before, other.Seen());
        Assert.Contains("stays as it is", _game.Ask("export", "--to", "mo2", _game.At("instance")).Errors, StringComparison.Ordinal);
    }

    [Fact]
    public void AProfileNamesPackagesAndHasTheSettings()
    {
        _game.File("Game/rvfs/mods/Team-Mod/mod.json", """{ "version": "1.2.3" }""");
        _game.File("Game/rvfs/mods/Team-Mod/BepInEx/plugins/Team-Mod/a.dll", "x");
        _game.File("Game/rvfs/mods/Team-Mod/BepInEx/config/a.cfg", "config");
        (int code, string output, string errors) = _game.Ask("export", "--to", "r2z", _game.At("mine.r2z"));
        Assert.Equal(0, code);
        Assert.Contains("1 mod:", output, StringComparison.Ordinal);
        Assert.Contains("the mods 'Low', 'High', 'Off', 'Changed' aren't exported: their names aren't those of a package", errors, StringComparison.Ordinal);
        using (ZipArchive zip = ZipFile.OpenRead(_game.At("mine.r2z")))
        {
            Assert.Equal(["export.r2x", "config/a.cfg"], zip.Entries.Select(entry => entry.FullName));
            using StreamReader list = new(zip.GetEntry("export.r2x")!.Open());
            Assert.Equal("""
                profileName: "mine"
                mods:
                  - name: "Team-Mod"
                    version:
                      major: 1
                      minor: 2
                      patch: 3
                    enabled: true

                """, list.ReadToEnd(), ignoreLineEndingDifferences: true);
        }

        using ForeignGame other = new();
        Assert.Contains("the mod 'Team-Mod' 1.2.3 isn't there", other.Import(_game.At("mine.r2z")).Errors, StringComparison.Ordinal);
        Assert.Equal("config", other.Seen()[@"BepInEx\config\a.cfg"]);
    }

    /// <summary>An archive is unpacked as at a start; one that can't be is named, and still a mod of the set.</summary>
    [Fact]
    public void ArchivesAreModsOfTheSet()
    {
        using (ZipArchive zip = ZipFile.Open(_game.At("Game/rvfs/mods/Packed.zip"), ZipArchiveMode.Create))
            ThunderstoreProfileTests.Write(zip, "Data/packed.txt", "packed");
        _game.File("Game/rvfs/mods/Broken.zip", "no archive");
        (int code, string output, string errors) = _game.Ask("export", _game.At("set.json"));
        Assert.Equal(0, code);
        Assert.Contains("6 mods", output, StringComparison.Ordinal);
        Assert.Contains("the files of 'Broken' can't all be read", errors, StringComparison.Ordinal);
        Assert.Contains("\"archive\": \"Packed.zip\"", File.ReadAllText(_game.At("set.json")), StringComparison.Ordinal);
        Assert.DoesNotContain("'Packed'", _game.Import("--check", _game.At("set.json")).Errors, StringComparison.Ordinal);
        Assert.Contains("the mod 'Broken' isn't exported", _game.Ask("export", "--to", "mo2", _game.At("instance")).Errors, StringComparison.Ordinal);
        Assert.Equal("packed", File.ReadAllText(_game.At("instance/mods/Packed/packed.txt")));
    }

    [Fact]
    public void NothingElseIsReplaced()
    {
        _game.File("mine.txt", "mine");
        foreach (string[] options in (string[][])[[], ["--to", "mo2"], ["--to", "r2z"]])
        {
            (int code, _, string errors) = _game.Ask("export", [_game.At("mine.txt"), .. options]);
            Assert.Equal(125, code);
            Assert.Contains("stays as it is", errors, StringComparison.Ordinal);
        }

        Assert.Equal("mine", File.ReadAllText(_game.At("mine.txt")));
        Assert.Equal(0, _game.Ask("export", _game.At("set.json")).Code);
        Assert.Equal(0, _game.Ask("export", _game.At("set.json")).Code);
        Assert.Contains("The formats are mo2 and r2z", _game.Ask("export", _game.At("x"), "--to", "zip").Errors, StringComparison.Ordinal);
    }
}
