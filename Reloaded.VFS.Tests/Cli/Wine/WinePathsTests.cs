using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Wine;

public sealed class WinePathsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [LinuxFact]
    public void TheNearestDriveCounts()
    {
        string game = _folder.Folder("home/Games/My Game");
        WinePaths paths = Drives(("c", "prefix/drive_c"), ("e", "home/Games"), ("z", "/"));
        Assert.Equal(@"E:\My Game\data\a.dds", paths.ToWindows(Path.Combine(game, "data/a.dds")));
        Assert.Equal(@"E:\", paths.ToWindows(_folder.At("home/Games")));
        Assert.Equal(@"E:\", paths.ToWindows(_folder.At("home/Games") + "/"));
        Assert.Equal("Z:" + _folder.At("home").Replace('/', '\\'), paths.ToWindows(_folder.At("home")));
        Assert.Equal(@"Z:\", paths.ToWindows("/"));
        Assert.Equal(@"C:\windows", paths.ToWindows(_folder.At("prefix/drive_c/windows")));
    }

    [LinuxFact]
    public void OfTwoLettersForOneFolderTheFirstCounts()
    {
        _folder.Folder("games");
        WinePaths paths = Drives(("c", "prefix/drive_c"), ("g", "games"), ("f", "games"), ("z", "/"));
        Assert.Equal(@"F:\a", paths.ToWindows(_folder.At("games/a")));
    }

    [LinuxFact]
    public void SymbolicLinksOnTheWayLeadToTheSameDrive()
    {
        _folder.Folder("disk/steam/game");
        Directory.CreateSymbolicLink(_folder.At("steam-root"), _folder.At("disk/steam"));
        Directory.CreateSymbolicLink(_folder.At("drive-link"), _folder.At("disk"));
        WinePaths paths = Drives(("c", "prefix/drive_c"), ("s", "drive-link/steam"), ("z", "/"));
        Assert.Equal(@"S:\game", paths.ToWindows(_folder.At("steam-root/game")));
        Assert.Equal(@"S:\game", paths.ToWindows(_folder.At("disk/steam/game")));
        // A link in the path below a drive keeps its name, because the game would use that path.
        Directory.CreateSymbolicLink(_folder.At("disk/steam/link"), _folder.At("disk/steam/game"));
        Assert.Equal(@"S:\link\a", paths.ToWindows(_folder.At("disk/steam/link/a")));
    }

    [LinuxFact]
    public void WithoutADriveThePathIsUnix()
    {
        WinePaths paths = Drives(("c", "prefix/drive_c"));
        Assert.Equal(@"\\?\unix" + _folder.At("x/y").Replace('/', '\\'), paths.ToWindows(_folder.At("x/y")));
        Assert.Equal(_folder.At("x/y"), paths.ToLinux(@"\\?\unix" + _folder.At("x/y").Replace('/', '\\')));
    }

    [LinuxFact]
    public void WindowsPathsAreFoundInAnyLetterCase()
    {
        string file = _folder.File("prefix/drive_c/Games/Döner/Data.PAK");
        WinePaths paths = Drives(("c", "prefix/drive_c"));
        Assert.Equal(file, paths.ToLinux(@"c:\GAMES\dÖNER\data.pak"));
        Assert.Equal(file, paths.ToLinux("C:/games/döner/DATA.pak"));
        Assert.Equal(file, paths.ToLinux(@"\??\C:\games\döner\DATA.pak"));
        Assert.Equal(_folder.At("prefix/drive_c/Games/New/File.txt"), paths.ToLinux(@"C:\games\New\File.txt"));
        Assert.Equal(_folder.At("prefix/drive_c"), paths.ToLinux(@"C:\"));
        Assert.Null(paths.ToLinux(@"Q:\x"));
        Assert.Null(paths.ToLinux(@"relative\x"));
        Assert.Null(paths.ToLinux(@"\\server\share"));
    }

    [LinuxFact]
    public void APrefixThatIsNotThereYetHasTheDriveZ()
        => Assert.Equal(@"Z:\opt\game", new WinePaths(_folder.At("nowhere")).ToWindows("/opt/game"));

    private WinePaths Drives(params (string Letter, string Folder)[] drives)
    {
        string devices = _folder.Folder("prefix/dosdevices");
        _folder.Folder("prefix/drive_c");
        foreach ((string letter, string folder) in drives)
            Directory.CreateSymbolicLink(Path.Combine(devices, letter + ":"), folder == "/" ? "/" : _folder.At(folder));
        return new WinePaths(_folder.At("prefix"));
    }
}
