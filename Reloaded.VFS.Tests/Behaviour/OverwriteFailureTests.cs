using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of failures within the policy "overwrite": if an unexpected error occurs, the call fails, and the game's own file, or a mod's,
/// isn't changed instead. The error is one of the system's (<c>Native/system/enforcing.c</c>, rule "cancel").
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteFailureTests
{
    [RealProcessFact]
    public void ACallFailsWhereThePolicyFails()
    {
        FixtureTree game = FixtureTree.Parse("game", "Data/cancelled.txt = game\nData/a.txt = game a\nMany/cancelled.txt = game\n");
        FixtureTree mod = FixtureTree.Parse("mod", "Data/mods cancelled.txt = mod\nMods/cancelled.txt = mod\n");
        using MergedFolder folder = MergedFolder.Build(game, [mod], (NativePrograms.Probe, BackendRunner.GameName),
            (NativePrograms.Get("enforcing.dll"), "enforcing.dll"));
        using (UntouchedFiles.Overwrite(folder))
        {
            string output = BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("fail", """
                append | Data\cancelled.txt | _more
                append | Data\mods cancelled.txt | _more
                setsize | Data\cancelled.txt | 1
                settime | Data\mods cancelled.txt | 5
                rename | Data\cancelled.txt | Data\renamed.txt
                rename | Data\mods cancelled.txt | Data\renamed.txt
                link | Data\linked.txt | Data\cancelled.txt
                rename | Many | Renamed
                rename | Mods | Renamed
                append | Data\a.txt | _more
                read | Data\a.txt
                find | Data\*
                find | *
                """)]), enforce: "cancel");
            // ERROR_NO_SYSTEM_RESOURCES
            Assert.Equal(9, output.Split(": error 1450").Length - 1);
            Assert.Contains("text=game a_more", output, StringComparison.Ordinal);
            Assert.DoesNotContain("enamed", output[output.IndexOf("> find", StringComparison.Ordinal)..], StringComparison.Ordinal);
        }

        Assert.Equal([Path.Combine("Data", "a.txt")], OverwriteRuns.Files(folder));
        // The next start finds everything, and nothing that is half written.
        string next = OverwriteRuns.Run(folder,
            "read | Data\\cancelled.txt\nread | Mods\\cancelled.txt\nappend | Data\\cancelled.txt | _more");
        Assert.Contains("text=game\n", next, StringComparison.Ordinal);
        Assert.Contains("text=mod\n", next, StringComparison.Ordinal);
        Assert.Equal(["in use", "starting"], OverwriteRuns.Temporaries(folder));
    }

    /// <summary>
    /// The game renames a folder, part of which is in the overwrite folder. The old name can't be hidden (the disk is full), and that part
    /// can't be moved back (a scanner has it open). The rename fails, and what the game had written there is in the copy under the new
    /// name.
    /// </summary>
    [RealProcessFact]
    public void ARenameThatCanNotBeTakenBackLosesNothing()
    {
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", "stuck/a.txt = game a\nstuck/b.txt = game b\n"),
            [FixtureTree.Parse("mod", "other.txt = mod")], (NativePrograms.Probe, BackendRunner.GameName),
            (NativePrograms.Get("enforcing.dll"), "enforcing.dll"));
        using (UntouchedFiles.Overwrite(folder))
        {
            string output = BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("rename", """
                append | stuck\a.txt | _saved
                move | stuck | renamed
                read | renamed\a.txt
                """)]), enforce: "stuck");
            Assert.Contains("MoveFileExW: error", output, StringComparison.Ordinal);
            Assert.True(output.Contains("text=game a_saved\n", StringComparison.Ordinal), output);
        }

        string next = OverwriteRuns.Run(folder, "read | renamed\\a.txt\nread | renamed\\b.txt\nread | stuck\\b.txt");
        Assert.Contains("text=game a_saved\n", next, StringComparison.Ordinal);
        Assert.Equal(3, next.Split("text=game b\n").Length);
    }
}
