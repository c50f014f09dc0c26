using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.OtherManagers;

[Collection(nameof(QuestionsTests))]
public sealed class LimoApplicationTests : IDisposable
{
    private readonly ForeignGame _game = new();

    public void Dispose() => _game.Dispose();

    private void Make(string documents) => _game.File("limo/lmm_mods.json", $$"""
        {
          "name": "Game", "command": "", "icon_path": "", "steam_app_id": 489830,
          "profiles": [{ "name": "Default", "app_version": "1" }, { "name": "Hard", "app_version": "1" }],
          "installed_mods": [
            { "id": 0, "name": "Armor", "version": "1.2", "remote_source": "https://example.org/0", "installer": "Simple" },
            { "id": 1, "name": "Weather", "version": "", "installer": "Simple" },
            { "id": 2, "name": "Armor", "version": "2", "installer": "Simple" },
            { "id": 3, "name": "Idle", "version": "2", "installer": "Simple" }
          ],
          "deployers": [
            { "name": "Data", "type": "Case Matching Deployer", "source_path": "", "dest_path": "{{_game.At("Game/Data")}}", "deploy_mode": 0,
              "profiles": [
                { "name": "Default", "loadorder": [{ "id": 0, "enabled": true }, { "id": 1, "enabled": true }, { "id": 2, "enabled": false }] },
                { "name": "Hard", "loadorder": [{ "id": 1, "enabled": true }, { "id": 0, "enabled": true }] }
              ] },
            { "name": "Documents", "type": "Simple Deployer", "source_path": "", "dest_path": "{{documents}}", "deploy_mode": 0,
              "profiles": [{ "name": "Default", "loadorder": [{ "id": 1, "enabled": true }] }, { "name": "Hard", "loadorder": [] }] },
            { "name": "Plugins", "type": "Loot Deployer", "source_path": "", "dest_path": "/x", "profiles": [] },
            { "name": "Far", "type": "Simple Deployer", "source_path": "", "dest_path": "/somewhere/else", "profiles": [] }
          ]
        }
        """);

    private void MakeMods()
    {
        _game.File("limo/0/textures/a.dds", "0");
        _game.File("limo/0/textures/b.dds", "0");
        _game.File("limo/1/Textures/A.dds", "1");
        _game.File("limo/1/only.txt", "1");
        _game.File("limo/2/textures/a.dds", "2");
        _game.File("limo/3/textures/a.dds", "3");
    }

    [Theory]
    [InlineData("limo")]
    [InlineData("limo", "--copy")]
    public void EachDeployerHasItsPlaceAndOrder(string source, params string[] options)
    {
        Make("/x/pfx/drive_c/users/steamuser/Documents/My Games/Game");
        MakeMods();
        string[] before = _game.Snapshot("limo");
        (int code, _, string errors) = _game.Import([_game.At(source), .. options]);
        Assert.Equal(0, code);
        foreach (string note in (string[])["the deployer 'Plugins' isn't taken", "the deployer 'Far' isn't taken: '/somewhere/else'", "no deployer of the profile has them: 1 mod."])
            Assert.Contains(note, errors, StringComparison.Ordinal);
        CopiedFolders expected = new CopiedFolders().Copy(_game.Game, "", path => CopiedFolders.Below(path, "rvfs"))
            .Copy(_game.At("limo/0"), "Data").Copy(_game.At("limo/1"), "Data").Copy(_game.At("limo/1"), @"%DOCUMENTS%\My Games\Game");
        Assert.Equal(expected.Files, _game.Seen());
        Assert.Equal(before, _game.Snapshot("limo"));
        Assert.Equal(["Armor", "Weather [Data]", "-Armor 2", "Weather [Documents]"],
            File.ReadAllLines(_game.At("Game/rvfs/mods/order.txt")).Where(line => line[0] != '#'));
    }

    [Fact]
    public void AnotherProfileHasAnotherOrder()
    {
        Make("/x");
        MakeMods();
        Assert.Equal(0, _game.Import($"limo:{_game.At("limo")}#hard").Code);
        CopiedFolders expected = new CopiedFolders().Copy(_game.Game, "", path => CopiedFolders.Below(path, "rvfs"))
            .Copy(_game.At("limo/1"), "Data").Copy(_game.At("limo/0"), "Data");
        Assert.Equal(expected.Files, _game.Seen());
        Assert.Contains("Its profiles: Default, Hard", _game.Import($"limo:{_game.At("limo")}#none", "--check").Errors, StringComparison.Ordinal);
    }
}
