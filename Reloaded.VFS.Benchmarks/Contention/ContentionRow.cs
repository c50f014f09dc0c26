namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>The figures of one design's readers while a writer works. Times in nanoseconds.</summary>
/// <param name="Design">The name of the guard around the tree.</param>
/// <param name="Threads">The number of readers.</param>
/// <param name="LookupsPerSecond">The look-ups of all readers together, per second.</param>
/// <param name="AverageNanoseconds">The average time of a look-up, including the wait.</param>
/// <param name="LongestWaits">The four longest look-ups, the longest first.</param>
/// <param name="LongestIdle">
/// The four longest times in which no reader finished a look-up, the longest first; below 10 us they count as 0.
/// </param>
/// <param name="Appended">The number of files that the writer added meanwhile.</param>
/// <param name="Republished">The number of complete rebuilds by the writer.</param>
public sealed record ContentionRow(string Design, int Threads, double LookupsPerSecond, double AverageNanoseconds, double[] LongestWaits,
    double[] LongestIdle, int Appended, int Republished);
