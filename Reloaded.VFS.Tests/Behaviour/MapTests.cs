using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of maps, which send parts of a mod to other folders (docs/layers.md). The oracle is a folder into which the parts were copied by
/// hand.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class MapTests
{
    private static readonly string[] s_names =
    [
        @"data\hero.dds", @"data\maps\one.map", @"data\maps\two.map", @"data\maps\deep\three.map", @"data\maps\own.map", @"data\secret.txt",
        @"new\way\to\x.txt", @"new\way\to\deep\y.txt", @"new\way", @"new", @"new\way\to\not there.txt", @"config\best.ini",
        @"config\other.ini", @"unnamed.txt", @"textures\hero.dds", "textures", @"levels\one.map", "mod.json", @"data\hidden.txt",
        @"data\marked.txt", @"new\way\to\mod.json", @"data\inner\z.txt", @"beside\z.txt",
    ];

    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void TheGameSeesWhatTheFolderMadeByHandHas()
    {
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", """
                data/hero.dds = game
                data/hidden.txt = game hidden
                data/marked.txt = game marked
                data/maps/one.map = game one
                data/maps/own.map = game own
                config/other.ini = game other
                """),
            [FixtureTree.Parse("a-plain", """
                data/hero.dds = plain
                data/maps/two.map = plain two
                textures/plain.dds = plain texture
                """)],
            (NativePrograms.Probe, BackendRunner.GameName));
        string mapped = Path.Combine(folder.Mods, "m-mapped");
        FixtureTree.Parse("m-mapped", """
            textures/hero.dds = mapped
            textures/hidden.txt.rvfshide = .
            textures/inner/z.txt = mapped z
            levels/one.map = mapped one
            levels/two.map = mapped two
            Levels/deep/three.map = mapped three
            options/best.ini = mapped best
            options/worst.ini = mapped worst
            far/x.txt = mapped x
            far/deep/y.txt = mapped y
            far/mod.json = a file of the part
            unnamed.txt = mapped unnamed
            """).WriteTo(mapped);
        File.WriteAllText(Path.Combine(mapped, "mod.json"), """
            {
              "map": [
                { "from": "Textures", "to": "data" },
                { "from": "textures/inner", "to": "beside" },
                { "from": "levels", "to": "Data/Maps/" },
                { "from": "options/BEST.ini", "to": "config" },
                { "from": "far", "to": "new\\way\\to" }
              ],
              "hide": ["data/marked.txt", "data/maps/own.map"]
            }
            """);
        string last = Path.Combine(folder.Mods, "z-last");
        FixtureTree.Parse("z-last", "Data/Maps/two.map = last two\nNew/z.txt = last z").WriteTo(last);
        File.WriteAllLines(Path.Combine(folder.Mods, "order.txt"), ["a-plain", "m-mapped", "z-last"]);

        foreach (string hidden in (string[])["data/hidden.txt", "data/marked.txt", "data/maps/own.map"])
            File.Delete(Path.Combine(folder.Merged, hidden));
        foreach ((string from, string to) in ((string, string)[])[("levels", "data/maps"), ("Levels", "data/maps"), ("far", "new/way/to"),
            ("textures/inner", "beside")])
            MergedFolder.CopyOver(Path.Combine(mapped, from), Path.Combine(folder.Merged, to));
        File.Copy(Path.Combine(mapped, "textures/hero.dds"), Path.Combine(folder.Merged, "data/hero.dds"), overwrite: true);
        File.Copy(Path.Combine(mapped, "options/best.ini"), Path.Combine(folder.Merged, "config/best.ini"));
        MergedFolder.CopyOver(last, folder.Merged);

        BackendRunner.AssertSame(folder, [new Scenario("map", $"""
            tree | .
            {string.Join('\n', s_names.SelectMany(Routes))}
            find | *
            find | data\*
            find | data\maps\*
            ntlist | new | 37 | 4096 | all
            ntlist | new\way | 3 | 400 | single
            ntlist | new\way\to | 37 | 4096 | all
            chdir | new\way
            read | to\x.txt
            chdir | <ROOT>
            ntopen | new\way\to | x.txt
            ntopen | config | best.ini
            ntopen | config | worst.ini
            """)], "map");
        Assert.False(Directory.Exists(Path.Combine(folder.Game, "new")));
    }

    private static string[] Routes(string name) =>
        [$"read | {name}", $"info | {name}", $"attributes | {name}", $"find | {name}", $@"find | {name}\*", $"ntopen | {name}"];

    /// <summary>
    /// Under the policy "overwrite", what is written to a mapped part lies in the overwrite folder, and the mod stays unchanged.
    /// </summary>
    [RealProcessFact]
    public void WithOverwriteTheMappedModStaysAsItIs()
    {
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", "data/own.txt = game"), [],
            (NativePrograms.Probe, BackendRunner.GameName));
        string mapped = Path.Combine(folder.Mods, "m");
        FixtureTree.Parse("m", "far/x.txt = x\nfar/y.txt = y\nfar/deep/z.txt = z\nnear/own.txt = mapped").WriteTo(mapped);
        File.WriteAllText(Path.Combine(mapped, "mod.json"), """
            { "map": [{ "from": "far", "to": "a/b/c" }, { "from": "near", "to": "data" }] }
            """);
        MergedFolder.CopyOver(Path.Combine(mapped, "far"), Path.Combine(folder.Merged, "a/b/c"));
        MergedFolder.CopyOver(Path.Combine(mapped, "near"), Path.Combine(folder.Merged, "data"));
        // The parent folders of mapped parts, beside the mods, exist before anything is compared.
        BackendRunner.AssertSame(folder, [new Scenario("look", "tree | .")], "look");
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        BackendRunner.AssertSame(folder, [new Scenario("writes", """
            create | a\b\c\new.txt | new
            append | a\b\c\x.txt | more
            append | data\own.txt | more
            create | a\b\between.txt | between
            mkdir | a\b\made
            create | a\b\made\in.txt | in
            delete | a\b\c\y.txt
            rename | a\b\c\deep\z.txt | data\z.txt
            rmdir | a\b\c\deep
            rename | a\b\made | a\renamed
            tree | .
            """)], "writes");
        BackendRunner.AssertSame(folder, [new Scenario("next start", "tree | .\nread | a\\b\\c\\x.txt\nread | data\\own.txt")],
            "the next start");
        Assert.Equal("xmore", File.ReadAllText(OverwriteRuns.Place(folder, "a/b/c/x.txt")));
    }

    /// <summary>Parent folders of mapped parts are removed when no mod needs them any more, unless they have content.</summary>
    [RealProcessFact]
    public void FoldersOnTheWayGoWithTheMap()
    {
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", "data/own.txt = game"), [],
            (NativePrograms.Probe, BackendRunner.GameName));
        string ways = Path.Combine(folder.Game, "rvfs", "folders", "target"), rules = Path.Combine(folder.Mods, "m", "mod.json");
        FixtureTree.Parse("m", "far/x.txt = x").WriteTo(Path.Combine(folder.Mods, "m"));
        File.WriteAllText(rules, """{ "map": [{ "from": "far", "to": "a/b/c" }] }""");
        Assert.Contains(@"a\b\c\x.txt", Tree(), StringComparison.Ordinal);
        Assert.True(Directory.Exists(Path.Combine(ways, "a", "b")));
        File.WriteAllText(rules, """{ "map": [{ "from": "far", "to": "a/other/c" }] }""");
        Directory.CreateDirectory(Path.Combine(ways, "kept"));
        File.WriteAllText(Path.Combine(ways, "kept", "file.txt"), "not of the VFS");
        string seen = Tree();
        Assert.Contains(@"a\other\c\x.txt", seen, StringComparison.Ordinal);
        Assert.DoesNotContain(@"a\b", seen, StringComparison.Ordinal);
        Assert.False(Directory.Exists(Path.Combine(ways, "a", "b")));
        Assert.True(File.Exists(Path.Combine(ways, "kept", "file.txt")));
        File.WriteAllText(rules, """{ "map": [{ "from": "far", "to": "data" }] }""");
        File.Delete(Path.Combine(ways, "kept", "file.txt"));
        Assert.DoesNotContain(@".\a\", Tree(), StringComparison.Ordinal);
        Assert.False(Directory.Exists(ways));

        string Tree() => BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new Scenario("tree", "tree | .")]));
    }

    /// <summary>
    /// Tests that the game's writes to a mapped part are seen at once and at the next start, as in the folder made by
    /// hand.
    /// </summary>
    [RealProcessFact]
    public void WhatTheGameWritesThereStays()
    {
        using MergedFolder folder = MergedFolder.Build(FixtureTree.Parse("game", "data/own.txt = game"), [],
            (NativePrograms.Probe, BackendRunner.GameName));
        string mapped = Path.Combine(folder.Mods, "m");
        FixtureTree.Parse("m", "far/x.txt = x\nfar/y.txt = y").WriteTo(mapped);
        File.WriteAllText(Path.Combine(mapped, "mod.json"), """{ "map": [{ "from": "far", "to": "a/b/c" }] }""");
        MergedFolder.CopyOver(Path.Combine(mapped, "far"), Path.Combine(folder.Merged, "a/b/c"));
        BackendRunner.AssertSame(folder, [new Scenario("writes", """
            create | a\b\c\new.txt | new
            append | a\b\c\x.txt | more
            create | a\b\between.txt | between
            create | a\first.txt | first
            mkdir | a\b\made
            create | a\b\made\in.txt | in
            delete | a\b\c\y.txt
            tree | .
            """)], "writes");
        BackendRunner.AssertSame(folder, [new Scenario("next start", """
            read | a\b\c\new.txt
            read | a\b\c\x.txt
            read | a\b\between.txt
            read | a\first.txt
            read | a\b\made\in.txt
            tree | .
            """)], "the next start");
    }
}
