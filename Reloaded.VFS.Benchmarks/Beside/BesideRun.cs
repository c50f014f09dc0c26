using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.RealProcesses;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Beside;

/// <summary>A measurement of all contenders in turns: each turn runs the program once by each way, another one first every time.</summary>
/// <param name="turns">The number of measured turns, after one that warms up.</param>
/// <param name="calls">The approximate number of calls of each kind in each run.</param>
/// <param name="say">Receives what is going on.</param>
internal sealed class BesideRun(int turns, int calls, Action<string> say)
{
    private const string SetUp = "set up", TakeDown = "take down", Start = "start", Memory = "memory";

    // What the program prints, with its meaning, its unit, and what its number is divided by.
    private static readonly (string Key, string Work, string Unit, double Scale)[] s_works =
    [
        (Start, "start, to the first line", "ms", 1e6),
        ("open", "open and close a mod's file", "us", 1e3),
        ("own", "open and close the game's own", "us", 1e3),
        ("attributes", "ask for a mod's file's attributes", "us", 1e3),
        ("missing", "open a name that isn't there", "us", 1e3),
        ("listing", "list 1,000 names, of the game and one mod", "us", 1e3),
        ("listings", "list 1,000 names, of the game and all mods", "us", 1e3),
        ("threads", "open and close, four threads", "us", 1e3),
        (Memory, "memory at the first line", "MiB", 1 << 20),
        (SetUp, "before a start: deploy or mount", "ms", 1e6),
        (TakeDown, "after it: purge or unmount", "ms", 1e6),
    ];

    /// <summary>Measures all sets.</summary>
    /// <param name="sets">The sets of mods.</param>
    /// <param name="contenders">The contenders, the merged folder among them; those that this system lacks are left out, and named.</param>
    /// <exception cref="InvalidOperationException">The program failed, or didn't see what the merged folder has.</exception>
    public BesideResults Measure(IReadOnlyList<BesideSet> sets, IReadOnlyList<BesideContender> contenders)
    {
        List<BesideContender> present = [];
        List<string> leftOut = [];
        foreach (BesideContender contender in contenders)
        {
            if (contender.WhyMissing() is { } reason)
            {
                leftOut.Add($"{contender.Name}: {reason}");
                say($"left out: {leftOut[^1]}");
            }
            else
            {
                present.Add(contender);
            }
        }

        return new BesideResults([.. sets.SelectMany(set => Measure(set, present))], leftOut);
    }

    private List<BesideRow> Measure(BesideSet set, List<BesideContender> contenders)
    {
        string root = RepositoryFolders.CreateTemporary();
        try
        {
            say($"laying out {set}");
            var place = new BesidePlace(set, Path.Combine(root, "game"), Path.Combine(root, "mods"));
            set.CreateGame(place.Game);
            foreach ((string folder, int mod) in place.Mods.Select((folder, mod) => (folder, mod)))
                set.AddMod(folder, mod);
            foreach (BesideContender contender in contenders)
                contender.Prepare(place, Path.Combine(root, contender.Name.Replace(' ', '-')));
            var figures = contenders.ToDictionary(contender => contender,
                _ => s_works.ToDictionary(work => work.Key, _ => new List<double>()));
            for (int turn = 0; turn <= turns; turn++)
            {
                say(turn == 0 ? $"{set}: warming up" : $"{set}: turn {turn} of {turns}");
                // The first turn has Wine's server start.
                using OneProcessor? processor = turn == 0 ? null : new OneProcessor();
                for (int i = 0; i < contenders.Count; i++)
                {
                    BesideContender contender = contenders[(turn + i) % contenders.Count];
                    Dictionary<string, double> run = Take(contender, set);
                    foreach ((string key, double value) in turn == 0 ? [] : run)
                        figures[contender][key].Add(value);
                }
            }

            return Describe(set, contenders, figures);
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private Dictionary<string, double> Take(BesideContender contender, BesideSet set)
    {
        Dictionary<string, double> figures = [];
        if (contender.SetUp() is { } deployed)
            figures[SetUp] = deployed.TotalNanoseconds;
        try
        {
            DateTime began = DateTime.UtcNow;
            GameResult result = contender.Run(["play", $"{set.Mods}", $"{set.OwnFilesOfEach}", $"{calls}"]);
            string? which = null;
            foreach (string line in result.Text.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
            {
                if (line.Split('\t') is not [var key, var value])
                    continue;
                if (key == "which")
                    which = value;
                else if (key == "line")
                    figures[Start] = (DateTime.FromFileTimeUtc(long.Parse(value)) - began).TotalNanoseconds;
                else
                    figures[key] = GameFolder.Number(value);
            }

            if (result.ExitCode != 0 || which != set.Winner)
                throw new InvalidOperationException(
                    $"{contender.Name}: the program saw '{which}' where the merged folder has '{set.Winner}', and ended with {result}");
        }
        finally
        {
            if (contender.TakeDown() is { } purged)
                figures[TakeDown] = purged.TotalNanoseconds;
        }

        return figures;
    }

    private static List<BesideRow> Describe(BesideSet set, List<BesideContender> contenders,
        Dictionary<BesideContender, Dictionary<string, List<double>>> figures)
    {
        List<BesideRow> rows = [];
        foreach ((string key, string work, string unit, double scale) in s_works)
        {
            Samples? merged = contenders.Where(contender => contender.Name == MergedCopy.Title)
                .Select(contender => figures[contender][key]).Where(values => values.Count > 0).Select(values => new Samples(values))
                .FirstOrDefault();
            foreach (BesideContender contender in contenders.Where(contender => figures[contender][key].Count > 0))
            {
                var samples = new Samples(figures[contender][key].Select(value => value / scale));
                Samples? ratios = merged is null || contender.Name == MergedCopy.Title
                    ? null
                    : new Samples(figures[contender][key]).DivideBy(merged);
                rows.Add(new BesideRow(set.ToString(), work, contender.Name, unit, samples.Median, samples.Minimum, ratios?.Median,
                    ratios?.MedianInterval.Low, ratios?.MedianInterval.High, samples.Values.Count));
            }
        }

        return rows;
    }
}
