using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests that names which the game has deleted in a mod stay deleted at later starts if the mod has a map, or if <c>prefer.txt</c> decides
/// which mod wins. The oracle is a folder into which the parts were copied by hand.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class DeletedNamesRulesTests
{
    private const string Ending = MergedFolder.HideEnding;

    private const string Map = """
        [{ "from": "PREFIXfar", "to": "data" }, { "from": "PREFIXfar/inner", "to": "beside" }, { "from": "PREFIXnew", "to": "only/mods" }]
        """;

    private static readonly string[] s_names =
    [
        @"data\a.txt", @"data\b.txt", @"data\lower.txt", @"data\alone.txt", @"data\deep", @"data\deep\c.txt", @"beside\z.txt",
        @"beside\y.txt", @"only\mods\n.txt", @"data\inner\z.txt", @"data\kept.txt", @"far\a.txt", @"data\renamed.txt",
    ];

    private const string Look = "tree | .\nfind | data\\*\nfind | beside\\*\nntlist | data | 37 | 4096 | all";

    /// <param name="isOfThePlayer">Whether the map is in rvfs.json; otherwise it is in the mod's own file.</param>
    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void AMappedFileThatTheGameDeletesStaysDeleted(bool isOfThePlayer)
    {
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", """
                data/a.txt = game a
                data/b.txt = game b
                data/kept.txt = game kept
                data/renamed.txt = game renamed
                data/deep/c.txt = game c
                data/inner/z.txt = game inner
                beside/z.txt = game z
                beside/y.txt = game y
                """),
            [FixtureTree.Parse("a-lower", "data/lower.txt = lower\ndata/deep/d.txt = lower d\nonly/mods/n.txt = lower n")],
            (NativePrograms.Probe, BackendRunner.GameName));
        string mapped = Path.Combine(folder.Mods, "m");
        FixtureTree.Parse("m", """
            far/a.txt = mapped a
            far/b.txt = mapped b
            far/lower.txt = mapped lower
            far/alone.txt = mapped alone
            far/renamed.txt = mapped renamed
            far/deep/c.txt = mapped c
            far/inner/z.txt = mapped z
            far/inner/y.txt = mapped y
            new/n.txt = mapped n
            """).WriteTo(mapped);
        File.WriteAllLines(Path.Combine(folder.Mods, "order.txt"), ["a-lower", "m"]);
        if (isOfThePlayer)
            File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"),
                $$"""{ "map": {{Map.Replace("PREFIX", "m/", StringComparison.Ordinal)}} }""");
        else
            File.WriteAllText(Path.Combine(mapped, "mod.json"), $$"""{ "map": {{Map.Replace("PREFIX", "", StringComparison.Ordinal)}} }""");
        foreach ((string from, string to) in ((string, string)[])[("far/inner", "beside"), ("new", "only/mods"), ("far/deep", "data/deep")])
            MergedFolder.CopyOver(Path.Combine(mapped, from), Path.Combine(folder.Merged, to));
        foreach (string file in Directory.GetFiles(Path.Combine(mapped, "far")))
            File.Copy(file, Path.Combine(folder.Merged, "data", Path.GetFileName(file)), overwrite: true);

        BackendRunner.AssertSame(folder, [new("delete", """
            delete | data\a.txt
            ntdelete | data\b.txt
            delete | data\lower.txt
            delete | data\alone.txt
            move | data\renamed.txt | data\moved.txt
            rdall | data\deep
            deleteonclose | beside\z.txt
            delete | only\mods\n.txt
            tree | .
            """)], "the deletions");
        string[] expected = [.. ((string[])["far/a.txt", "far/b.txt", "far/deep", "far/inner/z.txt", "far/lower.txt", "far/renamed.txt",
            "new/n.txt"]).Select(name => name + Ending)];
        Assert.Equal(expected, Markers(mapped));
        string look = Look + "\n" + string.Join('\n', s_names.SelectMany(name => new[]
        {
            $"attributes | {name}", $"read | {name}", $"find | {name}", $"ntopen | {name}", $"info | {name}",
        }));
        BackendRunner.AssertSame(folder, [new("look", look)], "the second start");
        Assert.Equal("game a", File.ReadAllText(Path.Combine(folder.Game, "data", "a.txt")));
        BackendRunner.AssertSame(folder, [new("make", """
            create | data\a.txt | made a
            mkdir | data\deep
            create | data\deep\c.txt | made c
            create | beside\z.txt | made z
            delete | beside\y.txt
            tree | .
            """)], "made again");
        BackendRunner.AssertSame(folder, [new("look", look)], "the start after that");
        BackendRunner.AssertSame(folder, [new("delete", "delete | data\\a.txt\nrdall | data\\deep\ndelete | beside\\z.txt\ntree | .")],
            "deleted again");
        BackendRunner.AssertSame(folder, [new("look", look)], "the last start");
        Assert.Equal("game c", File.ReadAllText(Path.Combine(folder.Game, "data", "deep", "c.txt")));
        // 'rvfs deleted' lists them, and restores them.
        (int code, string said) = OverwriteRuns.Launch(folder, "deleted");
        Assert.True(code == 0 && said.Contains("a.txt", StringComparison.Ordinal), said);
    }

    /// <summary>A file that a map names by itself has its own marker, even beside another part's file of that name.</summary>
    [RealProcessFact]
    public void AFileThatAMapNamesSinglyStaysDeleted()
    {
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", "config/best.ini = game\nconfig/other.ini = game other\ndata/best.ini = game data"), [],
            (NativePrograms.Probe, BackendRunner.GameName));
        string mapped = Path.Combine(folder.Mods, "m");
        FixtureTree.Parse("m", "options/best.ini = mapped\noptions/other.ini = mapped other").WriteTo(mapped);
        File.WriteAllText(Path.Combine(mapped, "mod.json"), """
            { "map": [{ "from": "options/best.ini", "to": "config" }, { "from": "options", "to": "data" }] }
            """);
        File.Copy(Path.Combine(mapped, "options", "best.ini"), Path.Combine(folder.Merged, "config", "best.ini"), overwrite: true);
        File.Copy(Path.Combine(mapped, "options", "other.ini"), Path.Combine(folder.Merged, "data", "other.ini"), overwrite: true);
        const string look = """
            tree | .
            read | config\best.ini
            read | config\other.ini
            read | data\best.ini
            read | data\other.ini
            """;
        BackendRunner.AssertSame(folder, [new("delete", look + "\ndelete | config\\best.ini\n" + look)], "the deletion");
        Assert.Equal(["options/best.ini" + Ending], Markers(mapped));
        BackendRunner.AssertSame(folder, [new("look", look)], "the next start");
        Assert.DoesNotContain("has no 'options/best.ini'", OverwriteRuns.Reports(folder), StringComparison.Ordinal);
        BackendRunner.AssertSame(folder, [new("make", "create | config\\best.ini | made\n" + look)], "made again");
        BackendRunner.AssertSame(folder, [new("look", look)], "the start after that");
        BackendRunner.AssertSame(folder, [new("delete", "delete | config\\best.ini\n" + look)], "deleted again");
        BackendRunner.AssertSame(folder, [new("look", look)], "the last start");
        Assert.Equal("game", File.ReadAllText(Path.Combine(folder.Game, "config", "best.ini")));
    }

    /// <summary>
    /// A preference that is set later lifts its file above the marker of a higher mod. If the game deletes a file that was lifted, the file
    /// is hidden at its mod's place.
    /// </summary>
    [RealProcessFact]
    public void APreferenceChangesWhoWinsBesideADeletedName()
    {
        using MergedFolder folder = BuildThree();
        string rules = Path.Combine(folder.Mods, "prefer.txt");
        BackendRunner.AssertSame(folder, [new("delete", "delete | Data\\x.txt\ndelete | Data\\y.txt\nrdall | Data\\deep\ntree | .")],
            "the deletions");
        BackendRunner.AssertSame(folder, [new("look", "tree | .")], "the next start");
        Assert.Equal(["Data/deep" + Ending, "Data/x.txt" + Ending, "Data/y.txt" + Ending], Markers(Path.Combine(folder.Mods, "high")));

        // The preferred mod's files come back, as if they were copied over everything once more.
        File.WriteAllText(rules, "low: Data/x.txt\nlow: Data/deep\n");
        Directory.CreateDirectory(Path.Combine(folder.Merged, "Data", "deep"));
        foreach (string name in (string[])["x.txt", "deep/d.txt"])
            File.Copy(Path.Combine(folder.Mods, "low", "Data", name), Path.Combine(folder.Merged, "Data", name), overwrite: true);
        BackendRunner.AssertSame(folder, [new("look", "tree | .\nread | Data\\x.txt\nread | Data\\deep\\d.txt")], "preferred");
        BackendRunner.AssertSame(folder, [new("delete", "delete | Data\\x.txt\nappend | Data\\deep\\d.txt | more\ntree | .")],
            "the preferred file deleted");
        BackendRunner.AssertSame(folder, [new("look", "tree | .\nread | Data\\x.txt\nread | Data\\deep\\d.txt")], "the start after that");
        Assert.Equal(["Data/x.txt" + Ending], Markers(Path.Combine(folder.Mods, "low")));

        // Without the rule the highest mod's own marker counts.
        File.Delete(rules);
        string seen = OverwriteRuns.Run(folder, "read | Data\\x.txt\nread | Data\\deep\\d.txt");
        Assert.Equal(3, seen.Split("error ").Length);
    }

    /// <summary>As documented, the file of a mod between the preferred mod's place and the rule's is seen at the next start.</summary>
    [RealProcessFact]
    public void AModBetweenIsSeenWhereThePreferredFileWasDeleted()
    {
        using MergedFolder folder = BuildThree();
        File.WriteAllText(Path.Combine(folder.Mods, "prefer.txt"), "low: Data/x.txt\n");
        string seen = OverwriteRuns.Run(folder, "read | Data\\x.txt\ndelete | Data\\x.txt\nread | Data\\x.txt");
        Assert.True(seen.Contains("text=low x", StringComparison.Ordinal) && seen.Contains("error 2", StringComparison.Ordinal), seen);
        Assert.Equal(["Data/x.txt" + Ending], Markers(Path.Combine(folder.Mods, "low")));
        Assert.Contains("text=high x", OverwriteRuns.Run(folder, @"read | Data\x.txt"), StringComparison.Ordinal);
    }

    private static string[] Markers(string mod) =>
        [.. Directory.GetFiles(mod, "*" + Ending, SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(mod, file).Replace('\\', '/')).Order(StringComparer.Ordinal)];

    private static MergedFolder BuildThree() => MergedFolder.Build(
        FixtureTree.Parse("game", "Data/x.txt = game x\nData/y.txt = game y\nData/deep/d.txt = game d"),
        [
            .. from name in (string[])["low", "middle", "high"]
               select FixtureTree.Parse(name, $"Data/x.txt = {name} x\nData/y.txt = {name} y\nData/deep/d.txt = {name} d"),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
