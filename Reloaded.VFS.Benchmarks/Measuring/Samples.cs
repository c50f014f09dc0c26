namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>A number of measurements of the same thing.</summary>
public sealed class Samples
{
    private readonly double[] _sorted;

    /// <param name="values">At least one, in the order of measuring.</param>
    public Samples(IEnumerable<double> values)
    {
        Values = [.. values];
        _sorted = [.. Values.Order()];
    }

    /// <summary>In the order of measuring.</summary>
    public IReadOnlyList<double> Values { get; }

    public double Minimum => _sorted[0];

    public double Maximum => _sorted[^1];

    /// <summary>The one in the middle, or the mean of the two.</summary>
    public double Median =>
        _sorted.Length % 2 == 1 ? _sorted[_sorted.Length / 2] : (_sorted[(_sorted.Length / 2) - 1] + _sorted[_sorted.Length / 2]) / 2;

    /// <summary>
    /// An interval that holds the true median in 95 of 100 cases, whatever the distribution: how many measurements lie below the median is
    /// binomial (here by its normal approximation). With fewer than six there is none that narrow: lowest and highest.
    /// </summary>
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

    /// <summary>Each measurement through the one of the same turn of <paramref name="other"/>.</summary>
    public Samples DivideBy(Samples other) => new(Values.Zip(other.Values, (a, b) => a / b));
}
