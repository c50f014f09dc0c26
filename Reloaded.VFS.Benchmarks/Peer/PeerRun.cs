using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTreeManager;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>The rows of the core for which the peer has a counterpart, both sides in turns.</summary>
/// <param name="effort">The duration of each row's measurement.</param>
/// <param name="say">Receives the name of the next measurement.</param>
/// <param name="folder">A real folder instead of the generated trees, or null.</param>
/// <param name="shape">The name of the only generated tree to measure; null for all.</param>
/// <param name="only">The only parts of <see cref="Parts"/> to measure; empty for all.</param>
internal sealed class PeerRun(Effort effort, Action<string> say, string? folder, string? shape, IReadOnlyList<string> only)
{
    /// <summary>The name of the other side in tables.</summary>
    public const string Name = "the peer";

    /// <summary>Gets the parts that can be measured separately.</summary>
    public static IReadOnlyList<string> Parts { get; } = ["hash", "build", "memory", "look-up", "handler", "change"];

    /// <summary>Gets the shapes of the generated trees.</summary>
    public static IReadOnlyList<TreeShape> Shapes { get; } = [TreeShape.Windows, TreeShape.Steam, TreeShape.Game];

    /// <summary>Measures all rows in turn.</summary>
    public IEnumerable<Row> Measure() =>
        MeasureAll().Select(row => row with { InstructionSet = ImageKind.InstructionSet, Image = ImageKind.Name });

    private IEnumerable<Row> MeasureAll()
    {
        // Independent of trees; measured once if each tree has its own process.
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
