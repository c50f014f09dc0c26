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
        Assert.Equal(expected, SteamAppId.Find(_folder.Root));
    }

    [Fact]
    public void IsNoneWithoutTheFile() => Assert.Null(SteamAppId.Find(_folder.Root));
}
