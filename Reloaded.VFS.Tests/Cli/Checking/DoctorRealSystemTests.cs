using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Checking;

/// <summary>Tests of <c>rvfs doctor</c> with the real disk and registry: rvfs.exe in the tests' prefix, and rvfs of this system.</summary>
[Collection(RealProcesses.Name)]
public sealed class DoctorRealSystemTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [LinuxFact(Needs.Published)]
    public void SmartAppControlIsReadFromTheRegistry()
    {
        const string Key = @"HKLM\SYSTEM\CurrentControlSet\Control\CI\Policy";
        Assert.DoesNotContain("Smart App Control", Doctor().Text, StringComparison.Ordinal);
        Reg("add", Key, "/v", "VerifiedAndReputablePolicyState", "/t", "REG_DWORD", "/d", "1", "/f");
        try
        {
            GameResult on = Doctor();
            Assert.Equal(1, on.ExitCode);
            Assert.Contains("Smart App Control is on", on.Text, StringComparison.Ordinal);
        }
        finally
        {
            Reg("delete", Key, "/f");
        }
    }

    [LinuxFact(Needs.Published)]
    public void MitigationsAreReadFromTheRegistry()
    {
        string game = Game();
        string options = $@"HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion\Image File Execution Options\{Path.GetFileName(game)}";
        Assert.DoesNotContain("dynamic code", Doctor(WinePrefix.ToWindows(game)).Text, StringComparison.Ordinal);
        // 1 at bit 36: no dynamic code. 24 bytes, as Set-ProcessMitigation writes them.
        Reg("add", options, "/v", "MitigationOptions", "/t", "REG_BINARY", "/d", "0000000010000000" + new string('0', 32), "/f");
        try
        {
            Assert.Contains($"Windows forbids dynamic code (arbitrary code guard) for {Path.GetFileName(game)}",
                Doctor(WinePrefix.ToWindows(game)).Text, StringComparison.Ordinal);
            Reg("add", options, "/v", "MitigationOptions", "/t", "REG_QWORD", "/d", "0x100000000000", "/f");
            Assert.Contains("code integrity guard", Doctor(WinePrefix.ToWindows(game)).Text, StringComparison.Ordinal);
        }
        finally
        {
            Reg("delete", options, "/f");
        }
    }

    [LinuxFact(Needs.Published)]
    public void FoldersThatCannotBeWritten()
    {
        // Not even root can create a file in /sys.
        string game = Game();
        _folder.Folder("g/rvfs/mods/Red");
        Directory.CreateSymbolicLink(_folder.At("g/rvfs/logs"), "/sys/kernel");
        GameResult linux = WatchedGame.Rvfs("doctor", "--target", "/sys/kernel", "--mods", _folder.At("g/rvfs/mods"), game);
        Assert.Contains("/sys/kernel: this folder of the game can't be written", linux.Text, StringComparison.Ordinal);
        Assert.Contains("start reports can't be written here, and go to '", linux.Text, StringComparison.Ordinal);

        // With an overwrite folder nothing is lost.
        _folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        GameResult overwrite = WatchedGame.Rvfs("doctor", "--target", "/sys/kernel", "--mods", "/sys/kernel", game);
        Assert.Contains("/sys/kernel/rvfs/overwrite: the overwrite folder can't be written: ", overwrite.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("is lost or fails", overwrite.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("the mods folder can't be written", overwrite.Text, StringComparison.Ordinal);
        File.Delete(_folder.At("g/rvfs/rvfs.json"));

        GameResult windows = DoctorIn(new() { ["TMPDIR"] = null, ["TEMP"] = null, ["TMP"] = @"Z:\sys\kernel" }, WinePrefix.ToWindows(game));
        Assert.Contains(@"start reports can't be written here", windows.Text, StringComparison.Ordinal);
        Assert.Equal(["game.exe", "rvfs"], Directory.GetFileSystemEntries(_folder.At("g")).Select(Path.GetFileName).Order());
        Assert.Equal(["logs", "mods"], Directory.GetFileSystemEntries(_folder.At("g/rvfs")).Select(Path.GetFileName).Order());

        GameResult temporary = GameProcess.RunCommand([PublishedArtifacts.LinuxLauncher, "doctor"],
            new GameOptions { Environment = new Dictionary<string, string?> { ["TMPDIR"] = "/sys/kernel" } });
        Assert.Contains("the temporary folder can't be written", temporary.Text, StringComparison.Ordinal);
    }

    [LinuxFact(Needs.Published)]
    public void LinksThatLeadNowhereOrOutOfTheModsFolder()
    {
        string game = Game();
        string outside = _folder.File("saves/slot1.sav"), apart = _folder.Folder("other drive/Blue");
        _folder.File("other drive/Blue/data/own.dds");
        _folder.File("g/rvfs/mods/Red/data/a.dds");
        File.CreateSymbolicLink(_folder.At("g/data.pak"), "gone.pak");
        Directory.CreateSymbolicLink(_folder.At("g/rvfs/mods/Blue"), apart); // players themselves store whole mods elsewhere
        File.CreateSymbolicLink(_folder.At("other drive/Blue/data/same.dds"), "own.dds");
        File.CreateSymbolicLink(_folder.At("g/rvfs/mods/Red/data/inside.dds"), "a.dds");
        Assert.Equal("",
            string.Join('\n',
                Doctor(WinePrefix.ToWindows(game)).Text.Split('\n')
                    .Where(l => l.Contains("out of the mods folder", StringComparison.Ordinal))));
        File.CreateSymbolicLink(_folder.At("g/rvfs/mods/Red/data/dead.dds"), "nothing.dds");
        Directory.CreateSymbolicLink(_folder.At("g/rvfs/mods/Red/Saves"), _folder.At("saves"));
        File.CreateSymbolicLink(_folder.At("g/rvfs/mods/Red/data/one.sav"), outside);

        string text = WatchedGame.Rvfs("doctor", game).Text;
        Assert.Contains("1 link of the game leads nowhere: 'data.pak' -> 'gone.pak'", text, StringComparison.Ordinal);
        Assert.Contains("1 link of the mod 'Red' leads nowhere: 'Red/data/dead.dds' -> 'nothing.dds'", text, StringComparison.Ordinal);
        Assert.Contains("2 links of the mod 'Red' lead out of the mods folder", text, StringComparison.Ordinal);
        Assert.Contains($"'{outside}'", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Blue", text, StringComparison.Ordinal);
    }

    [LinuxFact(Needs.Published)]
    public void NamesThatTheCodePageOfTheSystemDoesNotHave()
    {
        string game = Game("игра");
        GameResult result = DoctorIn(new() { ["LC_ALL"] = "C.UTF-8" }, WinePrefix.ToWindows(game));
        Assert.Contains("the game's path has characters that this system's code page (", result.Text, StringComparison.Ordinal);
    }

    [LinuxFact(Needs.Published)]
    public void AFileOfReloadedVfsThatIsEmptyOrGone()
    {
        string rvfs = _folder.At("own/win-x64/rvfs.exe");
        _folder.Folder("own/win-x64");
        File.Copy(PublishedArtifacts.WindowsLauncher, rvfs);
        GameResult gone = GameProcess.Run(rvfs, ["doctor"]);
        Assert.Contains(@"reloaded_vfs.dll: this file of Reloaded VFS is missing", gone.Text, StringComparison.Ordinal);
        _folder.File("own/win-x64/reloaded_vfs.dll", "");
        Assert.Contains(@"reloaded_vfs.dll: this file of Reloaded VFS is empty", GameProcess.Run(rvfs, ["doctor"]).Text,
            StringComparison.Ordinal);
        byte[] half = File.ReadAllBytes(PublishedArtifacts.Library);
        _folder.File("own/win-x64/reloaded_vfs.dll", half[..(half.Length / 2)]);
        Assert.Contains(@"reloaded_vfs.dll: ", GameProcess.Run(rvfs, ["doctor"]).Text, StringComparison.Ordinal);
    }

    private string Game(string folder = "g")
    {
        _folder.Folder(folder);
        File.Copy(NativePrograms.Get("launched.exe"), _folder.At(folder + "/game.exe"));
        return _folder.At(folder + "/game.exe");
    }

    private static GameResult Doctor(params string[] arguments) => DoctorIn([], arguments);

    private static GameResult DoctorIn(Dictionary<string, string?> environment, params string[] arguments) =>
        GameProcess.Run(PublishedArtifacts.WindowsLauncher, ["doctor", .. arguments], new GameOptions { Environment = environment });

    private static void Reg(params string[] arguments)
    {
        GameResult result = GameProcess.RunCommand([WinePrefix.Command!, "reg", .. arguments]);
        Assert.True(result.ExitCode == 0, result.ToString());
    }
}
