using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>How long and how often measurements are taken.</summary>
/// <param name="WarmUp">Each contender runs at least so long before anything is measured.</param>
/// <param name="Sample">A sample lasts at least so long, unless the work has to be prepared each time.</param>
/// <param name="Fewest">Samples that are taken of each contender, however long it takes.</param>
/// <param name="Most">Samples at most.</param>
/// <param name="Total">When no further sample is begun, unless <paramref name="Fewest"/> aren't reached.</param>
public sealed record Effort(TimeSpan WarmUp, TimeSpan Sample, int Fewest, int Most, TimeSpan Total)
{
    public static Effort Full { get; } = new(TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(5), 25, 201, TimeSpan.FromSeconds(4));

    public static Effort Quick { get; } = new(TimeSpan.FromMilliseconds(250), TimeSpan.FromMilliseconds(2), 9, 51,
        TimeSpan.FromSeconds(1.5));

    /// <summary>For tests of what isn't the time.</summary>
    public static Effort Least { get; } = new(TimeSpan.Zero, TimeSpan.Zero, 2, 2, TimeSpan.Zero);
}

/// <summary>What was measured of one contender, for one operation.</summary>
/// <param name="Nanoseconds">Time.</param>
/// <param name="AllocatedBytes">Managed memory that the calling thread allocates.</param>
public sealed record Measured(Samples Nanoseconds, double AllocatedBytes);

/// <summary>
/// Measures contenders in turns: each turn takes one sample of each, beginning with another one every time, so that what the machine does
/// meanwhile (its clock rate, other programs) meets them all alike. Ratios are formed turn by turn.
/// </summary>
public static class Comparison
{
    // What the work computed ends up here, where the compiler can't know that it isn't read.
    private static long s_sink;

    /// <summary>The contenders' figures, in their order.</summary>
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
    /// Runs it until it has been compiled for good, and finds out how often it has to run for a sample. The pauses are for the
    /// compiler, which begins when nothing new has been called for a while.
    /// </summary>
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
