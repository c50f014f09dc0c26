using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Hooks.Children;

/// <summary>
/// Pointers that lead nowhere, given to CreateProcess in a real process that catches what comes of it (<c>Native/hooks/caught.c</c>): the
/// same as without the VFS, and the mods are seen still.
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
