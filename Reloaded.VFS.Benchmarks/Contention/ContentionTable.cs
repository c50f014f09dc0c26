using System.Globalization;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>Writes the suite's figures as one table of Markdown.</summary>
public static class ContentionTable
{
    public static void Write(TextWriter output, IEnumerable<ContentionRow> rows)
    {
        output.WriteLine(
            "| readers | guarded by | million look-ups a second | average, ns | four longest waits, us | four longest idle times, us | "
                + "files added | built anew |");
        output.WriteLine("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
        foreach (ContentionRow row in rows)
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"| {row.Threads} | {row.Design} | {row.LookupsPerSecond / 1e6:0.00} | {RowTable.Number(row.AverageNanoseconds)} | "
                    + $"{Four(row.LongestWaits)} | {Four(row.LongestIdle)} | {row.Appended} | {row.Republished} |"));
        }
    }

    private static string Four(double[] nanoseconds) =>
        string.Join(", ", nanoseconds.Select(value => (value / 1000).ToString("0", CultureInfo.InvariantCulture)));
}
