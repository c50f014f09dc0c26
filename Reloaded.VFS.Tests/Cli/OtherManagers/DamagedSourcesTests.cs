using System.Text;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.OtherManagers;

/// <summary>Files of other managers with random damage: an import takes what it can, or says in a sentence why not.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class DamagedSourcesTests : IDisposable
{
    private static readonly Dictionary<string, (string Source, string Content)> s_files = new()
    {
        ["MO2/ModOrganizer.ini"] = ("MO2", "[General]\ngameName=Skyrim\ngamePath=@ByteArray(C:\\\\x\\x41)\nselected_profile=@ByteArray(P)\n[Settings]\n"
            + "mod_directory=%BASE_DIR%/mods\nskip_file_suffixes=.a, \".b,c\"\n"),
        ["MO2/profiles/P/modlist.txt"] = ("MO2", "# comment\n+A\n-B\n*DLC\nC\n"),
        ["MO2/mods/A/meta.ini"] = ("MO2", "[General]\nversion=1.0\nmodid=5\n"),
        ["staging/__vortex_staging_folder"] = ("staging", "{}"),
        ["Game/Data/vortex.deployment.json"] = ("staging",
            """{ "version": 1, "files": [{ "relPath": "x\\a.txt", "source": "A", "target": "" }, { "relPath": "b.txt", "source": "B" }] }"""),
        ["limo/lmm_mods.json"] = ("limo", """{ "profiles": [{ "name": "P" }], "installed_mods": [{ "id": 1, "name": "A" }], """
            + """ "deployers": [{ "name": "d", "type": "Simple Deployer", "dest_path": "C:/Game/Data", """
            + """ "profiles": [{ "loadorder": [{ "id": 1, "enabled": true }] }] }] }"""),
        ["R/ReloadedII.json"] = ("R", """{ "ModConfigDirectory": "Mods" }"""),
        ["R/Apps/g/AppConfig.json"] = ("R", """{ "AppId": "g", "AppLocation": "C:\\Game\\game.exe", "EnabledMods": ["a", "b"] }"""),
        ["R/Mods/A/ModConfig.json"] = ("R", """{ "ModId": "a", "ModName": "A", "ModDependencies": ["b"] }"""),
        ["p/mods.yml"] = ("p", "- name: Team-A\n  versionNumber: { major: 1, minor: 2, patch: 3 }\n  enabled: true\n  dependencies: [\"X-Y-1.0.0\"]\n"),
        ["c/collection.json"] = ("c", """{ "mods": [{ "name": "A", "source": { "type": "nexus", "md5": "00", "fileSize": 3 } }], """
            + """ "modRules": [{ "type": "after", "source": { "tag": "x" }, "reference": {} }] }"""),
        ["m/a.me3"] = ("m", "profileVersion = \"v1\"\n[[packages]]\nid = \"A\"\npath = \"pkg\"\nload_after = [{ id = \"B\" }]\n"),
        ["set.json"] = ("set.json",
            """{ "rvfsSet": 1, "mods": [{ "name": "A", "on": true, "files": 2, "hash": "x" }], "prefer": [{ "mod": "A", "path": "x" }] }"""),
    };

    private readonly ForeignGame _game = new();

    public void Dispose() => _game.Dispose();

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void NothingFailsWithoutASentence(int seed)
    {
        Random random = new(seed);
        foreach (string file in (string[])["MO2/mods/A/a.txt", "staging/A/x/a.txt", "staging/B/b.txt", "limo/1/a.txt", "R/Mods/A/Redirector/a.txt",
            "p/BepInEx/plugins/Team-A/a.dll", "m/pkg/a.txt", "c/A.zip"])
            _game.File(file, "x");
        foreach ((string file, (_, string content)) in s_files)
            _game.File(file, content);
        foreach ((string file, (string source, string content)) in s_files)
        {
            for (int round = 0; round < 40; round++)
            {
                _game.Folder.File(file, Damage(Encoding.UTF8.GetBytes(content), random));
                (int code, _, string errors) = _game.Import("--check", _game.At(source));
                Assert.True(code is 0 or 1 or 125 or 127, $"{file}: {code}\n{errors}");
                Assert.False(errors.Contains("rvfs has failed", StringComparison.Ordinal) || errors.Contains("Exception", StringComparison.Ordinal),
                    $"{file}, {Encoding.Latin1.GetString(File.ReadAllBytes(_game.At(file)))}\n{errors}");
                Assert.False(Directory.Exists(_game.At("Game/rvfs")));
            }

            _game.File(file, content);
        }
    }

    /// <summary>A file that only one mod has costs that mod.</summary>
    [Fact]
    public void OneBadModLeavesTheOthers()
    {
        foreach (string file in (string[])["R/ReloadedII.json", "R/Apps/g/AppConfig.json", "R/Mods/A/ModConfig.json"])
            _game.File(file, s_files[file].Content);
        _game.File("R/Mods/A/Redirector/a.txt", "x");
        _game.File("R/Mods/B/ModConfig.json", "{ \"ModId\": \"b\",\n bad");
        (int code, string output, string errors) = _game.Import(_game.At("R"));
        Assert.Equal(0, code);
        Assert.Contains("1 mod of Reloaded-II", output, StringComparison.Ordinal);
        Assert.Contains("ModConfig.json(2): the file isn't valid JSON", errors, StringComparison.Ordinal);
    }

    private static byte[] Damage(byte[] content, Random random)
    {
        byte[] damaged = [.. content];
        for (int i = random.Next(4); i >= 0; i--)
        {
            int at = random.Next(damaged.Length);
            damaged = random.Next(5) switch
            {
                0 => damaged[..at].Length == 0 ? [0] : damaged[..at],
                1 => [.. damaged[..at], (byte)random.Next(256), .. damaged[at..]],
                2 => [.. damaged[..at], .. "[[{{\"\\"u8, .. damaged[at..]],
                3 => [.. damaged[..at], .. damaged[at..], .. damaged[at..]],
                _ => [.. damaged[..at], (byte)random.Next(256), .. damaged[(at + 1)..]],
            };
        }

        return damaged;
    }
}
