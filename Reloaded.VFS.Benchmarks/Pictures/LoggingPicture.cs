using Reloaded.VFS.Benchmarks.Logging;

namespace Reloaded.VFS.Benchmarks.Pictures;

/// <summary>Draws the logging suite as one picture, by the number of threads that log.</summary>
public static class LoggingPicture
{
    public static string Draw(IReadOnlyList<LoggingRow> rows) => LinePicture.Draw(
        "Look-ups that are logged, by the number of threads", "threads that log", [.. rows.Select(row => row.Threads).Distinct().Order()],
        [
            new LinePanel("million records a second (more is better)", 0.001),
            new LinePanel("allocated for each, B (less is better)", 1),
            new LinePanel("million look-ups a second beside it (more is better)", 0.001),
        ],
        [.. rows.Select(row => row.Way).Distinct().Select(way => new LineSeries(way, (panel, threads) =>
            rows.FirstOrDefault(row => row.Way == way && row.Threads == threads) is not { } row ? null : panel switch
            {
                0 => row.RecordsPerSecond / 1e6,
                1 => row.AllocatedBytesPerRecord,
                _ => row.LookupsBeside / 1e6,
            }))]);
}
