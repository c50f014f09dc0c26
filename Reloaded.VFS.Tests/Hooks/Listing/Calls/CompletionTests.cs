using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Hooks.Listing.Calls;

/// <summary>
/// Tests of the completion of a listing on a handle for overlapped I/O: status block, event, signal, APC, and packets of a completion port.
/// Wine reports none of these, so the oracle is the same program on the merged folder, with a DLL of the tests that does as Windows
/// documents.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class CompletionTests
{
    [RealProcessFact]
    public void AListingIsReportedAsTheIoManagerDoes()
    {
        FixtureTree game = FixtureTree.Parse("game", "data/a.txt = game a\ndata/b.txt = game b");
        FixtureTree mod = FixtureTree.Parse("mod", "data/a.txt = the mod's a\ndata/0 only a mod has it.txt = only\ndata/zz.txt = zz");
        using MergedFolder folder = MergedFolder.Build(game, [mod], (NativePrograms.Get("completion.exe"), "completion.exe"),
            (NativePrograms.Get("newer_ntdll.dll"), "newer_ntdll.dll"));
        string dll = WinePrefix.ToWindows(PublishedArtifacts.Library);

        GameResult expected = GameProcess.Run(Path.Combine(folder.Merged, "completion.exe"), ["-", "data"]);
        GameResult plain = GameProcess.Run(Path.Combine(folder.Plain, "completion.exe"), ["-", "data"]);
        GameResult seen = GameProcess.Run(Path.Combine(folder.Game, "completion.exe"), [dll, "data"]);

        Assert.True(expected.ExitCode == 0, expected.ToString());
        Assert.NotEqual(expected.Text, plain.Text);
        Assert.Contains("packet key", expected.Text, StringComparison.Ordinal);
        Assert.Contains("apcs 1", expected.Text, StringComparison.Ordinal);
        Assert.Contains("handles of the port 1 (00000000)", expected.Text, StringComparison.Ordinal);
        Assert.True(expected.Text == seen.Text, $"{expected.Text}\n--- with the VFS\n{seen}");
    }
}
