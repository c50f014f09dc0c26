namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>What readers had of one design while a writer was at work. Times in nanoseconds.</summary>
/// <param name="Design">What guards the tree.</param>
/// <param name="Threads">Readers.</param>
/// <param name="LookupsPerSecond">Of all readers together.</param>
/// <param name="AverageNanoseconds">From asking to having the answer, waiting included.</param>
/// <param name="LongestWaits">The four longest of them, the longest first.</param>
/// <param name="LongestIdle">The four longest times in which no reader finished a look-up, the longest first;
/// below 10 us they aren't told apart from 0.</param>
/// <param name="Appended">Files that the writer added meanwhile.</param>
/// <param name="Republished">Times that it built everything anew.</param>
public sealed record ContentionRow(string Design, int Threads, double LookupsPerSecond, double AverageNanoseconds, double[] LongestWaits,
    double[] LongestIdle, int Appended, int Republished);
