namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>The figures of a program's threads that make hooked calls over one kind of original.</summary>
/// <param name="Original">The description of the original.</param>
/// <param name="Figures">The guard, the number of threads and their figures; a look-up is a call here.</param>
public sealed record ScalingRow(string Original, ContentionRow Figures);

/// <summary>The results of <c>scaling</c>.</summary>
/// <param name="TransferNanoseconds">The cost of an atomic change if two threads change one word in turns.</param>
/// <param name="Rows">The figures.</param>
public sealed record ScalingResults(double TransferNanoseconds, IReadOnlyList<ScalingRow> Rows);
