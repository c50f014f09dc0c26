using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Dll.Watching;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of folders in which a mod has something that the game doesn't see, an excluded file or a marker of the mod's author: the game
/// removes them as in the merged folder, and what the author has put there stays if the folder does.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class UnseenContentTests
{
    private const string Ending = MergedFolder.HideEnding;

    /// <summary>The folder is gone in every kind of call, also for what the game makes in its place. The excluded file stays.</summary>
    [RealProcessFact]
    public void AFolderIsRemovedInWhichEveryModKeepsAnExcludedFile()
    {
        string[] removed = ["Shared", "Alone", "OnClose", "Named", "Disposed", "Second", "Two"];
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", """
                Shared/g.txt = game g
                Named/
                Second/g.txt = game g
                Other/o.txt = other
                """),
            [
                FixtureTree.Parse("lower", """
                    Shared/l.txt = lower l
                    Two/l.txt = lower l
                    """),
                FixtureTree.Parse("mod", """
                    Shared/m.txt = mod m
                    Alone/m.txt = mod m
                    Alone/deep/d.txt = mod d
                    OnClose/
                    Named/
                    Disposed/
                    Second/m.txt = mod m
                    Two/m.txt = mod m
                    """),
            ],
            (NativePrograms.Probe, BackendRunner.GameName));
        string[] kept =
        [
            .. ((string[])[.. removed, "Alone/deep"]).Select(name => Path.Combine(folder.Mods, "mod", name, "Thumbs.db")),
            Path.Combine(folder.Mods, "lower", "Shared", "desktop.ini"),
        ];
        foreach (string file in kept)
            File.WriteAllText(file, "the author's");

        BackendRunner.AssertSame(folder, [new("removed", """
            delete | Alone\deep\d.txt
            rmdir | Alone\deep
            find | Alone\*
            create | Alone\deep\n.txt | nowhere
            mkdir | Alone\deep
            create | Alone\deep\n.txt | new
            rdall | Alone
            delete | Shared\g.txt
            delete | Shared\l.txt
            delete | Shared\m.txt
            rmdir | Shared
            rdclose | OnClose
            ntdelete | Named
            ntdispose | 13 | 1 | Disposed
            rdall | Second
            rdall | Two
            find | *
            """ + string.Concat(removed.Select(name => $"\nattributes | {name}\nread | {name}\\Thumbs.db\nrmdir | {name}")) + """

            mkdir | Shared
            find | Shared\*
            create | Shared\new.txt | new
            read | Shared\new.txt
            rmdir | Shared
            delete | Shared\new.txt
            rmdir | Shared
            create | Alone | a file
            read | Alone
            delete | Alone
            move | Other | OnClose
            read | OnClose\o.txt
            create | OnClose\more.txt | more
            create | Second\g.txt | nowhere
            mkdir | Second
            create | Second\g.txt | made
            mkdir | Two
            create | Two\l.txt | made
            tree | .
            """)], "removed");
        Assert.All(kept, file => Assert.Equal("the author's", File.ReadAllText(file)));
    }

    /// <summary>A file that the mod brings to such a folder is seen, and so is one that another program makes in the game's own.</summary>
    [RealProcessFact]
    public void AFolderThatWasRemovedIsBackWithSomethingNewInIt()
    {
        using var game = new LiveGame(["data/o.txt", "rvfs/mods/A/first/Thumbs.db", "rvfs/mods/A/second/Thumbs.db"]);
        game.Start();
        foreach (string name in (string[])["first", "second"])
            Assert.NotEqual("0", game.Ask("rmdir", game.InGame(name)));
        Assert.DoesNotContain(game.Dump(), path => path.Contains("first", StringComparison.Ordinal)
            || path.Contains("second", StringComparison.Ordinal));
        game.Folder.File("g/rvfs/mods/A/first/new.txt", "new");
        game.Await("first/new.txt", "new");
        game.Folder.File("g/second/new.txt", "made by another program");
        game.Await("second/new.txt", "made by another program");
        game.Quit();
    }

    /// <summary>
    /// The markers of a mod's author keep their text as long as the folder stays: a deletion may be withdrawn, and a close refused. They go
    /// with the folder, which then stays deleted.
    /// </summary>
    [RealProcessFact]
    public void TheMarkersOfAModsAuthorStayAsLongAsTheirFolder()
    {
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", """
                Both/g.txt = game g
                Other/o.txt = other
                """),
            [
                FixtureTree.Parse("lower", """
                    Mods/l.txt = lower l
                    """),
                FixtureTree.Parse("mod", $"""
                    Both/m.txt = mod m
                    Both/g.txt{Ending} = hidden by the author
                    Both/an older name.txt{Ending} = the game had it once
                    Mods/m.txt = mod m
                    Mods/l.txt{Ending} = hidden by the author
                    Mods/an older name.txt{Ending} = the game had it once
                    """),
            ],
            (NativePrograms.Probe, BackendRunner.GameName));
        string mod = Path.Combine(folder.Mods, "mod");
        Dictionary<string, string> before = Markers(mod);
        BackendRunner.AssertSame(folder, [new("withdrawn", """
            delete | Both\m.txt
            delete | Mods\m.txt
            rdundo | Both | 2
            rdundo | Mods | 2
            rdprotected | Both
            rdprotected | Mods
            find | Both\*
            find | Mods\*
            tree | .
            """)], "withdrawn");
        Assert.Equal(before, Markers(mod));
        BackendRunner.AssertSame(folder, [new("the next start", "tree | .")], "the next start");
        BackendRunner.AssertSame(folder, [new("removed", "rmdir | Both\nrmdir | Mods\nattributes | Both\nattributes | Mods\ntree | .")],
            "removed");
        BackendRunner.AssertSame(folder, [new("the last start", "tree | .")], "the last start");
        Assert.False(Directory.Exists(Path.Combine(mod, "Both")) || Directory.Exists(Path.Combine(mod, "Mods")));
        Assert.Equal("game g", File.ReadAllText(Path.Combine(folder.Game, "Both", "g.txt")));
    }

    private static Dictionary<string, string> Markers(string mod) => Directory
        .GetFiles(mod, "*" + Ending, SearchOption.AllDirectories).ToDictionary(file => Path.GetRelativePath(mod, file), File.ReadAllText);
}
