using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Hooks.Children;

/// <summary>
/// Tests of invalid pointers passed to CreateProcess in a real process that catches the exceptions (<c>Native/hooks/caught.c</c>): the
/// results are the same as without the VFS, and the mods are still seen.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class CaughtExceptionTests
{
    [RealProcessFact]
    public void AnExceptionIsTheCallersToCatch()
    {
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", "Data/a.txt = own\n"),
            [FixtureTree.Parse("mod", "Data/a.txt = mod\n")], (NativePrograms.Get("caught.exe"), "caught.exe"));
        GameResult merged = GameProcess.Run(Path.Combine(folder.Merged, "caught.exe"), [@"Data\a.txt"]);
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, "caught.exe"), [@"Data\a.txt"], new GameOptions { Vfs = true });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(merged.Text, result.Text);
        Assert.Contains("line: caught", result.Text, StringComparison.Ordinal);
    }
}
