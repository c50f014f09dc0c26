using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Hooks.Opening;

/// <summary>
/// Tests of a game that opens new folders in a mod without sharing them, while another process under the VFS lists what is new in that mod
/// (<c>Native/system/exclusive.c</c>): no open fails because of that.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class FolderInUseTests
{
    private const int Count = 60;

    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void ANewFolderOpensForItsMakerAlone(bool isGamesToo)
    {
        FixtureTree game = FixtureTree.Parse("game", "Data/own.txt = own\n" + (isGamesToo ? Files("own") : "")),
            mod = FixtureTree.Parse("mod", Files("mod"));
        using MergedFolder folder = MergedFolder.Build(game, [mod], (NativePrograms.Get("exclusive.exe"), "exclusive.exe"));
        string[] arguments = ["Data", Count.ToString(CultureInfo.InvariantCulture)];
        GameResult merged = GameProcess.Run(Path.Combine(folder.Merged, "exclusive.exe"), arguments);
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, "exclusive.exe"), arguments, new GameOptions { Vfs = true });
        Assert.Equal("not made 0, not opened 0, not removed 0", merged.Text.TrimEnd());
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(merged.Text, result.Text);
    }

    private static string Files(string content) => string.Concat(
        Enumerable.Range(1, Count).Select(i => string.Create(CultureInfo.InvariantCulture, $"Data/{i} = {content} {i}\n")));
}
