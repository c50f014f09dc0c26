using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// A benchmark of the VFS's cost for a game's process before its first line: time, memory and threads, in real processes.
/// </summary>
/// <remarks>The same program (Native/storm/storm.c, <c>footprint</c>) runs through <c>rvfs run</c> and without it, alternately.</remarks>
internal static class FootprintBenchmark
{
    // The number of files in mods, and of their folders.
    private static readonly (int Files, int Folders)[] Sizes = [(400, 30), (70_000, 2_000)];

    /// <summary>Creates <c>footprint</c>.</summary>
    public static Command Create()
    {
        var runs = new Option<int>("--runs")
        {
            Description = "Processes with and without the VFS, alternating, for each size of the mods.",
            DefaultValueFactory = _ => 7,
        };
        Option<int> bits = BitsOption.Create();
        var onlyProcesses = new Option<bool>("--only-processes")
        {
            Description = "Only what several processes weigh that share the trees of many files.",
        };
        Command command = new("footprint", "What a process weighs at its first line, with the VFS and without.") { runs, bits, onlyProcesses };
        command.SetAction(result =>
        {
            BitsOption.Choose(result, bits);
            return Run(result.GetValue(runs), result.GetValue(onlyProcesses));
        });
        return command;
    }

    private static int Run(int runs, bool onlyProcesses)
    {
        if (OperatingSystem.IsLinux())
            FootprintProcesses.Measure();
        if (onlyProcesses)
            return 0;
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"A process at its first line; medians of {runs} alternating runs. The DLL is "
                + $"{new FileInfo(PublishedArtifacts.Library).Length / 1048576.0:0.0} MiB on disk."));
        Console.WriteLine();
        Console.WriteLine(
            "| files in mods | start in the DLL | working set without | with | threads without | with | trees and names | "
                + "managed heap in use |");
        Console.WriteLine("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        foreach ((int files, int folders) in Sizes)
            Measure(files, folders, runs);
        MeasureWidths(runs);
        return 0;
    }

    /// <summary>
    /// Measures what a start takes in a program of each width, which loads and starts the DLL itself (Native/measuring/weight.c).
    /// </summary>
    private static void MeasureWidths(int runs)
    {
        string root = RepositoryFolders.CreateTemporary();
        try
        {
            Directory.CreateDirectory(Path.Combine(root, "rvfs", "mods", "mod", "data"));
            for (int file = 0; file < 400; file++)
                File.WriteAllBytes(Path.Combine(root, "rvfs", "mods", "mod", "data", $"f{file:000}.txt"), []);
            Console.WriteLine();
            Console.WriteLine("| bits | start | addresses | working set | first attributes | first open |");
            Console.WriteLine("| ---: | ---: | ---: | ---: | ---: | ---: |");
            foreach (int bits in (int[])[64, 32])
            {
                string library = bits == 64 ? PublishedArtifacts.Library64 : PublishedArtifacts.Library32;
                if (bits == 32 && (!File.Exists(library) || NativePrograms.Compiler32 is null || (WinePrefix.IsNeeded && WinePrefix.Command32 is null)))
                    continue;
                string program = Path.Combine(root, $"weight{bits}.exe");
                File.Copy(bits == 64 ? NativePrograms.Get64("weight.exe") : NativePrograms.Get32("weight.exe"), program);
                double[][] figures = [.. Enumerable.Range(-1, runs + 1).Select(_ => Weigh(program, library, bits == 32)).Skip(1)];
                double Median(int index) => figures.Select(run => run[index]).Order().ElementAt(figures.Length / 2);
                Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                    $"| {bits} | {Median(0) / 1e6:0} ms | {Median(1) / 1048576:0.0} MiB | {Median(2) / 1048576:0.0} MiB | {Median(3) / 1e3:0} us | "
                        + $"{Median(4) / 1e3:0} us |"));
            }
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private static double[] Weigh(string program, string library, bool is32Bit)
    {
        GameResult result = GameProcess.Run(program, [WinePrefix.ToWindows(library), @"data\f000.txt"], new GameOptions { Is32Bit = is32Bit });
        Dictionary<string, string[]> lines = result.Text.Split('\n', StringSplitOptions.TrimEntries).Select(line => line.Split('\t'))
            .Where(fields => fields.Length > 1).GroupBy(fields => fields[0]).ToDictionary(group => group.Key, group => group.First());
        if (result.ExitCode != 0)
            throw new InvalidOperationException($"{program} ended with {result}");
        double Number(string line, int index) => double.Parse(lines[line][index], CultureInfo.InvariantCulture);
        return [Number("started", 1), Number("after", 1) - Number("before", 1), Number("after", 5) - Number("before", 5), Number("calls", 2),
            Number("calls", 3)];
    }

    private static void Measure(int files, int folders, int runs)
    {
        string root = RepositoryFolders.CreateTemporary();
        try
        {
            string game = Path.Combine(root, "game");
            for (int folder = 0; folder < folders; folder++)
            {
                string path = Path.Combine(game, "rvfs", "mods", "mod", "data", $"group{folder % 40:00}", $"folder{folder:0000}");
                Directory.CreateDirectory(path);
                for (int file = folder; file < files; file += folders)
                    File.WriteAllBytes(Path.Combine(path, $"texture_{file:00000}.dds"), []);
            }

            File.Copy(NativePrograms.Storm, Path.Combine(game, "storm.exe"));
            var samples = new List<(bool Vfs, Sample Sample)>();
            // The first run of each kind is a warm-up.
            for (int run = -1; run < runs; run++)
            {
                foreach (bool vfs in run % 2 == 0 ? [false, true] : (bool[])[true, false])
                {
                    Sample sample = RunOnce(Path.Combine(game, "storm.exe"), vfs);
                    if (run >= 0)
                        samples.Add((vfs, sample));
                }
            }

            double Median(bool vfs, Func<Sample, double> of)
            {
                double[] sorted = [.. samples.Where(s => s.Vfs == vfs).Select(s => of(s.Sample)).Order()];
                return sorted[sorted.Length / 2];
            }

            const double mega = 1048576;
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"| {files} | {Median(true, s => s.StartMilliseconds):0} ms | {Median(false, s => s.WorkingSet) / mega:0.0} MiB | "
                    + $"{Median(true, s => s.WorkingSet) / mega:0.0} MiB | " +
                $"{Median(false, s => s.Threads):0} | {Median(true, s => s.Threads):0} | {Median(true, s => s.NativeBytes) / mega:0.0} MiB "
                    + $"| {Median(true, s => s.HeapBytes) / mega:0.00} MiB |"));
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private static Sample RunOnce(string program, bool vfs)
    {
        GameResult result = GameProcess.Run(program, ["footprint"], new GameOptions { Vfs = vfs, Timeout = TimeSpan.FromMinutes(2) });
        string[] fields = result.Text.Split('\n', StringSplitOptions.TrimEntries)[0].Split('\t');
        if (result.ExitCode != 0 || fields is not ["footprint", _, _, string bytes, string threads])
            throw new InvalidOperationException($"The run {(vfs ? "with" : "without")} the VFS ended with {result}");
        var sample = new Sample(double.Parse(bytes, CultureInfo.InvariantCulture),
            double.Parse(threads, CultureInfo.InvariantCulture), 0, 0, 0);
        int description = result.Text.IndexOf("describe ", StringComparison.Ordinal);
        if (description < 0)
            return sample;
        using JsonDocument json = JsonDocument.Parse(result.Text[(description + "describe ".Length)..(result.Text.LastIndexOf('}') + 1)]);
        return sample with
        {
            StartMilliseconds = json.RootElement.GetProperty("startMilliseconds").GetDouble(),
            NativeBytes = json.RootElement.GetProperty("nativeBytes").GetDouble(),
            HeapBytes = json.RootElement.GetProperty("runtime").GetProperty("heapBytes").GetDouble(),
        };
    }

    private sealed record Sample(double WorkingSet, double Threads, double StartMilliseconds, double NativeBytes, double HeapBytes);
}
