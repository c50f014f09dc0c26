using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of programs that forbid links in a path by OBJ_DONT_REPARSE: on a system that obeys the flag, as Windows does
/// (Native/system/dontreparse.c), each call ends through the VFS as in the merged folder, and no name that reaches the system begins with a
/// link that the program didn't name itself.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class DontReparseTests
{
    [RealProcessFact]
    public void NamesBelowAFoldersHandleStayRelative()
    {
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", "Data/a.txt = game a\nData/own.txt = game own\nlink/own.txt = behind the link\n"),
            [FixtureTree.Parse("mod",
                "Data/a.txt = mod a\nModFolder/y.txt = mod y\nModFolder/inner/x.txt = mod x\nlink/mods.txt = mod behind the link\n")],
            (NativePrograms.Get("dontreparse.exe"), BackendRunner.GameName));
        GameResult merged = GameProcess.Run(Path.Combine(folder.Merged, BackendRunner.GameName), []);
        Assert.True(merged.ExitCode == 0, merged.ToString());
        Assert.Contains("behind the game's link open: c000050b", merged.Text, StringComparison.Ordinal);
        Assert.Contains("absolute: c000050b", merged.Text, StringComparison.Ordinal);
        Assert.Contains("absolute names with the bit: 1 of the calls\n", merged.Text.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        GameResult vfs = GameProcess.Run(Path.Combine(folder.Game, BackendRunner.GameName), [], new GameOptions { Vfs = true });
        Assert.True(vfs.ExitCode == 0, vfs.ToString());
        Assert.Equal(merged.Text, vfs.Text);
    }
}
