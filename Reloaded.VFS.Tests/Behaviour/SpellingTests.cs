using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of one file under every spelling that Windows or Wine knows: it is opened, or refused, as in the merged folder. docs/spellings.md
/// has a row for each spelling.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class SpellingTests
{
    public static TheoryData<string> Names => [.. SpellingScenarios.All.Select(scenario => scenario.Name)];

    [RealProcessTheory]
    [MemberData(nameof(Names))]
    public void LeadsToTheSameFileAsInAMergedFolder(string name)
    {
        using MergedFolder folder = Build();
        Scenario scenario = SpellingScenarios.All.Single(scenario => scenario.Name == name);
        string merged = BackendRunner.Run(folder, Backend.Merged, Scenario.ToScript([scenario], asOracleOnWine: WinePrefix.IsNeeded),
            tolerant: true);
        if (WinePrefix.IsNeeded)
            merged = scenario.RenameOracle(merged);
        string? difference = Scenario.Compare(merged,
            BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([scenario]), tolerant: true));
        Assert.True(difference is null, difference + "\n--- the merged folder's\n" + merged);
    }

    private const string LinkedScript = """
        read | <LINK>\Data\a.txt
        read | <LINK>\data\ONLY-MOD.txt
        read | \\?\<LINK>\ModFolder\inner\x.txt
        attributes | <LINK>\ModFolder
        find | <LINK>\Data\*
        readfromcopy | <LINK>\Data | a.txt
        readfromcopy | <LINK> | ModFolder\inner\x.txt
        chdir | <LINK>\ModFolder
        read | y.txt
        """;

    /// <summary>The folder has a second drive letter, as subst makes one, and so has a parent of it.</summary>
    [RealProcessTheory]
    [InlineData("")]
    [InlineData(@"\game")]
    public void AnotherDriveLetterLeadsToTheSameFolder(string below)
    {
        using MergedFolder folder = Build();
        string? letter = Drives.FindFree();
        Assert.NotNull(letter);
        string script = Scenario.ToScript([new("another letter", LinkedScript)])
            .Replace("<LINK>", letter + below, StringComparison.Ordinal);
        if (below.Length == 0)
            script = script.Replace($"{letter}\n", $"{letter}\\\n", StringComparison.Ordinal)
                .Replace($"{letter}\t", $"{letter}\\\t", StringComparison.Ordinal);
        try
        {
            Compare(folder, script, game => Drives.Point(letter, below.Length == 0 ? game : Path.GetDirectoryName(game)!));
        }
        finally
        {
            Drives.Remove(letter);
        }
    }

    /// <summary>The game's folder is a drive's root, from which the game is started.</summary>
    [RealProcessFact]
    public void AFolderThatIsADrivesRootIsFoundByEverySpellingOfTheDrive()
    {
        using MergedFolder folder = Build();
        string? letter = Drives.FindFree();
        Assert.NotNull(letter);
        string[] below = [@"Data\a.txt", @"Data\only-mod.txt", @"Data\only-game.txt", @"Data\missing.txt", "ModFolder",
            @"ModFolder\inner\x.txt", @"ModFolder\missing.txt", @"Nowhere\x.txt", ""];
        string[] ways =
        [
            @"<Y>\", @"\\?\<Y>\", @"\\?\<Y>\\", @"\\?\<Y>\\\", @"\\.\<Y>\", @"\\.\<Y>\\", @"<Y>\\", @"<Y>\.\", @"<Y>\..\",
            @"<Y>\Nowhere\..\", "<Y>/", "<Y>", @"\\?\<Y>", @"\", @"\\?\<Y>\.\", @"\\?\<Y>/",
        ];
        Scenario[] all =
        [
            .. ways.Select((way, i) => new Scenario($"way {i}", string.Join('\n', below.SelectMany(path => (string[])[
                $"read | {way}{path}", $"attributes | {way}{path}", $"ntopen | {way}{path}", $"ntattributes | {way}{path}",
                $"finalpath | {way}{path}", $"find | {way}{path}"]))
                + $"\nfind | {way}*\nfind | {way}Data\\*\nfind | {way}ModFolder\\*\nntlist | {way} | 37 | 400 | all\n"
                + $"ntlist | {way}ModFolder | 3 | 4096 | all"
                + $"\ncreate | {way}ModFolder\\new{i}.txt | new\nread | <Y>\\ModFolder\\new{i}.txt\nmkdir | {way}made{i}\n"
                + $"find | <Y>\\made*\ndelete | {way}ModFolder\\new{i}.txt\nrmdir | {way}made{i}\ntree | <Y>\\")),
            .. ((string[])[@"\??\<Y>\", @"\??\<Y>\\", @"\??\<Y>\\\", @"\??\<Y>", @"\DosDevices\<Y>\\", @"\??\<Y>\.\", @"\??\\<Y>\"])
                .Select((way, i) => new Scenario($"raw {i}", string.Join('\n', below.Select(path => $"readraw | {way}{path}")))),
            new("another current directory",
                "chdir | <Y>\\ModFolder\nread | <Y>y.txt\nread | <Y>inner\\x.txt\nread | <Y>..\\Data\\a.txt\nread | \\Data\\a.txt\n"
                    + "find | <Y>*\nchdir | \\\\?\\<Y>\\\nread | Data\\a.txt"),
            new("relative to handles",
                "readfromcopy | <Y>\\ | Data\\a.txt\nreadfromcopy | \\\\?\\<Y>\\\\ | ModFolder\\y.txt\n"
                    + "readfromcopy | \\\\?\\<Y>\\\\ModFolder | y.txt"),
        ];
        try
        {
            Drives.Point(letter, folder.Merged);
            string script = Scenario.ToScript(all).Replace("<Y>", letter, StringComparison.Ordinal);
            Dictionary<string, string> merged = Scenario.SplitOutput(BackendRunner.Run(folder, Backend.Merged, script, tolerant: true));
            Drives.Point(letter, folder.Game);
            Dictionary<string, string> seen = Scenario.SplitOutput(BackendRunner.Run(folder, Backend.Vfs, script, tolerant: true));
            Assert.Contains("text=mod x", merged["way 2"], StringComparison.Ordinal);
            string differences = string.Join('\n',
                all.Select(s => Scenario.Compare(merged[s.Name], seen.GetValueOrDefault(s.Name, ""))).OfType<string>());
            Assert.True(differences.Length == 0, differences);
        }
        finally
        {
            Drives.Remove(letter);
        }
    }

    /// <summary>A path to the folder that contains a symbolic link is configured as another target.</summary>
    [RealProcessFact]
    public void ALinkThatIsATargetLeadsToTheSameFolder()
    {
        using MergedFolder folder = Build();
        string link = Path.Combine(folder.Root, "linked");
        File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"),
            $$"""{ "targets": ["..", {{System.Text.Json.JsonSerializer.Serialize(Path.Combine(link, "game"))}}] }""");
        string script = Scenario.ToScript([new("a link", LinkedScript)])
            .Replace("<LINK>", WinePrefix.ToWindows(Path.Combine(link, "game")), StringComparison.Ordinal);
        Compare(folder, script, game => PointLink(link, game));
    }

    /// <summary>A limit: a link isn't followed if no target has named it.</summary>
    [RealProcessFact]
    public void ALinkThatIsNoTargetLeadsToTheGamesOwnFiles()
    {
        using MergedFolder folder = Build();
        string link = Path.Combine(folder.Root, "linked");
        PointLink(link, folder.Game);
        string through = WinePrefix.ToWindows(Path.Combine(link, "game"));
        string output = BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("a link", $"""
            read | {through}\Data\a.txt
            read | {through}\Data\only-mod.txt
            read | <ROOT>\Data\a.txt
            """)]), tolerant: true);
        Assert.Equal(["game a", "mod a"],
            output.Split('\n').Where(line => line.Contains("text=", StringComparison.Ordinal))
                .Select(line => line[(line.IndexOf("text=", StringComparison.Ordinal) + 5)..].Trim()));
        Assert.Contains("CreateFileW: error 2", output, StringComparison.Ordinal);
    }

    /// <summary>
    /// The administrative share of a drive counts as another machine's folder, so it leads to the game's own files, as without the VFS
    /// (Wine has no shares). If it is a target that can't be reached, the start reports that, and the other targets have their mods.
    /// </summary>
    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void TheShareOfTheLocalDriveIsAnsweredAsWithoutUs(bool isTarget)
    {
        using MergedFolder folder = Build();
        string game = WinePrefix.ToWindows(folder.Game), share = $@"localhost\{game[0]}$";
        if (isTarget)
            File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"),
                $$"""{ "targets": ["..", {{System.Text.Json.JsonSerializer.Serialize($@"\\{share}{game[2..]}")}}] }""");
        string script = Scenario.ToScript([new("the local share", $"""
            read | \\{share}<ROOT-ON-VOLUME>\Data\only-game.txt
            read | \\{share}<ROOT-ON-VOLUME>\Data\missing.txt
            read | \\?\UNC\{share}<ROOT-ON-VOLUME>\Data\only-game.txt
            readraw | \??\UNC\{share}<ROOT-ON-VOLUME>\Data\only-game.txt
            readraw | \Device\Mup\{share}<ROOT-ON-VOLUME>\Data\only-game.txt
            attributes | \\{share}<ROOT-ON-VOLUME>\Data
            attributes | \\{share}
            find | \\{share}<ROOT-ON-VOLUME>\Data\Nothing\*
            chdir | \\{share}<ROOT-ON-VOLUME>\Data
            """)]);
        Assert.Null(Scenario.Compare(BackendRunner.Run(folder, Backend.Plain, script, tolerant: true),
            BackendRunner.Run(folder, Backend.Vfs, script, tolerant: true)));
        Assert.Contains("text=mod a",
            BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("plain", @"read | <ROOT>\Data\a.txt")])),
            StringComparison.Ordinal);
    }

    /// <summary>The game is started through a link, and finds its files by that name and by the real one.</summary>
    [RealProcessFact]
    public void AGameThatIsStartedThroughALinkFindsItsFilesByEitherName()
    {
        using MergedFolder folder = Build();
        string link = Path.Combine(folder.Root, "linked");
        string through = Path.Combine(link, "game");
        string script = Scenario
            .ToScript([new("a link", LinkedScript + "\nread | <REAL>\\Data\\a.txt\nread | <REAL>\\ModFolder\\inner\\x.txt")])
            .Replace("<LINK>", WinePrefix.ToWindows(through), StringComparison.Ordinal);
        string[] outputs = new string[2];
        foreach (Backend backend in (Backend[])[Backend.Merged, Backend.Vfs])
        {
            string real = backend == Backend.Vfs ? folder.Game : folder.Merged;
            PointLink(link, real);
            string file = Path.Combine(folder.Root, $"script-{backend}.txt");
            File.WriteAllText(file, script.Replace("<REAL>", WinePrefix.ToWindows(real), StringComparison.Ordinal));
            GameResult result = GameProcess.Run(Path.Combine(through, BackendRunner.GameName), ["script", WinePrefix.ToWindows(file)],
                new GameOptions { Vfs = backend == Backend.Vfs });
            outputs[backend == Backend.Vfs ? 1 : 0] = LegitimateDifferences.Normalise(result.Text, WinePrefix.ToWindows(real));
        }

        Assert.Contains("text=mod a", outputs[0], StringComparison.Ordinal);
        string? difference = Scenario.Compare(outputs[0], outputs[1]);
        Assert.True(difference is null, difference);
    }

    /// <summary>
    /// The names of Reloaded VFS don't exist under any spelling, and nothing can be created in their place. The oracle is the folder
    /// without them.
    /// </summary>
    [RealProcessFact]
    public void WhatIsOursIsInvisibleOnEveryRoute()
    {
        using MergedFolder folder = Build();
        const string Script = """
            attributes | rvfs
            attributes | RVFS\mods
            attributesex | rvfs\mods\order.txt
            read | rvfs\mods\order.txt
            read | \\?\<ROOT>\rvfs\mods\mod\Data\a.txt
            readraw | \??\<ROOT>\rvfs\mods\order.txt
            readfromcwd | rvfs\mods\order.txt
            readfromcopy | . | rvfs\mods\order.txt
            ntattributes | <ROOT>\rvfs
            ntopen | <ROOT>\rvfs
            chdir | rvfs
            chdir | rvfs\mods
            find | rvfs
            find | rvf*
            find | rvfs\*
            find | rvfs\mods\*
            find | reloaded_vfs.dll
            attributes | reloaded_vfs.dll
            attributes | rvfs.exe
            readshort | rvfs
            delete | rvfs\mods\order.txt
            rmdir | rvfs
            move | rvfs | other
            tree | .
            """;
        File.Copy(PublishedArtifacts.Library, Path.Combine(folder.Game, "reloaded_vfs.dll"));
        File.WriteAllText(Path.Combine(folder.Game, "rvfs.exe"), "ours");
        Compare(folder, Scenario.ToScript([new("ours", Script)]), _ => { });
        // Spellings for which Wine has statuses of its own.
        string spelled = BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("ours", """
            read | \\?\unix<ROOT-ON-VOLUME>\rvfs\mods\order.txt
            read | \\?\GLOBALROOT\??\<ROOT>\rvfs\mods\order.txt
            read | <VOLUME><ROOT-ON-VOLUME>\rvfs\mods\order.txt
            read | \\?\unix<ROOT-ON-VOLUME>\RVFS.exe
            """)]));
        Assert.DoesNotContain("hash=", spelled, StringComparison.Ordinal);
        Assert.Equal(4, spelled.Split("CreateFileW: error").Length - 1);
        string output = BackendRunner.Run(folder, Backend.Vfs,
            Scenario.ToScript([
                new("ours",
                    "mkdir | rvfs\ncreate | rvfs.exe | x\ncreate | rvfs\\new.txt | x\ncreate | t.tmp | x\nrename | t.tmp | rvfs.exe\n"
                        + "move | t.tmp | rvfs\\t.txt")]));
        Assert.DoesNotContain(": ok", output.Replace("> create\tt.tmp\tx\nCreateFileW: ok", "", StringComparison.Ordinal),
            StringComparison.Ordinal);
        Assert.Equal("ours", File.ReadAllText(Path.Combine(folder.Game, "rvfs.exe")));
    }

    private static void Compare(MergedFolder folder, string script, Action<string> prepare)
    {
        prepare(folder.Merged);
        string merged = BackendRunner.Run(folder, Backend.Merged, script, tolerant: true);
        prepare(folder.Game);
        string? difference = Scenario.Compare(merged, BackendRunner.Run(folder, Backend.Vfs, script, tolerant: true));
        Assert.True(difference is null, difference + "\n--- the merged folder's\n" + merged);
    }

    private static void PointLink(string link, string game)
    {
        if (Directory.Exists(link))
            Directory.Delete(link);
        Directory.CreateSymbolicLink(link, Path.GetDirectoryName(game)!);
    }

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/a.txt = game a
            Data/only-game.txt = game only
            Data/a name that is long.text = game long
            Data/another long name of the game.text = game other
            GameFolder/g.txt = game g
            """),
        [
            FixtureTree.Parse("mod", """
                Data/a.txt = mod a
                Data/only-mod.txt = mod only
                Data/a name that is long.text = mod long
                Data/Ümlaut.txt = mod u
                A folder of a mod/a file of a mod.text = mod file
                ModFolder/y.txt = mod y
                ModFolder/inner/x.txt = mod x
                """),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
