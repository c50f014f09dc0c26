using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of a name that is a file in the game and a folder in a mod, or the other way round: the mod's takes the whole name
/// (docs/order.md) in every kind of call, and what is done under that name doesn't harm the game's own.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class ClashTests
{
    [RealProcessTheory]
    [InlineData(@"Data\thing")]
    [InlineData(@"Data\also")]
    public void EveryRouteAgrees(string name)
    {
        using MergedFolder folder = Build();
        string[] options = ["40", "0", "1"];
        string creates = string.Join('\n',
            Enumerable.Range(0, 6).SelectMany(disposition => options.Select(option => $"ntcreate | {disposition} | {option} | {name}")));
        string commands = $"""
            tree | .
            attributes | {name}
            attributesex | {name}
            info | {name}
            names | {name}
            read | {name}
            ntopen | {name}
            ntopen | {name}\
            ntopen | Data | {name[5..].ToUpperInvariant()}
            ntattributes | {name}
            ntfullattributes | {name}
            find | {name}
            find | {name}\*
            find | Data\*
            ntlist | {name} | 37 | 4096 | all
            ntlist | {name} | 3 | 4096 | single | *.txt
            read | Data\thing\inner.txt
            chdir | {name}
            chdir | <ROOT>
            mkdir | {name}
            createnew | {name} | never
            rmdir | {name}
            {creates}
            tree | .
            """;
        string script = Scenario.ToScript([new Scenario("clash", commands)]);
        Assert.Null(Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script), BackendRunner.Run(folder, Backend.Vfs, script)));
        Assert.Equal("the game's file", File.ReadAllText(Path.Combine(folder.Game, "Data", "thing")));
        Assert.Equal("the game's", File.ReadAllText(Path.Combine(folder.Game, "Data", "also", "game.txt")));
    }

    [RealProcessTheory]
    [InlineData("delete | Data\\thing")]
    [InlineData("ntdelete | Data\\thing")]
    [InlineData("deleteonclose | Data\\thing")]
    [InlineData("create | Data\\thing | overwritten")]
    [InlineData("truncate | Data\\thing | overwritten")]
    [InlineData("append | Data\\thing | overwritten")]
    [InlineData("setattributes | Data\\thing | 1")]
    public void TheGamesFileIsOutOfReach(string command)
    {
        using MergedFolder folder = Build();
        string file = Path.Combine(folder.Game, "Data", "thing");
        string script = Scenario.ToScript([new Scenario("clash", command)]);
        BackendRunner.Run(folder, Backend.Vfs, script);
        Assert.Equal("the game's file", File.ReadAllText(file));
        Assert.False(File.GetAttributes(file).HasFlag(FileAttributes.ReadOnly));
    }

    /// <summary>
    /// The system refuses to move or link a file onto a name that is a folder in a mod and a file in the game, and the file stays.
    /// </summary>
    [RealProcessFact]
    public void NothingIsMovedOntoTheGamesFileBehindAModsFolder()
    {
        using MergedFolder folder = Build();
        string script = Scenario.ToScript([new Scenario("clash", """
            create | source.txt | moved
            rename | source.txt | Data\thing
            move | source.txt | Data\thing
            link | Data\thing | source.txt
            copy | source.txt | Data\thing
            ntrename | 10 | 1 | source.txt | thing | Data
            ntrename | 11 | 1 | source.txt | \??\<ROOT>\Data\thing
            ntrename | 65 | 3 | source.txt | \??\<ROOT>\Data\thing
            ntrename | 72 | 3 | source.txt | \??\<ROOT>\Data\thing
            read | source.txt
            rename | Data\thing\inner.txt | Data\thing
            rename | Data\other.txt | Data\also
            tree | .
            """)]);
        Assert.Null(Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script), BackendRunner.Run(folder, Backend.Vfs, script)));
        Assert.Equal("the game's file", File.ReadAllText(Path.Combine(folder.Game, "Data", "thing")));
        Assert.Equal("moved", File.ReadAllText(Path.Combine(folder.Game, "source.txt")));
    }

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/thing = the game's file
            Data/also/game.txt = the game's
            Data/other.txt = other
            """),
        [
            FixtureTree.Parse("mod", """
                Data/thing/inner.txt = inside the mod's folder
                Data/thing/deep/x.txt = deeper
                Data/also = the mod's file
                """),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
