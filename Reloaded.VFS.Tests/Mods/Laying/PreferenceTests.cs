using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour;

namespace Reloaded.VFS.Tests.Mods.Laying;

/// <summary>
/// Tests of the preferences in <c>prefer.txt</c>. The oracle is the merged folder, over which the preferred mods' files were copied once
/// more.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class PreferenceTests
{
    private const string Rules = """
        # Hero's file, the whole folder of Maps, whatever Text has of its kind
        a-hero: data/HERO.dds
        m-maps: data/maps
        a-hero: data/maps/two.map
        m-maps: **/*.txt
        z-last: nothing/there

        """;

    [RealProcessFact]
    public void TheGameSeesWhatTheMergedFolderHas()
    {
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", """
                data/hero.dds = game
                data/own.txt = game own
                data/maps/one.map = game one
                data/maps/two.map = game two
                """),
            [
                FixtureTree.Parse("a-hero", """
                    data/hero.dds = a
                    data/maps/one.map = a one
                    data/maps/two.map = a two
                    data/maps/only.map = a only
                    data/note.txt = a note
                    """),
                FixtureTree.Parse("m-maps", """
                    data/hero.dds = m
                    Data/Maps/one.map = m one
                    data/maps/two.map = m two
                    data/maps/deep/three.map = m three
                    data/note.txt = m note
                    extra.txt = m readme
                    """),
                FixtureTree.Parse("z-last", """
                    data/hero.dds = z
                    data/maps/one.map = z one
                    data/maps/two.map = z two
                    data/maps/deep/three.map = z three
                    data/note.txt = z note
                    data/z.txt = z only
                    """),
            ],
            (NativePrograms.Probe, BackendRunner.GameName));
        File.WriteAllText(Path.Combine(folder.Mods, "prefer.txt"), Rules);
        foreach ((string mod, string path) in ((string, string)[])[("a-hero", "data/hero.dds"), ("m-maps", "Data/Maps/one.map"),
            ("m-maps", "data/maps/two.map"), ("m-maps", "data/maps/deep/three.map"), ("a-hero", "data/maps/two.map"),
            ("m-maps", "data/note.txt")])
            File.Copy(Path.Combine(folder.Mods, mod, path), Path.Combine(folder.Merged, path.ToLowerInvariant()), overwrite: true);
        string[] names = [@"data\hero.dds", @"data\own.txt", @"data\maps\one.map", @"data\maps\two.map", @"data\maps\only.map",
            @"data\maps\deep\three.map", @"data\note.txt", @"data\z.txt", "extra.txt", "prefer.txt"];
        BackendRunner.AssertSame(folder, [new Scenario("preferences", $"""
            tree | .
            {string.Join('\n', names.Select(name => $"read | {name}"))}
            find | data\*
            find | data\maps\*
            ntlist | data\maps | 37 | 4096 | all
            {string.Join('\n', names.Select(name => $"info | {name}"))}
            """)], "preferences");
    }
}
