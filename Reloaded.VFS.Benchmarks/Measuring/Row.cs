using System.Text.Json.Serialization;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>What a target is compared with.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<TargetKind>))]
public enum TargetKind
{
    /// <summary>There is none.</summary>
    None,

    /// <summary>The ratio to the alternative is to be at most the target.</summary>
    Ratio,

    /// <summary>Our figure itself is to be at most the target.</summary>
    Value,
}

/// <summary>A figure that is to be reached.</summary>
/// <param name="Kind">What is compared with it.</param>
/// <param name="Limit">At most this.</param>
public readonly record struct Target(TargetKind Kind, double Limit)
{
    public static Target None { get; } = new(TargetKind.None, 0);

    public static Target Ratio(double limit) => new(TargetKind.Ratio, limit);

    public static Target Value(double limit) => new(TargetKind.Value, limit);
}

/// <summary>A line of a table: this project's figure beside one alternative, both measured in the same run.</summary>
public sealed record Row
{
    /// <summary>What is measured.</summary>
    public required string Name { get; init; }

    /// <summary>Of what.</summary>
    public string Parameters { get; init; } = "";

    /// <summary>Of the figures: <c>ns</c>, <c>us</c>, <c>ms</c>, <c>MiB</c>, <c>ratio</c>.</summary>
    public required string Unit { get; init; }

    /// <summary>Our figure: the median.</summary>
    public double Ours { get; init; }

    public double OursMinimum { get; init; }

    /// <summary>The 95 % interval of this project's median.</summary>
    public double OursLow { get; init; }

    public double OursHigh { get; init; }

    /// <summary>What this project's is compared with; null where it stands alone.</summary>
    public string? AlternativeName { get; init; }

    /// <summary>The alternative's median.</summary>
    public double? Alternative { get; init; }

    public double? AlternativeMinimum { get; init; }

    /// <summary>Ours to the alternative: the median of the turns' ratios.</summary>
    public double? Ratio { get; init; }

    /// <summary>Our fastest sample to the alternative's.</summary>
    public double? BestRatio { get; init; }

    /// <summary>The 95 % interval of the ratio.</summary>
    public double? RatioLow { get; init; }

    public double? RatioHigh { get; init; }

    public TargetKind TargetKind { get; init; }

    public double? Target { get; init; }

    /// <summary>Whether the target is reached by the medians; null where there is none.</summary>
    public bool? Reached { get; init; }

    /// <summary>
    /// Whether it is reached by the fastest samples: what the machine does besides makes samples longer, never shorter, and on one that
    /// others use too the minimum is nearer to what the code costs.
    /// </summary>
    public bool? ReachedAtBest { get; init; }

    /// <summary>
    /// What this project's figure was to be on the machine on which the targets were set, where the target is a ratio; for comparison only.
    /// </summary>
    public double? ValueTarget { get; init; }

    /// <summary>Bytes that an operation of this project allocates, native ones counted; null where that isn't measured.</summary>
    public double? AllocatedBytes { get; init; }

    public double? AlternativeAllocatedBytes { get; init; }

    /// <summary>Bytes that stay in memory as long as the result is in use, native ones counted; null where nothing stays.</summary>
    public long? RetainedBytes { get; init; }

    public long? AlternativeRetainedBytes { get; init; }

    /// <summary>Samples of each side.</summary>
    public int Samples { get; init; }

    /// <summary>The widest instructions that vectorised code could use.</summary>
    public string InstructionSet { get; init; } = "";

    /// <summary><c>JIT</c> or <c>AOT</c>, and the system it ran on.</summary>
    public string Image { get; init; } = "";

    /// <summary>Turns times into a row. <paramref name="unit"/> is <c>ns</c>, <c>us</c> or <c>ms</c>.</summary>
    public static Row Of(string name, string parameters, string unit, Measured ours, string? alternativeName = null,
        Measured? alternative = null, Target target = default)
    {
        double scale = unit switch
        {
            "ns" => 1,
            "us" => 1e3,
            "ms" => 1e6,
            _ => throw new ArgumentOutOfRangeException(nameof(unit), unit, "no unit of time"),
        };
        Samples? ratios = alternative is null ? null : ours.Nanoseconds.DivideBy(alternative.Nanoseconds);
        (double low, double high) = ours.Nanoseconds.MedianInterval;
        return new Row
        {
            Name = name,
            Parameters = parameters,
            Unit = unit,
            Ours = ours.Nanoseconds.Median / scale,
            OursMinimum = ours.Nanoseconds.Minimum / scale,
            OursLow = low / scale,
            OursHigh = high / scale,
            AlternativeName = alternativeName,
            Alternative = alternative?.Nanoseconds.Median / scale,
            AlternativeMinimum = alternative?.Nanoseconds.Minimum / scale,
            Ratio = Finite(ratios?.Median),
            BestRatio = Finite(ours.Nanoseconds.Minimum / alternative?.Nanoseconds.Minimum),
            RatioLow = Finite(ratios?.MedianInterval.Low),
            RatioHigh = Finite(ratios?.MedianInterval.High),
            AllocatedBytes = ours.AllocatedBytes,
            AlternativeAllocatedBytes = alternative?.AllocatedBytes,
            Samples = ours.Nanoseconds.Values.Count,
        }.With(target);
    }

    /// <summary>A row of figures that aren't samples of a time.</summary>
    public static Row Of(string name, string parameters, string unit, double ours, string? alternativeName = null,
        double? alternative = null, Target target = default) => new Row
        {
            Name = name,
            Parameters = parameters,
            Unit = unit,
            Ours = ours,
            OursMinimum = ours,
            OursLow = ours,
            OursHigh = ours,
            AlternativeName = alternativeName,
            Alternative = alternative,
            AlternativeMinimum = alternative,
            Ratio = Finite(ours / alternative),
            BestRatio = Finite(ours / alternative),
            Samples = 1,
        }.With(target);

    /// <summary>Nothing through nothing is no ratio.</summary>
    private static double? Finite(double? ratio) => ratio is { } value && double.IsFinite(value) ? value : null;

    /// <summary>The row with a target and whether it is reached.</summary>
    public Row With(Target target) => this with
    {
        TargetKind = target.Kind,
        Target = target.Kind == TargetKind.None ? null : target.Limit,
        Reached = target.Kind switch
        {
            TargetKind.Ratio => Ratio <= target.Limit,
            TargetKind.Value => Ours <= target.Limit,
            _ => null,
        },
        ReachedAtBest = target.Kind switch
        {
            TargetKind.Ratio => BestRatio <= target.Limit,
            TargetKind.Value => OursMinimum <= target.Limit,
            _ => null,
        },
    };
}
