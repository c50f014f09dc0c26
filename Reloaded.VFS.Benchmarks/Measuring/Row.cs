using System.Text.Json.Serialization;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>The figure that a target limits.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<TargetKind>))]
public enum TargetKind
{
    /// <summary>No target.</summary>
    None,

    /// <summary>The ratio to the alternative.</summary>
    Ratio,

    /// <summary>This project's figure itself.</summary>
    Value,
}

/// <summary>The maximum for a figure.</summary>
/// <param name="Kind">The limited figure.</param>
/// <param name="Limit">The maximum.</param>
public readonly record struct Target(TargetKind Kind, double Limit)
{
    public static Target None { get; } = new(TargetKind.None, 0);

    public static Target Ratio(double limit) => new(TargetKind.Ratio, limit);

    public static Target Value(double limit) => new(TargetKind.Value, limit);
}

/// <summary>A line of a table: this project's figure and one alternative's, both measured in the same run.</summary>
public sealed record Row
{
    /// <summary>Gets the name of the measured work.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the description of the input.</summary>
    public string Parameters { get; init; } = "";

    /// <summary>Gets the unit of the figures: <c>ns</c>, <c>us</c>, <c>ms</c>, <c>MiB</c>, <c>ratio</c>.</summary>
    public required string Unit { get; init; }

    /// <summary>Gets the median of this project's figure.</summary>
    public double Ours { get; init; }

    public double OursMinimum { get; init; }

    /// <summary>Gets the lower end of the 95 % interval of this project's median.</summary>
    public double OursLow { get; init; }

    public double OursHigh { get; init; }

    /// <summary>Gets the name of the alternative, or null.</summary>
    public string? AlternativeName { get; init; }

    /// <summary>Gets the alternative's median.</summary>
    public double? Alternative { get; init; }

    public double? AlternativeMinimum { get; init; }

    /// <summary>Gets the ratio to the alternative: the median of the turns' ratios.</summary>
    public double? Ratio { get; init; }

    /// <summary>Gets the ratio of this project's fastest sample to the alternative's.</summary>
    public double? BestRatio { get; init; }

    /// <summary>Gets the lower end of the 95 % interval of the ratio.</summary>
    public double? RatioLow { get; init; }

    public double? RatioHigh { get; init; }

    public TargetKind TargetKind { get; init; }

    public double? Target { get; init; }

    /// <summary>Gets a value indicating whether the medians reach the target; null without a target.</summary>
    public bool? Reached { get; init; }

    /// <summary>Gets a value indicating whether the fastest samples reach the target.</summary>
    /// <remarks>
    /// Other work on the machine makes samples longer, never shorter: on a shared machine the minimum is nearer to the code's cost.
    /// </remarks>
    public bool? ReachedAtBest { get; init; }

    /// <summary>
    /// Gets the value that this project's figure had as its target on the machine for which the targets were set, if the target is a ratio;
    /// for comparison only.
    /// </summary>
    public double? ValueTarget { get; init; }

    /// <summary>Gets the bytes that an operation of this project allocates, native ones included; null if not measured.</summary>
    public double? AllocatedBytes { get; init; }

    public double? AlternativeAllocatedBytes { get; init; }

    /// <summary>Gets the bytes that stay in memory as long as the result is in use, native ones included; null if none stay.</summary>
    public long? RetainedBytes { get; init; }

    public long? AlternativeRetainedBytes { get; init; }

    /// <summary>Gets the number of samples of each side.</summary>
    public int Samples { get; init; }

    /// <summary>Gets the widest instructions that vectorized code could use.</summary>
    public string InstructionSet { get; init; } = "";

    /// <summary>Gets <c>JIT</c> or <c>AOT</c>, and the system.</summary>
    public string Image { get; init; } = "";

    /// <summary>Creates a row from times. <paramref name="unit"/> is <c>ns</c>, <c>us</c> or <c>ms</c>.</summary>
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

    /// <summary>Creates a row from figures that aren't samples of a time.</summary>
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

    /// <summary>Returns null for a ratio that isn't finite, such as 0 to 0.</summary>
    private static double? Finite(double? ratio) => ratio is { } value && double.IsFinite(value) ? value : null;

    /// <summary>Returns the row with a target and whether the figures reach it.</summary>
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
