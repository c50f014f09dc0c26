using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Terminal;

public sealed class TerminalTextTests
{
    [Fact]
    public void ControlCharactersAreShownAndNotDone()
    {
        using StringWriter said = new() { NewLine = "\n" };
        using TerminalText text = new(said) { NewLine = "\n" };
        text.Write("a\u001b[2Jb");
        text.Write('\a');
        text.Write(['\u009b', 'x', '\u007f'], 0, 3);
        text.WriteLine("\tc\r");
        text.WriteLine(7);
        Assert.Equal("a\\u001B[2Jb\\u0007\\u009Bx\\u007F\tc\r\n7\n", said.ToString());
    }

    /// <summary>A file's name may contain a sequence that clears the screen.</summary>
    [LinuxFact(Needs.Published)]
    public void ANameCannotDoAnythingToTheTerminal()
    {
        using TemporaryFolder folder = new();
        folder.File("g/game.exe");
        folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        folder.File("g/rvfs/mods/m/a.txt");
        folder.File("g/rvfs/overwrite/x\u001b[2J.txt", "x");
        using System.Diagnostics.Process process = System.Diagnostics.Process.Start(
            new System.Diagnostics.ProcessStartInfo(PublishedArtifacts.Launcher, ["overwrite", "--target", folder.At("g")])
            {
                RedirectStandardOutput = true,
            })!;
        string said = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.Contains("x\\u001B[2J.txt", said, StringComparison.Ordinal);
        Assert.DoesNotContain("\u001b", said, StringComparison.Ordinal);
    }
}
