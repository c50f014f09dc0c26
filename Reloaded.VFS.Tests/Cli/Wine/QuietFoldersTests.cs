using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Wine;

/// <summary>
/// Tests that mods on a file system that doesn't report every change are named at the start and by the doctor, with a remedy that helps.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class QuietFoldersTests
{
    private const string Said = "doesn't report every change";

    [Theory]
    [InlineData("/home/me/mods", "ext4", false)]
    [InlineData("/mnt/share/mods", "cifs", true)]
    [InlineData("/mnt/share", "cifs", true)]
    [InlineData("/mnt/shared", "ext4", false)]
    [InlineData("/mnt/my disk/mods", "fuse.sshfs", true)]
    [InlineData("/mnt/windows/mods", "fuseblk", false)]
    [InlineData("/mnt/share/over/mods", "tmpfs", false)]
    [InlineData("/mnt/image", "fuse.squashfuse", false)]
    public void TheFileSystemIsThatOfTheInnermostMount(string path, string kind, bool isQuiet)
    {
        string[] table =
        [
            "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw",
            "40 22 0:40 / /mnt/share rw,relatime - cifs //server/share rw",
            "41 22 0:41 / /mnt/my\\040disk rw - fuse.sshfs me@server: rw",
            "42 22 8:1 / /mnt/windows rw master:3 propagate_from:2 - fuseblk /dev/sda1 rw",
            "43 40 0:43 / /mnt/share/over rw - ext4 /dev/vdb rw",
            "44 43 0:44 / /mnt/share/over rw - tmpfs tmpfs rw",
            "45 22 0:45 / /mnt/image ro - fuse.squashfuse squashfuse ro",
            "a line of another form",
        ];
        Assert.Equal(kind, QuietFolders.KindOf(path, table, out _));
        Assert.Equal(isQuiet, QuietFolders.IsQuiet(kind));
    }

    [LinuxFact(Needs.Published | Needs.Fuse)]
    public void ModsOnAFuseMountAreNamedAndTheCureHelps()
    {
        using WatchedGame game = new("data/own.txt", "rvfs/mods/Local/data/local.txt");
        string source = game.Folder.Folder("source");
        using FuseMount mount = new(source, game.Folder.At("mounted"));
        Directory.CreateDirectory(Path.Combine(source, "Far", "data"));
        Directory.CreateSymbolicLink(game.Folder.At("g/rvfs/mods/Far"), Path.Combine(mount.Folder, "Far"));

        GameResult doctor = WatchedGame.Rvfs("doctor", game.Program);
        Assert.Contains(Said, doctor.Text, StringComparison.Ordinal);
        Assert.Contains("RVFS_LIVE=poll", doctor.Text, StringComparison.Ordinal);

        GameResult start = WatchedGame.Rvfs("run", game.Program, "open", game.InGame("data/local.txt"));
        Assert.Contains(Path.Combine(mount.Folder, "Far"), Assert.Single(start.Errors.Split('\n'), line => line.Contains(Said,
            StringComparison.Ordinal)), StringComparison.Ordinal);

        Task<GameResult> polled = Task.Run(() => GameProcess.RunCommand(
            [PublishedArtifacts.Launcher, "run", game.Program, "make", game.InGame("running"), "await", game.InGame("data/far.txt")],
            new GameOptions
            {
                Timeout = TimeSpan.FromSeconds(90),
                Environment = new Dictionary<string, string?> { ["RVFS_LIVE"] = "poll" },
            }));
        game.WaitForFile("running");
        // Through the other path, whose changes the mount doesn't notice.
        File.WriteAllText(Path.Combine(source, "Far", "data", "far.txt"), "far");
        Assert.True(polled.Result.ExitCode == 0, polled.Result.ToString());
        Assert.DoesNotContain(Said, polled.Result.Errors, StringComparison.Ordinal);
    }

    [LinuxFact(Needs.Published)]
    public void ModsOnADiskOfThisMachineAreNot()
    {
        using WatchedGame game = new("data/own.txt", "rvfs/mods/Local/data/local.txt");
        Assert.DoesNotContain(Said, WatchedGame.Rvfs("run", game.Program).Errors, StringComparison.Ordinal);
    }
}
