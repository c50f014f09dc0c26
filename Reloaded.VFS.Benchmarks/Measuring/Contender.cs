namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>One of the ways that are compared.</summary>
/// <param name="Name">What tables call it.</param>
/// <param name="Run">
/// Does the work so many times and returns something that was computed from all of it, so that none of it can be left out. The loop is
/// inside, because a call through a delegate would cost as much as a short piece of work.
/// </param>
/// <param name="Operations">How many operations the work is: what is measured is divided by it.</param>
/// <param name="Prepare">Called before each sample with the number of times that follow, not measured.</param>
/// <param name="Most">How many times a sample has at most, however short the work is.</param>
public sealed record Contender(string Name, Func<int, long> Run, int Operations = 1, Action<int>? Prepare = null,
    int Most = int.MaxValue);
