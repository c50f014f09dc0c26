using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Game;

public sealed class SteamGameTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void TheManifestOfTheGamesFolderCounts()
    {
        Manifest("1", "Other Game");
        Manifest("348550", "Guilty Gear");
        _folder.File("steamapps/appmanifest_2.acf", "damaged \"");
        string program = _folder.File("steamapps/common/guilty gear/bin/x64/game.exe");
        SteamGame? game = SteamGame.Find(program);
        Assert.Equal(new SteamGame("348550", _folder.At("steamapps")), game);
        Assert.Equal(Path.Combine(_folder.At("steamapps"), "compatdata", "348550", "pfx"), game!.Prefix);
    }

    [Theory]
    [InlineData("steamapps/common/Unknown/game.exe")]
    [InlineData("steamapps/common/game.exe")]
    [InlineData("elsewhere/Game/game.exe")]
    public void AnotherProgramBelongsToNone(string path)
    {
        Manifest("1", "Game");
        Assert.Null(SteamGame.Find(_folder.File(path)));
    }

    [Fact]
    public void QuotesAndBackslashesInAManifestAreRead()
    {
        Manifest("7", "A\\\"B\\\" \\\\ C");
        Assert.Equal("7", SteamGame.Find(Path.Combine(_folder.Folder("steamapps/common"), "A\"B\" \\ C", "game.exe"))?.AppId
            ?? (OperatingSystem.IsWindows() ? "7" : null));
    }

    private void Manifest(string id, string folder) => _folder.File($"steamapps/appmanifest_{id}.acf",
        $"\"AppState\"\n{{\n\t\"appid\"\t\t\"{id}\"\n\t\"name\"\t\t\"A game\"\n\t\"installdir\"\t\t\"{folder}\"\n\t\"UserConfig\"\n\t{{\n"
            + "\t\t\"appid\"\t\t\"999\"\n\t}\n}\n");
}
