using System.Text;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Game;

/// <summary>Tests of games from the Microsoft Store and Game Pass, as they are on disk.</summary>
[Collection(RealProcesses.Name)]
public sealed class StorePackageTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("XboxGames/A Game/Content/game.exe", "XboxGames/A Game/Content/MicrosoftGame.config", false)]
    [InlineData("XboxGames/A Game/Content/Binaries/WinGDK/game.exe", "XboxGames/A Game/Content/appxmanifest.xml", false)]
    [InlineData("XboxGames/A Game/Content/game.exe", "XboxGames/A Game/Content/AppxManifest.xml", false)]
    [InlineData("Program Files/WindowsApps/Some.Game_1.0_x64__abc/game.exe", "Program Files/WindowsApps/", true)]
    public void APackageIsKnownByWhatLiesAroundIt(string game, string mark, bool isLocked)
    {
        string program = _folder.File(game);
        if (!mark.EndsWith('/'))
            _folder.File(mark);
        StorePackage package = Assert.IsType<StorePackage>(StorePackage.Find(program));
        Assert.Equal((_folder.At(mark.TrimEnd('/')), isLocked), (package.Mark, package.IsLocked));
    }

    [Fact]
    public void ADrivesListOfGamingFoldersTells()
    {
        byte[] list = [.. "RGBX"u8, 2, 0, 0, 0, .. Encoding.Unicode.GetBytes("Other\0Xbox\\Games\0")];
        string mark = _folder.File(".GamingRoot", list);
        Assert.Equal(mark, StorePackage.Find(_folder.File("Xbox/Games/A/Content/game.exe"))?.Mark);
        Assert.Equal(mark, StorePackage.Find(_folder.File("Other/B/game.exe"))?.Mark);
        Assert.Null(StorePackage.Find(_folder.File("Steam/game.exe")));
        foreach (byte[] damaged in (byte[][])[[], [.. "RGBX"u8], [.. "XBGR"u8, .. list[4..]], [.. list[..4], 0xFF, 0xFF, 0xFF, 0xFF, 0x41]])
        {
            File.WriteAllBytes(mark, damaged);
            Assert.Null(StorePackage.Find(_folder.At("Xbox/Games/A/Content/game.exe")));
        }
    }

    [Fact]
    public void AnExeThatCannotBeReadIsSaidToBeThePackages()
    {
        // A folder replaces the file, because this system refuses to open a folder as a file, even for root.
        string game = _folder.Folder("Content/game.exe");
        Assert.DoesNotContain("Store", Assert.Throws<CliException>(() => GameExecutable.Read(game)).Message, StringComparison.Ordinal);
        _folder.File("Content/MicrosoftGame.config");
        CliException refused = Assert.Throws<CliException>(() => GameExecutable.Read(game));
        Assert.Equal(ExitCodes.CannotRun, refused.ExitCode);
        Assert.Contains("Microsoft Store or Game Pass", refused.Message, StringComparison.Ordinal);
        Assert.Contains("mod loader", refused.Cure, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void ARunSaysSoAndGoesOnAndADoctorSaysSo()
    {
        using WatchedGame game = new("MicrosoftGame.config", "rvfs/mods/Red/data/a.dds");
        GameResult run = WatchedGame.Rvfs("run", game.Program, "open", game.InGame("data/a.dds"));
        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.Contains("this is a game of the Microsoft Store or Game Pass", run.Errors, StringComparison.Ordinal);
        GameResult doctor = WatchedGame.Rvfs("doctor", game.Program);
        Assert.Equal(1, doctor.ExitCode);
        Assert.Contains("this is a game of the Microsoft Store or Game Pass", doctor.Text, StringComparison.Ordinal);
        Assert.Contains("have a mod loader that it loads by itself load reloaded_vfs.dll", doctor.Text, StringComparison.Ordinal);
    }
}
