using System.Xml.Linq;
using Reloaded.VFS.Benchmarks.Beside;
using Reloaded.VFS.Benchmarks.Contention;
using Reloaded.VFS.Benchmarks.Growth;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Logging;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Pictures;
using Reloaded.VFS.Benchmarks.Report;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Benchmarks;

/// <summary>Tests of the way from a suite's rows to the page of the documentation; no time is asserted.</summary>
[Collection(nameof(AloneCollection))]
public class ReportTests
{
    [Fact]
    public void ThePageHasEveryRowAndPictures()
    {
        FolderTree tree = TreeGenerator.Create(TreeShape.Game);
        ContentionRow[] contention = [.. new ContentionRun(tree, TimeSpan.FromMilliseconds(60)).Measure([1, 2], _ => { })];
        LoggingRow[] logging = [.. new LoggingRun(tree, TimeSpan.FromMilliseconds(40)).Measure([2], _ => { })];
        Row row = Row.Of("look-up, hit", "game", "ns", new Measured(new Samples([10, 20]), 0), "a <thing>",
            new Measured(new Samples([40, 40]), 0), Target.Ratio(0.45));

        using var folder = new TemporaryFolder();
        string processor = folder.Folder("some-processor");
        Results.Of("table", [row]).Write(Path.Combine(processor, "table.json"));
        Row[] growth = [.. new GrowthRun(Effort.Least, _ => { }).Measure([1_000, 10_000])];
        Results.Of("growth", growth).Write(Path.Combine(processor, "growth.json"));
        Results.Of("build/peer.sh PEER", [row]).Write(Path.Combine(processor, "peer.json"));
        (Results.Of("contention", []) with { Contention = contention }).Write(Path.Combine(processor, "contention.json"));
        (Results.Of("logging", []) with { Logging = logging }).Write(Path.Combine(processor, "logging.json"));
        BesideRow merged = new("2 mods", "open", MergedCopy.Title, "us", 10, 9, null, null, null, 3);
        BesideRow[] beside =
            [merged, merged with { Contender = "usvfs", Ratio = 1.5 }, merged with { Contender = Rvfs.Title, Ratio = 1.2 }];
        (Results.Of("beside", []) with { Beside = new BesideResults(beside, ["mergerfs: there is no /dev/fuse"]) })
            .Write(Path.Combine(processor, "beside.json"));
        string page = File.ReadAllText(ReportPage.Write(processor));

        Assert.Contains("| look-up, hit | game |", page, StringComparison.Ordinal);
        Assert.Contains("\nbash build/peer.sh PEER\n", page, StringComparison.Ordinal);
        Assert.Contains("Benchmarks -- table\n", page, StringComparison.Ordinal);
        Assert.DoesNotContain("## A hooked call", page, StringComparison.Ordinal);
        Assert.Contains("| open | 10.0 us | 10.0 us (1.50) | 10.0 us (**1.20**) |", page, StringComparison.Ordinal);
        Assert.Contains("at most 1.01 in 0 of 1 rows (the others are bold), and less than every other way but the kernel's overlayfs in 1.",
            page, StringComparison.Ordinal);
        Assert.Contains("\n- Left out: mergerfs: there is no /dev/fuse.\n", page, StringComparison.Ordinal);
        foreach (string picture in (string[])["table", "growth", "peer", "contention", "logging"])
        {
            Assert.Contains($"some-processor/{picture}.svg", page, StringComparison.Ordinal);
            Assert.Equal("svg", XDocument.Load(Path.Combine(processor, picture + ".svg")).Root!.Name.LocalName);
        }

        // Memory doesn't depend on the machine.
        Assert.Equal([GrowthRun.Time, GrowthRun.Memory, GrowthRun.Time, GrowthRun.Memory], growth.Select(r => r.Name));
        Assert.All(growth.Where(r => r.Name == GrowthRun.Memory), r => Assert.True(r.Reached, $"{r.Parameters}: {r.Ours} bytes"));

        Assert.Equal(14, contention.Length);
        Assert.Equal(contention.Select(r => (r.Design, r.Threads)).Distinct().Count(), contention.Length);
        // One of them may not have run in so short a time.
        Assert.Contains(contention, line => line.LookupsPerSecond > 0);
        foreach (ContentionRow line in contention)
        {
            Assert.Equal((4, 4), (line.LongestWaits.Length, line.LongestIdle.Length));
            Assert.Equal(line.LongestWaits.OrderDescending(), line.LongestWaits);
        }

        Assert.Equal(5, logging.Length);
        Assert.Equal([0, 0],
            logging.Where(l => l.Way.StartsWith("spans", StringComparison.Ordinal)
                || l.Way.StartsWith("a binary", StringComparison.Ordinal)).Select(l => Math.Round(l.AllocatedBytesPerRecord)));
        Assert.True(logging[1].AllocatedBytesPerRecord > 50 && logging[2].AllocatedBytesPerRecord > 50);
    }

