using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of a game that deletes folders with or without their content, renames them, and holds them open meanwhile: each step has the same
/// result as in the merged folder. The folders belong to one mod, to the game and a mod, to two mods, or only to the game.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class FolderTests
{
    private static readonly string[] Kinds = ["M", "X", "W", "G"];

    private static readonly (string Name, string Commands)[] OfEachKind =
    [
        ("deleted on close", """
            rdclose | {0}
            attributes | {0}
            find | *
            delete | {0}\1.txt
            delete | {0}\2.txt
            rdclose | {0}
            attributes | {0}
            find | *
            mkdir | {0}
            find | {0}\*
            create | {0}\1.txt | again
            rdclose | {0}
            tree | {0}
            """),
        ("deletion taken back", """
            delete | {0}\1.txt
            rdundo | {0} | 1
            delete | {0}\2.txt
            rdundo | {0} | 2
            attributes | {0}
            create | {0}\new.txt | new
            tree | .
            rmdir | {0}
            delete | {0}\new.txt
            rmdir | {0}
            tree | .
            """),
        ("deleted while it is held", """
            delete | {0}\1.txt
            delete | {0}\2.txt
            rdheld | {0}
            attributes | {0}
            find | *
            """),
        ("deleted through two handles", """
            delete | {0}\1.txt
            delete | {0}\2.txt
            rdcopy | {0}
            attributes | {0}
            find | *
            """),
        ("deleted through a handle that is moved", """
            delete | {0}\1.txt
            delete | {0}\2.txt
            rdmoved | {0}
            attributes | {0}
            find | *
            """),
        ("deleted through a handle that is protected", """
            delete | {0}\1.txt
            delete | {0}\2.txt
            rdprotected | {0}
            attributes | {0}
            create | {0}\new.txt | new
            tree | .
            """),
        ("removed again and again", """
            delete | {0}\1.txt
            delete | {0}\2.txt
            rmdir | {0}
            rmdir | {0}
            mkdir | {0}
            create | {0}\1.txt | again
            delete | {0}\1.txt
            rmdir | {0}
            rmdir | {0}
            find | *
            """),
        ("deleted through an early handle", """
            delete | {0}\1.txt
            delete | {0}\2.txt
            rdearly | {0} | new.txt
            tree | .
            delete | {0}\new.txt
            rdearly | {0} | new.txt | delete
            tree | .
            """),
        ("listed through an early handle", """
            listheld | {0} | new.txt
            find | {0}\*
            """),
        ("deleted with everything in it", """
            rdall | {0}
            attributes | {0}
            attributes | {0}\1.txt
            find | *
            mkdir | {0}
            find | {0}\*
            create | {0}\1.txt | again
            read | {0}\1.txt
            rdall | {0}
            tree | .
            """),
    ];

    public static TheoryData<string> NamesOfEachKind => [.. OfEachKind.Select(way => way.Name)];

    [RealProcessTheory]
    [MemberData(nameof(NamesOfEachKind))]
    public void EachKindGivesWhatAMergedFolderGives(string name)
    {
        string commands = OfEachKind.Single(way => way.Name == name).Commands;
        using MergedFolder folder = Build();
        BackendRunner.AssertSame(folder,
            [.. Kinds.Select(kind => new Scenario(kind, string.Format(System.Globalization.CultureInfo.InvariantCulture, commands, kind)))],
            name);
        BackendRunner.AssertSame(folder, [new Scenario(name, "tree | .")], name + ", second run");
    }

    private static readonly Scenario[] Others =
    [
        new("deleted on close by the part that is empty", """
            rdclose | Half
            tree | .
            rdclose | Two
            tree | .
            delete | Half\h.txt
            delete | Two\t.txt
            rdclose | Half
            rdclose | Two
            tree | .
            mkdir | Two
            rdclose | Two
            find | *
            """),
        new("an empty folder of a mod, listed through an early handle", """
            listheld | Empty | new.txt
            find | Empty\*
            tree | .
            """),
        new("everything in a folder whose files mods cover", """
            saveid | Covered\deep
            rdall | Covered
            attributes | Covered
            attributesex | Covered
            attributes | <SHORT>Covered
            read | Covered\a.txt
            read | Covered\deep\b.txt
            attributes | COVERED\deep
            ntopen | \??\<ROOT>\Covered
            ntattributes | \??\<ROOT>\Covered\a.txt
            info | Covered
            find | *
            find | Cov*
            find | Covered\*
            tree | .
            opensaved | <ROOT>
            create | Covered\new.txt | text
            openalways | Covered\a.txt | text
            mkdir | Covered\deep
            move | Other\o.txt | Covered\o.txt
            rmdir | Covered
            ntdelete | Covered
            """),
        new("such a folder made again", """
            rdall | Covered
            mkdir | Covered
            mkdir | Covered
            attributes | Covered
            find | Covered\*
            find | *
            attributes | Covered\a.txt
            attributes | Covered\deep
            attributes | Covered\deep\b.txt
            create | Covered\new.txt | text
            read | Covered\new.txt
            createnew | Covered\a.txt | anew
            read | Covered\a.txt
            mkdir | Covered\deep
            find | Covered\deep\*
            createnew | Covered\deep\b.txt | anew, too
            read | Covered\deep\b.txt
            tree | .
            move | Other\o.txt | Covered\deep\o.txt
            rdall | Covered\deep
            tree | .
            rdall | Covered
            tree | .
            mkdir | Covered
            rdall | Covered
            mkdir | Covered
            tree | .
            """),
        new("such a folder made again while it is watched", """
            rdwatched | Covered | deep
            rdwatched | . | Covered
            tree | .
            """),
        new("a file in such a folder's place", """
            rdall | Covered
            create | Covered | a file
            read | Covered
            attributes | Covered\a.txt
            mkdir | Covered
            find | *
            delete | Covered
            attributes | Covered
            mkdir | Covered
            find | Covered\*
            rmdir | Covered
            move | Other\o.txt | Covered
            read | Covered
            rename | Other\p.txt | Covered
            read | Covered
            tree | .
            """),
        new("a folder moved to such a folder's place", """
            mkdir | Moved
            create | Moved\m.txt | moved
            rdall | Covered
            move | Moved | Covered
            read | Covered\m.txt
            create | Covered\n.txt | new
            read | Covered\n.txt
            find | Covered\*
            attributes | Covered\a.txt
            tree | .
            """),
        new("the inner one alone", """
            rdall | Covered\deep
            attributes | Covered\deep
            find | Covered\*
            read | Covered\a.txt
            mkdir | Covered\deep
            find | Covered\deep\*
            rmdir | Covered\deep
            rmdir | Covered
            delete | Covered\a.txt
            delete | Covered\own.txt
            rdclose | Covered
            attributes | Covered
            find | *
            """),
        new("the inner one removed again and again", """
            rdall | Covered\deep
            rmdir | Covered\deep
            mkdir | Covered\deep
            create | Covered\deep\b.txt | again
            delete | Covered\deep\b.txt
            rmdir | Covered\deep
            rmdir | Covered\deep
            delete | Covered\a.txt
            delete | Covered\own.txt
            rmdir | Covered
            rmdir | Covered
            mkdir | Covered
            mkdir | Covered\deep
            create | Covered\deep\b.txt | again
            delete | Covered\deep\b.txt
            rmdir | Covered\deep
            rmdir | Covered
            find | *
            """),
        new("through ntdll", """
            rdall | Covered\deep
            delete | Covered\a.txt
            delete | Covered\own.txt
            ntdelete | Covered
            attributes | Covered
            mkdir | Covered
            ntdispose | 13 | 1 | Covered
            attributes | Covered
            mkdir | Covered
            rdundo | Covered | 1
            find | Covered\*
            tree | .
            """),
        new("a folder moved to a deleted file's name", """
            mkdir | Data\folder
            create | Data\folder\f.txt | f
            delete | Data\a.txt
            move | Data\folder | Data\a.txt
            read | Data\a.txt\f.txt
            create | Data\a.txt\g.txt | g
            read | Data\a.txt\g.txt
            mkdir | Data\folder
            create | Data\folder\f.txt | f
            delete | Data\only-mod.txt
            move | Data\folder | Data\only-mod.txt
            create | Data\only-mod.txt\g.txt | g
            tree | Data
            """),
        new("a folder in a deleted file's place, in another letter case", """
            delete | Data\a.txt
            mkdir | Data\a.txt
            move | Data\a.txt | Data\A.Txt
            find | Data\*
            create | Data\A.TXT\in it.txt | text
            read | Data\a.txt\in it.txt
            delete | Data\only-mod.txt
            mkdir | Data\only-mod.txt
            move | Data\only-mod.txt | Data\ONLY-mod.txt
            find | Data\*
            move | M | m
            find | *
            """),
        new("a folder in a deleted file's place, opened alone", """
            delete | Data\a.txt
            mkalone | Data\a.txt | tst
            delete | Data\only-mod.txt
            mkalone | Data\only-mod.txt | tst
            mkalone | Data\nowhere | tst
            tree | Data
            """),
    ];

    public static TheoryData<string> OtherNames => [.. Others.Select(scenario => scenario.Name)];

    [RealProcessTheory]
    [MemberData(nameof(OtherNames))]
    public void SeesWhatAMergedFolderShows(string name)
    {
        using MergedFolder folder = Build();
        string[] covered = [.. CoveredFiles.Select(file => Path.Combine(folder.Game, "Covered", file.Name))];
        DateTime[] times = [.. covered.Select(File.GetLastWriteTimeUtc)];
        BackendRunner.AssertSame(folder, [.. Others.Where(scenario => scenario.Name == name)], name);
        BackendRunner.AssertSame(folder, [new Scenario(name, "tree | .\nfind | Covered\\*\nattributes | Covered\\a.txt")],
            name + ", second run");
        Assert.Equal(CoveredFiles.Select(file => file.Text), covered.Select(File.ReadAllText));
        Assert.Equal(times, covered.Select(File.GetLastWriteTimeUtc));
    }

    /// <summary>Both parts of a folder stay on disk if the system refuses to close the handle, and the deletion is undone.</summary>
    [RealProcessFact]
    public void NothingIsDeletedByACloseThatIsRefused()
    {
        using MergedFolder folder = Build();
        string output = BackendRunner.Run(folder, Backend.Vfs,
            Scenario.ToScript([new("refused", "delete | X\\1.txt\ndelete | X\\2.txt\nrdprotected | X")]));
        Assert.Contains("close status=c0000235", output, StringComparison.Ordinal);
        Assert.True(Directory.Exists(Path.Combine(folder.Game, "X")) && Directory.Exists(Path.Combine(folder.Mods, "mod", "X")), output);
    }

    /// <summary>If two threads close the last two handles, exactly one of them deletes the mods' parts of the folder.</summary>
    [RealProcessFact]
    [Trait("Processors", "All")]
    public void AFolderIsDeletedWithTheLastOfTwoHandlesThatAreClosedAtOnce()
    {
        const int folders = 200;
        using MergedFolder folder = Build();
        for (int i = 0; i < folders; i++)
        {
            Directory.CreateDirectory(Path.Combine(folder.Game, $"race{i}"));
            Directory.CreateDirectory(Path.Combine(folder.Mods, "mod", $"race{i}"));
        }

        string output = BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("race", $"rdrace | race | {folders}")]));
        Assert.Contains("0 left", output, StringComparison.Ordinal);
    }

    /// <summary>Nothing in the DLL keeps a watched folder open once its handle is closed.</summary>
    [RealProcessFact]
    public void AFolderThatWasWatchedCanBeRemovedAndMadeAgainAtOnce()
    {
        using MergedFolder folder = Build();
        string output = BackendRunner.Run(folder, Backend.Vfs,
            Scenario.ToScript([new("remake", "remake | Data\\watched | 2000\nremake | M\\watched | 500")]));
        Assert.Contains("2000 rounds, 0 failed", output, StringComparison.Ordinal);
        Assert.Contains("500 rounds, 0 failed", output, StringComparison.Ordinal);
    }

    private static readonly (string Name, string Text)[] CoveredFiles = [("a.txt", "game a"), ("deep/b.txt", "game b"),
        ("deep/two/c.txt", "game c")];

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/a.txt = game a
            X/1.txt = game x
            G/1.txt = game g
            G/2.txt = game g too
            Covered/a.txt = game a
            Covered/own.txt = own
            Covered/deep/b.txt = game b
            Covered/deep/two/c.txt = game c
            Half/
            Other/o.txt = other
            Other/p.txt = other too
            """),
        [
            FixtureTree.Parse("lower", """
                W/1.txt = lower w
                Two/t.txt = lower t
                Covered/deep/b.txt = lower b
                """),
            FixtureTree.Parse("mod", """
                Data/a.txt = mod a
                Data/only-mod.txt = mod only
                Half/h.txt = mod h
                Two/
                Empty/
                M/1.txt = mod m
                M/2.txt = mod m too
                X/2.txt = mod x
                W/2.txt = mod w
                Covered/a.txt = mod a
                Covered/deep/b.txt = mod b
                Covered/deep/two/c.txt = mod c
                Covered/deep/two/d.txt = mod d
                """),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
