using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Game;

public sealed class SteamAppIdTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("480", "480")]
    [InlineData("480\r\n", "480")]
    [InlineData("\ufeff 480 \n\0", "480")]
    [InlineData("", null)]
    [InlineData("none", null)]
    [InlineData("48a", null)]
    [InlineData("123456789012345678901", null)]
    public void ComesFromTheFileBesideTheGame(string content, string? expected)
    {
        _folder.File("steam_appid.txt", content);
        Assert.Equal(expected, SteamAppId.Find(_folder.At("game.exe")));
    }

    [Fact]
    public void ComesFromTheLibraryWhereNoFileSaysIt()
    {
        _folder.File("steamapps/appmanifest_348550.acf", "\"AppState\" { \"appid\" \"348550\" \"installdir\" \"A Game\" }");
        string game = _folder.File("steamapps/common/A Game/bin/game.exe");
        Assert.Equal("348550", SteamAppId.Find(game));
        _folder.File("steamapps/common/A Game/bin/steam_appid.txt", "480");
        Assert.Equal("480", SteamAppId.Find(game));
    }

    [Fact]
    public void IsNoneWithoutTheFile() => Assert.Null(SteamAppId.Find(_folder.At("game.exe")));
}
