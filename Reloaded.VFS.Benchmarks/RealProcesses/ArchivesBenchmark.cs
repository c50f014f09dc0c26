using System.CommandLine;
using System.Globalization;
using System.IO.Compression;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// A benchmark of starts of a game whose mod is a large archive, in turns with the same game with the mod as a folder: the first start,
/// which unpacks the archive, once; then the starts that find the cache.
/// </summary>
internal static class ArchivesBenchmark
{
    private const string Program = "starting.exe";
    private const int FilesInFolder = 50;

    /// <summary>Creates <c>archives</c>.</summary>
    public static Command Create()
    {
        var runs = new Option<int>("--runs")
        {
            Description = "Turns that are measured, after one that warms up.",
            DefaultValueFactory = _ => 15,
        };
        var entries = new Option<int>("--entries") { Description = "Files in the archive.", DefaultValueFactory = _ => 50_000 };
        var megabytes = new Option<int>("--megabytes")
        {
            Description = "Bytes of all files; the disk has to hold three times as many.",
            DefaultValueFactory = _ => 4096,
        };
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new("archives", "Starts with a large archive as a mod, beside the same files as a folder.")
        {
            runs, entries, megabytes, json,
        };
        command.SetAction(result =>
        {
            int turns = result.GetValue(runs), count = result.GetValue(entries), size = result.GetValue(megabytes);
            return RowOutput.Write(result, json,
                Results.Of($"archives --entries {count} --megabytes {size} --runs {turns}", [.. Measure(turns, count, size)]));
        });
        return command;
    }

    private static IEnumerable<Row> Measure(int turns, int entries, int megabytes)
    {
        using GameFolder unpacked = new(Program), packed = new(Program);
        Directory.Delete(packed.Mod);
        Console.Error.WriteLine($"laying out {entries} files of {megabytes} MB");
        LayOut(unpacked.Mod, entries, ((long)megabytes << 20) / entries);
        string archive = packed.Mod + ".zip";
        ZipFile.CreateFromDirectory(unpacked.Mod, archive, CompressionLevel.NoCompression, includeBaseDirectory: false);
        Console.Error.WriteLine("the first start");
        double first = Start(packed, TimeSpan.FromMinutes(30));
        List<double> folder = [], cached = [];
        for (int turn = 0; turn <= turns; turn++)
        {
            Console.Error.WriteLine(turn == 0 ? "warming up" : $"turn {turn} of {turns}");
            double plain = Start(unpacked, TimeSpan.FromMinutes(5)), found = Start(packed, TimeSpan.FromMinutes(5));
            if (turn == 0)
                continue;
            folder.Add(plain);
            cached.Add(found);
        }

        string parameters = string.Create(CultureInfo.InvariantCulture, $"{entries} files, {megabytes} MB");
        yield return Row.Of("the first start, which unpacks", parameters, "ms", new Measured(new Samples([first]), 0));
        yield return Row.Of("a later start with the archive", parameters, "ms", new Measured(new Samples(cached), 0), "with the folder",
            new Measured(new Samples(folder), 0));
        yield return Row.Of("added by the archive", parameters, "ms",
            new Measured(new Samples(cached.Zip(folder, (with, without) => with - without)), 0), target: Target.Value(50));
    }

    /// <summary>Creates files of equal length whose content can't be compressed.</summary>
    private static void LayOut(string mod, int entries, long bytes)
    {
        byte[] content = new byte[bytes];
        var random = new Random(1);
        for (int i = 0; i < entries; i++)
        {
            string folder = Path.Combine(mod, string.Create(CultureInfo.InvariantCulture, $"d{i / FilesInFolder:0000}"));
            Directory.CreateDirectory(folder);
            random.NextBytes(content);
            File.WriteAllBytes(Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"f{i:00000}.bin")), content);
        }
    }

    /// <summary>Starts the game and returns the nanoseconds from the launcher's start to its end.</summary>
    private static double Start(GameFolder folder, TimeSpan timeout)
    {
        GameResult result = GameProcess.Run(Path.Combine(folder.Game, Program), [], new GameOptions { Vfs = true, Timeout = timeout });
        return result.ExitCode == 0 && result.Errors.Contains("1 mod", StringComparison.Ordinal)
            ? result.Elapsed.TotalNanoseconds
            : throw new InvalidOperationException($"The start ended with {result}");
    }
}
