using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>The main table: every figure of the core beside what .NET's own library offers.</summary>
/// <param name="trees">What is laid over and looked up.</param>
/// <param name="effort">How long each row is measured.</param>
/// <param name="scan">The shape of one of the mods that are scanned on the disk, and how many of them there are.</param>
/// <param name="say">Is told what is measured next.</param>
/// <param name="only">The parts of <see cref="Parts"/> that are measured; empty: all.</param>
public sealed class TableRun(IReadOnlyList<FolderTree> trees, Effort effort, (TreeShape Shape, int Mods) scan, Action<string> say,
    params IReadOnlyList<string> only)
{
    /// <summary>What can be measured by itself.</summary>
    public static IReadOnlyList<string> Parts { get; } = ["hash", "build", "memory", "look-up", "change", "wait", "scan", "avx2"];

    /// <summary>The inputs and the effort of the published figures, or of a quick look.</summary>
    /// <param name="quick">Whether it should take less than three minutes.</param>
    /// <param name="folder">A real folder to take instead of the generated ones; null: none.</param>
    /// <param name="say">Is told what is measured next.</param>
    /// <param name="only">Parts; empty: all.</param>
    public static TableRun Create(bool quick, string? folder, Action<string> say, params IReadOnlyList<string> only)
    {
        say(folder is null ? "making the inputs" : $"reading {folder}");
        FolderTree[] trees = folder is null
            ? [.. new[] { TreeShape.Windows, TreeShape.Steam, TreeShape.Game }.Select(TreeGenerator.Create)]
            : [FolderTree.Read(folder)];
        (TreeShape, int) scan = (TreeShape.Steam.Scale(155, 2_881), quick ? 6 : 60);
        return new TableRun(trees, quick ? Effort.Quick : Effort.Full, scan, say, only);
    }

    /// <summary>Measures everything, one row after the other.</summary>
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
                // The waits of readers are a matter of how large what is changed is.
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
