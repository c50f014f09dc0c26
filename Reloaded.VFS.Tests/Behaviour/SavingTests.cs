using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of every way in which programs save, under the policy "game", in two runs: the game reads back what it wrote, at once and in the
/// second run, as in the merged folder, and the game's own files under a mod's names don't change. docs/writes.md has the table.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class SavingTests
{
    /// <summary>Names of a mod only, of mod and game, and of the game only; a folder of both, and one of the mod only.</summary>
    internal static readonly string[] Names = [@"Data\only-mod.txt", @"Data\a.txt", @"Data\only-game.txt", @"ModFolder\y.txt"];

    internal static readonly (string Way, string Commands)[] Ways =
    [
        ("overwrite in place", "truncate | {0} | saved"),
        ("create always", "create | {0} | saved"),
        ("append", "append | {0} | _saved"),
        ("temporary file and MoveFileEx", """
            create | {0}.tmp | saved
            rename | {0}.tmp | {0}
            """),
        ("temporary file elsewhere and MoveFileEx", """
            create | temp.$$$ | saved
            rename | temp.$$$ | {0}
            """),
        ("ReplaceFile", """
            create | {0}.tmp | saved
            replace | {0} | {0}.tmp
            """),
        ("ReplaceFile with a backup", """
            create | {0}.tmp | saved
            replace | {0} | {0}.tmp | {0}.bak
            read | {0}.bak
            """),
        ("delete and create again", """
            delete | {0}
            read | {0}
            createnew | {0} | saved
            """),
        ("delete through a handle and create again", """
            ntdispose | 13 | 1 | {0}
            attributes | {0}
            create | {0} | saved
            """),
        ("rename away, create again, delete the old one", """
            move | {0} | {0}.old
            attributes | {0}
            read | {0}.old
            createnew | {0} | saved
            delete | {0}.old
            """),
        ("delete, then move into place", """
            create | {0}.tmp | saved
            delete | {0}
            move | {0}.tmp | {0}
            """),
    ];

    public static TheoryData<string> WayNames => [.. Ways.Select(way => way.Way)];

    [RealProcessTheory]
    [MemberData(nameof(WayNames))]
    public void ReadsBackWhatItWroteAtOnceAndInASecondRun(string way)
    {
        using MergedFolder folder = Build();
        string commands = Ways.Single(w => w.Way == way).Commands;
        Scenario[] first = [
            .. Names.Select(name =>
                new Scenario(name, string.Format(System.Globalization.CultureInfo.InvariantCulture, commands, name) + "\n" + Look(name)))];
        Scenario[] second = [.. Names.Select(name => new Scenario(name, Look(name) + "\ntree | ."))];
        BackendRunner.AssertSame(folder, first, way);
        BackendRunner.AssertSame(folder, second, way + ", second run");
        Assert.Equal("game a", File.ReadAllText(Path.Combine(folder.Game, "Data", "a.txt")));
        string saved = way == "append" ? "mod a_saved" : "saved";
        Assert.Equal(saved, File.ReadAllText(Path.Combine(folder.Mods, "mod", "Data", "a.txt")));
        Assert.Contains("saved", File.ReadAllText(Path.Combine(folder.Mods, "mod", "Data", "only-mod.txt")), StringComparison.Ordinal);
        Assert.Contains("saved", File.ReadAllText(Path.Combine(folder.Mods, "mod", "ModFolder", "y.txt")), StringComparison.Ordinal);
        Assert.Contains("saved", File.ReadAllText(Path.Combine(folder.Game, "Data", "only-game.txt")), StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(folder.Game, "Data", "only-mod.txt")));
    }

    /// <summary>The file is listed whatever the thread that follows the mods does while the name is missing.</summary>
    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void WhatItSavesIsListedAtOnceEachTime()
    {
        using MergedFolder folder = Build();
        string round = """
            create | {0}.tmp | saved {1}
            replace | {0} | {0}.tmp
            find | Data\*
            find | {0}
            delete | {0}
            find | Data\*
            create | {0} | again {1}
            find | Data\*
            read | {0}
            """;
        string commands = string.Join('\n', Enumerable.Range(0, 100).Select(
            i => string.Format(System.Globalization.CultureInfo.InvariantCulture, round, Names[i % 2], i)));
        BackendRunner.AssertSame(folder, [new("again and again", commands)], "again and again");
    }

    internal static readonly Scenario[] Others =
    [
        new("save a new file in a folder that only a mod has", """
            create | ModFolder\new.txt | saved
            read | ModFolder\new.txt
            create | ModFolder\inner\new.tmp | saved
            rename | ModFolder\inner\new.tmp | ModFolder\inner\new.txt
            create | outside.tmp | saved too
            move | outside.tmp | ModFolder\moved.txt
            tree | .
            find | ModFolder\*
            """),
        new("rename to a new name", """
            move | Data\only-mod.txt | Data\renamed.txt
            read | Data\renamed.txt
            attributes | Data\only-mod.txt
            move | Data\a.txt | ModFolder\a2.txt
            attributes | Data\a.txt
            find | Data\*
            find | Data\a.txt
            find | ModFolder\*
            read | ModFolder\a2.txt
            """),
        new("rename onto what is there", """
            move | Data\only-game.txt | Data\only-mod.txt
            move | Data\only-game.txt | Data\a.txt
            move | Data\only-game.txt | ModFolder
            move | Data\only-mod.txt | Data\only-game.txt
            rename | Data\only-game.txt | ModFolder
            rename | Data\only-mod.txt | Data\a.txt
            read | Data\a.txt
            find | Data\*
            """),
        new("rename into a folder that no mod has", """
            mkdir | Fresh
            move | Data\a.txt | Fresh\a.txt
            read | Fresh\a.txt
            attributes | Data\a.txt
            find | Data\*
            create | Data\a.txt | again
            read | Data\a.txt
            ntrename | 10 | 0 | Data\a.txt | a too.txt | Fresh
            attributes | Data\a.txt
            find | Data\*
            create | Data\a.txt | and again
            tree | .
            """),
        new("a folder in place of a deleted file", """
            delete | Data\only-mod.txt
            mkdir | Data\only-mod.txt
            create | Data\only-mod.txt\in it.txt | saved
            read | Data\only-mod.txt\in it.txt
            delete | Data\a.txt
            mkdir | Data\a.txt
            create | Data\a.txt\in it.txt | saved too
            read | Data\a.txt\in it.txt
            mkdir | Data\a.txt\inner
            create | Data\a.txt\inner\deep.txt | deep
            find | Data\a.txt\*
            find | Data\*
            info | Data\a.txt
            names | Data\a.txt\in it.txt
            rmdir | Data\a.txt
            move | Data\a.txt\in it.txt | Data\moved out.txt
            tree | .
            move | Data\a.txt | Data\renamed folder
            attributes | Data\a.txt
            create | Data\a.txt | a file again
            tree | .
            """),
        new("a file again in place of such a folder", """
            delete | Data\a.txt
            mkdir | Data\a.txt
            create | Data\a.txt\in it.txt | saved
            delete | Data\a.txt\in it.txt
            rmdir | Data\a.txt
            attributes | Data\a.txt
            create | Data\a.txt | a file again
            read | Data\a.txt
            tree | .
            """),
        new("rename onto itself and in another letter case", """
            rename | Data\only-mod.txt | Data\only-mod.txt
            read | Data\only-mod.txt
            rename | Data\only-game.txt | Data\ONLY-game.txt
            read | Data\only-game.txt
            """),
        new("rename onto a new file in another letter case", """
            create | Data\New file.txt | first
            create | Data\saved.tmp | second
            rename | Data\saved.tmp | Data\NEW FILE.txt
            find | Data\*
            create | ModFolder\New file.txt | first
            create | ModFolder\saved.tmp | second
            rename | ModFolder\saved.tmp | ModFolder\new File.TXT
            find | ModFolder\*
            read | ModFolder\New file.txt
            """),
        new("rename into nowhere", """
            move | Data\only-game.txt | Nowhere\x.txt
            move | Data\only-mod.txt | Nowhere\x.txt
            move | Data\only-mod.txt | Data\a.txt\x
            move | Data\missing.txt | Data\new.txt
            move | ModFolder\missing.txt | Data\new.txt
            tree | .
            """),
        new("rename through ntdll", """
            create | Data\t.tmp | saved
            ntrename | 10 | 1 | Data\t.tmp | \??\<ROOT>\Data\only-mod.txt
            read | Data\only-mod.txt
            ntrename | 10 | 0 | Data\only-game.txt | \??\<ROOT>\Data\a.txt
            ntrename | 10 | 0 | Data\only-game.txt | new.txt | Data
            read | Data\new.txt
            ntrename | 10 | 1 | Data\new.txt | y.txt | ModFolder
            read | ModFolder\y.txt
            ntrename | 10 | 0 | ModFolder\y.txt | z.txt | ModFolder
            read | ModFolder\z.txt
            ntrename | 10 | 0 | Data\missing | x
            ntrename | 10 | 0 | Data\a.txt | \??\<ROOT>\Nowhere\x.txt
            ntrename | 10 | 0 | Data\a.txt | sub\x.txt | Data
            tree | .
            """),
        new("every class that renames, links or deletes", """
            create | Data\t.tmp | saved
            ntrename | 65 | 1 | Data\t.tmp | \??\<ROOT>\Data\only-mod.txt
            read | Data\only-mod.txt
            ntrename | 65 | 3 | Data\only-game.txt | \??\<ROOT>\Data\a.txt
            read | Data\a.txt
            ntrename | 56 | 1 | Data\a.txt | \??\<ROOT>\Data\b.txt
            ntrename | 66 | 1 | Data\a.txt | \??\<ROOT>\Data\b.txt
            ntrename | 11 | 0 | Data\a.txt | \??\<ROOT>\Data\linked.txt
            ntrename | 72 | 1 | Data\a.txt | \??\<ROOT>\Data\linked too.txt
            ntrename | 57 | 0 | Data\a.txt | \??\<ROOT>\Data\c.txt
            ntrename | 73 | 0 | Data\a.txt | \??\<ROOT>\Data\c.txt
            tree | Data
            ntdispose | 64 | 1 | Data\linked.txt
            attributes | Data\linked.txt
            ntdispose | 64 | 3 | ModFolder\y.txt
            attributes | ModFolder\y.txt
            ntdispose | 64 | 0 | ModFolder\inner\x.txt
            read | ModFolder\inner\x.txt
            ntdispose | 13 | 0 | ModFolder\inner\x.txt
            read | ModFolder\inner\x.txt
            ntdelete | ModFolder\inner\x.txt
            attributes | ModFolder\inner\x.txt
            tree | .
            """),
        new("link a mod's file", """
            link | Data\linked.txt | Data\only-mod.txt
            read | Data\linked.txt
            link | Data\a.txt | Data\only-game.txt
            link | ModFolder\linked.txt | Data\only-game.txt
            read | ModFolder\linked.txt
            """),
        new("remove folders", """
            rmdir | ModFolder
            rmdir | Data
            rmdir | ModFolder\inner
            delete | ModFolder\inner\x.txt
            rmdir | ModFolder\inner
            attributes | ModFolder\inner
            find | ModFolder\*
            mkdir | ModFolder\inner
            create | ModFolder\inner\x.txt | again
            read | ModFolder\inner\x.txt
            delete | ModFolder\inner\x.txt
            ntdispose | 13 | 1 | ModFolder\inner
            attributes | ModFolder\inner
            delete | ModFolder\y.txt
            rmdir | ModFolder
            tree | .
            mkdir | ModFolder
            create | ModFolder\y.txt | again
            tree | .
            """),
        new("remove folders by NtDeleteFile", """
            delete | ModFolder\inner\x.txt
            ntdelete | ModFolder\inner
            attributes | ModFolder\inner
            find | ModFolder\*
            mkdir | ModFolder\inner
            ntdelete | ModFolder
            tree | ModFolder
            delete | Data\only-mod.txt
            mkdir | Data\only-mod.txt
            ntdelete | Data\only-mod.txt
            attributes | Data\only-mod.txt
            create | Data\only-mod.txt | a file again
            delete | Both\game.txt
            delete | Both\mod.txt
            ntdelete | Both
            tree | .
            """),
        new("remove a folder that game and mod have", """
            mkdir | Both\sub
            rmdir | Both
            delete | Both\mod.txt
            rmdir | Both
            delete | Both\game.txt
            rmdir | Both
            rmdir | Both\sub
            rmdir | Both
            attributes | Both
            find | *
            create | Both\mod.txt | x
            mkdir | Both
            create | Both\mod.txt | x
            create | Both\new.txt | y
            tree | Both
            """),
        new("rename a folder that only one mod has", """
            move | ModFolder | Renamed
            tree | Renamed
            attributes | ModFolder
            find | *
            move | Renamed\inner | Data\moved
            tree | .
            """),
    ];

    public static TheoryData<string> OtherNames => [.. Others.Select(scenario => scenario.Name)];

    [RealProcessTheory]
    [MemberData(nameof(OtherNames))]
    public void SeesWhatAMergedFolderShowsAndSoDoesASecondRun(string name)
    {
        using MergedFolder folder = Build();
        BackendRunner.AssertSame(folder, [.. Others.Where(scenario => scenario.Name == name)], name);
        BackendRunner.AssertSame(folder, [new Scenario(name, "tree | .\nfind | Data\\*\nfind | ModFolder\\*")], name + ", second run");
    }

    /// <summary>
    /// The folders are filled before the thread that follows the mods has read all of them: the first ones early, the last ones late.
    /// </summary>
    [RealProcessFact]
    public void AFolderInPlaceOfADeletedFileIsFilledRightAfterTheStart()
    {
        const int folders = 1000;
        string[] names = [.. Enumerable.Range(0, folders).Select(i => $"Many/{i:d4}/m.txt")];
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", string.Concat(names.Where((_, i) => i % 2 == 0).Select(name => $"{name} = game\n"))),
            [
                FixtureTree.Parse("lower", string.Concat(names.Where((_, i) => i % 3 == 0).Select(name => $"{name} = lower\n"))),
                FixtureTree.Parse("mod", string.Concat(names.Select(name => $"{name} = mod\n"))),
            ],
            (NativePrograms.Probe, BackendRunner.GameName));
        string commands = string.Concat(Enumerable.Range(0, 40).Select(i => (i * 379 + 7) % folders).Select(i => $"""
            delete | Many\{i:d4}\m.txt
            mkdir | Many\{i:d4}\m.txt
            create | Many\{i:d4}\m.txt\in it.txt | saved
            mkdir | Many\{i:d4}\m.txt\inner
            create | Many\{i:d4}\m.txt\inner\deep.txt | deep
            find | Many\{i:d4}\*
            tree | Many\{i:d4}

            """));
        BackendRunner.AssertSame(folder, [new("right after the start", commands)], "right after the start");
        BackendRunner.AssertSame(folder, [new("right after the start", "tree | Many")], "right after the start, second run");
    }

    /// <summary>
    /// A folder with several sources can't be renamed in one step: as in other overlay file systems, the error is ERROR_NOT_SAME_DEVICE.
    /// </summary>
    [RealProcessFact]
    public void AFolderOfGameAndModIsNotRenamed()
    {
        using MergedFolder folder = Build();
        string output = BackendRunner.Run(folder, Backend.Vfs,
            Scenario.ToScript([new("rename", "move | Both | Other\nread | Both\\game.txt\nread | Both\\mod.txt\nattributes | Other")]));
        Assert.Contains("MoveFileExW: error 17\n", output, StringComparison.Ordinal); // ERROR_NOT_SAME_DEVICE
        Assert.Contains("text=game both", output, StringComparison.Ordinal);
        Assert.Contains("text=mod both", output, StringComparison.Ordinal);
        Assert.Contains("GetFileAttributesW: error 2\n", output, StringComparison.Ordinal);
    }

    internal static string Look(string name) => $"""
        read | {name}
        attributes | {name}
        attributesex | {name}
        find | {name}*
        """;

    internal static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/a.txt = game a
            Data/only-game.txt = game only
            Both/game.txt = game both
            """),
        [
            FixtureTree.Parse("lower", """
                Data/a.txt = lower a
                """),
            FixtureTree.Parse("mod", """
                Data/a.txt = mod a
                Data/only-mod.txt = mod only
                Both/mod.txt = mod both
                ModFolder/y.txt = mod y
                ModFolder/inner/x.txt = mod x
                """),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
