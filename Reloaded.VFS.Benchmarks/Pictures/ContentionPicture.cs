using Reloaded.VFS.Benchmarks.Contention;

namespace Reloaded.VFS.Benchmarks.Pictures;

/// <summary>The contention suite as one picture: throughput, the longest wait and the longest idle time by the number of readers.</summary>
public static class ContentionPicture
{
    public static string Draw(IReadOnlyList<ContentionRow> rows) => LinePicture.Draw(
        "Look-ups beside a writer, by the number of readers", "readers", [.. rows.Select(row => row.Threads).Distinct().Order()],
        [
            new LinePanel("million look-ups a second (more is better)", 0.001),
            new LinePanel("longest wait of a reader, us (less is better)", 1),
            new LinePanel("longest time without any answer, us (less is better)", 1),
        ],
        [.. rows.Select(row => row.Design).Distinct().Select(design => new LineSeries(design, (panel, threads) =>
            rows.FirstOrDefault(row => row.Design == design && row.Threads == threads) is not { } row ? null : panel switch
            {
                0 => row.LookupsPerSecond / 1e6,
                1 => row.LongestWaits[0] / 1000,
                _ => row.LongestIdle[0] / 1000,
            }))]);
}
