using System.Globalization;
using System.IO.MemoryMappedFiles;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Warm;

/// <summary>The runs of <c>warm</c>: the same program (Native/measuring/cold.c) loads the same files in turns, in several ways.</summary>
internal sealed class WarmRun(int files, int runs, int readers, int distance)
{
    private const string Program = "cold.exe";
    private const double WantedRatio = 0.9;

    private readonly LoadedFiles _files = new(files);

    /// <summary>A way to start the game.</summary>
    private enum Way
    {
        Plain,
        Vfs,
        Ahead,
        PlainAhead,
        InMemory,
    }

    /// <summary>Measures all ways at each number of threads and each limit of the disk.</summary>
    public List<Row> Measure(IReadOnlyList<int> threads, IReadOnlyList<string> limits)
    {
        string root = RepositoryFolders.CreateTemporary();
        try
        {
            using ColdDisk disk = new(root, (_files.Bytes >> 20) * 3 / 2 + 512);
            string game = Path.Combine(disk.Folder, "game"), mod = Path.Combine(game, "rvfs", "mods", "mod");
            Console.Error.WriteLine($"writing {files} files, {_files.Bytes >> 20} MiB, and the mod");
            _files.WriteTo(game, mod);
            File.Copy(NativePrograms.Get(Program), Path.Combine(game, Program));
            Start start = new(disk, root, game, mod, _files, readers, distance);
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
                (double all, double load, int fetched) = start.Run(way, threads);
                Console.Error.WriteLine(string.Create(CultureInfo.InvariantCulture,
                    $"{parameters}, run {run}, {way}: {all / 1e6:0} ms, loading {load / 1e6:0} ms, {fetched} fetched ahead"));
                if (run == 0)
                    return;
                whole[way].Add(all);
                loading[way].Add(load);
            }
        }

        foreach ((string name, Dictionary<Way, List<double>> times) in
            ((string, Dictionary<Way, List<double>>)[])[("a start, to its end", whole), ("  of that the loading", loading)])
        {
            Measured plain = Of(times[Way.Plain]);
            yield return Row.Of($"{name}: rvfs run", parameters, "ms", Of(times[Way.Vfs]), "the plain game", plain);
            yield return Row.Of($"{name}: rvfs run, reading ahead", parameters, "ms", Of(times[Way.Ahead]), "the plain game", plain,
                Target.Ratio(WantedRatio));
            yield return Row.Of($"{name}: plain, reading ahead", parameters, "ms", Of(times[Way.PlainAhead]), "the plain game", plain);
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
        private readonly string _program, _list, _progress;
        private readonly (string Path, int Size)[] _plain, _modded;
        private readonly int _readers, _distance;

        public Start(ColdDisk disk, string root, string game, string mod, LoadedFiles files, int readers, int distance)
        {
            (_disk, _readers, _distance) = (disk, readers, distance);
            _program = Path.Combine(game, Program);
            _list = Path.Combine(root, "list");
            _progress = Path.Combine(root, "progress");
            _plain = [.. files.Order.Select(file => (Path.Combine(game, LoadedFiles.NameOf(file)), files.Sizes[file]))];
            _modded =
            [
                .. files.Order.Select(file =>
                    (Path.Combine(LoadedFiles.IsModded(file) ? mod : game, LoadedFiles.NameOf(file)), files.Sizes[file])),
            ];
            File.WriteAllLines(_list, _plain.Select(file => WinePrefix.ToWindows(file.Path)));
        }

        /// <summary>Nanoseconds of all of it, and from the first open to the last close; files that were fetched ahead.</summary>
        public (double Whole, double Loading, int Fetched) Run(Way way, int threads)
        {
            bool vfs = way is Way.Vfs or Way.Ahead;
            if (way != Way.InMemory)
                _disk.MakeCold();
            File.WriteAllBytes(_progress, new byte[sizeof(int)]);
            using var progress = MemoryMappedFile.CreateFromFile(_progress, FileMode.Open);
            ReadAhead? ahead = way is Way.Ahead or Way.PlainAhead
                ? new(vfs ? _modded : _plain, progress, _readers, (long)_distance << 20)
                : null;
            GameResult result;
            using (ahead)
            {
                result = GameProcess.Run(_program,
                    [WinePrefix.ToWindows(_list), $"{threads}", WinePrefix.ToWindows(_progress)],
                    new GameOptions { Vfs = vfs, Timeout = TimeSpan.FromMinutes(10) });
            }

            string[] line = result.Text.Split('\n')[0].Trim().Split('\t');
            return result.ExitCode == 0 && line is ["loaded", string loading, string bytes] && long.Parse(bytes,
                CultureInfo.InvariantCulture) == _plain.Sum(file => (long)file.Size)
                ? (result.Elapsed.TotalNanoseconds, double.Parse(loading, CultureInfo.InvariantCulture), ahead?.Fetched ?? 0)
                : throw new InvalidOperationException($"The run {way} ended with {result}");
        }
    }
}
