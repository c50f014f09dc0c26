using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Configuration;

/// <summary>Tests of which program <c>rvfs install</c> was given, and of files of another kind.</summary>
public sealed class InstalledProgramTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("""{ "format": 1, "files": [{ "game": "x" }], "game": "Game.exe" }""", "Game.exe")]
    [InlineData("""{ "game": "Game.exe", """, "Game.exe")]
    [InlineData("""{ "game": 7 }""", null)]
    [InlineData("""{ "game": "\ud800" }""", null)]
    [InlineData("""["game"]""", null)]
    [InlineData("{", null)]
    [InlineData("", null)]
    public void ItsName(string content, string? game)
    {
        _folder.File("rvfs/install.json", content);
        Assert.Equal(game, InstalledGame.Find(_folder.Root));
    }

    [Fact]
    public void WithoutAFileThereIsNone() => Assert.Null(InstalledGame.Find(_folder.Root));
}
