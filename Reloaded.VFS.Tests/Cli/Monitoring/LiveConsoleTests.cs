using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Monitoring;

/// <summary>The live view of <c>rvfs run --monitor</c> in a terminal of its own (<c>script</c> of util-linux).</summary>
[Collection(RealProcesses.Name)]
public sealed class LiveConsoleTests
{
    [LinuxFact(Needs.WindowsPrograms)]
    public void TheViewIsDrawnAndTakenAway()
    {
        using WatchedGame game = new("data/a.dds", "rvfs/mods/Red/data/a.dds");
        GameResult result = GameProcess.RunCommand(["script", "-qec",
            $"stty rows 24 cols 60; '{PublishedArtifacts.LinuxLauncher}' run --monitor '{game.Program}' open '{game.InGame("data/a.dds")}'",
            "/dev/null"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        string text = result.Text;
        Assert.Contains("\e[?25l", text, StringComparison.Ordinal);
        Assert.DoesNotContain(@"\u001B", text, StringComparison.Ordinal);
        // What stays is the start's line and the totals; the last picture is taken away line by line.
        string rest = text[(text.LastIndexOf("\e[?25h", StringComparison.Ordinal) + 1)..];
        Assert.DoesNotContain("──", rest, StringComparison.Ordinal);
        Assert.Contains("  data/a.dds [Red]", rest, StringComparison.Ordinal);
    }
}
