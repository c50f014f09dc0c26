using System.CommandLine;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Beside;

/// <summary>The command <c>beside</c>: the same Windows program on the same mods, by each way in which mods come into a game.</summary>
internal static class BesideCommand
{
    private const int Opens = 4_000;

    private static readonly string[] s_sets = ["1x400", "10x1000", "60x2800"];

    /// <summary>Creates the command.</summary>
    public static Command Create()
    {
        string[] names = [.. CreateContenders(null).Select(contender => contender.Name)];
        var turns = new Option<int>("--turns")
        {
            Description = "Turns that are measured, after one that warms up: each runs the program once by each way.",
            DefaultValueFactory = _ => 30,
        };
        var sets = new Option<string[]>("--sets")
        {
            Description = "Sets of mods: MODSxFILES, FILES in each of the MODS.",
            AllowMultipleArgumentsPerToken = true,
            DefaultValueFactory = _ => s_sets,
        };
        sets.Validators.Add(result =>
        {
            try
            {
                _ = result.GetValueOrDefault<string[]>()!.Select(BesideSet.Parse).Count(set => set.Mods > 0);
            }
            catch (FormatException e)
            {
                result.AddError(e.Message);
            }
        });
        var only = new Option<string[]>("--only")
        {
            Description = $"Measure these alone, beside the merged folder: {string.Join(", ", names)}.",
            AllowMultipleArgumentsPerToken = true,
        };
        only.AcceptOnlyFromAmong(names);
        var usvfs = new Option<FileInfo>("--usvfs") { Description = "The usvfs_x64.dll of an installed Mod Organizer." };
        var opens = new Option<int>("--opens")
        {
            Description = "Calls of each kind in each run of the program, about.",
            DefaultValueFactory = _ => Opens,
        };
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new("beside", "A game with mods beside what people would use instead: a merged folder, links, overlays, usvfs.")
        {
            turns,
            sets,
            only,
            usvfs,
            opens,
            json,
        };
        command.SetAction(result =>
        {
            string[] chosenSets = result.GetValue(sets)!, chosen = result.GetValue(only) ?? [];
            int times = result.GetValue(turns), calls = result.GetValue(opens);
            var run = new BesideRun(times, calls, Console.Error.WriteLine);
            BesideResults figures = run.Measure([.. chosenSets.Select(BesideSet.Parse)],
                [.. CreateContenders(result.GetValue(usvfs)).Where(contender => chosen.Length == 0 || chosen.Contains(contender.Name)
                    || contender.Name == MergedCopy.Title)]);
            BesideTable.Write(result.InvocationConfiguration.Output, figures);
            if (result.GetValue(json) is { } file)
            {
                string[] arguments =
                [
                    $"--turns {times}",
                    .. chosenSets.SequenceEqual(s_sets) ? (string[])[] : [$"--sets {string.Join(' ', chosenSets)}"],
                    .. chosen.Select(name => $"--only \"{name}\""),
                    .. calls == Opens ? (string[])[] : [$"--opens {calls}"],
                ];
                (Results.Of($"beside {string.Join(' ', arguments)}", []) with { Beside = figures }).Write(file.FullName);
            }

            return 0;
        });
        return command;
    }

    private static BesideContender[] CreateContenders(FileInfo? usvfs) =>
        [new MergedCopy(), new HardLinks(), .. Overlay.CreateAll(), new Usvfs(usvfs), new Rvfs()];
}
