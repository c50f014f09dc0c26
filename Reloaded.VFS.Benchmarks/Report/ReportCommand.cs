using System.CommandLine;
using System.Diagnostics;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Pictures;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Report;

/// <summary>The command <c>report</c>: runs every suite in a process of its own, and writes the documentation of this processor.</summary>
/// <remarks>
/// The documentation consists of the figures as JSON and pictures in <c>docs/benchmarks/PROCESSOR/</c>, and of the page
/// <c>docs/benchmarks/PROCESSOR.md</c>.
/// </remarks>
internal static class ReportCommand
{
    /// <summary>The suites of <see cref="ReportPage.Suites"/> with their arguments for a full report and for a quick one.</summary>
    private static readonly (string Name, string[] Full, string[] Quick)[] Suites =
    [
        ("table", ["--image", "both"], ["--image", "both", "--quick"]),
        ("growth", [], ["--quick"]),
        ("handler", [], ["--quick", "--rounds", "21", "--threads", "50"]),
        ("contention", [], ["--milliseconds", "300"]),
        ("logging", [], ["--milliseconds", "300"]),
        ("file-open", [], ["--files", "2000", "--pairs", "20", "--others", "5"]),
        ("bdn", ["--filter", "*FileOpen*"], ["--filter", "*FileOpen*", "--iterationCount", "3", "--warmupCount", "1"]),
        ("scaling", [], ["--files", "4000", "--runs", "1", "--milliseconds", "100"]),
        ("startup", [], ["--quick", "--runs", "3"]),
    ];

    /// <summary>Creates the command.</summary>
    public static Command Create()
    {
        var only = new Option<string[]>("--only")
        {
            Description = "Measure these suites anew; the others' files are left as they are.",
            AllowMultipleArgumentsPerToken = true,
        };
        only.AcceptOnlyFromAmong([.. Suites.Select(suite => suite.Name)]);
        var quick = new Option<bool>("--quick") { Description = "Less of everything: to see that it works." };
        var pages = new Option<bool>("--pages")
        {
            Description = "Measure nothing; write the pages of all processors from the files that are there.",
        };
        Command command = new("report", "Runs the suites and writes the results of this processor into docs/benchmarks.")
        {
            only,
            quick,
            pages,
        };
        command.SetAction(result =>
        {
            string docs = Path.Combine(RepositoryFolders.Root, "docs", "benchmarks");
            string folder = Path.Combine(docs, ProcessorName.ToFileName(ProcessorName.Get()));
            if (!result.GetValue(pages))
            {
                Directory.CreateDirectory(folder);
                string[] chosen = result.GetValue(only) is { Length: > 0 } names ? names : [.. Suites.Select(suite => suite.Name)];
                foreach ((string name, string[] full, string[] few) in Suites.Where(suite => chosen.Contains(suite.Name)))
                    Measure(name, [.. result.GetValue(quick) ? few : full, "--json", Path.Combine(folder, name + ".json")]);
            }

            File.WriteAllText(Path.Combine(docs, "trees.svg"), TreesPicture.Draw());
            foreach (string processor in Directory.GetDirectories(docs).Where(path => Directory.GetFiles(path, "*.json").Length > 0))
            {
                string page = ReportPage.Write(processor);
                Console.WriteLine(Path.GetRelativePath(RepositoryFolders.Root, page));
            }
        });
        return command;
    }

    /// <summary>Runs a suite in a process of its own, so that no suite runs on a heap used by another.</summary>
    private static void Measure(string suite, string[] arguments)
    {
        Console.Error.WriteLine($"--- {suite} {string.Join(' ', arguments)}");
        long began = Stopwatch.GetTimestamp();
        string assembly = Path.Combine(AppContext.BaseDirectory, "Reloaded.VFS.Benchmarks.dll");
        using Process process = Process.Start(new ProcessStartInfo("dotnet", [assembly, suite, .. arguments]))!;
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{suite} ended with status {process.ExitCode}.");
        Console.Error.WriteLine($"--- {suite} took {Stopwatch.GetElapsedTime(began).TotalSeconds:0} s");
    }
}
