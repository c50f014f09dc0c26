using Reloaded.VFS.Benchmarks.Beside;
using Reloaded.VFS.Benchmarks.Contention;
using Reloaded.VFS.Benchmarks.Logging;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Pictures;

namespace Reloaded.VFS.Benchmarks.Report;

/// <summary>The documentation's page of one processor, and its pictures, generated from the suites' files.</summary>
public static class ReportPage
{
    /// <summary>The suites in the order of the page, with the title of each and the explanation of its table.</summary>
    private static readonly (string Suite, string Title, string Text)[] Sections =
    [
        ("table", "The core",
            "Each row has a figure of this project beside one alternative. Longest waits are those of a reader for one answer, each time "
                + "that something goes on, and of all times."),
        ("growth", "Trees of different sizes",
            "What a file costs: a level line is a cost in proportion to the tree. The time is from names that are read to what readers "
                + "ask."),
        ("peer", "The core beside the peer",
            "The peer is the C# original of this project, built from its own source; `PEER` is a clone of it. [What each side does and "
                + "doesn't do in a row](../benchmarks.md#beside-the-peer)."),
        ("peer-folder", "The core beside the peer, on a real folder",
            "The rows above on `/usr` of a Debian 12, whose names aren't generated."),
        ("handler", "A hooked call in the DLL",
            "The time of the call through the hook less that of the same call past it, while the system's own part returns at once. Paths "
                + "are random, their letter case mixed."),
        ("contention", "Readers beside a writer",
            "The writer adds a file every millisecond and builds everything anew after every 50. Idle is when no reader at all got an "
                + "answer. More threads than cores are what games have."),
        ("logging", "Logging beside look-ups",
            "Each thread looks paths up and logs every one. One more thread only looks up: what it gets done beside them, in relation to "
                + "what it does when nothing is logged."),
        ("beside", "Beside what people use instead",
            "The same Windows program on the same mods, by each way in which mods come into a game, in turns. Medians; a turn's ratio is to "
                + "the folder into which the mods were copied, in the same turn. The start of a file system, and of files that are "
                + "linked, is without mounting or linking; memory is the game's process alone."),
        ("file-open", "Opening and closing files in real processes",
            "Two processes of one program, with the VFS and without, in turns. A pair is all files once in each."),
        ("bdn", "Opens, attributes and listings in a program of .NET",
            "BenchmarkDotNet measures them, in a process that has .NET's own runtime with the JIT beside the DLL's. The VFS is switched on "
                + "for all samples of a figure, then off for all of the figure beside it: the ratio is that of the two medians."),
        ("scaling", "Hooked calls from several threads",
            "Each thread asks the DLL for one redirected name after the other; a writer adds a file each millisecond and has everything "
                + "built anew after every 50. The locks are free while the original runs. Idle is when no thread at all got an answer. The "
                + "picture is a model: a core for each thread."),
        ("startup", "A whole start",
            "From the DLL's own clock: reading mods' folders, both trees, all hooks; beside a bare walk over the same folders in a process "
                + "of the same system."),
    ];

    /// <summary>Gets the suites' names, in the order of the page.</summary>
    public static IReadOnlyList<string> Suites { get; } = [.. Sections.Select(section => section.Suite)];

    /// <summary>Writes the page beside the folder and returns its path.</summary>
    /// <param name="folder">The processor's folder, with one JSON file for each measured suite, at least one.</param>
    public static string Write(string folder)
    {
        string name = Path.GetFileName(folder), path = folder + ".md";
        var all = Sections.Select(section => (Section: section, File: Path.Combine(folder, section.Suite + ".json")))
            .Where(suite => File.Exists(suite.File))
            .Select(suite => (suite.Section, Results: Results.Read(suite.File))).ToArray();
        using var page = new StreamWriter(path) { NewLine = "\n" };
        page.WriteLine($"# Results: {all[0].Results.Processor}");
        page.WriteLine();
        page.WriteLine(
            "Written by `build/bench.sh` from the files that the commands left; nothing here is edited by hand. [How it is measured, what "
                + "the words mean, and why](../benchmarks.md).");
        foreach (((string suite, string title, string text), Results results) in all)
        {
            page.WriteLine();
            page.WriteLine($"## {title}");
            page.WriteLine(text);
            page.WriteLine();
            page.WriteLine("```text");
            page.WriteLine(results.Command.StartsWith("build/", StringComparison.Ordinal)
                ? $"bash {results.Command}"
                : $"dotnet run -c Release --project Reloaded.VFS.Benchmarks -- {results.Command}");
            page.WriteLine("```");
            page.WriteLine();
            page.WriteLine($"{results.Date}, {results.System}, .NET {results.Runtime}. [The figures as JSON]({name}/{suite}.json)");
            page.WriteLine();
            WritePicture(page, folder, suite, results);
            if (results.Contention is { } contention)
                ContentionTable.Write(page, contention);
            else if (results.Logging is { } logging)
                LoggingTable.Write(page, logging);
            else if (results.Beside is { } beside)
                BesideTable.Write(page, beside);
            else if (results.Scaling is { } scaling)
                ScalingTable.Write(page, scaling);
            else
                RowTable.Write(page, Shipped(results.Rows));
        }

        return path;
    }

    /// <summary>
    /// Returns the rows without those of code that <c>dotnet</c> compiles, if the native image has the same row: the image is what ships.
    /// The JSON files have all rows.
    /// </summary>
    private static IEnumerable<Row> Shipped(IReadOnlyList<Row> rows)
    {
        var native = rows.Where(row => !row.Image.StartsWith("JIT", StringComparison.Ordinal))
            .Select(row => (row.Name, row.Parameters, row.AlternativeName)).ToHashSet();
        return rows.Where(row => !row.Image.StartsWith("JIT", StringComparison.Ordinal)
            || !native.Contains((row.Name, row.Parameters, row.AlternativeName)));
    }

    private static void WritePicture(StreamWriter page, string folder, string suite, Results results)
    {
        string? picture = suite switch
        {
            "table" => TablePicture.Draw(results.Rows),
            "growth" => GrowthPicture.Draw(results.Rows),
            "peer" or "peer-folder" => TablePicture.Draw(results.Rows, "the peer"),
            "contention" when results.Contention is { } rows => ContentionPicture.Draw(rows),
            "logging" when results.Logging is { } rows => LoggingPicture.Draw(rows),
            "scaling" when results.Scaling is { } scaling => ScalingPicture.Draw(scaling),
            _ => null,
        };
        if (picture is null)
            return;
        File.WriteAllText(Path.Combine(folder, suite + ".svg"), picture);
        page.WriteLine($"![{suite}, as a chart]({Path.GetFileName(folder)}/{suite}.svg)");
        page.WriteLine();
    }
}
