using System.CommandLine;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Growth;

/// <summary>The command <c>growth</c>: the cost of a file in trees of different sizes.</summary>
internal static class GrowthCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create()
    {
        var sizes = new Option<int[]>("--files")
        {
            Description = "Files in each tree.",
            AllowMultipleArgumentsPerToken = true,
            DefaultValueFactory = _ => [.. GrowthRun.Sizes],
        };
        var quick = new Option<bool>("--quick") { Description = "Fewer samples." };
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new("growth", "Time and memory of a file in trees from 1,000 to 1,000,000 files.") { sizes, quick, json };
        command.SetAction(result =>
        {
            int[] files = result.GetValue(sizes)!;
            Row[] rows = [.. new GrowthRun(result.GetValue(quick) ? Effort.Quick : Effort.Full, Console.Error.WriteLine).Measure(files)];
            string arguments = files.SequenceEqual(GrowthRun.Sizes) ? "" : $" --files {string.Join(' ', files)}";
            return RowOutput.Write(result, json, Results.Of($"growth{arguments}{(result.GetValue(quick) ? " --quick" : "")}", rows));
        });
        return command;
    }
}
