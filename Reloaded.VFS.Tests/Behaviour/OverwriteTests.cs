using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of a game that writes under the policy "overwrite": through the VFS it sees the same results of its own changes as in the merged
/// folder, at once and in a second run, and no byte of the game's folder or of a mod changes (<see cref="UntouchedFiles"/>).
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteTests
{
    public static TheoryData<string> WritingScenarios => [.. WritingTests.All.Select(scenario => scenario.Name)];

    public static TheoryData<string> Ways => [.. SavingTests.Ways.Select(way => way.Way)];

    public static TheoryData<string> OtherScenarios => [.. SavingTests.Others.Select(scenario => scenario.Name)];

    [RealProcessTheory]
    [MemberData(nameof(WritingScenarios))]
    public void SeesWhatAMergedFolderShows(string name)
    {
        using MergedFolder folder = WritingTests.Build();
        AssertTwoRuns(folder, name, [.. WritingTests.All.Where(scenario => scenario.Name == name)]);
    }

    [RealProcessTheory]
    [MemberData(nameof(Ways))]
    public void ReadsBackWhatItSaved(string way)
    {
        using MergedFolder folder = SavingTests.Build();
        string commands = SavingTests.Ways.Single(w => w.Way == way).Commands;
        AssertTwoRuns(folder, way, [
            .. SavingTests.Names.Select(name =>
                new Scenario(name, string.Format(CultureInfo.InvariantCulture, commands, name) + "\n" + SavingTests.Look(name)))]);
    }

    [RealProcessTheory]
    [MemberData(nameof(OtherScenarios))]
    public void RenamesAndRemovesAsInAMergedFolder(string name)
    {
        using MergedFolder folder = SavingTests.Build();
        AssertTwoRuns(folder, name, [.. SavingTests.Others.Where(scenario => scenario.Name == name)]);
    }

    /// <summary>
    /// If the game has removed a folder that only mods had, or that the game has created in one, new content of that folder isn't created
    /// in the game's own folder, not even for a moment, because that would change the folder's time.
    /// </summary>
    [RealProcessFact]
    public void NothingIsMadeInAFolderThatHasGone()
    {
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", "Data/a.txt = game a\nData/b.txt = game b"),
            [FixtureTree.Parse("mod", "Data/Only/x.txt = x\nData/Only/inner/y.txt = y\nTop/z.txt = z")],
            (NativePrograms.Probe, BackendRunner.GameName));
        string[] all = [@"Data\Only\new", @"Top\new", @"Data\Only", "Top"];
        AssertTwoRuns(folder, "a folder that has gone", [new("gone", string.Join('\n', all.Select(gone => $"""
            mkdir | {gone}
            rdall | {gone}
            create | {gone}\new.txt | text
            createnew | {gone}\x.txt | text
            openalways | {gone}\x.txt | text
            openalways | {gone}\inner\y.txt | text
            createdelete | {gone}\x.txt | text | 4
            mkdir | {gone}\inner
            move | Data\a.txt | {gone}\a.txt
            copy | Data\a.txt | {gone}\x.txt
            link | {gone}\link.txt | Data\b.txt
            ntcreate | 2 | 1 | \??\<ROOT>\{gone}\folder
            ntcreate | 5 | 40 | \??\<ROOT>\{gone}\z.txt
            attributes | {gone}
            """)))]);
    }

    /// <summary>Windows, and Wine since version 10, refuse to replace a read-only file; Wine 8 doesn't.</summary>
    [RealProcessFact]
    public void ReplacesAReadOnlyFileWhereTheSystemDoes()
    {
        string names = string.Concat(Enumerable.Range(0, 8).Select(i => $"[readonly] Data/r{i}.txt = read-only\nData/n{i}.txt = new\n"));
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", names), [FixtureTree.Parse("mod", "Data/a.txt = a")],
            (NativePrograms.Probe, BackendRunner.GameName));
        // Classes 10 and 11 are the rename and the link, 65 and 72 those with flags: 1 replaces, 2 is POSIX, 64 ignores the attribute.
        AssertTwoRuns(folder, "read-only", [new("read-only", """
            rename | Data\n0.txt | Data\r0.txt
            ntrename | 10 | 1 | Data\n1.txt | \??\<ROOT>\Data\r1.txt
            ntrename | 65 | 1 | Data\n2.txt | \??\<ROOT>\Data\r2.txt
            ntrename | 65 | 3 | Data\n3.txt | \??\<ROOT>\Data\r3.txt
            ntrename | 65 | 65 | Data\n4.txt | \??\<ROOT>\Data\r4.txt
            ntrename | 65 | 67 | Data\n5.txt | \??\<ROOT>\Data\r5.txt
            ntrename | 11 | 1 | Data\n6.txt | \??\<ROOT>\Data\r6.txt
            ntrename | 72 | 65 | Data\n7.txt | \??\<ROOT>\Data\r7.txt
            tree | .
            """)]);
    }

    /// <summary>Checks that a second run sees what the first one left, and that the folder is unchanged by both.</summary>
    private static void AssertTwoRuns(MergedFolder folder, string what, Scenario[] first)
    {
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        BackendRunner.AssertSame(folder, first, what);
        BackendRunner.AssertSame(folder, [new Scenario(what, "tree | .\nfind | Data\\*\nfind | ModFolder\\*")], what + ", second run");
        string? change = untouched.FindChange();
        Assert.True(change is null, change);
    }
}
