using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Wine;

/// <summary>A Wine that can't make its prefix: what it says itself is shown.</summary>
[Collection(RealProcesses.Name)]
public sealed class WineInstallationTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [LinuxFact(Needs.Published)]
    public void WinesLastLineIsShown()
    {
        string wine = _folder.File("wine",
            "#!/bin/sh\n[ \"$1\" = --version ] && { echo wine-8.0; exit; }\necho first >&2\necho 'wine: the disk is bewitched.' >&2\nexit 3\n");
        TemporaryFolder.Shell("chmod +x \"$1\"", wine);
        _folder.File("g/rvfs/mods/Red/a.txt");
        File.Copy(NativePrograms.Get("watched.exe"), _folder.At("g/game.exe"));
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", _folder.At("g/game.exe")], new GameOptions
        {
            Environment = new Dictionary<string, string?> { ["RVFS_WINE"] = wine, ["WINEPREFIX"] = _folder.At("prefix") },
        });
        Assert.Equal(125, result.ExitCode);
        Assert.Contains($"Wine couldn't make the prefix '{_folder.At("prefix")}' (wineboot ended with 3): wine: the disk is bewitched.",
            result.Errors, StringComparison.Ordinal);
    }
}
