using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Hooks.Opening;

/// <summary>
/// Tests of opens, queries, names and renames in a real process in which each allocation of the VFS fails in turn
/// (<c>Native/system/starved.c</c>): afterwards the mod's file is unchanged, the next call works, and the player is told once.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class StarvedCallsTests
{
    [RealProcessFact]
    public void ACallThatHasNoMemoryHarmsNoOther()
    {
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", "Data/own.txt = own\nData/a.txt = covered\n"),
            [FixtureTree.Parse("one", "Data/a.txt = mod\nOnly/deep/b.txt = mod\n")], (NativePrograms.Get("starved.exe"), "starved.exe"));
        foreach ((string file, string other) in (ReadOnlySpan<(string, string)>)
            [(@"Data\a.txt", @"Data\other.txt"), (@"Only\deep\b.txt", @"Only\deep\c.txt")])
        {
            GameResult result = GameProcess.Run(Path.Combine(folder.Game, "starved.exe"), ["calls", file, other],
                new GameOptions { Vfs = true });
            Assert.True(result.ExitCode == 0, result.ToString());
            Assert.Equal(
                ["open: allocates nothing, none failed", "attributes: allocates nothing, none failed", "file name: allocates, none failed",
                    "object name: allocates, none failed", "move: allocates, failed 000005AA", "buffers: made, 0 left"],
                result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r'))
                    .Where(line => !line.StartsWith("remove: ", StringComparison.Ordinal)));
            Assert.Equal("covered", File.ReadAllText(Path.Combine(folder.Game, "Data", "a.txt")));
            foreach (string told in (string[])["the game got the real name of a file: ", "a rename or deletion was refused"])
                Assert.Equal(2, result.Errors.Split(told, StringSplitOptions.None).Length);
        }
    }

    /// <summary>
    /// Long names need memory beside the stack (<c>PathBuffers</c>). Without memory, a call is answered without the VFS, or is refused if
    /// it could delete or rename the game's own file that the mod's covers. The call leaves nothing behind, and the garbage collector,
    /// which has no memory either, doesn't end the process.
    /// </summary>
    [RealProcessFact]
    public void ACallWithALongNameThatHasNoMemoryHarmsNoOther()
    {
        string deep = string.Join('/', Enumerable.Range(0, 4).Select(i => new string((char)('a' + i), 170)));
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", $"Data/{deep}/own.txt = own\nData/{deep}/a.txt = covered\n"),
            [FixtureTree.Parse("one", $"Data/{deep}/a.txt = mod\n")], (NativePrograms.Get("starved.exe"), "starved.exe"));
        // A change is recorded first, with the memory of the call itself in use.
        File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"), """{ "undo": true }""");
        string place = $@"\\?\{WinePrefix.ToWindows(folder.Game)}\Data\{deep.Replace('/', '\\')}";
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, "starved.exe"), ["calls", $@"{place}\a.txt", $@"{place}\other.txt"],
            new GameOptions { Vfs = true });
        Assert.Equal("covered", File.ReadAllText(Path.Combine(folder.Game, "Data", deep, "a.txt")));
        Assert.True(result.ExitCode == 0, result.ToString());
        // 1000: an open without the VFS finds the game's own file, which nothing has moved or removed.
        Assert.Equal(
            ["open, allocation 1: 000003E8, then 00000000", "open, allocation 1 and on: 000003E8, then 00000000",
                "open: allocates, failed 000003E8", "attributes: allocates, none failed", "file name: allocates, none failed",
                "object name: allocates, none failed", "move: allocates, failed 000005AA", "remove: allocates, failed 000005AA",
                "buffers: made, 0 left"],
            result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r')));
    }
}
