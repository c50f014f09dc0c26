using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Starting.Wine;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting.Wine;

public sealed class PrefixConfigurationTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public PrefixConfigurationTests()
    {
        _folder.Folder("prefix/drive_c/game");
        _folder.Folder("prefix/dosdevices");
        Directory.CreateSymbolicLink(_folder.At("prefix/dosdevices/c:"), _folder.At("prefix/drive_c"));
    }

    private string Game => _folder.At("prefix/drive_c/game");

    public void Dispose() => _folder.Dispose();

    [LinuxFact]
    public void APathOnADriveOfThePrefixIsTheLinuxPath()
    {
        _folder.Folder("prefix/drive_c/Mods");
        VfsConfiguration read = Read("""{ "targets": ["C:\\game", "C:\\gone"], "mods": "c:\\mods" }""");
        Assert.Equal([Game], read.Targets);
        Assert.Equal(_folder.At("prefix/drive_c/Mods"), read.Mods);
    }

    /// <summary>No Linux folder replaces it: the game's own subfolders aren't used as mods.</summary>
    [LinuxFact]
    public void APathOnADriveThatThePrefixLacksLeadsNowhere()
    {
        VfsConfiguration read = Read("""{ "targets": ["Q:\\game"], "mods": "Q:\\mods" }""");
        Assert.Equal([Game], read.Targets);
        Assert.Equal(@"Q:\mods", read.Mods);
        Assert.Equal(@"Q:\mods", new PrefixConfiguration(null).Read(new RunOptions { Game = "", Mods = @"Q:\mods" }, Game).Mods);
    }

    /// <summary>The default place of the reports and the mods is the same target that rvfs.exe uses.</summary>
    [LinuxFact]
    public void ATargetOnADriveComesBeforeOnesOnNone()
    {
        string none = _folder.Folder("none"), other = _folder.Folder("other");
        Assert.Equal([Game], Read("{}", new RunOptions { Game = "", Targets = [none, Game, other] }).Targets);
        Assert.Equal([none, other], Read("{}", new RunOptions { Game = "", Targets = [none, _folder.At("gone"), other] }).Targets);
    }

    [LinuxFact]
    public void TheCommandLineWins()
    {
        string other = _folder.Folder("other");
        VfsConfiguration read = Read("""{ "targets": ["C:\\game"], "mods": "C:\\mods" }""",
            new RunOptions { Game = "", Targets = [other], Mods = other, Offline = true });
        Assert.Equal([other], read.Targets);
        Assert.Equal((other, true), (read.Mods, read.Offline));
    }

    private VfsConfiguration Read(string json, RunOptions? options = null)
    {
        _folder.File("prefix/drive_c/game/rvfs/rvfs.json", json);
        return new PrefixConfiguration(_folder.At("prefix")).Read(options ?? new RunOptions { Game = "" }, Game);
    }
}