    /// <summary>The page has what ships; the JSON file has all.</summary>
    [Fact]
    public void RowsThatTheNativeImageHasTooAreInTheFileOnly()
    {
        Row native = new() { Name = "look-up, hit", Parameters = "game", Unit = "ns", Ours = 10, Image = "AOT win-x64" };
        using var folder = new TemporaryFolder();
        string processor = folder.Folder("some-processor");
        Results.Of("table", [native, native with { Image = "JIT linux-x64" }, native with { Name = "scan", Image = "JIT linux-x64" }])
            .Write(Path.Combine(processor, "table.json"));
        string[] rows = [.. File.ReadLines(ReportPage.Write(processor)).Where(line => line.Contains("| game |", StringComparison.Ordinal))];
        Assert.Equal(["look-up, hit AOT win-x64", "scan JIT linux-x64"],
            rows.Select(row => row.Split('|')).Select(cells => $"{cells[1].Trim()} {cells[3].Trim()}"));
        Assert.Equal(3, Results.Read(Path.Combine(processor, "table.json")).Rows.Count);
    }

    public static TheoryData<string> Processors =>
        [.. Directory.GetDirectories(Path.Combine(RepositoryFolders.Root, "docs", "benchmarks")).Select(path => Path.GetFileName(path))];

    /// <summary>A page that was edited, or not written again, would contain figures that weren't measured.</summary>
    [Theory]
    [MemberData(nameof(Processors))]
    public void TheDocumentationSaysWhatItsFilesSay(string processor)
    {
        string committed = Path.Combine(RepositoryFolders.Root, "docs", "benchmarks", processor);
        using var folder = new TemporaryFolder();
        string copy = folder.Folder(processor);
        foreach (string file in Directory.GetFiles(committed, "*.json"))
            File.Copy(file, Path.Combine(copy, Path.GetFileName(file)));
        Assert.Equal(File.ReadAllText(ReportPage.Write(copy)), File.ReadAllText(committed + ".md").ReplaceLineEndings("\n"));
        Assert.Equal(Directory.GetFiles(copy).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal),
            Directory.GetFiles(committed).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal));
        Assert.Contains($"(benchmarks/{processor}.md)", File.ReadAllText(Path.Combine(RepositoryFolders.Root, "docs", "benchmarks.md")),
            StringComparison.Ordinal);
        foreach (string picture in Directory.GetFiles(copy, "*.svg"))
            Assert.Equal(File.ReadAllText(picture),
                File.ReadAllText(Path.Combine(committed, Path.GetFileName(picture))).ReplaceLineEndings("\n"));
    }

    [Fact]
    public void ThePictureOfTheTreesIsTheOneThatIsDrawn() =>
        Assert.Equal(TreesPicture.Draw(),
            File.ReadAllText(Path.Combine(RepositoryFolders.Root, "docs", "benchmarks", "trees.svg")).ReplaceLineEndings("\n"));
}
