using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.ConsoleArguments;
using BenchmarkDotNet.ConsoleArguments.ListBenchmarks;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Micro;

/// <summary>
/// The second way to measure: BenchmarkDotNet, which programmers know. Most tables of the documentation come from the other commands.
/// </summary>
internal static class MicroBenchmarks
{
    private const string Json = "--json";

    // In this process: the code that is measured is the one that was built, with this project's settings.
    private static readonly Job Core = Job.ShortRun.WithToolchain(InProcessEmitToolchain.Instance);

    // On one processor (OneProcessor says why); an iteration is short, and the system has a part in it.
    private static readonly Job Opens = Job.Default.WithToolchain(InProcessEmitToolchain.Instance).WithAffinity(1).WithWarmupCount(3)
        .WithIterationCount(20);

    /// <summary>
    /// Runs it with its own arguments. <c>--json FILE</c> among them: the rows of the opens go there. What needs Windows is measured under
    /// Wine where that is what it takes.
    /// </summary>
    /// <returns>0, or 1 where something that was chosen could not be measured.</returns>
    public static int Run(string[] arguments)
    {
        int at = Array.IndexOf(arguments, Json);
        string? json = at >= 0 && at + 1 < arguments.Length ? arguments[at + 1] : null;
        string[] own = json is null ? arguments : [.. arguments[..at], .. arguments[(at + 2)..]];
        Type[] core = [.. typeof(MicroBenchmarks).Assembly.GetTypes().Where(IsBenchmark).Where(type => type != typeof(FileOpenBenchmarks))];

        IConfig config = DefaultConfig.Instance.AddJob(Core.AsDefault()).AddDiagnoser(MemoryDiagnoser.Default);
        (bool understood, IConfig? parsed, CommandLineOptions? options) = ConfigParser.Parse(own, NullLogger.Instance, config);
        // A list, the help or a mistake is BenchmarkDotNet's own matter.
        if (!understood || options!.ListBenchmarkCaseMode != ListBenchmarkCaseMode.Disabled || options.PrintInformation)
        {
            _ = BenchmarkSwitcher.FromTypes([.. core, typeof(FileOpenBenchmarks)]).Run(own, config).Count();
            return 0;
        }

        // Where no filter is given it asks what to run, and offers what runs in this process.
        bool filtered = new[] { options.Filters, options.AllCategories, options.AnyCategories, options.AttributeNames }
            .Any(filter => filter.Any());
        bool opens = filtered && IsChosen(typeof(FileOpenBenchmarks), parsed!);
        int status = 0;
        // Where nothing at all is chosen, it says so.
        if (!opens || core.Any(type => IsChosen(type, parsed!)))
            status = Judge([.. BenchmarkSwitcher.FromTypes(core).Run(own, config)]);
        return opens ? Math.Max(status, RunOpens(own, json)) : status;
    }

    private static int RunOpens(string[] arguments, string? json)
    {
        IReadOnlyList<Row> rows;
        int status = 0;
        if (OperatingSystem.IsWindows())
        {
            Summary[] summaries = [.. BenchmarkSwitcher.FromTypes([typeof(FileOpenBenchmarks)]).Run(arguments, ConfigureOpens())];
            status = Judge(summaries);
            rows = [.. summaries.SelectMany(OpenRows.Of)];
            if (rows.Count > 0)
                RowTable.Write(Console.Out, rows);
        }
        else
        {
            try
            {
                rows = UnderWine.Measure(arguments);
            }
            catch (Exception e) when (e is IOException or InvalidOperationException or TimeoutException)
            {
                Console.Error.WriteLine(e.Message);
                return 1;
            }
        }

        if (json is not null)
            Results.Of($"bdn {string.Join(' ', arguments.Select(a => a.Contains('*', StringComparison.Ordinal) ? $"'{a}'" : a))}", rows)
                .Write(json);
        return status;
    }

    private static IConfig ConfigureOpens()
    {
        if (!WineHost.IsNeeded)
            return DefaultConfig.Instance.AddJob(Opens.AsDefault()).AddDiagnoser(MemoryDiagnoser.Default);
        WineHost.Install();
        // No analysers: one of them asks Windows' management service for virus scanners.
        return ManualConfig.CreateEmpty().AddLogger(ConsoleLogger.Default).AddColumnProvider(DefaultColumnProviders.Instance)
            .AddExporter(MarkdownExporter.GitHub).AddJob(Opens.AsDefault()).AddDiagnoser(MemoryDiagnoser.Default);
    }

    private static bool IsBenchmark(Type type) => type.GetMethods().Any(method => method.IsDefined(typeof(BenchmarkAttribute), false));

    private static bool IsChosen(Type type, IConfig config) => BenchmarkConverter.TypeToBenchmarks(type, config).BenchmarksCases.Length > 0;

    private static int Judge(Summary[] summaries) =>
        summaries.Length > 0
            && summaries.All(summary => !summary.HasCriticalValidationErrors && summary.Reports.All(report => report.Success))
            ? 0
            : 1;
}
