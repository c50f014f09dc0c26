using System.Text.Json;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Benchmarks;

/// <summary>Tests that the table is complete and its file readable; no time is asserted.</summary>
[Collection(nameof(AloneCollection))]
public class TableTests
{
    private static readonly string[] Work =
    [
        "fold and hash", "build both trees", "build both trees, with the listing", "stays in memory", "look-up, hit", "look-up, miss",
        "look-up, outside", "rebuild from cached listings", "append a file",
        "append a file, longest", "longest wait of a reader, while rebuilding", "longest wait of a reader, while collecting",
        "scan, all cores",
    ];

    [Fact]
    public void TheFileHasEveryRowWithItsFields()
    {
        FolderTree[] trees =
            [.. new[] { TreeShape.Windows.Scale(60, 300), TreeShape.Steam.Scale(60, 310), TreeShape.Game }.Select(TreeGenerator.Create)];
        var run = new TableRun(trees, Effort.Least, (TreeShape.Game, 2), _ => { });
        using var folder = new TemporaryFolder();
        string path = folder.At("rows.json");
        Results.Of("table", [.. run.Measure()]).Write(path);

        using JsonDocument json = JsonDocument.Parse(File.ReadAllBytes(path));
        foreach (string property in (string[])["command", "processor", "system", "runtime", "date"])
            Assert.NotEqual("", json.RootElement.GetProperty(property).GetString());
        JsonElement[] rows = [.. json.RootElement.GetProperty("rows").EnumerateArray()];
        foreach (string work in Work)
            Assert.Contains(rows, row => row.GetProperty("name").GetString() == work);
        foreach (FolderTree tree in trees)
        {
            foreach (string work in (string[])["build both trees", "stays in memory", "look-up, hit", "look-up, miss", "look-up, outside",
                "rebuild from cached listings", "append a file"])
                Assert.Contains(rows,
                    row => row.GetProperty("name").GetString() == work
                        && row.GetProperty("parameters").GetString()!.StartsWith(tree.Name, StringComparison.Ordinal));
        }

        foreach (JsonElement row in rows)
        {
            Assert.True(row.GetProperty("ours").GetDouble() >= 0);
            Assert.Contains(row.GetProperty("unit").GetString(), new[] { "ns", "us", "ms", "MiB", "times" });
            Assert.StartsWith("JIT", row.GetProperty("image").GetString(), StringComparison.Ordinal);
            Assert.NotEqual("", row.GetProperty("instructionSet").GetString());
            foreach (string field in (string[])["alternativeName", "alternative", "ratio", "ratioLow", "ratioHigh", "target", "targetKind",
                "reached", "allocatedBytes", "retainedBytes"])
                Assert.True(row.TryGetProperty(field, out _), field);
        }
        // A row is identified by its text, so that two files can be compared.
        Assert.Distinct(
            rows.Select(row => (row.GetProperty("name").GetString(), row.GetProperty("parameters").GetString(),
                row.GetProperty("alternativeName").GetString())));
        Assert.Equal(Results.Read(path).Rows.Count, rows.Length);
    }

    [Fact]
    public void TargetsAreComparedWithWhatTheySay()
    {
        var measured = new Measured(new Samples([100, 110, 120]), 0);
        var other = new Measured(new Samples([200, 200, 200]), 0);
        Row row = Row.Of("work", "of", "ns", measured, "other", other, Target.Ratio(0.55));
        Assert.Equal((110, 100, 200, 0.55, true), (row.Ours, row.OursMinimum, row.Alternative, row.Ratio, row.Reached));
        Assert.False(row.With(Target.Ratio(0.54)).Reached);
        Assert.True(row.With(Target.Value(110)).Reached);
        Assert.False(row.With(Target.Value(109)).Reached);
        Assert.Null(row.With(Target.None).Reached);
        Assert.Null(row.With(Target.None).Target);
    }

    [Fact]
    public void TheIntervalOfTheMedianIsThatOfTheOrderStatistics()
    {
        // Computed by hand: of 100 values, the 40th and the 61st.
        Samples samples = new(Enumerable.Range(1, 100).Select(i => (double)i).Reverse());
        Assert.Equal((50.5, 1, 100), (samples.Median, samples.Minimum, samples.Maximum));
        Assert.Equal((40, 61), samples.MedianInterval);
        Assert.Equal((1, 3), new Samples([3, 1, 2]).MedianInterval);
    }

    [Fact]
    public void AContenderThatAllocatesIsSeen()
    {
        var allocating = new Contender("allocates", times =>
        {
            long sum = 0;
            for (int i = 0; i < times; i++)
                sum += new byte[1000 + (i & 1)].Length;
            return sum;
        });
        IReadOnlyList<Measured> measured = Comparison.Measure(Effort.Least, allocating, new Contender("does nothing", times => times));
        Assert.InRange(measured[0].AllocatedBytes, 1000, 1100);
        Assert.Equal(0, measured[1].AllocatedBytes);
        Assert.Equal(2, measured[0].Nanoseconds.Values.Count);
    }
}
