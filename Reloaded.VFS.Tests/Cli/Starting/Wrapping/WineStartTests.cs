using Reloaded.VFS.Cli.Starting.Wrapping;

namespace Reloaded.VFS.Tests.Cli.Starting.Wrapping;

/// <summary>
/// Tests of how Wine's <c>start</c> and <c>explorer</c> take the program. <see cref="OtherLaunchersTests"/> tests the results.
/// </summary>
public sealed class WineStartTests
{
    [Theory]
    [InlineData("start|/unix", true, true)]
    [InlineData("start|/wait|/Unix", true, true)]
    [InlineData("start|/d|Z:\\games|/unix", true, false)]
    [InlineData("START.EXE|/b", false, false)]
    [InlineData("start|/D|Z:\\games", false, false)]
    [InlineData("explorer|/desktop=Game,1280x720", false, false)]
    [InlineData("Explorer.exe|/desktop=Game", false, false)]
    public void ItsWordsSayIt(string words, bool takesUnixPath, bool usesOwnFolder) =>
        Assert.Equal(new WineStart(takesUnixPath, usesOwnFolder), WineStart.Read(words.Split('|')));

    [Theory]
    [InlineData("")]
    [InlineData("winecfg|starter")]
    public void OtherLinesHaveNone(string words) => Assert.Null(WineStart.Read(words.Split('|')));
}
