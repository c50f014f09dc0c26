namespace Reloaded.VFS.Benchmarks.Logging;

/// <summary>What logging in one way costs.</summary>
/// <param name="Way">How it is logged.</param>
/// <param name="Threads">Threads that look paths up and log each.</param>
/// <param name="RecordsPerSecond">Of all of them together.</param>
/// <param name="NanosecondsPerRecord">A look-up and its record, on a thread that has a core to itself:
/// time of all cores through records.</param>
/// <param name="AllocatedBytesPerRecord">Managed memory.</param>
/// <param name="Collections">Garbage collections meanwhile.</param>
/// <param name="LookupsBeside">Look-ups a second of one more thread that logs nothing, beside them.</param>
/// <param name="LookupsBesideRatio">Those look-ups, to what the thread has where the others log nothing either.</param>
/// <param name="LongestWaitBeside">Its longest look-up, in nanoseconds.</param>
public sealed record LoggingRow(string Way, int Threads, double RecordsPerSecond, double NanosecondsPerRecord,
    double AllocatedBytesPerRecord, int Collections, double LookupsBeside, double LookupsBesideRatio, double LongestWaitBeside);
