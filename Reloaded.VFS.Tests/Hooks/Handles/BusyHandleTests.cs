using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Hooks.Handles;

/// <summary>
/// Tests of a handle for synchronous I/O while another thread's call on it is in progress: no query of the handle is answered until that
/// call ends. This is a rule of Windows, enforced below the hooks (<c>Native/system/enforcing.c</c>). The oracle is the same program on the
/// merged folder.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class BusyHandleTests
{
    [RealProcessFact]
    public void ALateStartDoesntWaitForAThreadThatWaitsForAChange()
    {
        FixtureTree game = FixtureTree.Parse("game", "data/a.txt = game a");
        using MergedFolder folder = MergedFolder.Build(game, [FixtureTree.Parse("mod", "data/a.txt = mod a")],
            (NativePrograms.Get("enforced.exe"), "enforced.exe"), (NativePrograms.Get("enforcing.dll"), "enforcing.dll"));
        GameResult expected = Run(folder.Merged, "-"), seen = Run(folder.Game, WinePrefix.ToWindows(PublishedArtifacts.Library));
        Assert.True(expected.ExitCode == 0, expected.ToString());
        Assert.Contains("mod a", expected.Text, StringComparison.Ordinal);
        Assert.Contains("watching: yes", expected.Text, StringComparison.Ordinal);
        Assert.True(expected.Text == seen.Text, $"{expected}\n--- with the VFS\n{seen}");

        static GameResult Run(string folder, string library) => GameProcess.Run(Path.Combine(folder, "enforced.exe"),
            [library, "lock", "data"],
            new GameOptions
            {
                Timeout = TimeSpan.FromSeconds(60),
                Environment = new Dictionary<string, string?> { ["RVFS_TEST_ENFORCE"] = "lock" },
            });
    }
}
