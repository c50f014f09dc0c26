using System.CommandLine;
using System.Text;
using System.Text.Json;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// A benchmark of the direct cost of a hooked call in the shipped DLL: the same calls through the hook and past it. The original returns at
/// once (Native/measuring/calls.c), so that the figure contains nothing else.
/// </summary>
internal static class HandlerBenchmark
{
    /// <summary>Creates <c>handler</c>.</summary>
    public static Command Create()
    {
        var rounds = new Option<int>("--rounds")
        {
            Description = "Times that each kind of call is measured, in turns with the bare call.",
            DefaultValueFactory = _ => 101,
        };
        var threads = new Option<int>("--threads")
        {
            Description = "New threads whose first call is measured.",
            DefaultValueFactory = _ => 200,
        };
        var quick = new Option<bool>("--quick") { Description = "A smaller large tree: it takes less time to lay out on the disk." };
        Option<int> bits = BitsOption.Create();
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new("handler", "What a hooked call itself costs in the shipped DLL, against an original that returns at once.")
        {
            rounds,
            threads,
            quick,
            bits,
            json,
        };
        command.SetAction(result =>
        {
            string width = BitsOption.Choose(result, bits);
            List<Row> rows = [];
            foreach (TreeShape shape in new[] { TreeShape.Game,
                result.GetValue(quick) ? TreeShape.Windows.Scale(4_000, 17_000) : TreeShape.Windows })
                rows.AddRange(Measure(shape, result.GetValue(rounds), result.GetValue(threads)));
            return RowOutput.Write(result, json, Results.Of($"handler{(result.GetValue(quick) ? " --quick" : "")}{width}", rows));
        });
        return command;
    }

    private static List<Row> Measure(TreeShape shape, int rounds, int threads)
    {
        Console.Error.WriteLine($"laying out {shape.Name}: {shape.FolderCount} folders, {shape.FileCount} files");
        using var folder = new GameFolder("calls.exe");
        FolderTree tree = TreeGenerator.Create(shape);
        tree.WriteTo(folder.Mod);
        string game = @"\??\" + WinePrefix.ToWindows(folder.Game);
        string[] paths = [.. tree.GetFilePaths().Select(path => game + path[tree.VirtualFolder.Length..])];
        // Passes the gate, which compares five bits of a character, and is still outside.
        string stranger = game[..^1] + (char)(game[^1] ^ 0x40);
        (string Kind, string Meaning, Target Target, IEnumerable<string> Names)[] kinds =
        [
            ("hit", $"a hit, {shape.Name}, random paths", Target.Value(shape.Name == TreeShape.Game.Name ? 60 : 130), NameMixer.Mix(paths)),
            ("miss", $"a name that no mod has, {shape.Name}", Target.None, NameMixer.Mix(paths.Select(path => path + "_"))),
            ("beside", "outside every target, in a folder beside it whose name begins the same", Target.Value(25),
                NameMixer.Mix(paths.Select(path => game + "2" + path[game.Length..]))),
            ("outside", "outside every target, past the gate", Target.None,
                NameMixer.Mix(paths.Select(path => stranger + path[game.Length..]))),
            ("rejected", "rejected by the gate", Target.Value(5),
                NameMixer.Mix(paths.Select(path => @"\??\C:\windows" + path[game.Length..]))),
            ("relative", $"a hit, {shape.Name}, relative to a folder's handle", Target.None,
                tree.Folders.Where(f => f.Files.Length > 0).Take(200)
                .SelectMany(f => f.Files, (f, file) => $@"{NtPath.ToCanonical(game)}{(f.Path.Length > 0 ? "\\" : "")}{f.Path}|{file}")),
        ];
        string events = Path.Combine(folder.Root, "calls.events");
        File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"), JsonSerializer.Serialize(new { events }));
        var arguments = new List<string> { WinePrefix.ToWindows(PublishedArtifacts.Library), $"{rounds}", $"{threads}",
            WinePrefix.ToWindows(events) };
        foreach ((string kind, _, _, IEnumerable<string> names) in kinds)
        {
            string file = Path.Combine(folder.Root, kind + ".txt");
            File.WriteAllText(file, string.Concat(names.Select(name => name + "\n")), new UTF8Encoding(false));
            arguments.Add($"{kind}={WinePrefix.ToWindows(file)}");
        }

        Console.Error.WriteLine("calling");
        string[][] lines = [.. folder.Run(vfs: false, TimeSpan.FromMinutes(10), arguments, follow: false)];
        var rows = new List<Row>();
        foreach ((string kind, string meaning, Target target, _) in kinds)
        {
            string[] found = lines.First(line => line[0] == "found" && line[1] == kind);
            if (found[2] != (kind is "hit" or "relative" ? found[3] : "0"))
                throw new InvalidOperationException($"{found[2]} of {found[3]} names of the kind '{kind}' were found.");
            rows.Add(Describe(meaning, lines, kind, target));
        }

        // As in a typical game: other code has used other data since the last call.
        foreach ((string kind, string meaning, _, _) in kinds.Where(kind => kind.Kind is "hit" or "miss" or "outside"))
            rows.Add(Describe($"{meaning}; cold: after 8 MB of other data and 256 KB of other code", lines, $"cold-{kind}", Target.None));
        rows.Add(Describe($"a hit opened and closed: two calls, {shape.Name}", lines, "open", Target.Value(150)));
        // The same for every tree.
        if (shape.Name == TreeShape.Game.Name)
        {
            rows.Add(Describe("recorded for one who looks on: beyond a hit that isn't", lines, "recorded", Target.Value(100)));
            rows.Add(Describe("NtClose of a foreign handle", lines, "close", Target.Value(2)));
            string[][] first = [.. lines.Where(line => line is ["first", _, _])];
            rows.Add(Row.Of("first call of a new thread", "attached to the runtime on the way", "us",
                Measured(first.Select(line => GameFolder.Number(line[1]))),
                "its second call", Measured(first.Select(line => GameFolder.Number(line[2])))));
        }

        return [.. rows.Select(row => row with { Image = "the DLL", AlternativeAllocatedBytes = null })];
    }

    /// <summary>Creates a row from the difference between the hooked call and the bare one, round by round.</summary>
    private static Row Describe(string meaning, string[][] lines, string kind, Target target)
    {
        (double With, double Without)[] rounds = [.. lines.Where(line => line[0] == "call" && line[1] == kind)
            .Select(line => (GameFolder.Number(line[2]), GameFolder.Number(line[3])))];
        string[]? allocated = lines.FirstOrDefault(line => line[0] == "allocated" && line[1] == kind);
        Row row = Row.Of("direct cost of a call", meaning, "ns", Measured(rounds.Select(r => r.With - r.Without)), "the bare call",
            Measured(rounds.Select(r => r.Without)), target);
        return row with
        {
            // A ratio to nothing is no figure.
            Ratio = null,
            RatioLow = null,
            RatioHigh = null,
            BestRatio = null,
            AllocatedBytes = allocated is null ? null : GameFolder.Number(allocated[2]) / GameFolder.Number(allocated[3]),
        };
    }

    private static Measured Measured(IEnumerable<double> nanoseconds) => new(new Samples(nanoseconds), 0);
}
