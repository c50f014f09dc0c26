using Reloaded.VFS.Tests.Oracles;
using Reloaded.VFS.Tests.Shipped;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Letter case where the game's folder and mods differ in it: every spelling opens the winner, each name is listed once, and with the casing
/// that copying would leave: that of the first who had the name.
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
        string? difference = Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script), BackendRunner.Run(folder, Backend.Vfs, script, tolerant: true));
        Assert.True(difference is null, $"{name}\n{difference}");
    }
}
