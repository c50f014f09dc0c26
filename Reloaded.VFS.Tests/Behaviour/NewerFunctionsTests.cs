using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of <c>NtQueryDirectoryFileEx</c> and <c>NtQueryInformationByName</c>, which this system's ntdll may lack: a DLL of the tests has
/// them with Windows' documented behaviour, and the shipped DLL hooks them there. The oracle is the same program on the merged folder.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class NewerFunctionsTests
{
    private static readonly string[] Paths =
        [@"data\a.txt", @"DATA\B.TXT", @"data\only.txt", @"data\sub\deep.txt", @"data\sub", "data", @"data\missing.txt",
            @"data\sub\missing.txt", @"data\nowhere\x.txt"];

    [RealProcessFact]
    public void ListingsAndQueriesByNameAreThoseOfTheMergedFolder()
    {
        FixtureTree game = FixtureTree.Parse("game", "data/a.txt = game a\ndata/b.txt = game b\ndata/z.bin = z");
        FixtureTree first = FixtureTree.Parse("first", "data/a.txt = the first mod's a\ndata/only.txt = only a mod has it");
        FixtureTree second = FixtureTree.Parse("second", "data/B.txt = the second mod's b\ndata/sub/deep.txt = deep");
        using MergedFolder folder = MergedFolder.Build(game, [first, second], (NativePrograms.Get("newer.exe"), "newer.exe"),
            (NativePrograms.Get("newer_ntdll.dll"), "newer_ntdll.dll"));
        string dll = WinePrefix.ToWindows(PublishedArtifacts.Library);

        GameResult expected = GameProcess.Run(Path.Combine(folder.Merged, "newer.exe"), ["-", "data", .. Paths]);
        GameResult plain = GameProcess.Run(Path.Combine(folder.Game, "newer.exe"), ["-", "data", .. Paths]);
        GameResult seen = GameProcess.Run(Path.Combine(folder.Game, "newer.exe"), [dll, "data", .. Paths]);

        Assert.True(expected.ExitCode == 0, expected.ToString());
        Assert.NotEqual(expected.Text, plain.Text);
        Assert.True(expected.Text == seen.Text, $"{expected.Text}\n--- with the VFS\n{seen}");
        // The original received the mod's own file, so this hook redirected it, not a hook below it.
        Assert.Contains(@"data\only.txt <- \??\", seen.Errors, StringComparison.Ordinal);
        Assert.Contains(@"\mods\first\data\only.txt", seen.Errors, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>
    /// The extended records say the same about a mod's file as the game's own queries. A call on a handle for synchronous I/O waits until
    /// there is something to report, or until <c>CancelSynchronousIo</c> ends it, which needs <c>THREAD_TERMINATE</c> (Microsoft Learn).
    /// </summary>
    [RealProcessFact]
    public void ChangesAreToldInBothFormsAndCallsWaitUntilTheyAreCancelled()
    {
        FixtureTree game = FixtureTree.Parse("game", "data/b.txt = game b");
        FixtureTree mod = FixtureTree.Parse("first", "data/a.txt = the mod's a");
        using MergedFolder folder = MergedFolder.Build(game, [mod], (NativePrograms.Get("newer.exe"), "newer.exe"),
            (NativePrograms.Get("newer_ntdll.dll"), "newer_ntdll.dll"));

        GameResult told = GameProcess.Run(Path.Combine(folder.Game, "newer.exe"),
            [WinePrefix.ToWindows(PublishedArtifacts.Library), "watch", "data", "a.txt"]);

        Assert.True(told.ExitCode == 0, told.ToString());
        Assert.Equal(
            """
            class 1: 103
            written class 1 status 0 3 a.txt end
            class 2: 103
            written class 2 status 0 3 a.txt size 48 attributes 20 time id parent end
            class 2: 103
            deleted class 2 status 0 2 a.txt size 0 attributes 0 time id parent end
            class 9: c0000003
            waiting: yes
            answered: a new file, status 0 0 bytes 32
            another thread: not cancelled 1168
            without the right: not cancelled 5, answered 0
            cancelled: cancelled 0, status c0000120 c0000120 bytes 0
            with that right alone: cancelled 0, status c0000120 c0000120 bytes 0
            cancelled: by the handle, status c0000120 c0000120 bytes 0
            the original was asked 0 times before, and then 1

            """.ReplaceLineEndings("\n"),
            told.Text.ReplaceLineEndings("\n"));
    }
}
