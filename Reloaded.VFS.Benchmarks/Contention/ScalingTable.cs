namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>The figures of <c>scaling</c> as tables of Markdown, one for each kind of original.</summary>
public static class ScalingTable
{
    public static void Write(TextWriter output, ScalingResults results)
    {
        foreach (IGrouping<string, ScalingRow> original in results.Rows.GroupBy(row => row.Original))
        {
            output.WriteLine($"Over an original that {original.Key}:");
            output.WriteLine();
            ContentionTable.Write(output, original.Select(row => row.Figures));
            output.WriteLine();
        }

        output.WriteLine($"An atomic change of a word that two threads change in turns: {results.TransferNanoseconds:0.0} ns.");
    }
}
