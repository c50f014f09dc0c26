using System.Globalization;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Warm;

/// <summary>The runs of <c>warm</c>: the same program (Native/measuring/cold.c) loads the same files in turns, in several ways.</summary>
internal sealed class WarmRun(int files, int runs, bool dropAll)
{
    private const string Program = "cold.exe";
    private const int Attempts = 3;
    private const double WantedRatio = 0.9;

    private readonly LoadedFiles _files = new(files);

    /// <summary>A way to start the game.</summary>
    private enum Way
    {
        Plain,
        Vfs,
        Warm,
        InMemory,
    }

    /// <summary>Measures all ways at each number of threads and each limit of the disk.</summary>
    public List<Row> Measure(IReadOnlyList<int> threads, IReadOnlyList<string> limits)
    {
        string root = RepositoryFolders.CreateTemporary();
        try
        {
            using ColdDisk disk = new(root, dropAll ? 0 : (_files.Bytes >> 20) * 3 / 2 + 512);
            string game = Path.Combine(disk.Folder, "game"), mod = Path.Combine(game, "rvfs", "mods", "mod");
            Console.Error.WriteLine($"writing {files} files, {_files.Bytes >> 20} MiB, and the mod");
            _files.WriteTo(game, mod);
            File.Copy(NativePrograms.Get(Program), Path.Combine(game, Program));
            Start start = new(disk, root, game, _files);
            List<Row> rows = [];
            foreach (string limit in limits)
            {
                int[] parts = [.. limit.Split(':').Select(part => int.Parse(part, CultureInfo.InvariantCulture))];
                disk.Limit(parts[0], parts[1]);
                foreach (int count in threads)
                    rows.AddRange(Measure(start, count, Describe(parts[0], parts[1], count)));
            }

            return rows;
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private IEnumerable<Row> Measure(Start start, int threads, string parameters)
    {
        Way[] ways = Enum.GetValues<Way>();
        var whole = ways.ToDictionary(way => way, _ => new List<double>());
        var loading = ways.ToDictionary(way => way, _ => new List<double>());
        for (int run = 0; run <= runs; run++)
        {
            // Which goes first changes. What the plain game has read is in memory after it.
            for (int i = 0; i < ways.Length - 1; i++)
            {
                Take(ways[(i + run) % (ways.Length - 1)]);
                if (ways[(i + run) % (ways.Length - 1)] == Way.Plain)
                    Take(Way.InMemory);
            }

            void Take(Way way)
            {
                (double all, double load) = start.Run(way, threads);
                Console.Error.WriteLine(string.Create(CultureInfo.InvariantCulture,
                    $"{parameters}, run {run}, {way}: {all / 1e6:0} ms, loading {load / 1e6:0} ms"));
                if (run == 0)
                    return;
                whole[way].Add(all);
                loading[way].Add(load);
            }
        }

        foreach ((string name, Dictionary<Way, List<double>> times) in
            ((string, Dictionary<Way, List<double>>)[])[("a start until all is loaded", whole), ("  of that the loading", loading)])
        {
            Measured plain = Of(times[Way.Plain]);
            yield return Row.Of($"{name}: rvfs run", parameters, "ms", Of(times[Way.Vfs]), "the plain game", plain);
            yield return Row.Of($"{name}: rvfs run --warm", parameters, "ms", Of(times[Way.Warm]), "the plain game", plain,
                Target.Ratio(WantedRatio));
            yield return Row.Of($"{name}: plain, all in memory", parameters, "ms", Of(times[Way.InMemory]), "the plain game", plain);
        }

        static Measured Of(List<double> nanoseconds) => new(new Samples(nanoseconds), 0);
    }

    private static string Describe(int operations, int megabytes, int threads) =>
        $"{(operations == 0 ? "" : $"{operations} operations/s, ")}{(megabytes == 0 ? "" : $"{megabytes} MB/s, ")}"
        + (operations + megabytes == 0 ? "the disk as it is, " : "") + (threads == 1 ? "1 thread" : $"{threads} threads");

    /// <summary>One start after the other.</summary>
    private sealed class Start
    {
        private readonly ColdDisk _disk;
        private readonly string _program, _list;
        private readonly long _bytes;

        public Start(ColdDisk disk, string root, string game, LoadedFiles files)
        {
            (_disk, _bytes) = (disk, files.Bytes);
            _program = Path.Combine(game, Program);
            _list = Path.Combine(root, "list");
            File.WriteAllLines(_list, files.Order.Select(file => WinePrefix.ToWindows(Path.Combine(game, LoadedFiles.NameOf(file)))));
        }

        /// <summary>
        /// Nanoseconds from the start of the first program until all is loaded, and from the first open to the last close.
        /// </summary>
        public (double Whole, double Loading) Run(Way way, int threads)
        {
            for (int attempt = 1; ; attempt++)
            {
                GameResult result = Try(way, threads, out DateTime began);
                string[] line = result.Text.Split('\n')[0].Trim().Split('\t');
                if (result.ExitCode == 0 && line is ["loaded", string loading, string bytes, string ended]
                    && long.Parse(bytes, CultureInfo.InvariantCulture) == _bytes)
                {
                    return ((DateTime.FromFileTimeUtc(long.Parse(ended, CultureInfo.InvariantCulture)) - began).TotalNanoseconds,
                        double.Parse(loading, CultureInfo.InvariantCulture));
                }

                // Wine loses a new process now and then.
                if (attempt == Attempts || result.Output.Length > 0 || result.Errors.Length > 0)
                    throw new InvalidOperationException($"The run {way} ended with {result}");
            }
        }

        private GameResult Try(Way way, int threads, out DateTime began)
        {
            if (way != Way.InMemory)
                _disk.MakeCold();
            began = DateTime.UtcNow;
            return GameProcess.Run(_program, [WinePrefix.ToWindows(_list), $"{threads}"], new GameOptions
            {
                Vfs = way is Way.Vfs or Way.Warm,
                VfsArguments = way == Way.Warm ? ["--warm"] : [],
                Timeout = TimeSpan.FromMinutes(10),
            });
        }
    }
}
