using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Archives;
using Reloaded.VFS.Tests.Dll.Watching;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>
/// Tests of archives in the mods folder of a game that is really started: unpacked before the start, and replaced while the game runs.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class ArchivedModTests
{
    private static readonly string[] s_files = ["data/a.txt", "rvfs/mods/A/data/a.txt", "rvfs/mods/A/data/own.txt"];

    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void AnArchiveIsAModOfTheGame()
    {
        using LiveGame game = new(s_files);
        Write(game, "m.zip", new ZipPart("data/a.txt", "archive"), new ZipPart("data/new.txt", "new"), new ZipPart("gone.txt"),
            new ZipPart("data/own.txt.rvfshide", ""));
        game.Start();
        game.Await("data/a.txt", "archive");
        game.Await("data/new.txt", "new");
        game.Await("data/own.txt", "-");
        string[] seen = game.Dump();
        Assert.DoesNotContain(seen, path => path.Contains("rvfs", StringComparison.OrdinalIgnoreCase));
        GameResult result = game.Quit();
        Assert.Contains("rvfs: unpacking m.zip", result.Errors, StringComparison.Ordinal);
        // The next start has nothing to do.
        game.Start();
        game.Await("data/a.txt", "archive");
        Assert.Equal(seen, game.Dump());
        Assert.DoesNotContain("unpacking", game.Quit().Errors, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void ABadArchiveCostsNeitherTheGameNorOtherMods()
    {
        using LiveGame game = new(s_files);
        Write(game, "bad.zip", new ZipPart("../evil.txt"));
        Write(game, "m.zip", new ZipPart("data/a.txt", "archive"));
        for (int start = 0; start < 2; start++)
        {
            game.Start();
            game.Await("data/a.txt", "archive");
            string[] lines = [.. game.Quit().Errors.Split('\n').Where(line => line.Contains("bad.zip", StringComparison.Ordinal)
                && !line.Contains("unpacking", StringComparison.Ordinal))];
            Assert.Contains("its entry '../evil.txt' leads out of the folder", Assert.Single(lines), StringComparison.Ordinal);
        }

        GameResult strict = GameProcess.Run(game.At("live.exe"), [], new GameOptions { Vfs = true, VfsArguments = ["--strict"] });
        Assert.Equal(124, strict.ExitCode);
        Assert.Contains("leads out of the folder", strict.Errors, StringComparison.Ordinal);
    }

    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void ArchivesComeAreReplacedAndGoWhileTheGameRuns()
    {
        using LiveGame game = new(s_files);
        string archive = Write(game, "m.zip", new ZipPart("data/a.txt", "first"), new ZipPart("data/first.txt", "x"));
        game.Start();
        game.Await("data/a.txt", "first");
        // The archive is replaced: the launcher unpacks it.
        Write(game, "m.zip", new ZipPart("data/a.txt", "second"), new ZipPart("data/second.txt", "y"));
        game.Await("data/a.txt", "second");
        game.Await("data/second.txt", "y");
        game.Await("data/first.txt", "-");
        // Half an archive: the game keeps the old content.
        File.WriteAllBytes(archive, ArchiveFiles.Zip(new ZipPart("data/a.txt", new string('z', 500)))[..200]);
        Thread.Sleep(3500);
        game.Await("data/a.txt", "second");
        Write(game, "m.zip", new ZipPart("data/a.txt", "third"));
        game.Await("data/a.txt", "third");
        Write(game, "z.zip", new ZipPart("data/a.txt", "z"));
        game.Await("data/a.txt", "z");
        File.WriteAllLines(game.At("rvfs/mods/order.txt"), ["z", "m", "A"]);
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        File.WriteAllLines(game.At("rvfs/mods/order.txt"), ["z", "A", "m"]);
        game.Await("data/a.txt", "third");
        File.Delete(archive);
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        string[] seen = game.Dump();
        Assert.Contains("the archive isn't unpacked: it is damaged", game.Quit().Errors, StringComparison.Ordinal);
        game.Start();
        Assert.Equal(seen, game.Dump());
        game.Quit();
    }

    /// <summary>The content of a replaced archive is kept as long as a game uses it, and no longer.</summary>
    [LinuxFact(Needs.Published)]
    public void WhatAGameUsesIsNotDeleted()
    {
        using LiveGame game = new(s_files);
        string archive = Write(game, "m.zip", new ZipPart("data/a.txt", "first"));
        game.Start();
        game.Await("data/a.txt", "first");
        string used = Assert.Single(Directory.GetDirectories(game.At("rvfs/cache")));
        File.Delete(archive);
        game.Await("data/a.txt", "rvfs/mods/A/data/a.txt");
        Refresh(game);
        Assert.True(Directory.Exists(used));
        game.Quit();
        Refresh(game);
        Assert.False(Directory.Exists(used));
    }

    private static void Refresh(LiveGame game)
    {
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, "refresh", "--target", game.At(""), "--keep", "0"]);
        Assert.True(result.ExitCode == 0, result.ToString());
    }

    private static string Write(LiveGame game, string name, params ZipPart[] parts) =>
        game.Folder.File("g/rvfs/mods/" + name, ArchiveFiles.Zip(parts));
}
