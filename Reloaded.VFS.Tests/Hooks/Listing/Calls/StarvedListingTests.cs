using System.Globalization;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Hooks.Listing.Calls;

/// <summary>
/// Tests of listings in a real process in which each allocation of the VFS fails in turn (<c>Native/system/starved.c</c>): the call returns
/// an error, an incomplete listing never passes for a complete one, the next call works, and the player is told once.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class StarvedListingTests
{
    [RealProcessTheory]
    [InlineData("Data")]
    [InlineData("OnlyMods")]
    public void AListingThatFailsIsNoPartOfTheFolder(string listed)
    {
        FixtureTree game = FixtureTree.Parse("game", Lines("Data/own", 20)),
            one = FixtureTree.Parse("one", Lines("Data/one", 8) + Lines("Data/own", 3) + Lines("OnlyMods/one", 12)),
            two = FixtureTree.Parse("two", Lines("Data/two", 8) + Lines("Data/one", 2) + Lines("OnlyMods/two", 12));
        using MergedFolder folder = MergedFolder.Build(game, [one, two], (NativePrograms.Get("starved.exe"), "starved.exe"));
        GameResult merged = GameProcess.Run(Path.Combine(folder.Merged, "starved.exe"), [listed]);
        Assert.True(merged.ExitCode == 0, merged.ToString());
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, "starved.exe"), [listed], new GameOptions { Vfs = true });
        Assert.True(result.ExitCode == 0, result.ToString());

        string[] names = Split(merged.Text), output = Split(result.Text);
        Assert.Equal(names.Order(StringComparer.Ordinal), output[..names.Length].Order(StringComparer.Ordinal));
        const string failed = ": allocates, failed C000009A", never = ": allocates nothing, none failed";
        Assert.Equal(["first" + failed, "restarted" + failed, "going on" + never, "another class" + failed, "in parts" + failed],
            output[names.Length..]);
        string told = $"{listed}' couldn't be listed for the game, which got an error: there isn't enough memory for it";
        string file = Assert.Single(Directory.GetFiles(Path.Combine(folder.Game, "rvfs", "logs"), "start-*.json"));
        Assert.Single(StartReportFile.Read(file).Diagnostics, d => d.Cause.Contains(told, StringComparison.OrdinalIgnoreCase));
        Assert.Equal(2, result.Errors.Split(told, StringSplitOptions.None).Length);
    }

    private static string Lines(string name, int count) => string.Concat(
        Enumerable.Range(1, count).Select(i => string.Create(CultureInfo.InvariantCulture, $"{name} {i}.txt = {name} {i}\n")));

    private static string[] Split(string text) =>
        [.. text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r'))];
}
