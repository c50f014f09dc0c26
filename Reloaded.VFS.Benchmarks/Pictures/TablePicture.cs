using System.Globalization;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Pictures;

/// <summary>
/// The main table as a chart: each row's ratio to its alternative as a bar from the line of equality to the left (less) or right (more).
/// </summary>
public static class TablePicture
{
    private const int BarLeft = 560, BarWidth = 420, RowHeight = 18, Top = 70;

    // Ratios from 1/64 to 8 on a logarithmic scale.
    private const double Low = -6, High = 3;

    /// <summary>Draws the chart.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="beside">The description of the alternatives.</param>
    public static string Draw(IReadOnlyList<Row> rows, string beside = ".NET's own collections")
    {
        // One bar for each row: the ratio to the first alternative, to which the target refers.
        Row[] drawn = [.. rows.Where(row => row.Ratio is > 0).DistinctBy(row => (row.Name, row.Parameters, row.Image))];
        var svg = new Svg(BarLeft + BarWidth + 80, Top + (RowHeight * drawn.Length) + 30, $"Reloaded VFS beside {beside}: ratios");
        svg.Text(10, 24, $"Ours beside {beside}", bold: true);
        svg.Text(10, 42, "Time or memory, as a ratio of the alternative's: left of the line is less. A tick marks the target.");
        for (double power = Low; power <= High; power++)
        {
            svg.Line(X(power), Top - 8, X(power), Top + (RowHeight * drawn.Length), power == 0 ? "#222222" : "#dddddd",
                power == 0 ? 1.5 : 1);
            svg.Text(X(power), Top - 12, power < 0 ? $"1/{1 << (int)-power}" : $"{1 << (int)power}", "middle", "#555555");
        }

        for (int i = 0; i < drawn.Length; i++)
        {
            Row row = drawn[i];
            double y = Top + (i * RowHeight), power = Math.Clamp(Math.Log2(row.Ratio!.Value), Low, High);
            svg.Text(BarLeft - 10, y + 13, Shorten($"{row.Name}, {row.Parameters.Split(':')[0]} ({row.Image.Split(' ')[0]})"), "end");
            svg.Rectangle(Math.Min(X(0), X(power)), y + 3, Math.Abs(X(power) - X(0)), RowHeight - 6, power <= 0 ? "#0b6e4f" : "#c0392b");
            if (row is { TargetKind: TargetKind.Ratio, Target: > 0 and { } target })
                svg.Line(X(Math.Log2(target)), y + 1, X(Math.Log2(target)), y + RowHeight - 1, "#e08e0b", 2.5);
            svg.Text(X(High) + 8, y + 13, row.Ratio.Value.ToString("0.00", CultureInfo.InvariantCulture), color: "#555555");
        }

        return svg.ToString();
    }

    private static string Shorten(string text) => text.Length <= 90 ? text : text[..87] + "...";

    private static double X(double power) => BarLeft + (BarWidth * (power - Low) / (High - Low));
}
