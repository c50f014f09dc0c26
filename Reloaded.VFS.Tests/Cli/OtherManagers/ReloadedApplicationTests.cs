using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.OtherManagers;

[Collection(nameof(QuestionsTests))]
public sealed class ReloadedApplicationTests : IDisposable
{
    private readonly ForeignGame _game = new();

    public ReloadedApplicationTests()
    {
        _game.File("R/ReloadedII.json", """{ "ApplicationConfigDirectory": "C:\\gone\\Apps", "ModConfigDirectory": "C:\\gone\\Mods" }""");
        _game.File("R/Apps/game.exe/AppConfig.json", """
            { "AppId": "game.exe", "AppName": "Game", "AppLocation": "C:\\Games\\Game\\bin\\game.exe",
              "EnabledMods": ["top", "low", "code.only", "gone"], "SortedMods": ["top", "off", "low"] }
            """);
        _game.File("R/Apps/other.exe/AppConfig.json", """{ "AppId": "other.exe", "AppLocation": "C:\\Other\\other.exe", "EnabledMods": [] }""");
        Mod("Top", "top", """ "ModDependencies": ["needed", "reloaded.universal.redirector"] """, "top");
        Mod("Low", "low", """ "ModDll": "a.dll" """, "low");
        Mod("deep/Needed", "needed", "\"ModVersion\": \"1.4\"", "needed");
        Mod("Off", "off", """ "SupportedAppId": ["game.exe"] """, "off");
        Mod("Foreign", "foreign", """ "SupportedAppId": ["other.exe"] """, "foreign");
        _game.File("R/Mods/Code/ModConfig.json", """{ "ModId": "code.only", "ModDll": "a.dll" }""");
    }

    public void Dispose() => _game.Dispose();

    private void Mod(string folder, string id, string more, string content)
    {
        _game.File($"R/Mods/{folder}/ModConfig.json", $$"""{ "ModId": "{{id}}", "ModName": "{{id.ToUpperInvariant()}}", {{more}} }""");
        _game.File($"R/Mods/{folder}/Redirector/data/a.txt", content);
        _game.File($"R/Mods/{folder}/Redirector/{content}.txt", content);
        _game.File($"R/Mods/{folder}/icon.png", "no file of the game");
    }

    [Theory]
    [InlineData("R")]
    [InlineData("R/Apps/game.exe")]
    [InlineData("R/Apps/game.exe/AppConfig.json")]
    [InlineData("R", "--copy")]
    public void TheGameSeesWhatReloadedRedirects(string source, params string[] options)
    {
        string[] before = _game.Snapshot("R");
        (int code, string output, string errors) = _game.Import([_game.At(source), .. options]);
        Assert.Equal(0, code);
        Assert.Contains("4 mods of Reloaded-II, 3 on", output, StringComparison.Ordinal);
        foreach (string note in (string[])["'gone' is switched on, but isn't there", "'code.only' isn't taken", "of the mod 'low' only the files are taken"])
            Assert.Contains(note, errors, StringComparison.Ordinal);
        CopiedFolders expected = new CopiedFolders().Copy(_game.Game, "", path => CopiedFolders.Below(path, "rvfs"));
        foreach (string mod in (string[])["deep/Needed", "Top", "Low"])
            expected.Copy(_game.At($"R/Mods/{mod}/Redirector"), "bin");
        Assert.Equal(expected.Files, _game.Seen());
        Assert.Equal(before, _game.Snapshot("R"));
        Assert.Equal(["-OFF", "NEEDED", "TOP", "LOW"], File.ReadAllLines(_game.At("Game/rvfs/mods/order.txt")).Where(line => line[0] != '#'));
    }

    [Fact]
    public void AnApplicationIsNamedBehindAHash()
    {
        Assert.Contains("isn't there", _game.Import("--check", $"reloaded:{_game.At("R")}#game.exe").Errors, StringComparison.Ordinal);
        (int code, _, string errors) = _game.Import("--check", $"reloaded:{_game.At("R")}#none");
        Assert.Equal(127, code);
        Assert.Contains("game.exe, other.exe", errors, StringComparison.Ordinal);
    }
}
