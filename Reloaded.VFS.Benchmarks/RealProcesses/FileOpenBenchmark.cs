using System.CommandLine;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Tests.Shipped;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// What an open and close costs a game, in real processes: two processes of the same program (Native/loading.c), one through <c>rvfs run</c> and
/// one without, open the same files in turns. Which of them goes first changes with every turn.
/// </summary>
internal static class FileOpenBenchmark
{
    // What is opened, and by which path without the VFS and with it.
    private static readonly (string Meaning, string Without, string With)[] Kinds =
    [
        ("outside the game's folder", "outside", "outside"),
        ("in it, the game's own", "game/own", "game/own"),
        ("in it, replaced by a mod", "game/hit", "game/hit"),
        ("in it, replaced by a mod; without the VFS by the mod's own path", "game/rvfs/mods/mod/hit", "game/hit"),
    ];

    /// <summary><c>file-open</c>.</summary>
    public static Command Create()
    {
        var files = new Option<int>("--files") { Description = "Files that are opened and closed in each turn, of each kind.", DefaultValueFactory = _ => 21_000 };
        var redirected = new Option<int>("--redirected") { Description = "Further files that mods replace or add but nobody opens.", DefaultValueFactory = _ => 70_000 };
        var pairs = new Option<int>("--pairs") { Description = "Turns of each kind.", DefaultValueFactory = _ => 100 };
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new("file-open", "What an open and close costs a game, with the VFS and without, in two processes in turns.") { files, redirected, pairs, json };
        command.SetAction(result =>
        {
            (int opened, int more, int turns) = (result.GetValue(files), result.GetValue(redirected), result.GetValue(pairs));
            return RowOutput.Write(result, json, Results.Of($"file-open --files {opened} --redirected {more} --pairs {turns}", Measure(opened, more, turns)));
        });
        return command;
    }

    private static List<Row> Measure(int files, int redirected, int pairs)
    {
        Console.Error.WriteLine($"laying out {files} files of each kind, {redirected} more redirected");
        using var folder = new GameFolder("loading.exe");
        foreach (string path in (string[])["outside", "game/own", "game/hit", "game/rvfs/mods/mod/hit"])
            GameFolder.CreateFiles(Path.Combine(folder.Root, path), files);
        folder.AddUnopened(redirected);

        Console.Error.WriteLine($"{pairs} pairs of each kind");
        string name = Path.GetFileName(folder.Root);
        List<double>[] Run(bool vfs)
        {
            var times = Kinds.Select(_ => new List<double>()).ToArray();
            IEnumerable<string> folders = Kinds.Select(kind => WinePrefix.ToWindows(Path.Combine(folder.Root, vfs ? kind.With : kind.Without)));
            foreach (string[] line in folder.Run(vfs, TimeSpan.FromHours(2), ["pairs", vfs ? "1" : "0", name, $"{pairs}", $"{files}", .. folders]))
            {
                if (line is ["pair", string kind, string nanoseconds])
                    times[int.Parse(kind)].Add(GameFolder.Number(nanoseconds));
            }
            return times;
        }
        // Makes the prefix before two threads want it.
        if (WinePrefix.IsNeeded)
            _ = WinePrefix.Folder;
        Task<List<double>[]> without = Task.Factory.StartNew(() => Run(vfs: false), TaskCreationOptions.LongRunning);
        Task<List<double>[]> with = Task.Factory.StartNew(() => Run(vfs: true), TaskCreationOptions.LongRunning);
        Task.WaitAll(without, with);
        return [.. Kinds.Select((kind, i) => Row.Of("open and close", kind.Meaning, "us", Measured(with.Result[i]), "without the VFS", Measured(without.Result[i]), Target.Ratio(1.01))
            with { Image = "the DLL", AllocatedBytes = null, AlternativeAllocatedBytes = null })];
    }

    private static Measured Measured(List<double> nanoseconds) => new(new Samples(nanoseconds), 0);
}
