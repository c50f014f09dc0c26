using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of names that a mod hides (docs/layers.md): every kind of call hides the game's own and lower mods' files, folders and DLLs. The
/// oracle is a merged folder in which those names were deleted before the mod was copied.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class HidingTests
{
    // Hidden and not supplied again; hidden and supplied again; below a hidden name; beside a hidden name.
    private static readonly string[] s_names =
    [
        @"Data\hidden.txt", @"Data\lower.txt", @"Data\both.txt", @"Data\back.txt", @"Data\own.txt", @"Data\seen.txt", @"Data\Movies",
        @"Data\Movies\intro.bik", @"Data\Movies\new.bik", @"Data\Movies\deep\x.txt", @"Data\Gone", @"Data\Gone\g.txt",
        @"Data\Gone\deep\d.txt", @"Data\Gone\not there.txt", @"Data\hidden.txt.rvfshide", @"ModOnly\kept.txt", @"ModOnly\gone.txt",
        @"ModOnly\gone.txt.rvfshide", @"ModOnly\mine.txt", @"ModOnly\mine.txt.mohidden", @"Untouched\u.txt", @"Untouched\v.txt",
        @"Data\a long name that has a short one.txt", @"Data\other.dll", @"Nowhere\n.txt",
    ];

    [RealProcessFact]
    public void EveryRouteAgreesWithTheFolderInWhichTheNamesWereDeleted()
    {
        using MergedFolder folder = Build();
        IEnumerable<string> routes = s_names.SelectMany(name => new[]
        {
            $"attributes | {name}", $"attributesex | {name}", $"info | {name}", $"names | {name}", $"read | {name}", $"ntopen | {name}",
            $@"ntopen | {name}\", $"ntattributes | {name}", $"ntfullattributes | {name}", $"find | {name}", $@"find | {name}\*",
            $@"read | \\?\<ROOT>\{name.ToUpperInvariant()}", $"read | <SHORT><ROOT>\\{name}", $"read | {name}::$DATA",
            $"ntcreate | 1 | 0 | {name}", $"ntcreate | 1 | 1 | {name}", $"map | {name}",
        });
        string commands = $"""
            tree | .
            {string.Join('\n', routes)}
            ntopen | Data | HIDDEN.TXT
            find | Data\*
            find | Data\*.txt
            find | Untouched\*
            ntlist | Data | 37 | 4096 | all
            ntlist | Data | 3 | 400 | single | *.txt
            ntlist | Data\Movies | 37 | 4096 | all
            load | Data\other.dll
            chdir | Data\Gone
            chdir | <ROOT>
            """;
        Compare(folder, commands);
    }

    /// <summary>A file that the game creates under a hidden name exists, and the game's own file under that name is unchanged.</summary>
    [RealProcessFact]
    public void WhatTheGameMakesUnderAHiddenNameIsThere()
    {
        using MergedFolder folder = Build();
        Compare(folder, """
            create | Data\hidden.txt | made
            read | Data\hidden.txt
            find | Data\hidden*
            append | Data\hidden.txt | more
            read | Data\hidden.txt
            delete | Data\hidden.txt
            attributes | Data\hidden.txt
            create | source.txt | moved
            move | source.txt | Data\lower.txt
            read | Data\lower.txt
            mkdir | Data\Gone
            create | Data\Gone\new.txt | new
            find | Data\Gone\*
            create | Data\Movies\made.txt | made
            read | Data\Movies\made.txt
            find | Data\Movies\*
            createnew | Data\both.txt | never
            read | Data\both.txt
            mkdir | Data\Gone\deep
            attributes | Data\Gone\deep\d.txt
            tree | .
            """);
        Assert.Equal("game hidden", File.ReadAllText(Path.Combine(folder.Game, "Data", "hidden.txt")));
        Assert.Equal("game g", File.ReadAllText(Path.Combine(folder.Game, "Data", "Gone", "g.txt")));
        Assert.False(File.Exists(Path.Combine(folder.Game, "Data", "Movies", "made.txt")));
    }

    /// <summary>
    /// A pattern hides files of lower mods also in folders that only these have, or whose own a lower mod hides. What the game creates under
    /// such a name is there, also after a restart.
    /// </summary>
    [RealProcessTheory]
    [InlineData("game")]
    [InlineData("overwrite")]
    public void APatternHidesWhatLowerModsHave(string policy)
    {
        var game = FixtureTree.Parse("game", "Data/\nOwn/o.txt = game o\nOwn/deep/\n");
        var lower = FixtureTree.Parse("z-lower", """
            Data/low.dll = lower
            Data/low.dll.rvfshide = .
            ModOnly/only.dll = lower
            ModOnly/kept.txt = lower
            Data/hero/inner.txt = lower
            Data/hero.rvfshide = .
            """);
        FixtureTree hider = FixtureTree.Parse("m-hider", "Data/x.txt = hider")
            .With("mod.json", """{ "hide": ["**/*.dll", "data/HERO/**"] }"""u8.ToArray());
        using MergedFolder folder = MergedFolder.BuildPair(game, [lower, hider], (NativePrograms.Probe, BackendRunner.GameName));
        File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"), $$"""{ "writes": "{{policy}}" }""");
        string[] names = [@"Data\low.dll", @"ModOnly\only.dll", @"Data\hero\inner.txt", @"Own\new.dll", @"Own\deep\new.dll", @"Data\new.dll"];
        IEnumerable<string> looks = names.SelectMany(name => new[]
            { $"read | {name}", $"attributes | {name}", $"ntopen | {name}", $"find | {name}", $"ntcreate | 1 | 0 | {name}" });
        IEnumerable<string> made = names.SelectMany(name => new[]
            { $"ntcreate | 3 | 40 | {name}", $"append | {name} | made", $"read | {name}", $"find | {name}" });
        Compare(folder, $"tree | .\n{string.Join('\n', looks)}\nfind | Data\\hero\\*\n{string.Join('\n', made)}\ntree | .");
        Compare(folder, "tree | .");
    }

    /// <summary>A file id that the program knows from before opens nothing hidden, neither the game's own nor a lower mod's.</summary>
    [RealProcessFact]
    public void AnIdThatIsKnownFromBeforeLeadsToNothingHidden()
    {
        using MergedFolder folder = Build();
        string[] hidden = [
            @"Data\hidden.txt", @"Data\Gone\deep\d.txt", @"rvfs\mods\z-lower\Data\lower.txt", @"rvfs\mods\z-lower\Data\Gone\lower.txt"];
        foreach (string file in hidden)
        {
            string seen = BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("by id", $"""
                keepid | {file}
                startvfs
                openid | Data
                openid | ModOnly
                openid | .
                """)]), starts: VfsStart.ByScript);
            Assert.True(seen.Split("open status=c").Length - 1 == 3 && seen.Contains("id status=00000000", StringComparison.Ordinal),
                $"{file}\n{seen}");
        }
    }

    private static void Compare(MergedFolder folder, string commands)
    {
        string script = Scenario.ToScript([new Scenario("hiding", commands)]);
        Assert.Null(Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script), BackendRunner.Run(folder, Backend.Vfs, script)));
    }

    private static MergedFolder Build()
    {
        byte[] payload = File.ReadAllBytes(NativePrograms.Get("payload.dll"));
        FixtureTree game = FixtureTree.Parse("game", """
            Data/hidden.txt = game hidden
            Data/both.txt = game both
            Data/back.txt = game back
            Data/own.txt = game own
            Data/seen.txt = game seen
            Data/a long name that has a short one.txt = game long
            Data/Movies/intro.bik = game intro
            Data/Movies/deep/x.txt = game x
            Data/Gone/g.txt = game g
            Data/Gone/deep/d.txt = game d
            Untouched/u.txt = game u
            Untouched/v.txt = game v
            """).With("Data/other.dll", payload);
        FixtureTree lower = FixtureTree.Parse("z-lower", """
            Data/lower.txt = lower
            Data/both.txt = lower both
            Data/back.txt = lower back
            Data/seen.txt = lower seen
            Data/Movies/lower.bik = lower bik
            Data/Gone/lower.txt = lower gone
            ModOnly/kept.txt = lower kept
            ModOnly/gone.txt = lower mod only
            """);
        FixtureTree hider = FixtureTree.Parse("m-hider", """
            Data/hidden.txt.rvfshide = .
            Data/LOWER.TXT.rvfshide = .
            Data/both.txt.rvfshide = .
            Data/back.txt.rvfshide = .
            Data/own.txt.RVFSHIDE = .
            Data/own.txt = hider own
            Data/movies.rvfshide = .
            Data/Movies/own.bik = hider bik
            Data/Gone.rvfshide = .
            Data/a long name that has a short one.txt.rvfshide = .
            Data/other.dll.rvfshide = .
            Data/nothing has it.rvfshide = .
            ModOnly/gone.txt.rvfshide = .
            ModOnly/mine.txt.mohidden = not overlaid
            Untouched/u.txt.rvfshide = .
            """);
        FixtureTree upper = FixtureTree.Parse("a-upper", """
            Data/back.txt = upper back
            Data/Movies/new.bik = upper bik
            """);
        return MergedFolder.Build(game, [lower, hider, upper], (NativePrograms.Probe, BackendRunner.GameName));
    }
}
