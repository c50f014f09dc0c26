using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting.Wrapping;

/// <summary>
/// Tests of a prefix whose drives the player has changed: <c>rvfs run %command%</c> with the game, the mods and rvfs on different drives,
/// or on none, and without a drive Z:.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class SteamDrivesTests : IDisposable
{
    private readonly SteamStandIn _steam = new SteamStandIn().WithWindows();
    private readonly string _prefix;

    public SteamDrivesTests()
    {
        _prefix = Path.Combine(_steam.DataPath, "pfx");
        File.Delete(_prefix);
        Directory.CreateDirectory(Path.Combine(_prefix, "dosdevices"));
        foreach (string file in (string[])["system.reg", "user.reg", "userdef.reg", ".update-timestamp"])
            File.Copy(Path.Combine(WinePrefix.Folder, file), Path.Combine(_prefix, file));
        File.CreateSymbolicLink(Path.Combine(_prefix, "drive_c"), Path.Combine(WinePrefix.Folder, "drive_c"));
        Drive("c", Path.Combine(WinePrefix.Folder, "drive_c"));
        _steam.Write(Path.Combine(_steam.GameFolder, "data.txt"), "plain");
        _steam.Write(Path.Combine(_steam.DataFolder, "Mods für alle/two/data.txt"), "modded");
    }

    public void Dispose()
    {
        GameProcess.RunCommand(["wineserver", "-k"], new GameOptions
        {
            Environment = new Dictionary<string, string?> { ["WINEPREFIX"] = _prefix },
        });
        _steam.Dispose();
    }

    [LinuxTheory]
    [InlineData("the game's folder", "game")]
    [InlineData("the game's and another for the mods", "game", "mods")]
    [InlineData("all of the home folder", "home")]
    public void TheCurrentFolderIsOnADriveOfItsOwn(string drives, params string[] folders)
    {
        Assert.NotEmpty(drives);
        for (int i = 0; i < folders.Length; i++)
            Drive(((char)('k' + i)).ToString(), Folder(folders[i]));
        Assert.Equal("plain", Plain(_steam.RunCommand(_steam.Command("cat", "data.txt"))));
        string[] options = ["--mods", Path.GetRelativePath(_steam.GameFolder, Folder("mods")), "--target", "."];
        Assert.Equal("modded", Plain(_steam.Run([.. options, .. _steam.Command("cat", "data.txt")])));
        GameResult ended = _steam.Run([.. options, .. _steam.Command("exit", "77")]);
        Assert.True(ended.ExitCode == 77, ended.ToString());
    }

    /// <summary>A Linux path in <c>rvfs.json</c> stays one, whichever drive the file is on.</summary>
    [LinuxTheory]
    [InlineData(false, "game", "mods")]
    [InlineData(true, "game", "mods")]
    [InlineData(false, "game")]
    [InlineData(true, "home")]
    public void TheConfigurationNamesFoldersOfLinux(bool named, params string[] folders)
    {
        for (int i = 0; i < folders.Length; i++)
            Drive(((char)('k' + i)).ToString(), Folder(folders[i]));
        string file = _steam.Write(Path.Combine(_steam.GameFolder, named ? "named.json" : "rvfs/rvfs.json"), Configuration());
        string[] options = named ? ["--config", file] : [];
        GameResult result = _steam.Run([.. options, .. _steam.Command("cat", "data.txt")]);
        Assert.True(Plain(result) == "modded", result.ToString());
    }

    /// <summary>In this case the DLL itself reads the configuration.</summary>
    [LinuxFact]
    public void TheConfigurationOfAnInstalledGameNamesFoldersOfLinux()
    {
        Drive("k", _steam.GameFolder);
        Drive("l", Folder("mods"));
        NativePrograms.Build("proxied.c", _steam.Game, "-lversion");
        _steam.WithWindows().Variables["RVFS_NO_AUTOSTART"] = null;
        _steam.Variables["WINEPREFIX"] = _prefix;
        Plain(_steam.RunCommand(_steam.Rvfs, "install", _steam.Game));
        _steam.Variables["WINEDLLOVERRIDES"] = "version=n,b";
        _steam.Write(Path.Combine(_steam.GameFolder, "rvfs/rvfs.json"), Configuration());
        Assert.StartsWith("first: modded", Plain(_steam.RunCommand(_steam.Command())), StringComparison.Ordinal);
    }

    /// <summary>A game that no drive leads to, which Wine names <c>\\?\unix\...</c>, runs, and a message says what its mods need.</summary>
    [LinuxFact]
    public void NothingIsOnADrive()
    {
        string data = @"\\?\unix" + Path.Combine(_steam.GameFolder, "data.txt").Replace('/', '\\');
        Assert.Equal("plain", Plain(_steam.RunCommand(_steam.Command("cat", data))));
        GameResult result = _steam.Run(["--mods", Folder("mods"), .. _steam.Command("cat", data)]);
        Assert.Equal("plain", Plain(result));
        Assert.Contains("mods can't be added to a folder that is on no drive of the Wine prefix", result.Errors,
            StringComparison.Ordinal);
        Assert.Contains("give it, or a folder above it, a drive letter: winecfg, Drives", result.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("is missing", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>The other targets have their mods, and the one without is named once.</summary>
    [LinuxTheory]
    [InlineData("saves", "game")]
    [InlineData("game", "saves")]
    public void OneOfSeveralTargetsIsOnNoDrive(params string[] targets)
    {
        string saves = Folder("saves"), game = @"\\?\unix" + _steam.GameFolder.Replace('/', '\\');
        _steam.Write(Path.Combine(saves, "data.txt"), "saved");
        Drive("k", saves);
        string[] options = ["--mods", Folder("mods"), .. targets.SelectMany(target => (string[])["--target", Folder(target)])];
        GameResult result = _steam.Run([.. options, .. _steam.Command("cat", @"K:\data.txt")]);
        Assert.True(Plain(result) == "modded", result.ToString());
        Assert.Contains($"--target: nothing is added to '{game}': it is on no drive of the Wine prefix", result.Errors,
            StringComparison.Ordinal);
        Assert.Contains("a drive letter: winecfg, Drives; the other targets have their mods", result.Errors, StringComparison.Ordinal);
        Assert.Single(result.Errors.Split('\n'), line => line.Contains(game, StringComparison.Ordinal));
        Assert.Equal("plain", Plain(_steam.Run([.. options, .. _steam.Command("cat", game + @"\data.txt")])));
        Assert.Equal(124, _steam.Run(["--strict", .. options, .. _steam.Command("cat", @"K:\data.txt")]).ExitCode);
    }

    /// <summary>Wine's explorer doesn't end if it can't start the program: no drive leads to rvfs here.</summary>
    [LinuxFact]
    public void WinesDesktopStartsRvfsThatIsOnNoDrive()
    {
        Drive("k", _steam.GameFolder);
        _steam.Variables["WINEPREFIX"] = _prefix;
        GameResult result = _steam.Run("--mods", Folder("mods"), WinePrefix.Command!, "explorer", "/desktop=Game,1280x720", @"K:\game.exe",
            "copy", @"K:\data.txt", @"K:\seen.txt");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("modded", File.ReadAllText(Path.Combine(_steam.GameFolder, "seen.txt")));
    }

    private string Folder(string name) => name switch
    {
        "game" => _steam.GameFolder,
        "mods" => Path.Combine(_steam.DataFolder, "Mods für alle"),
        "saves" => Path.Combine(_steam.DataFolder, "saves"),
        _ => _steam.Home,
    };

    private string Configuration() => $$"""{ "mods": "{{Folder("mods")}}" }""";

    private void Drive(string letter, string folder) =>
        Directory.CreateSymbolicLink(Path.Combine(_prefix, "dosdevices", letter + ":"), folder);

    private static string Plain(GameResult result)
    {
        Assert.True(result.ExitCode == 0, result.ToString());
        return result.Text;
    }
}
