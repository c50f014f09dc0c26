using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of names in the letter case that the game has given them, if game and mods spell each differently: at once, in every listing and
/// by every handle, and at the next start, under both policies.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RemadeLettersTests
{
    private static readonly Scenario[] All =
    [
        new("a file in place of a folder", """
            rdall | Data\fold
            create | Data\FolD | text
            find | Data\*
            names | Data\fold
            rdall | Data\LOW
            createnew | Data\lOw | text
            find | Data\low*
            """),
        new("a deletion that is taken back", """
            delete | Data\a.txt
            createnew | Data\A.txT | text
            ntdispose | 13 | 0 | Data\a.txt
            find | Data\*
            """),
        new("a file that is deleted with its handle", """
            ntdelete | Data\A.TXT
            keep | 0 | Data\a.TxT | C0010000 | 7 | 1 | 4000000
            ntlist | Data | 37 | 4096 | all
            names | Data\a.txt
            closekept
            find | Data\*
            """),
        new("made to be deleted with its handle, and made again once that is seen", """
            ntdispose | 13 | 1 | Data\d.txt
            createdelete | Data\D.txt | text | 1
            ntdispose | 13 | 1 | Data\e.txt
            createdelete | Data\E.txt | text | 2
            delete | Data\f.txt
            createdelete | Data\F.txt | text | 4
            pause | 1000
            openalways | Data\d.TXT | text
            createnew | Data\e.TXT | text
            create | Data\f.TXT | text
            find | Data\*
            pause | 1000
            find | Data\*
            names | Data\d.txt
            """),
        new("a rename to another link of the same file", """
            ntrename | 11 | 0 | Data\c.txt | \??\<ROOT>\Data\linked.txt
            ntrename | 10 | 1 | Data\C.TXT | \??\<ROOT>\Data\linked.txt
            find | Data\*
            """),
        new("a name in the form of an 8.3 name, which no mod has", """
            delete | Data\Long~1.txt
            createnew | Data\lOng~1.TXT | text
            find | Data\*
            """),
        new("made anew at once", """
            delete | Data\A.TXT
            createnew | Data\a.TxT | text
            find | Data\*
            names | Data\A.txt
            delete | Data\B.txt
            createnew | Data\b.TXT | text
            ntlist | Data | 1 | 4096 | all
            names | Data\b.txt
            create | Data\c.txt.new | text
            replace | Data\c.Txt | Data\c.txt.new | Data\c.bak
            find | Data\c*
            names | Data\C.TXT
            """),
        new("a file of a lower mod's in a folder that is made again", """
            rdall | Data\fresh
            mkdir | Data\FRESH
            createnew | Data\fresh\0.Txt | text
            names | Data\Fresh\0.txt
            createnew | Data\FRESH\1.txt | text
            names | Data\Fresh\1.txt
            """),
        new("in a folder that only a mod has", """
            setattributes | Only\Deep | 2
            createdelete | ONLY\deep\n.txt | text | 1
            attributesex | Only\Deep
            createnew | only\DEEP\n.txt | text
            treeall | Only
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
    public void AreSeenAtOnceAndAtTheNextStart(string name, bool overwrites)
    {
        using MergedFolder folder = Build();
        using UntouchedFiles? untouched = overwrites ? UntouchedFiles.Overwrite(folder) : null;
        BackendRunner.AssertSame(folder, [All.Single(scenario => scenario.Name == name)], name);
        BackendRunner.AssertSame(folder, [new Scenario(name, "treeall | .\nfind | Data\\*")], name + ", second run");
    }

    /// <summary>
    /// Under Wine, a deleted file is listed until its last handle is closed, but not under the policy <c>overwrite</c>
    /// (<c>docs/writes.md</c>).
    /// </summary>
    [RealProcessFact]
    public void AreSeenWhileADeletedFileIsOpen()
    {
        using MergedFolder folder = Build();
        BackendRunner.AssertSame(folder, [new Scenario("deleted while it is open", """
            keep | 0 | Data\a.txt | 80000000 | 7 | 3 | 0
            keep | 1 | Data\b.txt | 80000000 | 7 | 3 | 0
            delete | Data\a.txt
            delete | Data\b.txt
            pause | 1500
            find | Data\*
            closekept
            find | Data\*
            """)], "deleted while it is open");
    }

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/A.TXT = game a
            Data/c.TXT = game c
            Data/long~1.txt = game l
            Data/fold/x.txt = game x
            Data/Fresh/0.TXT = game 0
            """),
        [
            FixtureTree.Parse("lower", """
                Data/b.txt = lower b
                Data/d.txt = lower d
                Data/e.txt = lower e
                Data/f.txt = lower f
                Data/LOW/y.txt = lower y
                Data/fresh/0.tXT = lower 0
                """),
            FixtureTree.Parse("mod", """
                Data/a.txt = mod a
                Data/B.TXT = mod b
                Data/C.txt = mod c
                Data/FOLD/X.TXT = mod x
                Data/low/y.txt = mod y
                Data/fresh/z.txt = mod z
                Only/Deep/o.txt = mod o
                """),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
