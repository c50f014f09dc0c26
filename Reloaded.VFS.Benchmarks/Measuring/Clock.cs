using System.Diagnostics;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>Time as fine as the system tells it: <see cref="TimeSpan"/> has steps of 100 ns.</summary>
public static class Clock
{
    private static readonly double s_nanoseconds = 1e9 / Stopwatch.Frequency;

    /// <summary>Since a <see cref="Stopwatch.GetTimestamp"/>.</summary>
    public static double NanosecondsSince(long began) => ToNanoseconds(Stopwatch.GetTimestamp() - began);

    /// <summary>A difference of two <see cref="Stopwatch.GetTimestamp"/>.</summary>
    public static double ToNanoseconds(long ticks) => ticks * s_nanoseconds;
}
