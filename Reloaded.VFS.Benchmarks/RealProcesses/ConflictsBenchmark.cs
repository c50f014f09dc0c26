using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// A benchmark of the published <c>rvfs conflicts</c> on generated mods: each shares a tenth of its files with the next one, and every
/// second shared file is identical in both.
/// </summary>
internal static class ConflictsBenchmark
{
    private const int FilesInAFolder = 100;

    /// <summary>Creates <c>conflicts</c>.</summary>
    public static Command Create()
    {
        Option<int> mods = new("--mods") { Description = "How many mods.", DefaultValueFactory = _ => 60 };
        Option<int> files = new("--files") { Description = "Files in each.", DefaultValueFactory = _ => 5_000 };
        Option<int> runs = new("--runs") { Description = "How often the command runs.", DefaultValueFactory = _ => 7 };
        Command command = new("conflicts", "How long rvfs conflicts takes.") { mods, files, runs };
        command.SetAction(result => Run(result.GetValue(mods), result.GetValue(files), result.GetValue(runs)));
        return command;
    }

    private static int Run(int mods, int files, int runs)
    {
        string root = RepositoryFolders.CreateTemporary();
        try
        {
            string game = Path.Combine(root, "game");
            for (int mod = 0; mod < mods; mod++)
                Make(Path.Combine(game, "rvfs", "mods", $"mod {mod:000}"), mod, files);
            double[] seconds = new double[runs];
            string output = "";
            for (int run = 0; run < runs; run++)
                (seconds[run], output) = Ask(game);
            Array.Sort(seconds);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"rvfs conflicts, {mods:N0} mods of {files:N0} files, {output.Split('\n').Length - 1:N0} lines of output, {runs} runs: "
                    + $"median {seconds[runs / 2]:0.00} s, {seconds[0]:0.00} to {seconds[^1]:0.00} s"));
            return 0;
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private static void Make(string mod, int number, int files)
    {
        int first = number * (files - (files / 10));
        for (int file = first; file < first + files; file++)
        {
            string folder = Path.Combine(mod, "data", $"folder{file / FilesInAFolder:00000}");
            if (file == first || file % FilesInAFolder == 0)
                Directory.CreateDirectory(folder);
            File.WriteAllText(Path.Combine(folder, $"texture_{file:0000000}.dds"),
                file % 2 == 0 ? "the same in both" : $"the file of {number:00000}");
        }
    }

    private static (double Seconds, string Output) Ask(string game)
    {
        ProcessStartInfo start = new(PublishedArtifacts.Launcher, ["conflicts", "--target", game]) { RedirectStandardOutput = true };
        long began = Stopwatch.GetTimestamp();
        using Process process = Process.Start(start)!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? (Stopwatch.GetElapsedTime(began).TotalSeconds, output)
            : throw new InvalidOperationException($"rvfs conflicts ended with {process.ExitCode}.");
    }
}
