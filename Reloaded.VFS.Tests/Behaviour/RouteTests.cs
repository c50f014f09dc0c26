using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of every kind of call with every spelling of a whole path: each has the same result as in the merged folder, so no two of them
/// disagree. docs/spellings.md lists the functions and the spellings.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RouteTests
{
    private const string StreamOfContent = "::$DATA";
    private static readonly Func<string, string> Plain = path => $@"<ROOT>\{path}";

    /// <summary>
    /// The spellings of a path below the game's folder, each with what Wine is asked in the merged folder if it doesn't know the spelling
    /// itself.
    /// </summary>
    private static readonly (string Name, Func<string, string> Write, Func<string, string>? OracleOnWine)[] Spellings =
    [
        ("plain", Plain, null),
        ("upper case", path => $@"<ROOT>\{path.ToUpperInvariant()}", null),
        ("win32 file prefix", path => $@"\\?\<ROOT>\{path}", null),
        ("win32 device prefix", path => $@"\\.\<ROOT>\{path}", null),
        ("trailing dots", path => $@"<ROOT>\{path}.", null),
        ("trailing blanks", path => $@"<ROOT>\{path}<BLANK>", null),
        ("short names", path => $@"<SHORT><ROOT>\{path}", null),
        ("the content's own stream", path => $@"<ROOT>\{path}{StreamOfContent}", null),
        ("slashes", path => $"<ROOT/>/{path.Replace('\\', '/')}", null),
        ("dots", path => $@"<ROOT>\Nowhere\.\..\{path}", null),
        ("two backslashes behind the drive", path => $@"\\?\<DRIVE>\<ROOT-ON-VOLUME>\{path}", null),
        ("root of the drive", path => $@"<ROOT-ON-VOLUME>\{path}", null),
        ("current directory of the drive", path => $"<DRIVE>{path}", null),
        ("current directory", path => path, null),
        ("root of names", path => $@"\\?\GLOBALROOT\??\<ROOT>\{path}", Plain),
        ("device", path => $@"\\?\GLOBALROOT<DEVICE><ROOT-ON-VOLUME>\{path}", Plain),
        ("volume", path => $@"<VOLUME><ROOT-ON-VOLUME>\{path}", Plain),
        // For this spelling alone, Wine reports a file in a missing folder as a missing file.
        ("Unix path", UnixPath, path => path.StartsWith("Nothing", StringComparison.Ordinal) ? Plain(path) : UnixPath(path)),
    ];

    private static readonly string[] Paths = [@"Data\a.txt", @"Data\only-mod.txt", @"Data\only-game.txt", "ModFolder",
        @"ModFolder\inner\x.txt", "Data", @"Data\missing.txt", @"ModFolder\missing.txt", @"Nothing\x.txt"];

    private static string UnixPath(string path) => $@"\\?\unix<ROOT-ON-VOLUME>\{path}";

    /// <summary>Returns the questions about a path, each through another function of ntdll or another information class.</summary>
    private static IEnumerable<string> Ask(Func<string, string> write, string own)
    {
        foreach (string path in Paths)
        {
            foreach (string route in (string[])["read", "ntopen", "attributes", "attributesex", "ntbyname", "info", "names",
                "finalpath", "find"])
                yield return $"{route} | {write(path)}";
        }

        foreach (string folder in (string[])["Data", "ModFolder", @"ModFolder\inner"])
        {
            yield return $@"find | {write(folder)}\*";
            yield return $@"findex | {write(folder)}\*.txt | 1 | 0 | 2";
            yield return $"ntlist | {write(folder)} | 37 | 400 | all";
            yield return $"ntlistex | {write(folder)} | 3 | 4096 | 0";
        }

        foreach (string path in (string[])[@"Data\a.txt", @"ModFolder\inner\x.txt"])
        {
            yield return $"map | {write(path)}";
            yield return $"fopen | {write(path)}";
            yield return $"copyout | {write(path)}";
        }

        // Changes, each to a file that belongs to this spelling and is read by its plain path.
        yield return $@"append | {write($@"Own\{own}.txt")} | more";
        yield return $@"read | <ROOT>\Own\{own}.txt";
        // A stream can't be renamed, and its name isn't a file's.
        if (write("").EndsWith(StreamOfContent, StringComparison.Ordinal))
            yield break;
        yield return $@"create | {write($@"Own\{own}.new")} | new";
        yield return $@"move | {write($@"Own\{own}.new")} | {write($@"Own\{own}.moved")}";
        yield return $@"move | {write($@"Own\{own}.moved")} | {write($@"Own\{own}.txt")}";
        yield return $@"read | <ROOT>\Own\{own}.txt";
        yield return $@"delete | {write($@"Own\{own}.txt")}";
        yield return $@"attributes | <ROOT>\Own\{own}.txt";
        yield return $@"mkdir | {write($@"Own\{own}.folder")}";
        yield return $@"find | <ROOT>\Own\{own}*";
        yield return $@"rmdir | {write($@"Own\{own}.folder")}";
    }

    [RealProcessFact]
    public void EveryRouteGivesTheSameByEverySpelling()
    {
        using MergedFolder folder = Build();
        Scenario[] all = [.. Spellings.Select((spelling, i) => new Scenario(spelling.Name, Join(Ask(spelling.Write, $"own{i}")))
        {
            OracleOnWine = spelling.OracleOnWine is { } oracle ? Join(Ask(oracle, $"own{i}")) : null,
        })];
        all = [.. all,
            new("flags of NtQueryDirectoryFileEx",
                Join([@"read | Data\a.txt", .. Enumerable.Range(0, 7).Select(bit => $"ntlistex | Data | 3 | 4096 | {1 << bit}"),
                    "ntlistex | ModFolder | 3 | 4096 | 12"]))];
        // Started by the program, because the functions that Wine lacks are hooked in the DLL that supplies them.
        Compare(folder, all, VfsStart.Late, script => script, _ => { });
    }

    /// <summary>The game's folder is reached by another drive letter for its parent, and by a link to its parent.</summary>
    [RealProcessTheory]
    [InlineData("another drive letter")]
    [InlineData("a link")]
    public void EveryRouteGivesTheSameByAnotherWay(string name)
    {
        using MergedFolder folder = Build();
        string? letter = Drives.FindFree();
        Assert.NotNull(letter);
        string link = Path.Combine(folder.Root, "linked");
        bool isLink = name == "a link";
        if (isLink)
            File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"),
                $$"""{ "targets": ["..", {{System.Text.Json.JsonSerializer.Serialize(Path.Combine(link, "game"))}}] }""");
        string way = isLink ? WinePrefix.ToWindows(Path.Combine(link, "game")) : letter + @"\game";
        Scenario[] all = [new("plain", Join(Ask(Plain, "own0"))), new(name, Join(Ask(path => $@"<WAY>\{path}", "own1")))];
        try
        {
            Compare(folder, all, VfsStart.First, script => script.Replace("<WAY>", way, StringComparison.Ordinal), game =>
            {
                string above = Path.GetDirectoryName(game)!;
                if (!isLink)
                {
                    Drives.Point(letter, above);
                    return;
                }

                if (Directory.Exists(link))
                    Directory.Delete(link);
                Directory.CreateSymbolicLink(link, above);
            });
        }
        finally
        {
            Drives.Remove(letter);
        }
    }

    private static void Compare(MergedFolder folder, Scenario[] all, VfsStart start, Func<string, string> complete, Action<string> prepare)
    {
        Dictionary<string, string>[] outputs = [.. new[] { Backend.Merged, Backend.Vfs }.Select(backend =>
        {
            prepare(backend == Backend.Vfs ? folder.Game : folder.Merged);
            string script = complete(Scenario.ToScript(all, asOracleOnWine: backend == Backend.Merged && WinePrefix.IsNeeded));
            return Scenario.SplitOutput(BackendRunner.Run(folder, backend, script, tolerant: true, starts: start));
        })];
        var differences = new List<string>();
        foreach (Scenario scenario in all)
        {
            string merged = outputs[0][scenario.Name];
            if (WinePrefix.IsNeeded)
                merged = scenario.RenameOracle(merged);
            // Except for Wine's own spelling, and one that Wine lacks, each spelling leads somewhere.
            Assert.Equal(scenario.Name != (WinePrefix.IsNeeded ? "the content's own stream" : "Unix path"),
                merged.Contains("text=mod a", StringComparison.Ordinal));
            if (Scenario.Compare(merged, outputs[1][scenario.Name]) is { } difference)
                differences.Add($"{scenario.Name}: {difference}");
        }

        Assert.True(differences.Count == 0, string.Join('\n', differences));
    }

    private static string Join(IEnumerable<string> commands) => string.Join('\n', commands);

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/a.txt = game a
            Data/only-game.txt = game only
            """),
        [
            FixtureTree.Parse("mod", """
                Data/a.txt = mod a
                Data/only-mod.txt = mod only
                ModFolder/y.txt = mod y
                ModFolder/inner/x.txt = mod x
                """ + "\n" + string.Join('\n', Spellings.Select((_, i) => $"Own/own{i}.txt = mod's own {i}"))),
        ],
        (NativePrograms.Probe, BackendRunner.GameName), (NativePrograms.Get("newer_ntdll.dll"), "newer_ntdll.dll"));
}
