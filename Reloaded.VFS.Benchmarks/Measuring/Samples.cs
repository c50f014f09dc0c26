namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>Repeated measurements of the same work.</summary>
public sealed class Samples
{
    private readonly double[] _sorted;

    /// <param name="values">At least one, in the order of measuring.</param>
    public Samples(IEnumerable<double> values)
    {
        Values = [.. values];
        _sorted = [.. Values.Order()];
    }

    /// <summary>Gets the samples in the order of measuring.</summary>
    public IReadOnlyList<double> Values { get; }

    public double Minimum => _sorted[0];

    public double Maximum => _sorted[^1];

    /// <summary>Gets the middle sample, or the mean of the two in the middle.</summary>
    public double Median =>
        _sorted.Length % 2 == 1 ? _sorted[_sorted.Length / 2] : (_sorted[(_sorted.Length / 2) - 1] + _sorted[_sorted.Length / 2]) / 2;

    /// <summary>Gets an interval that contains the true median in 95 of 100 cases, whatever the distribution.</summary>
    /// <remarks>
    /// The number of samples below the median is binomial (here by its normal approximation). Fewer than six samples allow no such
    /// interval: then the lowest and the highest sample.
    /// </remarks>
    public (double Low, double High) MedianInterval
    {
        get
        {
            int n = _sorted.Length;
            int low = (int)Math.Floor((n - (1.96 * Math.Sqrt(n))) / 2);
            int high = (int)Math.Ceiling(1 + ((n + (1.96 * Math.Sqrt(n))) / 2));
            return (_sorted[Math.Max(low - 1, 0)], _sorted[Math.Min(high - 1, n - 1)]);
        }
    }

    /// <summary>Divides each sample by the sample of the same turn in <paramref name="other"/>.</summary>
    public Samples DivideBy(Samples other) => new(Values.Zip(other.Values, (a, b) => a / b));
}
