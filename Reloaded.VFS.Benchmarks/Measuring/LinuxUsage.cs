using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>Linux's counts for a thread or for ended programs (<c>getrusage</c>, <c>clock_gettime</c>).</summary>
/// <param name="PageFaults">The number of page faults with and without disk access.</param>
/// <param name="Waits">The number of times that a thread gave up the processor to wait.</param>
/// <param name="Preemptions">The number of times that a thread lost the processor although it had work.</param>
public readonly partial record struct LinuxUsage(long PageFaults, long Waits, long Preemptions)
{
    private const int Children = -1, Thread = 1, ThreadClock = 3;

    /// <summary>
    /// Gets the counts of all children of this process that it has waited for, and of their children; null on other systems.
    /// </summary>
    /// <remarks>
    /// Excludes Wine's server, and programs that a Windows program has started: Wine gives such a program no parent that waits.
    /// </remarks>
    public static LinuxUsage? OfChildren => OperatingSystem.IsLinux() ? Get(Children) : null;

    /// <summary>Gets the counts of this thread. On Linux only.</summary>
    public static LinuxUsage OfThisThread => Get(Thread);

    /// <summary>Gets this thread's processor time in nanoseconds. On Linux only.</summary>
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

    /// <summary><c>struct rusage</c> on 64 bits: two times of two numbers each, then counts.</summary>
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
