namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>
/// What a machine with a core for each thread would get done: a closed queue of N threads before one station, by mean value analysis
/// (Reiser and Lavenberg 1980). The station is what only one thread can do at a time; the rest of a call goes on side by side.
/// </summary>
/// <remarks>
/// The times are those of one thread, measured. An exclusive lock's station is all of the hook's own part. Readers of a reader-writer lock
/// hold each other up where both change its word, on the way in and out: twice what an atomic change costs that two threads make in turns.
/// What <c>scaling</c> calls through the VFS, <c>NtQueryAttributesFile</c> without an event file, changes no word that another thread uses.
/// Opens under <c>rvfs run</c> do: a counter of the event file that some threads share, and lines of the handle table that eight
/// handles share. Neither is in the model, nor a writer, nor a thread that loses its core while it holds the lock: on real machines
/// locks do worse.
/// </remarks>
public static class ScalingModel
{
    /// <summary>The part of N times one thread's throughput that N threads have, 0 to 1.</summary>
    /// <param name="station">What one thread at a time does in a call, ns.</param>
    /// <param name="rest">What goes on side by side, ns.</param>
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

    /// <summary>The part that is left behind a guard that <c>scaling</c> measured, 0 to 1.</summary>
    /// <param name="results">What was measured.</param>
    /// <param name="original">What the original does.</param>
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
