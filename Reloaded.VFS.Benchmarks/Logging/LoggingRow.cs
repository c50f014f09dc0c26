namespace Reloaded.VFS.Benchmarks.Logging;

/// <summary>The cost of one way of logging.</summary>
/// <param name="Way">The way of logging.</param>
/// <param name="Threads">The number of threads that look paths up and log each.</param>
/// <param name="RecordsPerSecond">The records of all these threads together, per second.</param>
/// <param name="NanosecondsPerRecord">
/// The time of a look-up and its record on a thread with a core to itself: the time of all cores divided by the number of records.
/// </param>
/// <param name="AllocatedBytesPerRecord">The managed memory allocated for each record.</param>
/// <param name="Collections">The number of garbage collections meanwhile.</param>
/// <param name="LookupsBeside">The look-ups per second of one more thread, which logs nothing.</param>
/// <param name="LookupsBesideRatio">These look-ups relative to the same thread's if the others log nothing either.</param>
/// <param name="LongestWaitBeside">The longest look-up of this thread, in nanoseconds.</param>
public sealed record LoggingRow(string Way, int Threads, double RecordsPerSecond, double NanosecondsPerRecord,
    double AllocatedBytesPerRecord, int Collections, double LookupsBeside, double LookupsBesideRatio, double LongestWaitBeside);
