using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of names whose letter case differs between the game's folder and mods: every spelling opens the winner, and each name is listed
/// once, in the letter case that copying would leave: that of the first tree with the name.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class CasingTests
{
    private static readonly Scenario[] All =
    [
        new("any spelling opens the winner", """
            read | data\file.txt
            read | DATA\FILE.TXT
            read | Data\sub\thing.txt
            read | MODFOLDER\BOTH.TXT
            read | modfolder\Second.txt
            attributes | data\SUB
            """),
        new("each name is listed once", """
            findnames | Data\*
            findnames | ModFolder\*
            findnames | Data\Sub\*
            findnames | *
            """),
        new("names are cased as copying leaves them", """
            find | Data\*
            find | ModFolder\*
            find | *
            tree | .
            ntlist | Data | 37 | 4096 | all
            """),
    ];

    [RealProcessTheory]
    [InlineData("any spelling opens the winner")]
    [InlineData("each name is listed once")]
    [InlineData("names are cased as copying leaves them")]
    public void SeesWhatAMergedFolderShows(string name)
    {
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", """
                Data/File.txt = game file
                Data/Sub/Thing.txt = game thing
                """),
            [
                FixtureTree.Parse("first", """
                    DATA/FILE.TXT = first file
                    data/sub/thing.TXT = first thing
                    ModFolder/Both.txt = first both
                    """),
                FixtureTree.Parse("second", """
                    modfolder/BOTH.txt = second both
                    modfolder/second.txt = second only
                    data/SUB/more.txt = second more
                    """),
            ],
            (NativePrograms.Probe, BackendRunner.GameName));
        string script = Scenario.ToScript(All.Where(scenario => scenario.Name == name));
        string? difference = Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script),
            BackendRunner.Run(folder, Backend.Vfs, script, tolerant: true));
        Assert.True(difference is null, $"{name}\n{difference}");
    }

    /// <summary>
    /// On a case-sensitive disk one mod may have several folders whose names differ in letter case only: copying merges them.
    /// </summary>
    [RealProcessFact(Needs.Published | Needs.CaseSensitiveDisk)]
    public void FoldersOfOneModThatDifferInLetterCaseAreListedAsOne()
    {
        string many = string.Join('\n', Enumerable.Range(0, 80).Select(i => $"{(i % 2 == 0 ? "both" : "BOTH")}/file{i:000}.txt = mod {i}"));
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", """
                data/g.txt = game g
                data/two.txt = game two
                both/file000.txt = game
                both/own.txt = game own
                """),
            [
                FixtureTree.Parse("mod",
                    "Data/one.txt = mod one\ndata/two.txt = mod two\nDATA/three.txt = mod three\nNew/four.txt = mod four\n"
                        + "new/five.txt = mod five\nNEW/Sub/six.txt = mod six\n"
                    + "new/sub/seven.txt = mod seven\n" + many),
            ],
            (NativePrograms.Probe, BackendRunner.GameName));
        string[] folders = ["data", "Data", "DATA", "new", "New", "NEW", @"new\sub", @"New\Sub", "both", "BOTH"];
        string[] names = ["one.txt", "two.txt", "three.txt", "g.txt", "four.txt", "five.txt", "six.txt", "seven.txt", "file000.txt",
            "file079.txt", "none.txt"];
        string script = Scenario.ToScript([new("folders of one name", string.Join('\n', folders.SelectMany(name => (string[])[
            $@"findnames | {name}\*", $@"findnames | {name}\*.txt", $@"findnames | {name}\*e.txt",
            $"ntsteps | {name} | 12,4096,e,- | 37,400,re,*", $"ntlist | {name} | 12 | 100 | single",
            .. names.Select(file => $@"findnames | {name}\{file}"), .. names.Select(file => $@"read | {name}\{file}")])))]);
        string merged = BackendRunner.Run(folder, Backend.Merged, script, tolerant: true);
        Assert.Contains("file079.txt", merged, StringComparison.Ordinal);
        string? difference = Scenario.Compare(Lower(merged), Lower(BackendRunner.Run(folder, Backend.Vfs, script, tolerant: true)));
        Assert.True(difference is null, difference);

        // The spelling that wins depends on the order in which the disk lists the folders.
        static string Lower(string output) => output.ToLowerInvariant();
    }
}
