using System.Globalization;

namespace Reloaded.VFS.Benchmarks.Pictures;

/// <summary>A line of a <see cref="LinePicture"/>: the same name in all panels.</summary>
/// <param name="Name">The line's name in the legend.</param>
/// <param name="At">Returns the value for a panel and a number of threads, or null.</param>
public sealed record LineSeries(string Name, Func<int, int, double?> At);

/// <summary>A panel of a <see cref="LinePicture"/>.</summary>
/// <param name="Title">The description of the values.</param>
/// <param name="Least">The least value that is distinguishable from smaller ones.</param>
public sealed record LinePanel(string Title, double Least);

/// <summary>Panels side by side, with a line for each series by the number of threads; the first series is drawn thick.</summary>
public static class LinePicture
{
    private const int PanelWidth = 300, PanelHeight = 260, Left = 60, Top = 50, Gap = 80, LegendRow = 20;

    private static readonly string[] Colors = ["#0b6e4f", "#c0392b", "#e08e0b", "#7d3c98", "#2e86c1", "#7f8c8d", "#6e2c00"];

    /// <param name="title">The picture's title.</param>
    /// <param name="axis">The unit of the numbers of threads.</param>
    /// <param name="threads">The numbers of threads from left to right.</param>
    /// <param name="panels">The panels from left to right.</param>
    /// <param name="series">The series, which are called with a panel's index and a number of threads.</param>
    public static string Draw(string title, string axis, IReadOnlyList<int> threads, IReadOnlyList<LinePanel> panels,
        IReadOnlyList<LineSeries> series)
    {
        int columns = Math.Max(panels.Count, 2);
        var svg = new Svg((columns * PanelWidth) + ((columns - 1) * Gap) + Left + 40,
            Top + PanelHeight + 50 + (LegendRow * ((series.Count + columns - 1) / columns)), title);
        for (int i = 0; i < panels.Count; i++)
            Panel(svg, i, axis, threads, panels[i], series);
        for (int i = 0; i < series.Count; i++)
        {
            double x = Left + (i % columns * (PanelWidth + Gap)), y = Top + PanelHeight + 55 + (i / columns * LegendRow);
            svg.Line(x, y - 4, x + 24, y - 4, Colors[i % Colors.Length], Width(i));
            svg.Text(x + 32, y, series[i].Name, bold: i == 0);
        }

        return svg.ToString();
    }

    private static int Width(int series) => series == 0 ? 4 : 2;

    /// <summary>Draws one panel. Both axes are logarithmic, because locks differ by orders of magnitude.</summary>
    private static void Panel(Svg svg, int index, string axis, IReadOnlyList<int> threads, LinePanel panel,
        IReadOnlyList<LineSeries> series)
    {
        (int X, double Value)[][] lines = [
            .. series.Select(one => threads.Select((count, x) => (x, one.At(index, count))).Where(point => point.Item2 is not null)
            .Select(point => (point.x, Math.Max(point.Item2!.Value, panel.Least))).ToArray())];
        double[] values = [.. lines.SelectMany(line => line.Select(point => point.Value))];
        double low = Math.Floor(Math.Log10(values.Min())), high = Math.Max(Math.Ceiling(Math.Log10(values.Max())), low + 1);
        double left = Left + (index * (PanelWidth + Gap));
        double X(int place) => left + (PanelWidth * place / Math.Max(threads.Count - 1.0, 1));
        double Y(double value) => Top + (PanelHeight * (high - Math.Log10(value)) / (high - low));
        svg.Text(left, Top - 20, panel.Title, bold: true);
        for (double power = low; power <= high; power++)
        {
            svg.Line(left, Y(Math.Pow(10, power)), left + PanelWidth, Y(Math.Pow(10, power)), "#dddddd");
            svg.Text(left - 6, Y(Math.Pow(10, power)) + 4, Math.Pow(10, power).ToString("#,0.###", CultureInfo.InvariantCulture),
                "end", "#555555");
        }

        for (int i = 0; i < threads.Count; i++)
            svg.Text(X(i), Top + PanelHeight + 18, $"{threads[i]}", "middle", "#555555");
        svg.Text(left + (PanelWidth / 2.0), Top + PanelHeight + 34, axis, "middle", "#555555");
        for (int i = lines.Length - 1; i >= 0; i--)
            svg.Curve([.. lines[i].Select(point => (X(point.X), Y(point.Value)))], Colors[i % Colors.Length], Width(i));
    }
}
