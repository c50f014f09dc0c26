using System.CommandLine;
using System.Globalization;
using System.Text;
using Reloaded.VFS.Benchmarks.Contention;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// A benchmark of the redirection's own cost for threads: hooked calls of the shipped DLL from 1 to 64 threads beside a writer, as they are
/// and behind locks of four kinds (Native/measuring/scaling.c).
/// </summary>
/// <remarks>One original returns at once, the other waits; nothing else delays the threads.</remarks>
internal static class ScalingBenchmark
{
    private const string Program = "scaling.exe";
    private static readonly int[] Threads = [1, 2, 4, 8, 16, 32, 64];
    private static readonly (string Argument, string Name)[] Originals =
        [("once", "returns at once"), ("waits", "waits 20 us, as a disk lets a thread wait")];

    /// <summary>Creates <c>scaling</c>.</summary>
    public static Command Create()
    {
        var milliseconds = new Option<int>("--milliseconds")
        {
            Description = "How long each process is measured.",
            DefaultValueFactory = _ => 300,
        };
        var runs = new Option<int>("--runs")
        {
            Description = "Processes of each kind, in turns; the one with the median throughput counts.",
            DefaultValueFactory = _ => 3,
        };
        var files = new Option<int>("--files") { Description = "Files that are redirected.", DefaultValueFactory = _ => 4_000 };
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new("scaling", "Hooked calls from 1 to 64 threads beside a writer: as they are, and behind locks.")
        {
            milliseconds,
            runs,
            files,
            json,
        };
        command.SetAction(result =>
        {
            (int duration, int processes, int count) = (result.GetValue(milliseconds), result.GetValue(runs), result.GetValue(files));
            ScalingResults scaling = Measure(duration, processes, count);
            ScalingTable.Write(result.InvocationConfiguration.Output, scaling);
            if (result.GetValue(json) is { } file)
            {
                Results results = Results.Of($"scaling --milliseconds {duration} --runs {processes} --files {count}", []);
                (results with { Scaling = scaling }).Write(file.FullName);
            }
        });
        return command;
    }

    private static ScalingResults Measure(int milliseconds, int runs, int files)
    {
        using var folder = new GameFolder(Program);
        FolderTree tree = TreeGenerator.Create(TreeShape.Windows.Scale(Math.Max(files / 4, 1), files));
        tree.WriteTo(folder.Mod);
        string extra = Path.Combine(folder.Root, "extra"), names = Path.Combine(folder.Root, "names.txt");
        Directory.CreateDirectory(extra);
        File.WriteAllBytes(Path.Combine(extra, "extra.dds"), []);
        string game = @"\??\" + WinePrefix.ToWindows(folder.Game);
        File.WriteAllText(names, string.Concat(NameMixer.Mix(tree.GetFilePaths().Select(path => game + path[tree.VirtualFolder.Length..]))
            .Select(name => name + "\n")), new UTF8Encoding(false));
        double transfer = GameFolder.Number(Run(folder, "transfer").First(line => line[0] == "transfer")[1]);
        string[] paths = [.. ((string[])[names, folder.Game, extra]).Select(WinePrefix.ToWindows)];
        var measured = new Dictionary<(string Original, ScalingGuard Guard, int Threads), List<ContentionRow>>();
        foreach ((int run, string original, int threads) in from run in Enumerable.Range(1, runs)
                                                            from original in Originals.Select(original => original.Argument)
                                                            from threads in Threads
                                                            select (run, original, threads))
        {
            Console.Error.WriteLine($"run {run} of {runs}, {original}, {threads} threads");
            foreach (ScalingGuard guard in ScalingGuard.Hooked.Prepend(ScalingGuard.Bare))
            {
                string[] line = Run(folder, [WinePrefix.ToWindows(PublishedArtifacts.Library), original, guard.Argument, $"{threads}",
                    $"{milliseconds}", .. paths]).First(line => line[0] == "scaling");
                (string, ScalingGuard, int) key = (original, guard, threads);
                (measured.TryGetValue(key, out List<ContentionRow>? rows) ? rows : measured[key] = [])
                    .Add(Read(line, guard, threads));
            }
        }

        return new ScalingResults(transfer,
        [
            .. measured.Select(pair => new ScalingRow(Originals.First(original => original.Argument == pair.Key.Original).Name,
                pair.Value.OrderBy(row => row.LookupsPerSecond).ElementAt(pair.Value.Count / 2))),
        ]);
    }

    private static IEnumerable<string[]> Run(GameFolder folder, params string[] arguments) =>
        folder.Run(vfs: false, TimeSpan.FromMinutes(2), arguments, follow: false);

    // calls per second, ns for each, four longest waits, four longest idle times, files added, number of rebuilds
    private static ContentionRow Read(string[] line, ScalingGuard guard, int threads)
    {
        double[] longest = [.. line[3..11].Select(GameFolder.Number)];
        return new ContentionRow(guard.Name, threads, GameFolder.Number(line[1]), GameFolder.Number(line[2]), longest[..4], longest[4..],
            int.Parse(line[11], CultureInfo.InvariantCulture), int.Parse(line[12], CultureInfo.InvariantCulture));
    }
}
