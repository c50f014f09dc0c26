using Reloaded.VFS.Benchmarks.Contention;

namespace Reloaded.VFS.Benchmarks.Pictures;

/// <summary>
/// A picture of the fraction of the ideal throughput at each number of threads, each thread on its own core: by <see cref="ScalingModel"/>,
/// from the times that <c>scaling</c> measured.
/// </summary>
public static class ScalingPicture
{
    private static readonly int[] Threads = [1, 2, 4, 8, 16, 32, 64];

    public static string Draw(ScalingResults results)
    {
        string[] originals = [.. results.Rows.Select(row => row.Original).Distinct()];
        return LinePicture.Draw("What is left of N threads on N cores", "threads", Threads,
            [.. originals.Select(original => new LinePanel($"an original that {original.Split(',')[0]}: part of the ideal", 0.001))],
            [.. ScalingGuard.Hooked.Select(guard => new LineSeries(guard.Name, (panel, threads) =>
                ScalingModel.FractionOfIdeal(results, originals[panel], guard, threads)))]);
    }
}
