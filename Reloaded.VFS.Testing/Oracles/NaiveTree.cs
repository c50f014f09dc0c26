using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Testing.Oracles;

/// <summary>
/// The expected contents of a virtual file system, computed from its layers by nested dictionaries and strings: slow and plain. Shares only
/// the case folding with the tested trees.
/// </summary>
internal sealed class NaiveTree
{
    /// <summary>A layer's claim that a path is a file or folder.</summary>
    /// <param name="Parts">The virtual path.</param>
    /// <param name="IsFile">True for a file, false for a folder.</param>
    /// <param name="Rank">The layer's place; that of a declared target is above all.</param>
    /// <param name="Layer">The layer's handle.</param>
    /// <param name="Target">The real file or folder (with trailing backslash); null for a declared target.</param>
    /// <param name="IsRoot">True if the layer was added for this path, so that the path is a target and its name isn't the disk's.</param>
    public sealed record Claim(string[] Parts, bool IsFile, int Rank, int Layer, string? Target, bool IsRoot = false);

    public sealed class Node
    {
        public required string Path { get; init; }

        public required string Name { get; set; }

        public bool IsFolder { get; init; }

        public bool InTarget { get; set; }

        /// <summary>Gets a file's winner, or a folder's sources, highest first.</summary>
        public List<Claim> Sources { get; init; } = [];

        public Dictionary<string, Node> Children { get; } = [];
    }

    public Dictionary<string, Node> Roots { get; } = [];

    public HashSet<(string Path, int Winner, int Loser, bool WinnerIsFolder)> Clashes { get; } = [];

    private readonly Func<string, string> _firstSeenName;

    /// <param name="claims">The claims of each layer in the order of its listing.</param>
    /// <param name="firstSeenName">
    /// Returns the letter case of a folder's name by the folded path, for layers' roots and folders without a layer.
    /// </param>
    public NaiveTree(IReadOnlyList<Claim> claims, Func<string, string> firstSeenName)
    {
        _firstSeenName = firstSeenName;
        Build(Roots, null, claims, 0);
    }

    public static string Fold(string text)
    {
        char[] folded = text.ToCharArray();
        for (int i = 0; i < folded.Length; i++)
            folded[i] = CaseFolding.ToUpper(folded[i]);
        return new string(folded);
    }

    public Node? Find(string path)
    {
        Dictionary<string, Node> level = Roots;
        Node? node = null;
        foreach (string part in path.Split('\\'))
        {
            if (!level.TryGetValue(Fold(part), out node))
                return null;
            level = node.Children;
        }

        return node;
    }

    public IEnumerable<Node> All() => Roots.Values.SelectMany(Below);

    private static IEnumerable<Node> Below(Node node) => node.Children.Values.SelectMany(Below).Prepend(node);

    private void Build(Dictionary<string, Node> level, Node? parent, IReadOnlyList<Claim> claims, int depth)
    {
        foreach (IGrouping<string, Claim> name in claims.GroupBy(c => Fold(c.Parts[depth])))
        {
            string path = parent is null ? name.Key : $@"{parent.Path}\{name.Key}";
            List<Claim> files = [.. name.Where(c => c.IsFile && c.Parts.Length == depth + 1).OrderByDescending(c => c.Rank)];
            List<Claim> folders = [.. name.Where(c => !c.IsFile || c.Parts.Length > depth + 1).OrderByDescending(c => c.Rank)];
            List<Claim> sources = [.. folders.Where(c => c.Parts.Length == depth + 1 && c.Target is not null)];
            bool isFile = files.Count > 0 && (folders.Count == 0 || files[0].Rank > folders[0].Rank);
            if (files.Count > 0 && folders.Count > 0)
            {
                int winner = isFile ? files[0].Layer : folders[0].Layer;
                IEnumerable<Claim> losers = isFile ? sources.Append(folders[0]) : files;
                foreach (int loser in losers.Select(c => c.Layer).Where(l => l != winner))
                    Clashes.Add((path, winner, loser, !isFile));
            }

            if (isFile)
            {
                level[name.Key] = new Node
                {
                    Path = path,
                    Name = LowestOf(files).Parts[depth],
                    Sources = [files[0]],
                    InTarget = parent!.InTarget,
                };
                continue;
            }

            var node = new Node
            {
                Path = path,
                Name = sources.Count > 0 && !LowestOf(sources).IsRoot ? LowestOf(sources).Parts[depth] : _firstSeenName(path),
                IsFolder = true,
                Sources = sources,
                // A single file makes its folder a target.
                InTarget = parent is { InTarget: true }
                    || folders.Any(c => c.IsRoot && (c.IsFile ? c.Parts.Length == depth + 2 : c.Parts.Length == depth + 1)),
            };
            level[name.Key] = node;
            Build(node.Children, node, [.. folders.Where(c => c.Parts.Length > depth + 1)], depth + 1);
        }
    }

    // The name is that of the entry copied first: the first one in the lowest layer's listing.
    private static Claim LowestOf(List<Claim> sources) => sources.First(c => c.Rank == sources[^1].Rank);
}
