using System.Globalization;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Events;

/// <summary>
/// A benchmark in real processes (Native/processes/watched.c, <c>bench</c>) of the cost for a game's calls if a program can watch the game,
/// and if one does.
/// </summary>
/// <remarks>Watching and not watching alternate within a process, batch by batch; another process has no event file at all.</remarks>
internal static class EventsBenchmark
{
    public const string Usage = """
        events [--runs 5] [--rounds 200]
          --runs N         processes with and without an event file, alternating
          --rounds N       batches of 500 calls of each kind in each process
        """;

    public static int Run(string[] arguments)
    {
        int runs = 5, rounds = 200;
        for (int i = 0; i < arguments.Length; i += 2)
        {
            if (i + 1 == arguments.Length || !int.TryParse(arguments[i + 1], CultureInfo.InvariantCulture, out int number) || number < 1
                || arguments[i] is not ("--runs" or "--rounds"))
            {
                Console.Error.WriteLine(Usage);
                return 2;
            }

            if (arguments[i] == "--runs")
                runs = number;
            else
                rounds = number;
        }

        string root = RepositoryFolders.CreateTemporary();
        try
        {
            string game = LayOut(root);
            List<Sample> samples = [];
            for (int run = 0; run < runs; run++)
            {
                foreach (bool events in run % 2 == 0 ? [false, true] : (bool[])[true, false])
                    samples.AddRange(Measure(root, game, rounds, events));
            }

            Print(samples, runs, rounds);
            return 0;
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private static string LayOut(string root)
    {
        string game = Path.Combine(root, "game");
        foreach (string folder in (string[])["data", Path.Combine("rvfs", "mods", "mod", "data")])
        {
            Directory.CreateDirectory(Path.Combine(game, folder));
            File.WriteAllText(Path.Combine(game, folder, "texture.dds"), "x");
        }

        File.Copy(NativePrograms.Get("watched.exe"), Path.Combine(game, "watched.exe"));
        // An event file can't be created below a file.
        File.WriteAllText(Path.Combine(root, "file"), "");
        return game;
    }

    private static IEnumerable<Sample> Measure(string root, string game, int rounds, bool events)
    {
        string file = events ? Path.Combine(root, "game.events") : Path.Combine(root, "file", "game.events");
        GameResult result = GameProcess.Run(Path.Combine(game, "watched.exe"),
            ["bench", events ? WinePrefix.ToWindows(file) : "-", WinePrefix.ToWindows(Path.Combine(game, "data", "texture.dds")),
                $"{rounds}"],
            new GameOptions { Vfs = true, VfsArguments = ["--events-file", file], Timeout = TimeSpan.FromMinutes(10) });
        if (result.ExitCode != 0)
            throw new InvalidOperationException($"The run {(events ? "with" : "without")} an event file ended with {result}");
        foreach (string line in result.Text.Split('\n', StringSplitOptions.TrimEntries))
        {
            if (line.Split('\t') is ["bench", string call, string off, string leastOff, string on, string leastOn])
                yield return new Sample(call, events, Number(off), Number(leastOff), Number(on), Number(leastOn));
        }
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    private static void Print(List<Sample> samples, int runs, int rounds)
    {
        Console.WriteLine(
            string.Create(CultureInfo.InvariantCulture,
                $"A call for a mod's file, in nanoseconds: medians of {runs} processes' medians (and the least batch of all); {rounds} "
                    + $"batches of 500 calls each"));
        Console.WriteLine();
        Console.WriteLine("| call | no event file | off | on | on - off, same process | off - none |");
        Console.WriteLine("| --- | ---: | ---: | ---: | ---: | ---: |");
        foreach (string call in (string[])["query", "open"])
        {
            Sample[] none = [.. samples.Where(s => s.Call == call && !s.Events)],
                with = [.. samples.Where(s => s.Call == call && s.Events)];
            double bare = Median(none.Select(s => s.Off)), off = Median(with.Select(s => s.Off)), on = Median(with.Select(s => s.On)),
                difference = Median(with.Select(s => s.On - s.Off));
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"| {(call == "open" ? "open and close" : "attributes")} | {bare:0} ({none.Min(s => s.LeastOff):0}) | "
                    + $"{off:0} ({with.Min(s => s.LeastOff):0}) | {on:0} ({with.Min(s => s.LeastOn):0}) | "
                    + $"{difference:+0;-0} ({with.Min(s => s.LeastOn) - with.Min(s => s.LeastOff):+0;-0}) | "
                    + $"{off - bare:+0;-0} ({with.Min(s => s.LeastOff) - none.Min(s => s.LeastOff):+0;-0}) |"));
        }
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }

    private sealed record Sample(string Call, bool Events, double Off, double LeastOff, double On, double LeastOn);
}
