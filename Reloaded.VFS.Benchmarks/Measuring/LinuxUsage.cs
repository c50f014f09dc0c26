using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>What Linux counts of a thread, or of programs that have ended (<c>getrusage</c>, <c>clock_gettime</c>).</summary>
/// <param name="PageFaults">Without and with a disk.</param>
/// <param name="Waits">Times that a thread gave the processor away by itself: it waited for something.</param>
/// <param name="Preemptions">Times that it lost the processor although it had something to do.</param>
public readonly partial record struct LinuxUsage(long PageFaults, long Waits, long Preemptions)
{
    private const int Children = -1, Thread = 1, ThreadClock = 3;

    /// <summary>
    /// Of all children of this process that it has waited for, and of theirs; null where the system isn't Linux. Wine's server isn't among
    /// them, nor a program that a Windows program has started: Wine gives it no parent that waits.
    /// </summary>
    public static LinuxUsage? OfChildren => OperatingSystem.IsLinux() ? Get(Children) : null;

    /// <summary>Of this thread. On Linux only.</summary>
    public static LinuxUsage OfThisThread => Get(Thread);

    /// <summary>Nanoseconds that this thread has had the processor. On Linux only.</summary>
    public static long ThreadNanoseconds => clock_gettime(ThreadClock, out Time time) == 0
        ? (time.Seconds * 1_000_000_000) + time.Nanoseconds
        : throw new InvalidOperationException($"clock_gettime: error {Marshal.GetLastPInvokeError()}");

    private static LinuxUsage Get(int of) => getrusage(of, out Figures figures) == 0
        ? new(figures[8] + figures[9], figures[16], figures[17])
        : throw new InvalidOperationException($"getrusage: error {Marshal.GetLastPInvokeError()}");

    [LibraryImport("libc", SetLastError = true)]
    private static partial int getrusage(int of, out Figures figures);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int clock_gettime(int clock, out Time time);

    /// <summary><c>struct rusage</c> in 64 bits: two times of two numbers each, then counts.</summary>
    [InlineArray(18)]
    private struct Figures
    {
        private long _first;
    }

    private readonly struct Time
    {
        public readonly long Seconds;
        public readonly long Nanoseconds;
    }
}
