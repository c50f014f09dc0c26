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
/// The benchmarks by BenchmarkDotNet, which programmers know. Most tables of the documentation come from the other commands.
/// </summary>
internal static class MicroBenchmarks
{
    private const string Json = "--json";

    // In this process: the measured code is the built one, with this project's settings.
    private static readonly Job Core = Job.ShortRun.WithToolchain(InProcessEmitToolchain.Instance);

    // On one processor (see OneProcessor); iterations are short and include work of the system.
    private static readonly Job Opens = Job.Default.WithToolchain(InProcessEmitToolchain.Instance).WithAffinity(1).WithWarmupCount(3)
        .WithIterationCount(20);

    /// <summary>
    /// Runs BenchmarkDotNet with its own arguments, and <c>--json FILE</c> for the rows of the opens. Benchmarks that need Windows run
    /// under Wine if necessary.
    /// </summary>
    /// <returns>0, or 1 if a selected benchmark could not be measured.</returns>
    public static int Run(string[] arguments)
    {
        int at = Array.IndexOf(arguments, Json);
        string? json = at >= 0 && at + 1 < arguments.Length ? arguments[at + 1] : null;
        string[] own = json is null ? arguments : [.. arguments[..at], .. arguments[(at + 2)..]];
        Type[] core = [.. typeof(MicroBenchmarks).Assembly.GetTypes().Where(IsBenchmark).Where(type => type != typeof(FileOpenBenchmarks))];

        IConfig config = DefaultConfig.Instance.AddJob(Core.AsDefault()).AddDiagnoser(MemoryDiagnoser.Default);
        (bool understood, IConfig? parsed, CommandLineOptions? options) = ConfigParser.Parse(own, NullLogger.Instance, config);
        // BenchmarkDotNet handles lists, help and errors itself.
        if (!understood || options!.ListBenchmarkCaseMode != ListBenchmarkCaseMode.Disabled || options.PrintInformation)
        {
            _ = BenchmarkSwitcher.FromTypes([.. core, typeof(FileOpenBenchmarks)]).Run(own, config).Count();
            return 0;
        }

        // Without a filter, BenchmarkDotNet asks which benchmarks to run, and offers those that run in this process.
        bool filtered = new[] { options.Filters, options.AllCategories, options.AnyCategories, options.AttributeNames }
            .Any(filter => filter.Any());
        bool opens = filtered && IsChosen(typeof(FileOpenBenchmarks), parsed!);
        int status = 0;
        // BenchmarkDotNet reports if nothing is selected.
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
