using System.Globalization;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>Rows as a readable table of Markdown.</summary>
public static class RowTable
{
    public static void Write(TextWriter output, IEnumerable<Row> rows)
    {
        Row[] all = [.. rows];
        // A column that is empty in all rows is omitted.
        (string Head, bool IsNumber, Func<Row, string> Text)[] columns =
        [
            ("work", false, row => row.Name),
            ("of", false, row => row.Parameters),
            ("image", false, row => row.InstructionSet.Length > 0 ? $"{row.Image}, {row.InstructionSet}" : row.Image),
            ("median (minimum)", true, row => $"{Pair(row.Ours, row.OursMinimum)} {row.Unit}"),
            ("beside it", false, row => row.AlternativeName ?? ""),
            ("median (minimum)", true, row => Pair(row.Alternative, row.AlternativeMinimum)),
            ("ratio", true, row => Ratio(row.Ratio)),
            ("95 % of it", true, row => row is { RatioLow: { } low, RatioHigh: { } high } ? $"{Ratio(low)} to {Ratio(high)}" : ""),
            ("of the minima", true, row => Ratio(row.BestRatio)),
            ("target", false,
                row => row.TargetKind switch
                {
                    TargetKind.Ratio => "ratio " + Number(row.Target),
                    TargetKind.Value => $"{Number(row.Target)} {row.Unit}",
                    _ => "",
                }),
            ("reached", false,
                row => (row.Reached, row.ReachedAtBest) switch
                {
                    (true, _) => "yes",
                    (false, true) => "at best",
                    (false, _) => "**no**",
                    _ => "",
                }),
            ("allocated", true, row => Bytes(row.AllocatedBytes)),
            ("beside", true, row => Bytes(row.AlternativeAllocatedBytes)),
            ("stays", true, row => Bytes(row.RetainedBytes)),
            ("beside", true, row => Bytes(row.AlternativeRetainedBytes)),
        ];
        columns = [.. columns.Where(column => all.Any(row => column.Text(row).Length > 0))];
        output.WriteLine($"| {string.Join(" | ", columns.Select(column => column.Head))} |");
        output.WriteLine($"| {string.Join(" | ", columns.Select(column => column.IsNumber ? "---:" : "---"))} |");
        foreach (Row row in all)
            output.WriteLine($"| {string.Join(" | ", columns.Select(column => column.Text(row)))} |");
    }

    private static string Pair(double? median, double? minimum) =>
        median is null ? "" : median == minimum ? Number(median) : $"{Number(median)} ({Number(minimum)})";

    /// <summary>Formats a number with three digits.</summary>
    public static string Number(double? value) => value is not { } number ? "" : number.ToString(Math.Abs(number) switch
    {
        >= 100 => "#,0",
        >= 10 => "0.0",
        >= 1 => "0.00",
        0 => "0",
        _ => "0.000",
    }, CultureInfo.InvariantCulture);

    private static string Ratio(double? ratio) => ratio?.ToString("0.00", CultureInfo.InvariantCulture) ?? "";

    private static string Bytes(double? bytes) => bytes switch
    {
        null => "",
        < 0.5 => "0 B",
        < 10_000 => string.Create(CultureInfo.InvariantCulture, $"{bytes:0} B"),
        < 1 << 20 => string.Create(CultureInfo.InvariantCulture, $"{bytes / 1024:0.0} KiB"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{bytes / (1 << 20):0.0} MiB"),
    };
}
