using System.Diagnostics;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>
/// An analysis of a reader's longest wait for one answer by Linux's counts: whether the reader had the processor, lost it to another
/// thread, or waited.
/// </summary>
internal static class WaitTrace
{
    /// <summary>Returns rows about the longest wait during the disturbance; none on other systems.</summary>
    /// <param name="what">The name of the disturbance.</param>
    /// <param name="tree">The name of the tree.</param>
    /// <param name="times">The number of runs of the disturbance.</param>
    /// <param name="count">The number of paths.</param>
    /// <param name="read">Looks a path up by its number.</param>
    /// <param name="disturb">Causes the disturbance.</param>
    public static IEnumerable<Row> Measure(string what, string tree, int times, int count, Func<int, int> read, Action disturb)
    {
        if (!OperatingSystem.IsLinux())
            yield break;
        (Wait longest, long waits, int collections, long sum) = Trace(times, count, read, disturb);
        GC.KeepAlive(sum);
        string of = $"{tree}, the longest of {times} times, traced";
        yield return Row.Of($"longest wait of a reader, {what}", of, "us", longest.Nanoseconds / 1000.0);
        yield return Row.Of("  in which it had the processor", of, "us", longest.OnProcessor / 1000.0);
        yield return Row.Of("  in which it lost the processor", of, "times", longest.Preemptions);
        yield return Row.Of("  in which it waited for something", of, "times", longest.Waits);
        yield return Row.Of("  in which the collector stopped it", of, "times", longest.Collections);
        yield return Row.Of("  that it waited for something in all look-ups", of, "times", waits);
        yield return Row.Of("  that the collector stopped it in all look-ups", of, "times", collections);
    }

    private static (Wait Longest, long Waits, int Collections, long Sum) Trace(int times, int count, Func<int, int> read, Action disturb)
    {
        bool isOver = false;
        var disturber = new Thread(() =>
        {
            for (int time = 0; time < times; time++)
            {
                Thread.Sleep(WaitRows.Pause);
                disturb();
            }

            Volatile.Write(ref isOver, true);
        });
        disturber.Start();
        long sum = 0;
        Wait longest = default;
        LinuxUsage usage = LinuxUsage.OfThisThread, first = usage;
        int collections = GC.CollectionCount(0), firstCollection = collections;
        long processor = LinuxUsage.ThreadNanoseconds;
        for (int i = 0; !Volatile.Read(ref isOver); i = i + 1 < count ? i + 1 : 0)
        {
            // Between the counts, so that they cover the whole wait.
            long began = Stopwatch.GetTimestamp();
            sum += read(i);
            double nanoseconds = Clock.NanosecondsSince(began);
            long processorNow = LinuxUsage.ThreadNanoseconds;
            int collectionsNow = GC.CollectionCount(0);
            LinuxUsage usageNow = LinuxUsage.OfThisThread;
            if (nanoseconds > longest.Nanoseconds)
                longest = new(nanoseconds, processorNow - processor, usageNow.Preemptions - usage.Preemptions,
                    usageNow.Waits - usage.Waits, collectionsNow - collections);
            (processor, usage, collections) = (processorNow, usageNow, collectionsNow);
        }

        disturber.Join();
        return (longest, usage.Waits - first.Waits, collections - firstCollection, sum);
    }

    private readonly record struct Wait(double Nanoseconds, long OnProcessor, long Preemptions, long Waits, int Collections);
}
