using System.Globalization;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Logging;

/// <summary>Writes the suite's figures as one table of Markdown.</summary>
public static class LoggingTable
{
    public static void Write(TextWriter output, IEnumerable<LoggingRow> rows)
    {
        output.WriteLine(
            "| threads that log | how | million records a second | a look-up and its record, ns | allocated for each, B | collections | "
                + "million look-ups a second beside it | to nothing logged | longest wait there, us |");
        output.WriteLine("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        foreach (LoggingRow row in rows)
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"| {row.Threads} | {row.Way} | {row.RecordsPerSecond / 1e6:0.00} | {RowTable.Number(row.NanosecondsPerRecord)} | "
                    + $"{row.AllocatedBytesPerRecord:0} | {row.Collections} | " +
                $"{row.LookupsBeside / 1e6:0.00} | {row.LookupsBesideRatio:0.00} | {row.LongestWaitBeside / 1000:0} |"));
        }
    }
}
