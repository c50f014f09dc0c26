using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Hooks.Gates;

/// <summary>
/// Tests of a thread's floating-point flags after each kind of hooked call, in a real process (<c>Native/hooks/floating.c</c>): a handler's
/// own calculations leave no flags behind.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class FloatingPointTests
{
    [RealProcessFact]
    public void NoCallLeavesAFlagBehind()
    {
        FixtureTree game = FixtureTree.Parse("game", Files("own", 300)), mod = FixtureTree.Parse("mod", Files("mod", 200));
        using MergedFolder folder = MergedFolder.Build(game, [mod], (NativePrograms.Get("floating.exe"), "floating.exe"));
        GameResult merged = GameProcess.Run(Path.Combine(folder.Merged, "floating.exe"), ["Data"]);
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, "floating.exe"), ["Data"], new GameOptions { Vfs = true });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(merged.Text, result.Text);
        Assert.Equal(6, result.Text.Split(": 0", StringSplitOptions.None).Length - 1);
    }

    /// <summary>A game may enable floating-point exceptions, for which neither the VFS nor its garbage collector is prepared.</summary>
    [RealProcessFact]
    public void AThreadThatHasExceptionsRaisedIsServedAsAnyOther()
    {
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", Files("own", 3)), [FixtureTree.Parse("mod", Files("mod", 2))],
            (NativePrograms.Get("floating.exe"), "floating.exe"));
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, "floating.exe"), ["unmasked", "Data"], new GameOptions { Vfs = true });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("collected: yes", result.Text.Trim());
    }

    private static string Files(string content, int count) => string.Concat(
        Enumerable.Range(0, count).Select(i => string.Create(CultureInfo.InvariantCulture, $"Data/file {i}.txt = {content} {i}\n")));
}
