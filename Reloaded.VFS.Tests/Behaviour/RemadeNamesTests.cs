using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of names of a mod that the game deletes or renames away, and under which it then creates something else: they look as in the
/// merged folder, at once and at the next start, under both policies.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RemadeNamesTests
{
    private static readonly Scenario[] All =
    [
        new("made to be deleted when it is closed", """
            delete | Data\a.txt
            createdelete | Data\a.txt | text | 4
            read | Data\a.txt
            delete | Data\b.txt
            createdelete | Data\b.txt | text | 1
            createdelete | Data\b.txt | text | 2
            attributes | Data\b.txt
            move | Data\c.txt | Data\c2.txt
            createdelete | Data\C.txt | text | 4
            createdelete | Data\d.txt | text | 4
            createdelete | Data\e.txt | text | 2
            createdelete | Data\new.txt | text | 1
            createdelete | Only\o.txt | text | 2
            find | Data\*
            """),
        new("a file in place of a folder that only a mod had", """
            rmdir | E
            openalways | E | text
            read | E
            append | E | more
            move | E | n.txt
            read | n.txt
            rmdir | Data\F
            rename | Data\x.txt | Data\F
            read | Data\F
            rdclose | Data\G
            copy | Data\y.txt | Data\G
            read | Data\G
            attributesex | Data\G
            find | Data\G
            ntdelete | Only\H
            createnew | Only\H | text
            ntopen | Only\H
            delete | Only\H
            mkdir | Only\H
            create | Only\H\h.txt | text
            rmdir | Only\I
            link | Only\I | Data\y.txt
            read | Only\I
            tree | .
            """),
        new("a file in place of a folder that was renamed", """
            move | E | E2
            openalways | E | text
            read | E
            move | Deep | Deep2
            mkdir | Deep
            create | Deep\deeper | text
            read | Deep\deeper
            ntopen | Deep\deeper
            tree | .
            """),
        new("into a folder in place of a file", """
            delete | Data\f.dat
            mkdir | Data\f.dat
            move | Data\x.txt | Data\f.dat\inside.txt
            read | Data\f.dat\inside.txt
            move | Data\g.dat | Data\g2.dat
            mkdir | Data\g.dat
            copy | Data\y.txt | Data\g.dat\copied.txt
            link | Data\g.dat\linked.txt | Data\y.txt
            move | Data\y.txt | Data\g.dat\moved.txt
            mkdir | Data\g.dat\sub
            move | Data\g.dat\sub | Data\g.dat\sub2
            find | Data\g.dat\*
            mkdir | Data\fold
            move | Data\fold | Data\g.dat\fold
            create | Data\g.dat\fold\z.txt | text
            tree | .
            delete | Data\h.dat
            """),
        new("to be deleted for one handle, and not for another", """
            keep | 0 | Data\a.txt | C0010000 | 7 | 3 | 0
            createdelete | Data\a.txt | text | 4
            keptdispose | 0 | 13 | 0
            keptclose | 0
            attributes | Data\a.txt
            keep | 0 | Data\b.txt | C0010000 | 7 | 3 | 0
            keep | 1 | Data\b.txt | C0010000 | 7 | 3 | 0
            keptdispose | 0 | 13 | 1
            keptdispose | 1 | 13 | 0
            keptclose | 0
            keptdispose | 1 | 13 | 1
            keptdispose | 1 | 13 | 0
            keptclose | 1
            attributes | Data\b.txt
            keep | 0 | Data\c.txt | C0010000 | 7 | 3 | 0
            ntdelete | Data\c.txt
            keptdispose | 0 | 13 | 1
            keptdispose | 0 | 13 | 0
            keptclose | 0
            attributes | Data\c.txt
            keep | 0 | Data\d.txt | C0010000 | 7 | 3 | 0
            keep | 1 | Data\d.txt | C0010000 | 7 | 3 | 0
            keptdispose | 0 | 13 | 1
            keptdispose | 1 | 13 | 1
            keptdispose | 1 | 13 | 0
            keptdispose | 0 | 13 | 0
            keptclose | 1
            keptclose | 0
            read | Data\d.txt
            keep | 0 | Data\e.txt | C0010000 | 7 | 3 | 4000000
            keep | 1 | Data\e.txt | C0010000 | 7 | 3 | 0
            keptdispose | 1 | 13 | 1
            keptdispose | 1 | 13 | 0
            keptclose | 0
            keptclose | 1
            attributes | Data\e.txt
            tree | .
            """),
        new("a folder to be deleted for one handle, and not for another", """
            delete | Fold\x.txt
            keep | 0 | Fold | 10000 | 7 | 3 | 0
            keep | 1 | Fold | 10000 | 7 | 3 | 0
            keptdispose | 0 | 13 | 1
            keptdispose | 1 | 13 | 0
            keptclose | 1
            keptclose | 0
            attributes | Fold
            tree | .
            """),
    ];

    public static TheoryData<string, bool> Names
    {
        get
        {
            TheoryData<string, bool> all = [];
            foreach (Scenario scenario in All)
            {
                all.Add(scenario.Name, false);
                all.Add(scenario.Name, true);
            }

            return all;
        }
    }

    [RealProcessTheory]
    [MemberData(nameof(Names))]
    public void IsSeenAtOnceAndAtTheNextStart(string name, bool overwrites)
    {
        using MergedFolder folder = Build();
        using UntouchedFiles? untouched = overwrites ? UntouchedFiles.Overwrite(folder) : null;
        BackendRunner.AssertSame(folder, [All.Single(scenario => scenario.Name == name)], name);
        // A name that the previous run deleted now has a marker.
        BackendRunner.AssertSame(folder, [new Scenario(name, """
            tree | .
            find | Data\*
            mkdir | Data\h.dat
            move | Data\z.txt | Data\h.dat\inside.txt
            createdelete | Data\a.txt | text | 4
            tree | .
            """)], name + ", second run");
        BackendRunner.AssertSame(folder, [new Scenario(name, "tree | .\nfind | Data\\*")], name + ", third run");
    }

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/a.txt = game a
            Data/b.txt = game b
            Data/c.txt = game c
            Data/d.txt = game d
            Data/f.dat = game f
            Data/x.txt = x
            Data/y.txt = y
            Data/z.txt = z
            Data/e.txt = game e
            Data/h.dat = game h
            Fold/x.txt = game x
            """),
        [
            FixtureTree.Parse("lower", """
                Data/g.dat = lower g
                Data/h.dat = lower h
                """),
            FixtureTree.Parse("mod", """
                Data/a.txt = mod a
                Data/b.txt = mod b
                Data/c.txt = mod c
                Data/d.txt = mod d
                Data/f.dat = mod f
                Data/g.dat = mod g
                Data/h.dat = mod h
                Only/o.txt = mod o
                Only/H/
                Only/I/
                Fold/x.txt = mod x
                E/
                Data/F/
                Data/G/
                Deep/deeper/
                """),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
