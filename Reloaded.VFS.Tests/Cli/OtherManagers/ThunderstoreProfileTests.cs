using System.IO.Compression;
using System.Text;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.OtherManagers;

[Collection(nameof(QuestionsTests))]
public sealed class ThunderstoreProfileTests : IDisposable
{
    private readonly ForeignGame _game = new();

    public void Dispose() => _game.Dispose();

    private void MakeProfile()
    {
        _game.File("profiles/Default/mods.yml", """
            - manifestVersion: 1
              name: BepInEx-BepInExPack
              authorName: BepInEx
              versionNumber: { major: 5, minor: 4, patch: 2100 }
              dependencies: []
              enabled: true
            - manifestVersion: 1
              name: Team-Better_Mod
              displayName: "Better: Mod"
              versionNumber:
                major: 1
                minor: 2
                patch: 3
              dependencies:
                - BepInEx-BepInExPack-5.4.2100
                - Other-Off-1.0.0
              enabled: true
            - name: Other-Off
              description: |
                several
                lines
              versionNumber:
                major: 1
                minor: 0
                patch: 0
              enabled: false

            """);
        _game.File("profiles/Default/_state/Team-Better_Mod-state.yml", "x");
        _game.File("profiles/Default/winhttp.dll", "loader");
        _game.File("profiles/Default/doorstop_config.ini", "loader");
        _game.File("profiles/Default/BepInEx/core/BepInEx.dll", "loader");
        _game.File("profiles/Default/BepInEx/config/a.cfg", "config");
        _game.File("profiles/Default/BepInEx/plugins/Team-Better_Mod/Better.dll", "better");
        _game.File("profiles/Default/BepInEx/patchers/Team-Better_Mod/Patch.dll", "better");
        _game.File("profiles/Default/BepInEx/plugins/Other-Off/Off.dll.old", "off");
        _game.File("profiles/Default/BepInEx/plugins/Loose.dll", "loose");
    }

    [Theory]
    [InlineData("profiles/Default")]
    [InlineData("profiles/Default/mods.yml")]
    [InlineData("profiles#default")]
    [InlineData("profiles/Default", "--copy")]
    public void TheGameSeesTheProfileOverIt(string source, params string[] options)
    {
        MakeProfile();
        string[] before = _game.Snapshot("profiles");
        (int code, string output, string errors) = _game.Import([$"r2modman:{_game.At(source)}", .. options]);
        Assert.Equal("", string.Join('\n', errors.Split('\n').Where(line => line.Contains("error", StringComparison.Ordinal))));
        Assert.Equal(0, code);
        Assert.Contains("3 mods of r2modman, 2 on", output, StringComparison.Ordinal);
        CopiedFolders expected = new CopiedFolders().Copy(_game.Game, "", path => CopiedFolders.Below(path, "rvfs"))
            .Copy(_game.At("profiles/Default"), "", path => path is "mods.yml" || CopiedFolders.Below(path, "_state")
                || path.EndsWith(".old", StringComparison.Ordinal));
        Assert.Equal(expected.Files, _game.Seen());
        Assert.Equal(before, _game.Snapshot("profiles"));
        Assert.Contains("1.2.3", File.ReadAllText(_game.At("Game/rvfs/mods/Team-Better_Mod/mod.json")), StringComparison.Ordinal);

        // Each is a mod that can be switched off here.
        Assert.Equal(0, _game.Ask("mods", "disable", "Team-Better_Mod").Code);
        Assert.Equal(expected.Files.Keys.Where(path => !path.Contains("Better", StringComparison.OrdinalIgnoreCase)), _game.Seen().Keys);
        if (options.Length > 0)
        {
            Assert.Equal(0, _game.Ask("mods", "enable", "Other-Off").Code);
            Assert.Equal("off", _game.Seen()[@"BepInEx\plugins\Other-Off\Off.dll"]);
        }
    }

    /// <summary>Gale has no list on disk.</summary>
    [Fact]
    public void WithoutAListFoldersAreMods()
    {
        MakeProfile();
        File.Delete(_game.At("profiles/Default/mods.yml"));
        (int code, string output, _) = _game.Import($"gale:{_game.At("profiles/Default")}");
        Assert.Equal(0, code);
        Assert.Contains("3 mods of Gale, 2 on", output, StringComparison.Ordinal);
        Assert.Equal(["Default", "-Other-Off", "Team-Better_Mod"], File.ReadAllLines(_game.At("Game/rvfs/mods/order.txt")).Where(line => line[0] != '#'));
    }

    [Fact]
    public void AnExportedProfileNamesArchives()
    {
        using (ZipArchive zip = ZipFile.Open(_game.At("mine.r2z"), ZipArchiveMode.Create))
        {
            Write(zip, "export.r2x", "profileName: Mine\nmods:\n  - name: Team-Mod\n    version: { major: 1, minor: 2, patch: 3 }\n    enabled: true\n"
                + "  - name: Team-Gone\n    versionNumber: { major: 1, minor: 0, patch: 0 }\n    enabled: false\n");
            Write(zip, "config/a.cfg", "config");
            Write(zip, "BepInEx/config/b.cfg", "config");
            Write(zip, "../../evil.txt", "evil");
        }

        using (ZipArchive zip = ZipFile.Open(_game.Folder.Folder("downloads") + "/Team-Mod-1.2.3.zip", ZipArchiveMode.Create))
            Write(zip, "data/a.txt", "mod");
        (int code, _, string errors) = _game.Import(_game.At("mine.r2z"), "--archives", _game.At("downloads"));
        Assert.Equal(0, code);
        Assert.Contains("the mod 'Team-Gone' 1.0.0 isn't there", errors, StringComparison.Ordinal);
        Assert.Equal(["Team-Mod", "Mine settings"], File.ReadAllLines(_game.At("Game/rvfs/mods/order.txt")).Where(line => line[0] != '#'));
        Assert.Equal(_game.At("downloads/Team-Mod-1.2.3.zip"), new FileInfo(_game.At("Game/rvfs/mods/Team-Mod.zip")).LinkTarget);
        SortedDictionary<string, string> seen = _game.Seen();
        Assert.Equal("config", seen[@"BepInEx\config\a.cfg"]);
        Assert.Equal("config", seen[@"BepInEx\config\b.cfg"]);
        Assert.False(File.Exists(_game.At("Game/evil.txt")) || File.Exists(_game.At("evil.txt")));
    }

    [Theory]
    [InlineData("- name: [", "mods.yml(2): the file isn't valid YAML")]
    [InlineData("deep", "the file is nested too deeply")]
    public void ABadListIsNamedWithItsLine(string content, string message)
    {
        MakeProfile();
        _game.File("profiles/Default/mods.yml", content == "deep" ? new string('[', 100_000) : content);
        (int code, _, string errors) = _game.Import(_game.At("profiles/Default"));
        Assert.Equal(125, code);
        Assert.Contains(message, errors[errors.IndexOf("mods.yml", StringComparison.Ordinal)..], StringComparison.Ordinal);
        Assert.False(Directory.Exists(_game.At("Game/rvfs")));
    }

    [Fact]
    public void ADamagedExportIsNamed()
    {
        _game.File("mine.r2z", "PK, and nothing more");
        (int code, _, string errors) = _game.Import(_game.At("mine.r2z"));
        Assert.Equal(125, code);
        Assert.Contains("it is no zip archive, or damaged", errors, StringComparison.Ordinal);
    }

    internal static void Write(ZipArchive zip, string name, string content)
    {
        using Stream stream = zip.CreateEntry(name).Open();
        stream.Write(Encoding.UTF8.GetBytes(content));
    }
}
