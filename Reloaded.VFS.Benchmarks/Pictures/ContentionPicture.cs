using Reloaded.VFS.Benchmarks.Contention;

namespace Reloaded.VFS.Benchmarks.Pictures;

/// <summary>The contention suite as one picture: throughput, the longest wait and the longest idle time, by the number of readers.</summary>
public static class ContentionPicture
{
    private const int PanelWidth = 300, PanelHeight = 260, Left = 60, Top = 50, Gap = 80;

    private static readonly string[] Colors = ["#0b6e4f", "#c0392b", "#e08e0b", "#7d3c98", "#2e86c1", "#7f8c8d", "#6e2c00"];

    public static string Draw(IReadOnlyList<ContentionRow> rows)
    {
        string[] designs = [.. rows.Select(row => row.Design).Distinct()];
        int[] threads = [.. rows.Select(row => row.Threads).Distinct().Order()];
        var svg = new Svg((3 * PanelWidth) + (2 * Gap) + Left + 30, Top + PanelHeight + 50 + (20 * ((designs.Length + 2) / 3)), "Look-ups beside a writer, by the number of readers");
        Panel(svg, 0, "million look-ups a second (more is better)", rows, designs, threads, row => row.LookupsPerSecond / 1e6, 0.01);
        Panel(svg, 1, "longest wait of a reader, us (less is better)", rows, designs, threads, row => row.LongestWaits[0] / 1000, 1);
        Panel(svg, 2, "longest time without any answer, us (less is better)", rows, designs, threads, row => row.LongestIdle[0] / 1000, 1);
        for (int i = 0; i < designs.Length; i++)
        {
            double x = Left + (i % 3 * (PanelWidth + Gap)), y = Top + PanelHeight + 55 + (i / 3 * 20);
            svg.Line(x, y - 4, x + 24, y - 4, Colors[i % Colors.Length], i == 0 ? 4 : 2);
            svg.Text(x + 32, y, designs[i], bold: i == 0);
        }
        return svg.ToString();
    }

    /// <summary>Both axes are logarithmic: locks differ by orders of magnitude.</summary>
    private static void Panel(Svg svg, int index, string title, IReadOnlyList<ContentionRow> rows, string[] designs, int[] threads, Func<ContentionRow, double> value, double least)
    {
        double left = Left + (index * (PanelWidth + Gap));
        double low = Math.Floor(Math.Log10(Math.Max(rows.Min(value), least))), high = Math.Max(Math.Ceiling(Math.Log10(Math.Max(rows.Max(value), least))), low + 1);
        double X(int count) => left + (PanelWidth * Array.IndexOf(threads, count) / Math.Max(threads.Length - 1.0, 1));
        double Y(double v) => Top + (PanelHeight * (high - Math.Log10(Math.Max(v, Math.Pow(10, low)))) / (high - low));
        svg.Text(left, Top - 20, title, bold: true);
        for (double power = low; power <= high; power++)
        {
            svg.Line(left, Y(Math.Pow(10, power)), left + PanelWidth, Y(Math.Pow(10, power)), "#dddddd");
            svg.Text(left - 6, Y(Math.Pow(10, power)) + 4, Math.Pow(10, power).ToString("#,0.###", System.Globalization.CultureInfo.InvariantCulture), "end", "#555555");
        }
        foreach (int count in threads)
            svg.Text(X(count), Top + PanelHeight + 18, $"{count}", "middle", "#555555");
        svg.Text(left + (PanelWidth / 2.0), Top + PanelHeight + 34, "readers", "middle", "#555555");
        for (int i = designs.Length - 1; i >= 0; i--)
            svg.Curve([.. rows.Where(row => row.Design == designs[i]).Select(row => (X(row.Threads), Y(value(row))))], Colors[i % Colors.Length], i == 0 ? 4 : 2);
    }
}
