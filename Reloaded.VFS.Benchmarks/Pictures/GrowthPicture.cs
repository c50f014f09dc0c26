using Reloaded.VFS.Benchmarks.Growth;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Pictures;

/// <summary>A picture of a file's cost by the size of its tree: a level line is a cost proportional to the size.</summary>
public static class GrowthPicture
{
    public static string Draw(IReadOnlyList<Row> rows)
    {
        (string Name, string Title)[] panels =
            [(GrowthRun.Time, "Listing and both trees: ns a file"), (GrowthRun.Memory, "Memory: bytes a file beside its name")];
        int[] sizes = [.. GrowthRun.Sizes.Where(files => rows.Any(row => row.Parameters == GrowthRun.Describe(files)))];
        Row? Find(int panel, int files) =>
            rows.FirstOrDefault(row => row.Name == panels[panel].Name && row.Parameters == GrowthRun.Describe(files));
        return LinePicture.Draw("What a file costs by the size of its tree", "files", sizes,
            [.. panels.Select(panel => new LinePanel(panel.Title, 1))],
            [
                new LineSeries("Reloaded VFS", (panel, files) => Find(panel, files)?.Ours),
                new LineSeries(rows.Select(row => row.AlternativeName).FirstOrDefault(name => name is not null) ?? "the alternative",
                    (panel, files) => Find(panel, files)?.Alternative),
            ]);
    }
}
