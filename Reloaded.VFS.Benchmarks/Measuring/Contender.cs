namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>One of the compared alternatives.</summary>
/// <param name="Name">The contender's name in tables.</param>
/// <param name="Run">
/// Does the work a number of times and returns a value that depends on all of it, so that the compiler can't remove any part. The loop is
/// inside, because a call through a delegate would cost as much as a short piece of work.
/// </param>
/// <param name="Operations">The number of operations in the work, by which the measured figures are divided.</param>
/// <param name="Prepare">Called before each sample with its number of runs; not measured.</param>
/// <param name="Most">The maximum number of runs in a sample, however short the work is.</param>
public sealed record Contender(string Name, Func<int, long> Run, int Operations = 1, Action<int>? Prepare = null,
    int Most = int.MaxValue);
