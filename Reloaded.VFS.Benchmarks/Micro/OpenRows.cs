using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Micro;

/// <summary>BenchmarkDotNet's results of <see cref="FileOpenBenchmarks"/> as rows like those of the other commands.</summary>
internal static class OpenRows
{
    /// <summary>Returns a row for each call and kind of file that was measured both with the VFS and with the VFS switched off.</summary>
    public static IEnumerable<Row> Of(Summary summary) =>
        from report in summary.Reports
        where !report.BenchmarkCase.Descriptor.Baseline && report.ResultStatistics is not null
        let beside = summary.Reports.FirstOrDefault(other => IsBaseline(other.BenchmarkCase, report.BenchmarkCase))
        where beside?.ResultStatistics is not null
        select Of(report, beside);

    private static bool IsBaseline(BenchmarkCase other, BenchmarkCase of) =>
        other.Descriptor.Baseline && other.Descriptor.Categories.SequenceEqual(of.Descriptor.Categories)
            && Kind(other) == Kind(of) && other.Job.ResolvedId == of.Job.ResolvedId;

    private static Row Of(BenchmarkReport with, BenchmarkReport without)
    {
        (Samples ours, Samples alternative) = (Take(with), Take(without));
        string call = with.BenchmarkCase.Descriptor.Categories[0];
        bool lists = call == FileOpenBenchmarks.Listing;
        string of = Kind(with.BenchmarkCase) switch
        {
            FileKind.Mods when lists => "the game's folder and a mod's, with the same names; switched off: the mod's folder",
            FileKind.Mods => "replaced by a mod; switched off: the mod's file by its own path",
            FileKind.Games => lists ? "the game's own folder" : "the game's own",
            _ => lists ? "a folder outside the game's" : "outside the game's folder",
        };
        Row row = Row.Of(call, of, "us", new Measured(ours, 0), "the VFS switched off", new Measured(alternative, 0));
        // The samples of the two sides aren't taken in turns: a ratio of the medians, without an interval.
        double ratio = ours.Median / alternative.Median;
        return row with
        {
            Image = "the DLL",
            Ratio = ratio,
            RatioLow = null,
            RatioHigh = null,
            AllocatedBytes = null,
            AlternativeAllocatedBytes = null,
        };
    }

    private static FileKind Kind(BenchmarkCase benchmark) => (FileKind)benchmark.Parameters[nameof(FileOpenBenchmarks.Of)];

    private static Samples Take(BenchmarkReport report) =>
        new(report.GetResultRuns().Select(run => run.Nanoseconds / run.Operations));
}
