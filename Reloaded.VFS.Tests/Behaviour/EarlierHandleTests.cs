using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of pre-existing folder handles: open before the VFS was started late, inherited, or duplicated. Names relative to them and
/// listings through them are those of the merged folder.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class EarlierHandleTests
{
    private const string Look = """
        heldread | {0} | a.txt
        heldread | {0} | A.TXT
        heldread | {0} | only-mod.txt
        heldread | {0} | Sub\deep.txt
        heldread | {0} | only-game.txt
        heldread | {0} | missing.txt
        heldlist | {0}
        heldlist | {0} | *.txt
        heldlist | {0} | only-mod.txt
        heldname | {0}

        """;

    [RealProcessFact]
    public void OpenedBeforeALateStart() => AssertSame(late: true, $"""
        hold | 1 | Data
        hold | 2 | Untouched
        hold | 3 | .
        hold | 4 | ..
        hold | 5 | <ROOT>\Data\Sub
        holdcopy | 6 | 1
        startvfs
        {Look.Replace("{0}", "1", StringComparison.Ordinal)}
        {Look.Replace("{0}", "6", StringComparison.Ordinal)}
        holdcopy | 7 | 1 | closesource
        {Look.Replace("{0}", "7", StringComparison.Ordinal)}
        heldread | 2 | u.txt
        heldlist | 2
        heldread | 3 | Data\only-mod.txt
        heldread | 3 | ModFolder\y.txt
        heldlist | 3
        heldread | 4 | game\Data\only-mod.txt
        heldlist | 5
        release | 5
        hold | 5 | ModFolder
        heldlist | 5
        heldread | 5 | y.txt
        """);

    [RealProcessFact]
    public void Inherited()
    {
        string child = string.Concat("holdinherited | 9\n", Look.Replace("{0}", "9", StringComparison.Ordinal),
            "holdcopy | 8 | 9 | closesource\n", Look.Replace("{0}", "8", StringComparison.Ordinal));
        // On Windows, handles that may be a pipe's aren't queried (docs/spellings.md).
        string files = !WinePrefix.IsNeeded ? "" : """
            holdfile | 4 | Data\a.txt
            inherit | 4 | <CHILD>
            holdfile | 5 | ModFolder\y.txt
            inherit | 5 | <CHILD>
            """;
        AssertSame(late: false, $"""
            hold | 1 | Data
            inherit | 1 | <CHILD>
            hold | 2 | ModFolder
            holdcopy | 3 | 2
            inherit | 3 | <CHILD>
            {files}
            """, child);
    }

    [RealProcessFact]
    public void Duplicated() => AssertSame(late: false, $"""
        hold | 1 | Data
        holdcopy | 2 | 1
        {Look.Replace("{0}", "2", StringComparison.Ordinal)}
        holdcopy | 3 | 2 | closesource
        {Look.Replace("{0}", "3", StringComparison.Ordinal)}
        release | 1
        {Look.Replace("{0}", "3", StringComparison.Ordinal)}
        hold | 4 | ModFolder
        holdcopy | 5 | 4 | closesource
        heldread | 5 | y.txt
        heldlist | 5
        """);

    /// <summary>Listed names can be opened by their ids, even in a folder that only a mod had when it was opened.</summary>
    [RealProcessFact]
    public void ListedNamesOpenByTheirIds() => AssertSame(late: false, """
        hold | 1 | Data
        heldids | 1
        hold | 2 | ModFolder
        heldids | 2
        hold | 3 | ModFolder
        create | ModFolder\new.txt | new
        heldids | 3
        """);

    /// <summary>
    /// While it runs, the game duplicates a handle from a program without the VFS. Names relative to the handle, listings through it and
    /// its own name are the merged folder's, which is listed without the names of Reloaded VFS.
    /// </summary>
    [RealProcessFact]
    public void TakenFromAnotherProcess() => AssertSameWithOther($"""
        receive | 1 | <ROOT>\other.exe | take | Data
        {Look.Replace("{0}", "1", StringComparison.Ordinal)}
        receive | 2 | <ROOT>\other.exe | take | Data
        heldlist | 2 | *.txt
        heldlist | 2
        holdcopy | 3 | 2
        heldlist | 3
        release | 2
        heldlist | 3
        heldread | 3 | Sub\deep.txt
        release | 3
        receive | 4 | <ROOT>\other.exe | take | .
        heldlist | 4
        heldname | 4
        heldread | 4 | rvfs\mods\order.txt
        heldread | 4 | ModFolder\y.txt
        receive | 5 | <ROOT>\other.exe | take | Data
        holdcopy | 6 | 5 | closesource
        heldlist | 6
        receive | 7 | <ROOT>\other.exe | take | Untouched
        heldlist | 7
        heldread | 7 | u.txt
        heldlist | 7 | u*
        receive | 8 | <ROOT>\other.exe | take | ..
        heldlist | 8 | game
        heldlist | 8 | nothing
        receive | 9 | <ROOT>\other.exe | take | missing
        """);

    /// <summary>
    /// Another program duplicates a handle into the game. Names relative to the handle are the merged folder's; a listing through it is the
    /// real folder's, a limit that docs/spellings.md describes: the handle looks like that of a folder which the game opened by a name
    /// outside every target.
    /// </summary>
    [RealProcessFact]
    public void PutInByAnotherProcess()
    {
        const string names = """
            receive | 1 | <ROOT>\other.exe | put | Data
            heldread | 1 | a.txt
            heldread | 1 | A.TXT
            heldread | 1 | only-mod.txt
            heldread | 1 | Sub\added.txt
            heldread | 1 | only-game.txt
            heldread | 1 | missing.txt
            heldname | 1
            holdcopy | 2 | 1
            heldread | 2 | only-mod.txt
            release | 1
            heldread | 2 | Sub\deep.txt
            heldlist | 2
            receive | 3 | <ROOT>\other.exe | put | .
            heldread | 3 | Data\only-mod.txt
            heldread | 3 | ModFolder\y.txt
            heldname | 3
            heldread | 3 | rvfs\mods\order.txt
            receive | 4 | <ROOT>\other.exe | put | missing
            """, listing = """
            receive | 1 | <ROOT>\other.exe | put | Data
            heldlist | 1
            heldlist | 1 | *.txt
            heldlist | 1 | only-mod.txt
            """;
        AssertSameWithOther(names);
        using MergedFolder folder = BuildWithOther();
        Assert.Null(
            Scenario.Compare(Run(folder, Backend.Plain, late: false, listing, null), Run(folder, Backend.Vfs, late: false, listing, null)));
    }

    /// <summary>
    /// The game gets a handle from a program that sees the mods. The handle leads to the game's part of the merged folder, or, if only mods
    /// have the folder, to the mod's. If the game itself duplicates the handle, that leads to the merged folder, too, under its name there.
    /// </summary>
    [RealProcessTheory]
    [InlineData("put")]
    [InlineData("take")]
    public void GivenByAProgramThatSeesTheMods(string way) => AssertSame(late: false, $"""
        receive | 1 | <ROOT>\game.exe | {way} | Data
        heldread | 1 | a.txt
        heldread | 1 | only-mod.txt
        heldread | 1 | Sub\added.txt
        heldname | 1
        receive | 2 | <ROOT>\game.exe | {way} | ModFolder
        heldread | 2 | second.txt
        heldread | 2 | missing.txt
        heldread | 2 | A.TXT
        {(way == "take" ? """
        heldname | 2
        heldread | 2 | y.txt
        heldlist | 2
        receive | 3 | <ROOT>\game.exe | take | ModFolder
        heldlist | 3
        heldlist | 3 | s*
        receive | 4 | <ROOT>\game.exe | take | ModFolder
        heldname | 4
        """ : "")}
        """);

    [RealProcessFact]
    public void OpenedByAnId() => AssertSame(late: false, $"""
        holdid | 1 | Data | .
        {Look.Replace("{0}", "1", StringComparison.Ordinal)}
        release | 1
        holdid | 2 | Data | .
        heldlist | 2
        holdid | 3 | ModFolder | ModFolder
        holdid | 4 | Untouched | .
        heldlist | 4
        heldread | 4 | u.txt
        """);

    private static void AssertSameWithOther(string commands)
    {
        using MergedFolder folder = BuildWithOther();
        string expected = Run(folder, Backend.Merged, late: false, commands, null);
        Assert.Contains("held\n", expected, StringComparison.Ordinal);
        Assert.Null(Scenario.Compare(expected, Run(folder, Backend.Vfs, late: false, commands, null)));
        Assert.NotNull(Scenario.Compare(expected, Run(folder, Backend.Plain, late: false, commands, null)));
    }

    /// <summary>Builds a game with a program that the VFS leaves alone.</summary>
    private static MergedFolder BuildWithOther()
    {
        MergedFolder folder = Build();
        foreach (string game in (string[])[folder.Game, folder.Merged, folder.Plain])
            File.Copy(NativePrograms.Probe, Path.Combine(game, "other.exe"));
        File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"), """{ "leave": ["other.exe"] }""");
        return folder;
    }

    private static void AssertSame(bool late, string commands, string? child = null)
    {
        using MergedFolder folder = Build();
        string expected = Run(folder, Backend.Merged, late, commands, child), seen = Run(folder, Backend.Vfs, late, commands, child);
        Assert.DoesNotContain("no such command", expected, StringComparison.Ordinal);
        Assert.DoesNotContain("no handle", expected, StringComparison.Ordinal);
        string? difference = Scenario.Compare(expected, seen);
        Assert.True(difference is null, difference);
        Assert.NotNull(Scenario.Compare(expected, Run(folder, Backend.Plain, late, commands, child)));
    }

    private static string Run(MergedFolder folder, Backend backend, bool late, string commands, string? child)
    {
        string file = Path.Combine(folder.Root, "child.txt");
        if (child is not null)
            File.WriteAllText(file, Scenario.ToScript([new Scenario("child", child)]));
        string script =
            Scenario.ToScript([new Scenario("parent", commands.Replace("<CHILD>", WinePrefix.ToWindows(file), StringComparison.Ordinal))]);
        return BackendRunner.Run(folder, backend, script, starts: late ? VfsStart.ByScript : VfsStart.First);
    }

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/a.txt = game a
            Data/only-game.txt = game only
            Data/Sub/deep.txt = game deep
            Untouched/u.txt = untouched
            """),
        [
            FixtureTree.Parse("mod", """
                Data/a.txt = mod a
                Data/only-mod.txt = mod only
                Data/Sub/added.txt = mod added
                ModFolder/y.txt = mod y
                ModFolder/a.txt = mod a too
                """),
            FixtureTree.Parse("second", """
                ModFolder/second.txt = second mod
                ModFolder/a.txt = second a
                """),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
