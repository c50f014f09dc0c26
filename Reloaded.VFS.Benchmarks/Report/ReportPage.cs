using Reloaded.VFS.Benchmarks.Contention;
using Reloaded.VFS.Benchmarks.Logging;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Pictures;

namespace Reloaded.VFS.Benchmarks.Report;

/// <summary>The documentation's page of one processor, and its pictures, from the files that the suites wrote.</summary>
public static class ReportPage
{
    /// <summary>Writes the page beside the folder and returns its path.</summary>
    /// <param name="folder">The processor's folder, with one JSON file for each suite that was measured.</param>
    /// <param name="suites">The suites' names, in the page's order.</param>
    public static string Write(string folder, IReadOnlyList<string> suites)
    {
        string name = Path.GetFileName(folder), path = folder + ".md";
        var all = suites.Select(suite => (Name: suite, File: Path.Combine(folder, suite + ".json"))).Where(suite => File.Exists(suite.File))
            .Select(suite => (suite.Name, Results: Results.Read(suite.File))).ToArray();
        using var page = new StreamWriter(path) { NewLine = "\n" };
        page.WriteLine($"# Results: {all[0].Results.Processor}");
        page.WriteLine();
        page.WriteLine("Written by `report`, which measures and writes this page anew. [How it is measured, and what the words mean](../benchmarks.md).");
        foreach ((string suite, Results results) in all)
        {
            page.WriteLine();
            page.WriteLine($"## {suite}");
            page.WriteLine("```text");
            page.WriteLine($"dotnet run -c Release --project Reloaded.VFS.Benchmarks -- {results.Command}");
            page.WriteLine("```");
            page.WriteLine();
            page.WriteLine($"{results.Date}, {results.System}, .NET {results.Runtime}. [The figures as JSON]({name}/{suite}.json)");
            page.WriteLine();
            WritePicture(page, folder, suite, results);
            if (results.Contention is { } contention)
                ContentionTable.Write(page, contention);
            else if (results.Logging is { } logging)
                LoggingTable.Write(page, logging);
            else
                RowTable.Write(page, results.Rows);
        }
        return path;
    }

    private static void WritePicture(StreamWriter page, string folder, string suite, Results results)
    {
        string? picture = suite switch
        {
            "table" => TablePicture.Draw(results.Rows),
            "contention" when results.Contention is { } rows => ContentionPicture.Draw(rows),
            _ => null,
        };
        if (picture is null)
            return;
        File.WriteAllText(Path.Combine(folder, suite + ".svg"), picture);
        page.WriteLine($"![{suite}, as a chart]({Path.GetFileName(folder)}/{suite}.svg)");
        page.WriteLine();
    }
}
