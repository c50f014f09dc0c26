using System.CommandLine;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// A game that loads from several threads: a native program (Native/measuring/loading.c) opens, reads and closes many files without the
/// VFS, with it, and with it behind one mutex, as redirectors have it that protect their tables so.
/// The mutex is the program's own, put around the hook.
/// </summary>
internal static class ScalingBenchmark
{
    private static readonly (string Name, bool Vfs, bool Mutex)[] Ways =
        [("without the VFS", false, false), ("with the VFS", true, false),
            ("with the VFS, one global mutex around the handlers", true, true)];

    private static readonly int[] Threads = [1, 2, 4, 8];

    /// <summary><c>scaling</c>.</summary>
    public static Command Create()
    {
        var files = new Option<int>("--files") { Description = "Files that are loaded.", DefaultValueFactory = _ => 21_000 };
        var redirected = new Option<int>("--redirected")
        {
            Description = "Further files that mods replace or add and the game never opens.",
            DefaultValueFactory = _ => 70_000,
        };
        var runs = new Option<int>("--runs") { Description = "Processes of each kind, in turns.", DefaultValueFactory = _ => 5 };
        var rounds = new Option<int>("--rounds")
        {
            Description = "Times that each process loads everything from each number of threads.",
            DefaultValueFactory = _ => 2,
        };
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new("scaling",
            "Loading files from 1, 2, 4 and 8 threads: without the VFS, with it, and with a global mutex around it.")
        {
            files,
            redirected,
            runs,
            rounds,
            json,
        };
        command.SetAction(result =>
        {
            (int count, int more, int processes, int times) = (result.GetValue(files), result.GetValue(redirected), result.GetValue(runs),
                result.GetValue(rounds));
            return RowOutput.Write(result, json,
                Results.Of($"scaling --files {count} --redirected {more} --runs {processes} --rounds {times}",
                    Measure(count, more, processes, times)));
        });
        return command;
    }

    private static List<Row> Measure(int files, int redirected, int runs, int rounds)
    {
        const int size = 3000;
        Console.Error.WriteLine($"laying out {files} files of {size} bytes, {redirected} more redirected");
        using var folder = new GameFolder("loading.exe");
        GameFolder.CreateFiles(Path.Combine(folder.Game, "hit"), files, size);
        GameFolder.CreateFiles(Path.Combine(folder.Mod, "hit"), files, size);
        folder.AddUnopened(redirected);

        var times = new Dictionary<(int Way, int Threads), List<double>>();
        for (int run = 0; run < runs; run++)
        {
            for (int i = 0; i < Ways.Length; i++)
            {
                int way = (run + i) % Ways.Length;
                Console.Error.WriteLine($"run {run + 1} of {runs}, {Ways[way].Name}");
                string hit = WinePrefix.ToWindows(Path.Combine(folder.Game, "hit"));
                foreach (string[] line in folder.Run(Ways[way].Vfs, TimeSpan.FromMinutes(20),
                    ["parallel", Ways[way].Mutex ? "1" : "0", $"{files}", $"{rounds}", hit]))
                {
                    if (line is not ["parallel", _, string threads, string nanoseconds])
                        continue;
                    (int, int) key = (way, int.Parse(threads));
                    (times.TryGetValue(key, out List<double>? list) ? list : times[key] = []).Add(GameFolder.Number(nanoseconds));
                }
            }
        }

        var rows = new List<Row>();
        foreach (int threads in Threads)
        {
            Measured without = Measured(0, threads);
            for (int way = 1; way < Ways.Length; way++)
                rows.Add(Row.Of($"load {files} files", $"{threads} {(threads == 1 ? "thread" : "threads")}, {Ways[way].Name}", "ms",
                    Measured(way, threads), Ways[0].Name, without)
                    with
                { Image = "the DLL", AllocatedBytes = null, AlternativeAllocatedBytes = null });
        }

        return rows;

        Measured Measured(int way, int threads) => new(new Samples(times[(way, threads)]), 0);
    }
}
