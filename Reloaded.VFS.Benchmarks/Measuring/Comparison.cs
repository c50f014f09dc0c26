using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>The duration and number of measurements.</summary>
/// <param name="WarmUp">The minimum time for which each contender runs before the measurement.</param>
/// <param name="Sample">The minimum duration of a sample, unless the work has to be prepared each time.</param>
/// <param name="Fewest">The minimum number of samples of each contender, however long they take.</param>
/// <param name="Most">The maximum number of samples.</param>
/// <param name="Total">The time after which no further sample begins, unless <paramref name="Fewest"/> isn't reached.</param>
public sealed record Effort(TimeSpan WarmUp, TimeSpan Sample, int Fewest, int Most, TimeSpan Total)
{
    public static Effort Full { get; } = new(TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(5), 25, 201, TimeSpan.FromSeconds(4));

    public static Effort Quick { get; } = new(TimeSpan.FromMilliseconds(250), TimeSpan.FromMilliseconds(2), 9, 51,
        TimeSpan.FromSeconds(1.5));

    /// <summary>Gets the minimum, for tests that don't check times.</summary>
    public static Effort Least { get; } = new(TimeSpan.Zero, TimeSpan.Zero, 2, 2, TimeSpan.Zero);
}

/// <summary>The figures of one contender, for one operation.</summary>
/// <param name="Nanoseconds">The time.</param>
/// <param name="AllocatedBytes">The managed memory that the calling thread allocates.</param>
public sealed record Measured(Samples Nanoseconds, double AllocatedBytes);

/// <summary>A measurement of contenders in turns: each turn takes one sample of each, beginning with a different one every time.</summary>
/// <remarks>
/// Changes of the machine during the measurement (its clock rate, other programs) therefore affect all contenders alike. Ratios are
/// computed turn by turn.
/// </remarks>
public static class Comparison
{
    // Receives the results of the work, so that the compiler can't tell that they aren't used.
    private static long s_sink;

    /// <summary>Returns the contenders' figures in the contenders' order.</summary>
    public static IReadOnlyList<Measured> Measure(Effort effort, params IReadOnlyList<Contender> contenders)
    {
        int[] repeats = [.. contenders.Select(contender => WarmUp(contender, effort))];
        double[] allocated = [.. contenders.Select((contender, i) => MeasureAllocation(contender, repeats[i]))];
        var times = contenders.Select(_ => new List<double>()).ToArray();
        long began = Stopwatch.GetTimestamp();
        for (int turn = 0; turn < effort.Most && (turn < effort.Fewest || Stopwatch.GetElapsedTime(began) < effort.Total); turn++)
        {
            for (int i = 0; i < contenders.Count; i++)
            {
                int at = (turn + i) % contenders.Count;
                times[at].Add(Time(contenders[at], repeats[at]) / ((double)repeats[at] * contenders[at].Operations));
            }
        }

        return [.. times.Select((values, i) => new Measured(new Samples(values), allocated[i]))];
    }

    /// <summary>
    /// Runs a contender until it has been compiled with full optimization, and determines the number of runs in a sample.
    /// </summary>
    /// <remarks>The pauses let the compiler work, which begins when no new method has been called for a while.</remarks>
    private static int WarmUp(Contender contender, Effort effort)
    {
        int repeats = 1;
        for (int phase = 0; phase < 3; phase++)
        {
            long began = Stopwatch.GetTimestamp();
            do
            {
                double time = Time(contender, repeats);
                if (time < effort.Sample.TotalNanoseconds)
                    repeats = Math.Min(contender.Most, time * 8 < effort.Sample.TotalNanoseconds
                        ? repeats * 4
                        : (int)(repeats * Math.Clamp(1.2 * effort.Sample.TotalNanoseconds / time, 1.2, 8)) + 1);
            }
            while (Stopwatch.GetElapsedTime(began) < effort.WarmUp / 3);
            if (effort.WarmUp > TimeSpan.Zero)
                Thread.Sleep(120);
        }

        return repeats;
    }

    private static double MeasureAllocation(Contender contender, int repeats)
    {
        contender.Prepare?.Invoke(repeats);
        long before = GC.GetAllocatedBytesForCurrentThread();
        s_sink += contender.Run(repeats);
        return (GC.GetAllocatedBytesForCurrentThread() - before) / ((double)repeats * contender.Operations);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static double Time(Contender contender, int repeats)
    {
        contender.Prepare?.Invoke(repeats);
        long began = Stopwatch.GetTimestamp();
        s_sink += contender.Run(repeats);
        return Clock.NanosecondsSince(began);
    }
}
