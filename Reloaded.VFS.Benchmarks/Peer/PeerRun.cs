using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTreeManager;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>The rows of the core that the peer has a counterpart of, both sides in turns.</summary>
/// <param name="effort">How long each row is measured.</param>
/// <param name="say">Is told what is measured next.</param>
/// <param name="folder">A real folder to take instead of the generated ones; null: none.</param>
/// <param name="shape">The generated one that is taken; null: all.</param>
/// <param name="only">The parts of <see cref="Parts"/> that are measured; empty: all.</param>
internal sealed class PeerRun(Effort effort, Action<string> say, string? folder, string? shape, IReadOnlyList<string> only)
{
    /// <summary>What the tables call the other side.</summary>
    public const string Name = "the peer";

    /// <summary>What can be measured by itself.</summary>
    public static IReadOnlyList<string> Parts { get; } = ["hash", "build", "memory", "look-up", "handler", "change"];

    /// <summary>The generated trees.</summary>
    public static IReadOnlyList<TreeShape> Shapes { get; } = [TreeShape.Windows, TreeShape.Steam, TreeShape.Game];

    /// <summary>Measures everything, one row after the other.</summary>
    public IEnumerable<Row> Measure() =>
        MeasureAll().Select(row => row with { InstructionSet = ImageKind.InstructionSet, Image = ImageKind.Name });

    private IEnumerable<Row> MeasureAll()
    {
        // Of no tree; once, where each has a process of its own.
        if (folder is null && (shape is null || shape == Shapes[0].Name))
        {
            say("hashing");
            foreach (Row row in Part("hash", () => PeerHashRows.Measure(effort)))
                yield return row;
        }

        FolderTree[] trees = folder is null
            ? [.. Shapes.Where(each => shape is null || each.Name == shape).Select(TreeGenerator.Create)]
            : [FolderTree.Read(folder)];
        foreach (FolderTree tree in trees)
        {
            say($"{tree.Name}: {tree.Folders.Count} folders, {tree.FileCount} files");
            FolderRedirection listing = new PeerInput(tree, withFolders: true).CreateListing();
            say(
                $"  the peer's look-up tree: {PeerChains.Describe(PeerInput.CreateCleanManager(listing))}; as its manager builds it: "
                    + $"{PeerChains.Describe(PeerInput.CreateManager(listing))}");
            foreach (Row row in Part("build", () => PeerTreeRows.Measure(tree, effort))
                .Concat(Part("memory", () => PeerMemoryRows.Measure(tree)))
                .Concat(Part("look-up", () => PeerLookupRows.Measure(tree, effort)))
                .Concat(Part("handler", () => PeerHandlerRows.Measure(tree, effort)))
                .Concat(Part("change", () => PeerChangeRows.Measure(tree, effort))))
            {
                yield return row;
            }
        }
    }

    private IEnumerable<Row> Part(string name, Func<IEnumerable<Row>> measure) => only.Count == 0 || only.Contains(name) ? measure() : [];
}
