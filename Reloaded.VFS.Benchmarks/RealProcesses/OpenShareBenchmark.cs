using System.CommandLine;
using System.Globalization;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>A benchmark of the cost of an open by its parts.</summary>
/// <remarks>
/// Processes of one program (Native/measuring/loading.c) open the same files in turns, each with one more part of the VFS than the one
/// before. Then one process without the VFS opens files by longer paths, and by another spelling, to measure the system's own cost of
/// these.
/// </remarks>
internal static class OpenShareBenchmark
{
    private const string WithoutVfs = "without the VFS";

    // The parts of the VFS in each process, with the configuration's folder in the temporary folder; null if the DLL isn't started.
    private static readonly (string Name, string? Configuration, bool IsOn)[] Sides =
    [
        (WithoutVfs, null, false),
        ("the DLL mapped, not started", null, true),
        ("started and switched off", "game/rvfs", false),
        ("on, the target elsewhere", "elsewhere/rvfs", true),
        ("on, without mods", "game/without", true),
        ("on, with mods", "game/rvfs", true),
    ];

    private static readonly (string Meaning, string What)[] Kinds =
    [
        ("outside the game's folder", "=outside"),
        ("the game's own", "=game/own"),
        ("the game's own, in a folder that a mod has too", "=game/both"),
        ("a name that isn't there, in a folder that a mod has too", "!game/empty"),
        ("replaced by a mod", "=game/hit"),
    ];

    /// <summary>Creates <c>open-share</c>.</summary>
    public static Command Create()
    {
        var files = new Option<int>("--files")
        {
            Description = "Files that are opened and closed in each turn, of each kind.",
            DefaultValueFactory = _ => 5_000,
        };
        var redirected = new Option<int>("--redirected")
        {
            Description = "Further files that mods replace or add and the game never opens.",
            DefaultValueFactory = _ => 70_000,
        };
        var times = new Option<int>("--times") { Description = "Times that each side opens them all.", DefaultValueFactory = _ => 50 };
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new("open-share", "Where an open's share goes: each process has one thing more of the VFS than the one before.")
        {
            files,
            redirected,
            times,
            json,
        };
        command.SetAction(result =>
        {
            (int opened, int more, int turns) = (result.GetValue(files), result.GetValue(redirected), result.GetValue(times));
            return RowOutput.Write(result, json, Results.Of($"open-share --files {opened} --redirected {more} --times {turns}",
                Measure(opened, more, turns)));
        });
        return command;
    }

    private static List<Row> Measure(int files, int redirected, int times)
    {
        Console.Error.WriteLine($"laying out {files} files of each kind, {redirected} more redirected");
        using var folder = new GameFolder("loading.exe");
        folder.AddOpened(files);
        folder.AddUnopened(redirected);
        foreach (string configuration in Sides.Select(side => side.Configuration).OfType<string>().Distinct())
        {
            Directory.CreateDirectory(Path.Combine(folder.Root, configuration, "mods"));
            File.WriteAllText(Path.Combine(folder.Root, configuration, "rvfs.json"), """{ "targets": [".."] }""");
        }

        GameFolder.CreateFiles(Path.Combine(folder.Root, "elsewhere", "rvfs", "mods", "mod"), 10);
        // Creates the prefix before several threads need it.
        if (WinePrefix.IsNeeded)
            _ = WinePrefix.Folder;
        using var processor = new OneProcessor();
        return [.. MeasureSides(folder, files, times), .. MeasurePaths(folder, files, times)];
    }

    private static IEnumerable<Row> MeasureSides(GameFolder folder, int files, int times)
    {
        Console.Error.WriteLine($"{Sides.Length} processes in turns");
        Task<List<double>[]>[] running = [.. Sides.Select((side, i) => Task.Factory.StartNew(() =>
        {
            string[] ring = ["ring", $"{i}", $"{Sides.Length}", Path.GetFileName(folder.Root), $"{files}",
                .. Kinds.Select(kind => $"{times}{kind.What[0]}{ToWindows(folder, kind.What[1..])}")];
            string configuration = side.Configuration is null ? "-" : ToWindows(folder, side.Configuration + "/rvfs.json");
            string[] start = side.Name == WithoutVfs
                ? []
                : ["in", WinePrefix.ToWindows(PublishedArtifacts.Library), configuration, side.IsOn ? "on" : "off"];
            var taken = Kinds.Select(_ => new List<double>()).ToArray();
            foreach (string[] line in folder.Run(vfs: false, TimeSpan.FromHours(2), [.. start, .. ring]))
            {
                if (line is ["pair", string kind, string nanoseconds])
                    taken[int.Parse(kind, CultureInfo.InvariantCulture)].Add(GameFolder.Number(nanoseconds));
            }

            return taken;
        }, TaskCreationOptions.LongRunning))];
        Task.WaitAll(running);
        return from kind in Enumerable.Range(0, Kinds.Length)
               from side in Enumerable.Range(1, Sides.Length - 1)
               select Describe($"{Kinds[kind].Meaning}; {Sides[side].Name}", running[side].Result[kind], WithoutVfs,
                   running[0].Result[kind]);
    }

    private static IEnumerable<Row> MeasurePaths(GameFolder folder, int files, int times)
    {
        const string most = "a/b/c/d/e/f", some = "a/b/c";
        Console.Error.WriteLine("paths without the VFS");
        foreach (string path in (string[])[some, most])
            GameFolder.CreateFiles(Path.Combine(folder.Root, "outside", path), files);
        List<(string Name, string Path)> paths =
        [
            ("", ToWindows(folder, "outside")),
            ("3 more folders", ToWindows(folder, "outside/" + some)),
            ("6 more folders", ToWindows(folder, "outside/" + most)),
        ];
        if (WinePrefix.IsNeeded)
            paths.Add((@"by \\?\unix\", @"\\?\unix" + Path.Combine(folder.Root, "outside").Replace('/', '\\')));
        var taken = paths.Select(_ => new List<double>()).ToArray();
        foreach (string[] line in folder.Run(vfs: false, TimeSpan.FromHours(2),
            ["variants", $"{files}", $"{times}={string.Join('|', paths.Select(path => path.Path))}"]))
        {
            if (line is ["round", "0", string variant, string nanoseconds])
                taken[int.Parse(variant, CultureInfo.InvariantCulture)].Add(GameFolder.Number(nanoseconds));
        }

        return Enumerable.Range(1, paths.Count - 1)
            .Select(i => Describe($"{WithoutVfs}: {paths[i].Name}", taken[i], "a path as it is outside", taken[0]));
    }

    private static string ToWindows(GameFolder folder, string path) => WinePrefix.ToWindows(Path.Combine(folder.Root, path));

    private static Row Describe(string meaning, List<double> taken, string alternative, List<double> without) =>
        Row.Of("open and close", meaning, "us", new Measured(new Samples(taken), 0), alternative,
            new Measured(new Samples(without), 0)) with
        { Image = "the DLL", AllocatedBytes = null, AlternativeAllocatedBytes = null };
}
