using System.CommandLine;
using System.Text.Json;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// A benchmark of a whole start in the shipped DLL (scan, both trees, hooks), as <c>rvfs_describe</c> reports it, compared with a bare walk
/// over the same folders in a process of the same system.
/// </summary>
/// <remarks>
/// Three kinds of start: with the listings that rvfs has kept from an earlier start, the first start, and a start that keeps nothing.
/// </remarks>
internal static class StartupBenchmark
{
    /// <summary>Creates <c>startup</c>.</summary>
    public static Command Create()
    {
        var runs = new Option<int>("--runs")
        {
            Description = "Starts that are measured, after one that warms up.",
            DefaultValueFactory = _ => 9,
        };
        var mods = new Option<int>("--mods") { Description = "Mods that the files are spread over.", DefaultValueFactory = _ => 4 };
        var quick = new Option<bool>("--quick") { Description = "A tenth of the files." };
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new("startup", "A whole start of the VFS with about 170,000 files in mods.") { runs, mods, quick, json };
        command.SetAction(result =>
        {
            TreeShape shape = TreeShape.Steam.Scale(TreeShape.Steam.FolderCount / (result.GetValue(quick) ? 10 : 1),
                TreeShape.Steam.FileCount / (result.GetValue(quick) ? 10 : 1));
            Row[] rows = Measure(shape, result.GetValue(mods), result.GetValue(runs));
            return RowOutput.Write(result, json,
                Results.Of(
                    $"startup{(result.GetValue(quick) ? " --quick" : "")} --mods {result.GetValue(mods)} --runs {result.GetValue(runs)}",
                    rows));
        });
        return command;
    }

    private static Row[] Measure(TreeShape shape, int mods, int runs)
    {
        Console.Error.WriteLine($"laying out {shape.FileCount} files in {mods} mods");
        using var folder = new GameFolder("storm.exe", "loading.exe");
        FolderTree tree = TreeGenerator.Create(shape.Scale(shape.FolderCount / mods, shape.FileCount / mods));
        string all = Path.GetDirectoryName(folder.Mod)!;
        Directory.Delete(folder.Mod);
        for (int i = 0; i < mods; i++)
            tree.WriteTo(Path.Combine(all, $"mod {i}", $"part {i}"));
        // Listings of recently changed folders aren't kept.
        Thread.Sleep(TimeSpan.FromSeconds(3));

        (string Name, StartKind Kind, Target Target, List<double> Times)[] starts =
        [
            ("a start that keeps nothing", StartKind.KeepsNothing, default, []),
            ("the first start", StartKind.First, Target.Ratio(0.5), []),
            ("a second start", StartKind.Second, Target.Value(250), []),
        ];
        long native = 0;
        // In turns, so that other work of the machine affects all three.
        for (int run = 0; run <= runs; run++)
        {
            foreach ((string name, StartKind kind, _, List<double> times) in starts)
            {
                Console.Error.WriteLine(run == 0 ? $"warming up: {name}" : $"{name}, {run} of {runs}");
                using JsonDocument json = Start(folder, all, kind);
                int files = json.RootElement.GetProperty("files").GetInt32();
                if (files != mods * tree.FileCount)
                    throw new InvalidOperationException($"The DLL found {files} files of {mods * tree.FileCount}.");
                native = json.RootElement.GetProperty("nativeBytes").GetInt64();
                Console.Error.WriteLine($"{json.RootElement.GetProperty("confirmedFolders")} folders were as they were kept; "
                    + string.Join(", ", json.RootElement.GetProperty("startSteps").EnumerateObject()
                        .Select(step => $"{step.Name} {step.Value} ms")));
                if (run > 0)
                    times.Add(json.RootElement.GetProperty("startMilliseconds").GetDouble() * 1e6);
            }
        }

        GameResult walk = GameProcess.Run(Path.Combine(folder.Game, "loading.exe"), ["walk", $"{runs}", WinePrefix.ToWindows(all)],
            new GameOptions { Timeout = TimeSpan.FromMinutes(10) });
        Samples walks = new(walk.Text.Split('\n').Select(line => line.Split('\t')).Where(line => line[0] == "walk")
            .Select(line => GameFolder.Number(line[2])));
        string input = $"{mods} mods, {mods * tree.Folders.Count} folders, {mods * tree.FileCount} files";
        return [.. starts.Select(start => Row.Of(start.Name, input, "ms", new Measured(new Samples(start.Times), 0),
            "a bare walk, one thread", new Measured(walks, 0), start.Target) with
        {
            Image = "the DLL",
            RetainedBytes = native,
            AllocatedBytes = null,
            AlternativeAllocatedBytes = null,
        })];
    }

    private static JsonDocument Start(GameFolder folder, string mods, StartKind kind)
    {
        if (kind == StartKind.First)
            File.Delete(CacheFiles.Of(mods)!);
        string text = string.Join('\n', folder.Run(vfs: true, TimeSpan.FromMinutes(5), ["footprint"], keep: kind != StartKind.KeepsNothing)
            .Select(line => string.Join('\t', line)));
        return JsonDocument.Parse(
            text[(text.IndexOf("describe ", StringComparison.Ordinal) + "describe ".Length)..(text.LastIndexOf('}') + 1)]);
    }

    private enum StartKind
    {
        KeepsNothing,
        First,
        Second,
    }
}
