using System.Diagnostics;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of <c>rvfs overwrite</c> with a real game: it does nothing while the game runs, and the game sees the same once everything is in a
/// mod.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteToolTests
{
    [RealProcessFact]
    public void WhatTheGameHasWrittenIsMovedOnceItHasEnded()
    {
        using MergedFolder folder = WritingTests.Build();
        OverwriteRuns.AddLive(folder);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        using (LiveProgram game = OverwriteRuns.StartLive(folder))
        {
            foreach (string name in (string[])["a.txt", "only-game.txt", "new.txt"])
                game.Ask("write", $@"{WinePrefix.ToWindows(folder.Game)}\Data\{name}", "written");
            Assert.NotEqual("0", game.Ask("delete", WinePrefix.ToWindows(folder.Game) + @"\Data\b.txt"));
            string[] before = OverwriteRuns.Files(folder);
            foreach (string[] words in (string[][])[["to", "kept"], ["clear"]])
            {
                (int code, string said) = Ask(folder, [.. words]);
                Assert.Equal(125, code);
                Assert.Contains("A game uses the overwrite folder", said, StringComparison.Ordinal);
            }

            Assert.Equal(before, OverwriteRuns.Files(folder));
            game.Quit();
        }

        Assert.Null(untouched.FindChange());
        string seen = OverwriteRuns.Run(folder, "tree | .");
        Assert.Contains("written", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
        string about = $"rvfs: this is the game in '{folder.Game}'.";
        Assert.Equal((0, about), Ask(folder, "to", "kept"));
        Assert.Empty(OverwriteRuns.Files(folder));
        Assert.Equal("written", File.ReadAllText(Path.Combine(folder.Mods, "kept", "Data", "a.txt")));
        Assert.Equal(seen, OverwriteRuns.Run(folder, "tree | ."));

        OverwriteRuns.Run(folder, @"create | Data\later.txt | later");
        Assert.Equal((0, about), Ask(folder, "clear"));
        Assert.Contains("error", OverwriteRuns.Run(folder, @"read | Data\later.txt"), StringComparison.Ordinal);
    }

    private static (int Code, string Errors) Ask(MergedFolder folder, params string[] words)
    {
        var start = new ProcessStartInfo(PublishedArtifacts.Launcher, ["overwrite", .. words, "--yes", "--target", folder.Game])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        using Process process = Process.Start(start)!;
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, errors.Trim());
    }
}
