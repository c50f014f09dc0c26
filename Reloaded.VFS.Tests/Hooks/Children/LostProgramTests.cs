using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Hooks.Children;

/// <summary>
/// Tests of a program that Wine loses before its first instruction, in a real process whose <c>CreateProcessInternalW</c> fails as Wine's
/// then does (<c>Native/hooks/lost.c</c>).
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class LostProgramTests
{
    [RealProcessFact]
    public void IsStartedOnceMore()
    {
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", "Data/a.txt = own\n"),
            [FixtureTree.Parse("mod", "Data/a.txt = mod\n")], (NativePrograms.Get("lost.exe"), "lost.exe"));
        Assert.Equal("ended with 7, 1 calls", Run(folder, error: 1359, times: 0));
        // Windows loses no programs, so its errors are passed on.
        Assert.Equal(WinePrefix.IsNeeded ? "ended with 7, 2 calls" : "error 1359, 1 calls", Run(folder, error: 1359, times: 1));
        Assert.Equal(WinePrefix.IsNeeded ? "error 1359, 2 calls" : "error 1359, 1 calls", Run(folder, error: 1359, times: 2));
        Assert.Equal("error 5, 1 calls", Run(folder, error: 5, times: 1));
    }

    private static string Run(MergedFolder folder, int error, int times)
    {
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, "lost.exe"), [$"{error}", $"{times}"], new GameOptions
        {
            Vfs = true,
            Environment = new Dictionary<string, string?> { ["RVFS_NTDLL_STAND_IN"] = "lost.exe" },
        });
        Assert.True(result.ExitCode == 0, result.ToString());
        return result.Text.Trim();
    }
}
