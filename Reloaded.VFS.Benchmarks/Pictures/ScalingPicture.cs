using System.Globalization;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Pictures;

/// <summary>
/// Loading files from several threads, as the rows of <c>scaling</c> tell it: "N threads, WAY", beside the same without the VFS.
/// </summary>
public static class ScalingPicture
{
    public static string Draw(IReadOnlyList<Row> rows)
    {
        var lines = rows
            .Select(row => (Threads: int.Parse(row.Parameters.Split(' ')[0], CultureInfo.InvariantCulture),
                Way: row.Parameters[(row.Parameters.IndexOf(',', StringComparison.Ordinal) + 2)..], row.Ours))
            .Concat(
                rows.Select(row => (Threads: int.Parse(row.Parameters.Split(' ')[0], CultureInfo.InvariantCulture),
                    Way: row.AlternativeName!, Ours: row.Alternative!.Value))).ToArray();
        return LinePicture.Draw("Loading files from several threads", "threads", [.. lines.Select(line => line.Threads).Distinct().Order()],
            [new LinePanel($"time for all of them, {rows[0].Unit} (less is better)", 0.001)],
            [.. lines.Select(line => line.Way).Distinct().Select(way => new LineSeries(way, (_, threads) =>
                lines.Where(line => line.Way == way && line.Threads == threads).Select(line => (double?)line.Ours).FirstOrDefault()))]);
    }
}
