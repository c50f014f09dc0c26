using System.Globalization;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// A benchmark of the time that <c>rvfs run</c> adds to a program that ends at once, with many small mods, with one mod that has all of
/// their files, and with mods whose files each replace one of the game's.
/// </summary>
/// <remarks>All are measured in turns, so that a busy machine affects all alike.</remarks>
internal static class ManyModsBenchmark
{
    private const string Program = "starting.exe";

    // Listings of recently changed folders aren't kept.
    private static readonly TimeSpan s_untilKept = TimeSpan.FromSeconds(3);

    /// <summary>Runs all turns.</summary>
    /// <param name="turns">The number of measured turns, after one that warms up.</param>
    /// <param name="mods">The number of mods.</param>
    /// <param name="files">The number of files in each mod's own folder.</param>
    public static IEnumerable<Row> Measure(int turns, int mods, int files)
    {
        using GameFolder many = Create(mods, files, isReplaced: false), one = Create(1, mods * files, isReplaced: false),
            replaced = Create(mods, files, isReplaced: true);
        Thread.Sleep(s_untilKept);
        string kept = CacheFiles.Of(Path.GetDirectoryName(many.Mod)!)!;
        string parameters = string.Create(CultureInfo.InvariantCulture, $"{mods} mods, {files} files each");
        string whole = string.Create(CultureInfo.InvariantCulture, $"1 mod, {mods * files} files");
        (string Name, string Parameters, Func<GameResult> Run, double Most, List<double> Added)[] parts =
        [
            ("added by the first rvfs run", parameters, () => First(many, kept), 0, []),
            ("added by a later rvfs run", parameters, () => Start(many), 500, []),
            ("added by a later rvfs run, each file in place of one of the game's", parameters, () => Start(replaced), 0, []),
            ("added by a later rvfs run", whole, () => Start(one), 0, []),
            ("added by rvfs run --no-mods", parameters, () => Start(many, "--no-mods"), 0, []),
        ];
        List<double> plain = [];
        for (int turn = 0; turn <= turns; turn++)
        {
            Console.Error.WriteLine(turn == 0 ? "warming up" : $"turn {turn} of {turns}");
            double begun = Take("the plain program", () => GameProcess.Run(Path.Combine(many.Game, Program), []));
            if (turn > 0)
                plain.Add(begun);
            foreach ((string name, _, Func<GameResult> run, _, List<double> added) in parts)
            {
                double taken = Take(name, run);
                if (turn > 0)
                    added.Add(taken - begun);
            }
        }

        yield return Row.Of("the plain program", "", "ms", new Measured(new Samples(plain), 0));
        foreach ((string name, string given, _, double most, List<double> added) in parts)
            yield return Row.Of(name, given, "ms", new Measured(new Samples(added), 0), target: most == 0 ? Target.None : Target.Value(most));
    }

    private static GameFolder Create(int mods, int files, bool isReplaced)
    {
        Console.Error.WriteLine($"laying out {mods} mods of {files} files");
        var folder = new GameFolder(Program);
        string all = Path.GetDirectoryName(folder.Mod)!;
        Directory.Delete(folder.Mod);
        string own = Directory.CreateDirectory(Path.Combine(folder.Game, "data")).FullName;
        for (int mod = 0; mod < mods; mod++)
        {
            string data = Directory.CreateDirectory(Path.Combine(all, string.Create(CultureInfo.InvariantCulture, $"mod {mod:0000}"), "data"))
                .FullName;
            for (int file = 0; file < files; file++)
            {
                string name = string.Create(CultureInfo.InvariantCulture, $"f{mod:0000}-{file:00000}");
                File.WriteAllBytes(Path.Combine(data, name), []);
                if (isReplaced)
                    File.WriteAllBytes(Path.Combine(own, name), []);
            }
        }

        return folder;
    }

    private static GameResult First(GameFolder folder, string kept)
    {
        File.Delete(kept);
        return Start(folder);
    }

    private static GameResult Start(GameFolder folder, params string[] options) =>
        GameProcess.Run(Path.Combine(folder.Game, Program), [], new GameOptions { Vfs = true, VfsArguments = options });

    /// <summary>Returns the nanoseconds of one run.</summary>
    private static double Take(string name, Func<GameResult> run)
    {
        GameResult result = run();
        return result.ExitCode == 0 ? result.Elapsed.TotalNanoseconds : throw new InvalidOperationException($"{name} ended with {result}");
    }
}
