namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>
/// A model of the throughput of a machine with a core for each thread: a closed queue of N threads before one station, by mean value
/// analysis (Reiser and Lavenberg 1980). The station is the part of a call that only one thread can run at a time; the rest runs in
/// parallel.
/// </summary>
/// <remarks>
/// The times are measured on one thread. The station of an exclusive lock is all of the hook's own part. Readers of a reader-writer lock
/// delay each other when they change its word, on the way in and out: twice the cost of an atomic change that two threads make in turns.
/// The call that <c>scaling</c> makes through the VFS, <c>NtQueryAttributesFile</c> without an event file, changes no word that another
/// thread uses. Opens under <c>rvfs run</c> do: a counter of the event file that some threads share, and lines of the handle table that
/// eight handles share. Neither is in the model, nor is a writer, nor a thread that loses its core while it holds the lock: on real
/// machines locks do worse.
/// </remarks>
public static class ScalingModel
{
    /// <summary>Returns the throughput of N threads as a fraction, 0 to 1, of N times one thread's.</summary>
    /// <param name="station">The serial part of a call, ns.</param>
    /// <param name="rest">The parallel part of a call, ns.</param>
    /// <param name="threads">N.</param>
    public static double FractionOfIdeal(double station, double rest, int threads)
    {
        double waiting = 0, throughput = 0;
        for (int n = 1; n <= threads; n++)
        {
            double response = station * (1 + waiting);
            throughput = n / (response + rest);
            waiting = throughput * response;
        }

        return throughput * (station + rest) / threads;
    }

    /// <summary>Returns the throughput behind a guard measured by <c>scaling</c>, as a fraction of the ideal, 0 to 1.</summary>
    /// <param name="results">The results of <c>scaling</c>.</param>
    /// <param name="original">The description of the original.</param>
    /// <param name="guard">The guard.</param>
    /// <param name="threads">N.</param>
    public static double FractionOfIdeal(ScalingResults results, string original, ScalingGuard guard, int threads)
    {
        double call = OfOneThread(results, original, guard), bare = OfOneThread(results, original, ScalingGuard.Bare);
        double station = guard.Kind switch
        {
            GuardKind.None => 0,
            GuardKind.Shared => 2 * results.TransferNanoseconds,
            _ => Math.Max(call - bare, 0),
        };
        return FractionOfIdeal(station, Math.Max(call - station, 0), threads);
    }

    private static double OfOneThread(ScalingResults results, string original, ScalingGuard guard) => results.Rows
        .First(row => row.Original == original && row.Figures.Design == guard.Name && row.Figures.Threads == 1).Figures.AverageNanoseconds;
}
