using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>Tests that a missing temporary folder is reported with the variable that names it.</summary>
[Collection(RealProcesses.Name)]
public sealed class TemporaryPlaceTests
{
    [LinuxFact(Needs.Published)]
    public void AFolderThatIsNotThereIsNamedWithItsVariable()
    {
        using WatchedGame game = new("rvfs/mods/A/data/f.txt");
        foreach (string command in (string[])["run", "bisect"])
        {
            GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, command, game.Program],
                new GameOptions { Environment = new Dictionary<string, string?> { ["TMPDIR"] = "/nowhere" } });
            Assert.Equal(125, result.ExitCode);
            Assert.Contains("There is no temporary folder '/nowhere', which TMPDIR names.", result.Errors, StringComparison.Ordinal);
        }
    }
}
