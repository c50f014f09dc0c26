using System.Globalization;
using System.Text.Json;
using Reloaded.VFS.Tests.Shipped;

namespace Reloaded.VFS.Benchmarks.FileOpen;

/// <summary>
/// What an open and close costs a game with and without the VFS, in real processes: the same program (Native/storm.c, <c>bench</c>) opens the
/// same paths through <c>rvfs run</c> and without it, in alternating runs.
/// </summary>
internal static class FileOpenBenchmark
{
    public const string Usage = """
        file-open [--files 21000] [--redirected 70000] [--runs 9] [--rounds 2] [--json FILE]
          --files N        files that are opened and closed, of each kind
          --redirected N   further files that mods replace or add but nobody opens
          --runs N         processes with and without the VFS, alternating
          --rounds N       times that each process opens all files (after one that warms up)
          --json FILE      writes the figures there too
        """;

    // The kinds of files that are opened, by their folder.
    private static readonly (string Folder, string Meaning)[] Kinds =
    [
        ("outside", "outside the game's folder"),
        ("own", "in it, the game's own"),
        ("hit", "in it, replaced by a mod"),
    ];

    public static int Run(string[] arguments)
    {
        if (!TryParse(arguments, out Dictionary<string, string> options))
        {
            Console.Error.WriteLine(Usage);
            return 2;
        }
        int files = Number(options, "--files"), redirected = Number(options, "--redirected");
        int runs = Number(options, "--runs"), rounds = Number(options, "--rounds");
        string root = RepositoryFolders.CreateTemporary();
        try
        {
            Console.Error.WriteLine($"Laying out {files} files of each kind, {redirected} more redirected");
            string game = LayOut(root, files, redirected);
            Dictionary<(string Folder, bool Vfs), List<Sample>> samples = [];
            for (int run = 0; run < runs; run++)
            {
                // Which of the two goes first changes, so that neither always has the warmer caches.
                foreach (bool vfs in run % 2 == 0 ? [false, true] : (bool[])[true, false])
                {
                    Console.Error.WriteLine($"Run {run + 1} of {runs}, {(vfs ? "with" : "without")} the VFS");
                    foreach ((string folder, Sample sample) in Measure(root, game, files, rounds, vfs))
                        (samples.TryGetValue((folder, vfs), out List<Sample>? list) ? list : samples[(folder, vfs)] = []).Add(sample);
                }
            }
            List<Row> rows = Kinds.Select(kind => Row.Of(kind.Meaning, samples[(kind.Folder, false)], samples[(kind.Folder, true)])).ToList();
            Print(rows, files, redirected, runs, rounds);
            if (options.TryGetValue("--json", out string? path))
                File.WriteAllText(path, JsonSerializer.Serialize(new { files, redirected, runs, rounds, rows }, new JsonSerializerOptions { WriteIndented = true }));
            return 0;
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private static string LayOut(string root, int files, int redirected)
    {
        string game = Path.Combine(root, "game");
        string mod = Path.Combine(game, "rvfs", "mods", "mod");
        CreateFiles(Path.Combine(root, "outside"), files);
        CreateFiles(Path.Combine(game, "own"), files);
        CreateFiles(Path.Combine(game, "hit"), files);
        CreateFiles(Path.Combine(mod, "hit"), files);
        // Spread over folders, as games have them.
        for (int i = 0; i < redirected; i += 1000)
            CreateFiles(Path.Combine(mod, "more", $"folder{i / 1000:000}"), Math.Min(1000, redirected - i));
        File.Copy(NativePrograms.Storm, Path.Combine(game, "storm.exe"));
        return game;
    }

    private static void CreateFiles(string folder, int count)
    {
        Directory.CreateDirectory(folder);
        for (int i = 0; i < count; i++)
            File.WriteAllBytes(Path.Combine(folder, $"f{i:00000}"), []);
    }

    private static IEnumerable<(string Folder, Sample Sample)> Measure(string root, string game, int files, int rounds, bool vfs)
    {
        string[] folders = [Path.Combine(root, "outside"), Path.Combine(game, "own"), Path.Combine(game, "hit")];
        GameResult result = GameProcess.Run(Path.Combine(game, "storm.exe"), ["bench", $"{files}", $"{rounds}", .. folders.Select(WinePrefix.ToWindows)],
            new GameOptions { Vfs = vfs, Timeout = TimeSpan.FromMinutes(20) });
        if (result.ExitCode != 0)
            throw new InvalidOperationException($"The run {(vfs ? "with" : "without")} the VFS ended with {result}");
        foreach (string line in result.Text.Split('\n', StringSplitOptions.TrimEntries))
        {
            string[] fields = line.Split('\t');
            if (fields is ["bench", string folder, string median, string minimum])
                yield return (folder, new Sample(double.Parse(median, CultureInfo.InvariantCulture), double.Parse(minimum, CultureInfo.InvariantCulture)));
        }
    }

    private static void Print(List<Row> rows, int files, int redirected, int runs, int rounds)
    {
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"One open and close, in microseconds; {files} files of each kind, {redirected} more redirected; {runs} alternating runs of {rounds} rounds"));
        Console.WriteLine();
        Console.WriteLine("| files opened | without: median | minimum | with: median | minimum | difference of medians | of minima | ratio of medians |");
        Console.WriteLine("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        foreach (Row row in rows)
        {
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"| {row.Files} | {row.WithoutMedian / 1000:0.00} | {row.WithoutMinimum / 1000:0.00} | {row.WithMedian / 1000:0.00} | {row.WithMinimum / 1000:0.00} | " +
                $"{(row.WithMedian - row.WithoutMedian) / 1000:+0.00;-0.00} | {(row.WithMinimum - row.WithoutMinimum) / 1000:+0.00;-0.00} | {row.Ratio:0.000} |"));
        }
    }

    private static bool TryParse(string[] arguments, out Dictionary<string, string> options)
    {
        options = new Dictionary<string, string> { ["--files"] = "21000", ["--redirected"] = "70000", ["--runs"] = "9", ["--rounds"] = "2" };
        for (int i = 0; i < arguments.Length; i += 2)
        {
            bool isNumber = options.ContainsKey(arguments[i]) && arguments[i] != "--json";
            if (i + 1 == arguments.Length || (!isNumber && arguments[i] != "--json") || (isNumber && !int.TryParse(arguments[i + 1], out _)))
                return false;
            options[arguments[i]] = arguments[i + 1];
        }
        return true;
    }

    private static int Number(Dictionary<string, string> options, string name) => int.Parse(options[name], CultureInfo.InvariantCulture);

    /// <summary>One process: nanoseconds of an open and close, over its rounds.</summary>
    private sealed record Sample(double Median, double Minimum);

    /// <summary>Nanoseconds. The medians are medians of the processes' medians.</summary>
    private sealed record Row(string Files, double WithoutMedian, double WithoutMinimum, double WithMedian, double WithMinimum, double Ratio)
    {
        public static Row Of(string files, List<Sample> without, List<Sample> with)
        {
            double withoutMedian = Median(without), withMedian = Median(with);
            return new Row(files, withoutMedian, without.Min(sample => sample.Minimum), withMedian, with.Min(sample => sample.Minimum), withMedian / withoutMedian);
        }

        private static double Median(List<Sample> samples)
        {
            double[] sorted = samples.Select(sample => sample.Median).Order().ToArray();
            return sorted.Length % 2 == 1 ? sorted[sorted.Length / 2] : (sorted[sorted.Length / 2 - 1] + sorted[sorted.Length / 2]) / 2;
        }
    }
}
