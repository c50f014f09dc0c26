using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>The measurements of the main table: every figure of the core against an alternative of .NET's own library.</summary>
/// <param name="trees">The trees that are mounted and looked up.</param>
/// <param name="effort">The duration of each row's measurement.</param>
/// <param name="scan">The shape of a scanned mod on the disk, and the number of mods.</param>
/// <param name="say">Receives the name of the next measurement.</param>
/// <param name="only">The only parts of <see cref="Parts"/> to measure; empty for all.</param>
public sealed class TableRun(IReadOnlyList<FolderTree> trees, Effort effort, (TreeShape Shape, int Mods) scan, Action<string> say,
    params IReadOnlyList<string> only)
{
    /// <summary>Gets the parts that can be measured separately.</summary>
    public static IReadOnlyList<string> Parts { get; } = ["hash", "build", "memory", "look-up", "change", "wait", "scan", "avx2"];

    /// <summary>Creates the run of the published figures, or a quick one.</summary>
    /// <param name="quick">True for a run of less than three minutes.</param>
    /// <param name="folder">A real folder instead of the generated trees, or null.</param>
    /// <param name="say">Receives the name of the next measurement.</param>
    /// <param name="only">The only parts to measure; empty for all.</param>
    public static TableRun Create(bool quick, string? folder, Action<string> say, params IReadOnlyList<string> only)
    {
        say(folder is null ? "making the inputs" : $"reading {folder}");
        FolderTree[] trees = folder is null
            ? [.. new[] { TreeShape.Windows, TreeShape.Steam, TreeShape.Game }.Select(TreeGenerator.Create)]
            : [FolderTree.Read(folder)];
        (TreeShape, int) scan = (TreeShape.Steam.Scale(155, 2_881), quick ? 6 : 60);
        return new TableRun(trees, quick ? Effort.Quick : Effort.Full, scan, say, only);
    }

    /// <summary>Measures all rows in turn.</summary>
    public IEnumerable<Row> Measure() =>
        MeasureAll().Select(row => row with { InstructionSet = ImageKind.InstructionSet, Image = ImageKind.Name });

    private IEnumerable<Row> MeasureAll()
    {
        foreach (Row row in Part("hash", () => HashRows.Measure(effort)))
            yield return row;
        foreach (Row row in Part("avx2", () => ImageCodeRows.Measure(effort)))
            yield return row;
        foreach (FolderTree tree in trees)
        {
            say($"{tree.Name}: {tree.Folders.Count} folders, {tree.FileCount} files");
            foreach (Row row in Part("build", () => TreeRows.Measure(tree, effort))
                .Concat(Part("memory", () => MemoryRows.Measure(tree)))
                .Concat(Part("look-up", () => LookupRows.Measure(tree, effort)))
                .Concat(Part("avx2", () => ImageCodeRows.Measure(tree, effort)))
                .Concat(Part("change", () => ChangeRows.Measure(tree, effort)))
                // Readers' waits depend on the size of the changed tree.
                .Concat(tree == trees.MaxBy(t => t.Folders.Count) ? Part("wait", () => WaitRows.Measure(tree, effort)) : []))
            {
                yield return row;
            }
        }

        say("scanning mods on the disk");
        foreach (Row row in Part("scan", () => ScanRows.Measure(scan.Shape, scan.Mods, effort)))
            yield return row;
    }

    private IEnumerable<Row> Part(string name, Func<IEnumerable<Row>> measure) => only.Count == 0 || only.Contains(name) ? measure() : [];
}
