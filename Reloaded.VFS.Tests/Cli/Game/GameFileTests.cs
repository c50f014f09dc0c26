using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Game;

public sealed class GameFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void IsFoundByItsName()
    {
        string game = _folder.File("My Game/Game.exe");
        Assert.Equal(game, GameFile.Find(game));
        Assert.Equal(game, GameFile.Find(game[..^4]));
        Assert.Equal(game, GameFile.Find(_folder.At("my game/GAME.EXE")), ignoreCase: OperatingSystem.IsWindows());
    }

    [Fact]
    public void AFolderNamesThePrograms()
    {
        _folder.File("g/b.exe");
        _folder.File("g/A.EXE");
        CliException error = Assert.Throws<CliException>(() => GameFile.Find(_folder.At("g")));
        Assert.Equal(ExitCodes.NotFound, error.ExitCode);
        Assert.Equal($"'{_folder.At("g")}' is a folder.", error.Message);
        Assert.Equal("Programs in it: A.EXE, b.exe", error.Cure);
    }

    [Fact]
    public void AMissingFileNamesItsFolder()
    {
        _folder.File("g/a.exe");
        CliException error = Assert.Throws<CliException>(() => GameFile.Find(_folder.At("g/c.exe")));
        Assert.Equal(ExitCodes.NotFound, error.ExitCode);
        Assert.Equal($"There is no 'c.exe' in '{_folder.At("g")}'.", error.Message);
        Assert.Contains("There is no folder", Assert.Throws<CliException>(() => GameFile.Find(_folder.At("h/c.exe"))).Message,
            StringComparison.Ordinal);
        Assert.Equal(ExitCodes.NotFound, Assert.Throws<CliException>(() => GameFile.Find("")).ExitCode);
        Assert.Equal(ExitCodes.NotFound, Assert.Throws<CliException>(() => GameFile.Find("a\0b")).ExitCode);
    }
}
