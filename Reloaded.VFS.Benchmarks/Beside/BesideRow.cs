namespace Reloaded.VFS.Benchmarks.Beside;

/// <summary>The figure of one contender for one kind of work on one set of mods.</summary>
/// <param name="Set">The description of the set of mods.</param>
/// <param name="Work">The measured work.</param>
/// <param name="Contender">The way in which the mods come into the game.</param>
/// <param name="Unit">The unit of the figures: <c>us</c>, <c>ms</c> or <c>MiB</c>.</param>
/// <param name="Median">The median of all turns.</param>
/// <param name="Minimum">The lowest figure.</param>
/// <param name="Ratio">
/// The median of the turns' ratios to the merged folder; null for work that a merged folder doesn't have, and for the merged folder itself.
/// </param>
/// <param name="RatioLow">The lower end of the 95 % interval of the ratio.</param>
/// <param name="RatioHigh">The upper end of it.</param>
/// <param name="Samples">The number of turns.</param>
public sealed record BesideRow(string Set, string Work, string Contender, string Unit, double Median, double Minimum, double? Ratio,
    double? RatioLow, double? RatioHigh, int Samples);

/// <summary>The figures of <c>beside</c>.</summary>
/// <param name="Rows">The figures, in the order of sets, work and contenders.</param>
/// <param name="LeftOut">The contenders that weren't measured, each with the reason.</param>
public sealed record BesideResults(IReadOnlyList<BesideRow> Rows, IReadOnlyList<string> LeftOut);
