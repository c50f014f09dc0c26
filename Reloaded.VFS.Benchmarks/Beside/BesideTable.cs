using System.Globalization;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Beside;

/// <summary>The suite's figures in Markdown: a table for each set, with a column for each contender.</summary>
public static class BesideTable
{
    /// <summary>The wanted maximum of the VFS's ratios.</summary>
    private const double Limit = 1.01;

    /// <summary>Writes the tables, and what they say of the VFS.</summary>
    public static void Write(TextWriter output, BesideResults results)
    {
        foreach (IGrouping<string, BesideRow> set in results.Rows.GroupBy(row => row.Set))
        {
            string[] contenders = [.. set.Select(row => row.Contender).Distinct()];
            output.WriteLine($"**{set.Key}**");
            output.WriteLine();
            output.WriteLine($"| work | {string.Join(" | ", contenders)} |");
            output.WriteLine($"| --- |{string.Concat(contenders.Select(_ => " ---: |"))}");
            foreach (IGrouping<string, BesideRow> work in set.GroupBy(row => row.Work))
                output.WriteLine($"| {work.Key} | {string.Join(" | ", contenders.Select(name => Text(work, name)))} |");
            output.WriteLine();
        }

        (BesideRow Row, BesideRow[] Others)[] ours =
        [
            .. results.Rows.Where(row => row is { Contender: Rvfs.Title, Ratio: not null }).Select(row => (row,
                results.Rows.Where(other => other.Set == row.Set && other.Work == row.Work && other.Ratio is not null
                    && other.Contender is not (Rvfs.Title or Overlay.Kernels)).ToArray())),
        ];
        if (ours.Length > 0)
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"In brackets: the ratio to the merged folder. The VFS has at most {Limit} in "
                    + $"{ours.Count(row => row.Row.Ratio <= Limit)} of {ours.Length} rows (the others are bold), and less "
                    + $"than every other way but the kernel's overlayfs in "
                    + $"{ours.Count(row => row.Others.All(other => row.Row.Ratio < other.Ratio))}."));
            output.WriteLine();
        }

        foreach (string reason in results.LeftOut)
            output.WriteLine($"- Left out: {reason}.");
    }

    private static string Text(IEnumerable<BesideRow> work, string contender)
    {
        if (work.FirstOrDefault(row => row.Contender == contender) is not { } row)
            return "";
        string ratio = row.Ratio is { } value ? value.ToString("0.00", CultureInfo.InvariantCulture) : "";
        if (contender == Rvfs.Title && row.Ratio > Limit)
            ratio = $"**{ratio}**";
        return $"{RowTable.Number(row.Median)} {row.Unit}{(ratio.Length > 0 ? $" ({ratio})" : "")}";
    }
}
