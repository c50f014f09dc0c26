using System.CommandLine;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Warm;

/// <summary><c>warm</c>: whether reading ahead makes a cold start faster than the plain game's.</summary>
internal static class WarmCommand
{
    /// <summary>Makes the command.</summary>
    public static Command Create()
    {
        var runs = new Option<int>("--runs")
        {
            Description = "Turns that are measured, after one that warms up.",
            DefaultValueFactory = _ => 9,
        };
        var files = new Option<int>("--files") { Description = "Files that are loaded.", DefaultValueFactory = _ => 5000 };
        var threads = new Option<int[]>("--threads")
        {
            Description = "Threads that load.",
            AllowMultipleArgumentsPerToken = true,
            DefaultValueFactory = _ => [1, 4],
        };
        var limits = new Option<string[]>("--limits")
        {
            Description = "Limits of the disk, each as OPERATIONS:MEGABYTES a second; 0 is none.",
            AllowMultipleArgumentsPerToken = true,
            DefaultValueFactory = _ => ["0:0", "200:100", "2000:100", "2000:500"],
        };
        var dropAll = new Option<bool>("--drop-all")
        {
            Description = "Use the temporary folder's own disk, and drop what the system keeps in memory of any file.",
        };
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new("warm", "A cold start that loads many files, plainly, with a mod, and with rvfs run --warm. "
            + "Linux only, as root: makes a loop device and a control group.")
        {
            runs,
            files,
            threads,
            limits,
            dropAll,
            json,
        };
        command.SetAction(result =>
        {
            WarmRun run = new(result.GetValue(files), result.GetValue(runs), result.GetValue(dropAll));
            string[] slow = result.GetValue(limits)!;
            int[] loading = result.GetValue(threads)!;
            return RowOutput.Write(result, json, Results.Of(
                $"warm --runs {result.GetValue(runs)} --files {result.GetValue(files)} --threads {string.Join(' ', loading)} "
                + $"--limits {string.Join(' ', slow)}{(result.GetValue(dropAll) ? " --drop-all" : "")}",
                run.Measure(loading, slow)));
        });
        return command;
    }
}
