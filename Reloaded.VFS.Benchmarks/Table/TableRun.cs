using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>The main table: every figure of the core beside what .NET's own library offers.</summary>
/// <param name="trees">What is laid over and looked up.</param>
/// <param name="effort">How long each row is measured.</param>
/// <param name="scan">The shape of one of the mods that are scanned on the disk, and how many of them there are.</param>
/// <param name="say">Is told what is measured next.</param>
public sealed class TableRun(IReadOnlyList<FolderTree> trees, Effort effort, (TreeShape Shape, int Mods) scan, Action<string> say)
{
    /// <summary>The inputs and the effort of the published figures, or of a quick look.</summary>
    /// <param name="quick">Whether it should take less than three minutes.</param>
    /// <param name="folder">A real folder to take instead of the generated ones; null: none.</param>
    /// <param name="say">Is told what is measured next.</param>
    public static TableRun Create(bool quick, string? folder, Action<string> say)
    {
        say(folder is null ? "making the inputs" : $"reading {folder}");
        FolderTree[] trees = folder is null
            ? [.. new[] { TreeShape.Windows, TreeShape.Steam, TreeShape.Game }.Select(TreeGenerator.Create)]
            : [FolderTree.Read(folder)];
        (TreeShape, int) scan = quick ? (TreeShape.Steam.Scale(600, 6_000), 4) : (TreeShape.Steam.Scale(2_330, 43_224), 4);
        return new TableRun(trees, quick ? Effort.Quick : Effort.Full, scan, say);
    }

    /// <summary>Measures everything, one row after the other.</summary>
    public IEnumerable<Row> Measure() => MeasureAll().Select(row => row with { InstructionSet = ImageKind.InstructionSet, Image = ImageKind.Name });

    private IEnumerable<Row> MeasureAll()
    {
        foreach (Row row in HashRows.Measure(effort))
            yield return row;
        foreach (FolderTree tree in trees)
        {
            say($"{tree.Name}: {tree.Folders.Count} folders, {tree.FileCount} files");
            foreach (Row row in TreeRows.Measure(tree, effort).Concat(MemoryRows.Measure(tree)).Concat(LookupRows.Measure(tree, effort))
                .Concat(ChangeRows.Measure(tree, effort)))
            {
                yield return row;
            }
            // The waits of readers are a matter of how large what is changed is.
            if (tree == trees.MaxBy(t => t.Folders.Count))
            {
                foreach (Row row in WaitRows.Measure(tree, effort))
                    yield return row;
            }
        }
        say("scanning mods on the disk");
        foreach (Row row in ScanRows.Measure(scan.Shape, scan.Mods, effort))
            yield return row;
    }
}
