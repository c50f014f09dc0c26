using System.CommandLine;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>A benchmark of the cost of an open and close for a game in real processes.</summary>
/// <remarks>
/// First, two processes of the same program (Native/measuring/loading.c), one through <c>rvfs run</c> and one without, open the same files
/// in turns, on one processor; then one process does, with the VFS switched on and off. Each turn begins with the other side.
/// </remarks>
internal static class FileOpenBenchmark
{
    private const string Replaced = "game/hit";

    // The meaning of each kind of open, and its paths without the VFS and with it. "!" marks a missing file.
    private static readonly (string Meaning, string Without, string With)[] Kinds =
    [
        ("replaced by a mod; without the VFS: the game's own file", Replaced, Replaced),
        ("replaced by a mod; without the VFS: the mod's file by its own path", "game/rvfs/mods/mod/hit", Replaced),
        ("the game's own", "game/own", "game/own"),
        ("the game's own, in a folder that a mod has too", "game/both", "game/both"),
        ("a name that isn't there, in a folder that a mod has too", "!game/empty", "!game/empty"),
        ("outside the game's folder", "outside", "outside"),
    ];

    /// <summary>Creates <c>file-open</c>.</summary>
    public static Command Create()
    {
        var files = new Option<int>("--files")
        {
            Description = "Files that are opened and closed in each turn, of each kind.",
            DefaultValueFactory = _ => 4_000,
        };
        var redirected = new Option<int>("--redirected")
        {
            Description = "Further files that mods replace or add and the game never opens.",
            DefaultValueFactory = _ => 70_000,
        };
        var pairs = new Option<int>("--pairs") { Description = "Pairs of files that a mod replaces.", DefaultValueFactory = _ => 100 };
        var others = new Option<int>("--others") { Description = "Pairs of each of the other kinds.", DefaultValueFactory = _ => 100 };
        Option<int> bits = BitsOption.Create();
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new("file-open", "What an open and close costs a game, with the VFS and without, in two processes in turns.")
        {
            files,
            redirected,
            pairs,
            others,
            bits,
            json,
        };
        command.SetAction(result =>
        {
            (int opened, int more, int turns, int few) = (result.GetValue(files), result.GetValue(redirected), result.GetValue(pairs),
                result.GetValue(others));
            string width = BitsOption.Choose(result, bits);
            return RowOutput.Write(result, json,
                Results.Of($"file-open --files {opened} --redirected {more} --pairs {turns} --others {few}{width}",
                    Measure(opened, more, turns, few)));
        });
        return command;
    }

    private static List<Row> Measure(int files, int redirected, int pairs, int others)
    {
        Console.Error.WriteLine($"laying out {files} files of each kind, {redirected} more redirected");
        using var folder = new GameFolder("loading.exe");
        folder.AddOpened(files);
        folder.AddUnopened(redirected);

        Console.Error.WriteLine($"{pairs} pairs of files that a mod replaces, {others} of others");
        string name = Path.GetFileName(folder.Root);
        List<double>[] Run(bool vfs)
        {
            var times = Kinds.Select(_ => new List<double>()).ToArray();
            IEnumerable<string> folders = Kinds.Select(kind => Times(kind.With) + ToWindows(vfs ? kind.With : kind.Without));
            foreach (string[] line in folder.Run(vfs, TimeSpan.FromHours(2), ["ring", vfs ? "1" : "0", "2", name, $"{files}", .. folders]))
            {
                if (line is ["pair", string kind, string nanoseconds])
                    times[int.Parse(kind)].Add(GameFolder.Number(nanoseconds));
            }

            return times;
        }
        // Creates the prefix before two threads need it.
        if (WinePrefix.IsNeeded)
            _ = WinePrefix.Folder;
        using var processor = new OneProcessor();
        Task<List<double>[]> without = Task.Factory.StartNew(() => Run(vfs: false), TaskCreationOptions.LongRunning);
        Task<List<double>[]> with = Task.Factory.StartNew(() => Run(vfs: true), TaskCreationOptions.LongRunning);
        Task.WaitAll(without, with);

        Console.Error.WriteLine("the same in one process, switched on and off");
        var on = Kinds.Select(_ => new List<double>()).ToArray();
        var off = Kinds.Select(_ => new List<double>()).ToArray();
        IEnumerable<string> both = Kinds.Select(kind => $"{Times(kind.With)}{ToWindows(kind.With)}|{ToWindows(kind.Without)}");
        foreach (string[] line in folder.Run(vfs: true, TimeSpan.FromHours(2), ["switched", $"{files}", .. both]))
        {
            if (line is not ["pair", string kind, string hooked, string bare])
                continue;
            on[int.Parse(kind)].Add(GameFolder.Number(hooked));
            off[int.Parse(kind)].Add(GameFolder.Number(bare));
        }

        return
        [
            .. Kinds.Select((kind, i) => Describe(kind.Meaning, with.Result[i], "without the VFS", without.Result[i])),
            .. Kinds.Select((kind, i) => Describe($"{kind.Meaning}; one process", on[i], "the VFS switched off", off[i])),
        ];

        string Times(string path) => $"{(path == Replaced ? pairs : others)}{(path.StartsWith('!') ? "!" : "=")}";
        string ToWindows(string path) => WinePrefix.ToWindows(Path.Combine(folder.Root, path.TrimStart('!')));
    }

    private static Row Describe(string meaning, List<double> with, string alternative, List<double> without) =>
        Row.Of("open and close", meaning, "us", Measured(with), alternative, Measured(without),
            Target.Ratio(Width.Is32Bit ? 1.05 : 1.01)) with
        { Image = "the DLL", AllocatedBytes = null, AlternativeAllocatedBytes = null };

    private static Measured Measured(List<double> nanoseconds) => new(new Samples(nanoseconds), 0);
}
