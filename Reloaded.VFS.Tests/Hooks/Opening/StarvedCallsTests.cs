using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Hooks.Opening;

/// <summary>
/// Opens, questions, names and renames of a real process in which each allocation of the VFS fails in turn
/// (<c>Native/system/starved.c</c>): the mod's file is what it was afterwards, the next call goes on, and the player is told once.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class StarvedCallsTests
{
    [RealProcessFact]
    public void ACallThatHasNoMemoryHarmsNoOther()
    {
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", "Data/own.txt = own\n"),
            [FixtureTree.Parse("one", "Data/a.txt = mod\nOnly/deep/b.txt = mod\n")], (NativePrograms.Get("starved.exe"), "starved.exe"));
        foreach ((string file, string other) in (ReadOnlySpan<(string, string)>)
            [(@"Data\a.txt", @"Data\other.txt"), (@"Only\deep\b.txt", @"Only\deep\c.txt")])
        {
            GameResult result = GameProcess.Run(Path.Combine(folder.Game, "starved.exe"), ["calls", file, other],
                new GameOptions { Vfs = true });
            Assert.True(result.ExitCode == 0, result.ToString());
            Assert.Equal(
                ["open: allocates nothing, none failed", "attributes: allocates nothing, none failed", "file name: allocates, none failed",
                    "object name: allocates, none failed", "move: allocates, none failed", "buffers: made, 0 left"],
                result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r')));
            foreach (string told in (string[])["the game got the real name of a file: ", "a rename or deletion was done as "])
                Assert.Equal(2, result.Errors.Split(told, StringSplitOptions.None).Length);
        }
    }
}
