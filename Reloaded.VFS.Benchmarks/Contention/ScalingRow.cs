namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>What the threads of a program had of hooked calls over one kind of original.</summary>
/// <param name="Original">What the original does.</param>
/// <param name="Figures">The guard, the threads, and what they got; a look-up is a call here.</param>
public sealed record ScalingRow(string Original, ContentionRow Figures);

/// <summary>What <c>scaling</c> measured.</summary>
/// <param name="TransferNanoseconds">What an atomic change costs where two threads change one word in turns.</param>
/// <param name="Rows">The figures.</param>
public sealed record ScalingResults(double TransferNanoseconds, IReadOnlyList<ScalingRow> Rows);
