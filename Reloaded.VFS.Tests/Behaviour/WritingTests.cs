using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of a game that writes under the policy "game": through the VFS it sees the same results of its own changes as in the merged
/// folder, and the files on disk are where the policy puts them. Each scenario has its own folders and processes.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class WritingTests
{
    internal static readonly Scenario[] All =
    [
        new("create a new file in the game's folder", """
            create | Data\fresh.txt | new text
            read | Data\fresh.txt
            find | Data\*
            createnew | Data\fresh.txt | again
            delete | Data\fresh.txt
            read | Data\fresh.txt
            find | Data\fresh.txt
            """),
        new("change a mod's file where it is", """
            append | Data\a.txt | _more
            read | Data\a.txt
            truncate | Data\only-mod.txt | short
            read | Data\only-mod.txt
            openalways | Data\a.txt | XX
            read | Data\a.txt
            attributesex | ModFolder\y.txt
            find | Data\*
            """),
        new("overwrite files", """
            create | Data\a.txt | overwritten
            read | Data\a.txt
            create | Data\only-mod.txt | overwritten too
            read | Data\only-mod.txt
            create | Data\only-game.txt | overwritten three
            read | Data\only-game.txt
            create | ModFolder\y.txt | overwritten four
            read | ModFolder\y.txt
            createnew | Data\a.txt | never
            createnew | ModFolder\y.txt | never
            createnew | Data\only-mod.txt | never
            read | Data\a.txt
            """),
        new("write through a view", """
            mapwrite | Data\a.txt | 1 | XX
            read | Data\a.txt
            mapwrite | Data\only-mod.txt | 0 | YY | closed
            read | Data\only-mod.txt
            mapwrite | Data\b.txt | 6 | _ZZ | grow
            read | Data\b.txt
            mapwrite | Data\only-game.txt | 2 | WW | closed
            read | Data\only-game.txt
            mapwrite | ModFolder\y.txt | 0 | COPY | copy
            read | ModFolder\y.txt
            mapwrite | ModFolder\inner\x.txt | 5 | _grown | grow
            map | ModFolder\inner\x.txt
            mapwrite | Data\missing.txt | 0 | never
            """),
        new("write to a file that is opened by its id", """
            keepid | Data\only-game.txt
            openid | Data | _more
            read | Data\only-game.txt
            keepid | Data\a.txt
            openid | Data | _more
            read | Data\a.txt
            keepid | ModFolder\inner\x.txt
            openid | ModFolder\inner | _more
            read | ModFolder\inner\x.txt
            keepid | ModFolder\y.txt
            openid | ModFolder
            """),
        new("create a file in a folder that only mods have", """
            create | ModFolder\fresh.txt | new text
            read | ModFolder\fresh.txt
            attributes | ModFolder\fresh.txt
            find | ModFolder\*
            create | ModFolder\inner\fresh.txt | new text
            find | ModFolder\inner\*
            tree | .
            """),
        new("create through a folder's handle", """
            ntcreate | 2 | 40 | Data | fresh1.txt
            ntcreate | 2 | 40 | ModFolder | fresh2.txt
            ntcreate | 3 | 40 | Data | a.txt
            ntcreate | 5 | 40 | Data | only-mod.txt
            find | ModFolder\*
            tree | .
            """),
        new("change things through the handle of a folder that only the game has", """
            ntcreate | 2 | 40 | Own | fresh.txt
            ntcreate | 5 | 40 | Own | g.txt
            ntcreate | 2 | 1 | Own\deep | folder
            ntdelete | Own | gone.txt
            ntrename | 10 | 0 | Data\b.txt | b too.txt | Own
            find | Own\*
            tree | .
            """),
        new("create in folders that aren't there", """
            create | Nowhere\x.txt | text
            create | ModFolder\nowhere\x.txt | text
            createnew | Data\a.txt\x | text
            mkdir | Nowhere\x
            """),
        new("delete a file that only a mod has", """
            delete | Data\only-mod.txt
            read | Data\only-mod.txt
            attributes | Data\only-mod.txt
            find | Data\*
            delete | Data\only-mod.txt
            deleteonclose | ModFolder\y.txt
            find | ModFolder\*
            """),
        new("delete a file that only the game has", """
            delete | Data\only-game.txt
            read | Data\only-game.txt
            find | Data\*
            ntdelete | Data\b.txt
            tree | Data
            """),
        new("delete through ntdll", """
            ntdelete | Data\only-mod.txt
            ntattributes | Data\only-mod.txt
            ntdelete | ModFolder | y.txt
            ntdelete | ModFolder | missing.txt
            ntdelete | Data\missing.txt
            tree | .
            """),
        new("delete a mod's file and create it again", """
            delete | Data\only-mod.txt
            create | Data\only-mod.txt | back again
            read | Data\only-mod.txt
            find | Data\*
            """),
        new("make folders", """
            mkdir | Data\Made
            create | Data\Made\x.txt | text
            find | Data\Made\*
            mkdir | Data\Made
            mkdir | ModFolder
            mkdir | ModFolder\inner
            mkdir | Data
            find | Data\*
            rmdir | Data\Made
            delete | Data\Made\x.txt
            rmdir | Data\Made
            find | Data\*
            """),
        new("copy a mod's file", """
            copy | Data\a.txt | Data\copied.txt
            read | Data\copied.txt
            copy | ModFolder\y.txt | Data\copied.txt
            read | Data\copied.txt
            find | Data\copied.txt
            """),
        new("copy a read-only file over others", """
            setattributes | Data\only-game.txt | 1
            copy | Data\only-game.txt | Data\only-mod.txt
            attributes | Data\only-mod.txt
            copy | Data\only-game.txt | Data\b.txt
            attributes | Data\b.txt
            append | Data\b.txt | _more
            read | Data\b.txt
            copy | Data\only-game.txt | ModFolder\new.txt
            attributes | ModFolder\new.txt
            setattributes | Data\only-game.txt | 80
            setattributes | ModFolder\new.txt | 80
            """),
        new("names that end in a backslash", """
            create | source.txt | moved
            ntrename | 10 | 1 | source.txt | \??\<ROOT>\Data\a.txt\
            ntrename | 10 | 1 | source.txt | a.txt\ | Data
            ntrename | 11 | 1 | source.txt | \??\<ROOT>\Data\a.txt\
            ntcreate | 0 | 40 | Data\a.txt\
            ntcreate | 5 | 40 | Data | a.txt\
            ntdelete | Data\a.txt\
            create | Data\a.txt\ | never
            rename | source.txt | Data\a.txt\
            tree | .
            """),
        new("save as many programs do", """
            create | Data\only-game.txt.tmp | saved text
            rename | Data\only-game.txt.tmp | Data\only-game.txt
            read | Data\only-game.txt
            find | Data\only-game*
            """),
    ];

    public static TheoryData<string> Scenarios => [.. All.Select(scenario => scenario.Name)];

    [RealProcessTheory]
    [MemberData(nameof(Scenarios))]
    public void SeesWhatAMergedFolderShows(string name)
    {
        using MergedFolder folder = Build();
        string script = Scenario.ToScript(All.Where(scenario => scenario.Name == name));
        string? difference = Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script),
            BackendRunner.Run(folder, Backend.Vfs, script, tolerant: true));
        Assert.True(difference is null, $"{name}\n{difference}");
    }

    [RealProcessFact]
    public void NewFilesGoToTheGameAndChangesToTheModsOwnFiles()
    {
        using MergedFolder folder = Build();
        BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("write", """
            create | Data\fresh.txt | fresh
            append | Data\a.txt | _more
            append | Data\only-game.txt | _more
            """)]));
        Assert.Equal("fresh", File.ReadAllText(Path.Combine(folder.Game, "Data", "fresh.txt")));
        Assert.Equal("mod a_more", File.ReadAllText(Path.Combine(folder.Mods, "mod", "Data", "a.txt")));
        Assert.Equal("game a", File.ReadAllText(Path.Combine(folder.Game, "Data", "a.txt")));
        Assert.Equal("game only_more", File.ReadAllText(Path.Combine(folder.Game, "Data", "only-game.txt")));
    }

    /// <summary>Only a successful create makes the game's own copy of a folder that only mods have.</summary>
    [RealProcessFact]
    public void ACreateThatFailsLeavesNoFolder()
    {
        using MergedFolder folder = Build();
        string tooLong = new('x', 300); // No file system allows it.
        string script = Scenario.ToScript([new("fail", $$"""
            createnew | ModFolder\{{tooLong}} | text
            ntcreate | 2 | 40 | ModFolder | {{tooLong}}
            mkdir | ModFolder\inner\{{tooLong}}
            create | outside.txt | text
            move | outside.txt | ModFolder\inner\{{tooLong}}
            find | ModFolder\*
            find | ModFolder\inner\*
            tree | .
            """)]);
        string? difference = Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script),
            BackendRunner.Run(folder, Backend.Vfs, script, tolerant: true));
        Assert.True(difference is null, difference);
        Assert.False(Directory.Exists(Path.Combine(folder.Game, "ModFolder")));

        BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("succeed", @"create | ModFolder\inner\new.txt | text")]));
        Assert.Equal("text", File.ReadAllText(Path.Combine(folder.Game, "ModFolder", "inner", "new.txt")));
    }

    internal static MergedFolder Build(string? probe = null) => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/a.txt = game a
            Data/b.txt = game b
            Data/only-game.txt = game only
            Own/deep/d.txt = game d
            Own/g.txt = game g
            Own/gone.txt = game gone
            """),
        [
            FixtureTree.Parse("mod", """
                Data/a.txt = mod a
                Data/only-mod.txt = mod only
                ModFolder/y.txt = mod y
                ModFolder/inner/x.txt = mod x
                """),
        ],
        (probe ?? NativePrograms.Probe, BackendRunner.GameName));
}
