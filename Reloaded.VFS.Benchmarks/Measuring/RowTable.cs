using System.Globalization;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>Rows as a table of Markdown, for people.</summary>
public static class RowTable
{
    public static void Write(TextWriter output, IEnumerable<Row> rows)
    {
        output.WriteLine("| work | of | image | median | minimum | beside it | median | minimum | ratio | 95 % of it | of the minima | target | reached | allocated | beside | stays | beside |");
        output.WriteLine("| --- | --- | --- | ---: | ---: | --- | ---: | ---: | ---: | --- | ---: | --- | --- | ---: | ---: | ---: | ---: |");
        foreach (Row row in rows)
        {
            string interval = row is { RatioLow: { } low, RatioHigh: { } high } ? string.Create(CultureInfo.InvariantCulture, $"{low:0.00} to {high:0.00}") : "";
            string target = row.TargetKind switch
            {
                TargetKind.Ratio => "ratio " + Number(row.Target),
                TargetKind.Value => $"{Number(row.Target)} {row.Unit}",
                _ => "",
            };
            string reached = (row.Reached, row.ReachedAtBest) switch { (true, _) => "yes", (false, true) => "at best", (false, _) => "**no**", _ => "" };
            output.WriteLine($"| {row.Name} | {row.Parameters} | {(row.InstructionSet.Length > 0 ? $"{row.Image}, {row.InstructionSet}" : row.Image)} | {Number(row.Ours)} {row.Unit} | {Number(row.OursMinimum)} | {row.AlternativeName} | " +
                $"{Number(row.Alternative)} | {Number(row.AlternativeMinimum)} | {Ratio(row.Ratio)} | {interval} | {Ratio(row.BestRatio)} | {target} | {reached} | " +
                $"{Bytes(row.AllocatedBytes)} | {Bytes(row.AlternativeAllocatedBytes)} | {Bytes(row.RetainedBytes)} | {Bytes(row.AlternativeRetainedBytes)} |");
        }
    }

    /// <summary>Three digits.</summary>
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
