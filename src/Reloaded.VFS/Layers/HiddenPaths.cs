namespace Reloaded.VFS.Layers;

/// <summary>The paths that layers hide of lower layers and of the game's own files, for one merge. Immutable and thread-safe.</summary>
/// <remarks>
/// A hidden folder hides its whole contents. The rank of a path is one more than the index of the highest layer that hides it, or 0: the
/// path isn't seen in layers below that layer, but is seen in that layer and higher ones. Of the game's own files every hidden path is
/// invisible, whatever its rank. Queries made by an open allocate nothing.
/// </remarks>
internal sealed unsafe class HiddenPaths
{
    private readonly record struct Rule(PathPattern Pattern, int Rank, string Root);

    private sealed record Node(int ParentId, string Name, int Rank, Node? Next);

    private readonly PathTable _paths;
    private readonly Layer[] _layers;
    private readonly Dictionary<(int ParentId, uint Hash), Node> _names = [];
    private readonly HashSet<int> _parents = [];
    private readonly List<Rule> _rules = [];
    private readonly HashSet<(int ParentId, uint Hash)> _leftOut = [];
    private readonly int[] _folderRanks;

    private HiddenPaths(Layer[] layers, PathTable paths)
    {
        _layers = layers;
        _paths = paths;
        for (int i = 0; i < layers.Length; i++)
        {
            if (layers[i] is not { Enabled: true, Folder: { } folder })
                continue;
            foreach ((int parentId, string name) in folder.HiddenNames)
                Add(parentId, name, i + 1);
            foreach ((int parentId, string name) in folder.LeftOut)
                _leftOut.Add((parentId, NameHash.Of(name)));
            foreach (PathPattern pattern in folder.Listing.Hides.Patterns)
                _rules.Add(new Rule(pattern, i + 1, paths.CopyPath(layers[i].RootId)));
        }

        _folderRanks = new int[paths.Count];
        RankFolders();
    }

    /// <summary>Creates the hidden paths of the enabled layers (lowest priority first). Returns null if nothing is hidden.</summary>
    public static HiddenPaths? Create(Layer[] layers, PathTable paths) =>
        Array.Exists(layers, layer => layer is { Enabled: true, Folder.Listing.Hides.IsEmpty: false })
            ? new HiddenPaths(layers, paths)
            : null;

    /// <summary>Gets the folders that have hidden names, each once.</summary>
    public IEnumerable<int> Parents => _parents;

    /// <summary>Returns the rank of a folder, which counts the hidden folders around it.</summary>
    public int RankOf(int folderId) => (uint)folderId < (uint)_folderRanks.Length ? _folderRanks[folderId] : 0;

    /// <summary>Determines whether a folder may have hidden names, of any layer.</summary>
    public bool MayHideIn(int folderId) => _rules.Count > 0 || _parents.Contains(folderId);

    /// <summary>Determines whether a file of a layer, given by its index, is hidden by its name or by a folder around it.</summary>
    public bool Hides(int folderId, ReadOnlySpan<char> name, int place) =>
        place < RankOf(folderId) - 1 || place < Math.Max(RankOfName(folderId, name), RankByRules(folderId, name)) - 1;

    /// <summary>Determines whether a layer's real folder may have a name on disk that isn't part of the layer.</summary>
    public bool LeavesOut(int folderId, ReadOnlySpan<char> name) => _leftOut.Contains((folderId, NameHash.Of(name)));

    /// <summary>Determines whether a name that no layer supplies is hidden in a folder, the game's own or one of layers.</summary>
    /// <remarks>A layer's hidden name in a folder that a higher layer hides doesn't count: nothing of that layer is left there.</remarks>
    public bool HidesOwn(int folderId, ReadOnlySpan<char> name) =>
        HidesIn(folderId, Math.Max(RankOfName(folderId, name), RankByRules(folderId, name)));

    /// <summary>Determines the same as <see cref="HidesOwn"/> of a canonical path, and allocates nothing.</summary>
    /// <param name="folderId">The path id of the folder around the path.</param>
    /// <param name="path">The canonical path.</param>
    public bool HidesOwnPath(int folderId, ReadOnlySpan<char> path) =>
        HidesIn(folderId, Math.Max(RankOfName(folderId, VirtualPath.GetName(path)), RankByRules(path)));

    /// <summary>Determines whether a canonical path of the game's own files is hidden, or is in a hidden folder.</summary>
    /// <param name="path">The canonical path.</param>
    /// <param name="length">The length in characters of the path up to the end of the outermost hidden name.</param>
    public bool CoversOwn(ReadOnlySpan<char> path, out int length)
    {
        for (int end = path.IndexOf('\\'); end >= 0;)
        {
            int next = path[(end + 1)..].IndexOf('\\');
            length = next < 0 ? path.Length : end + 1 + next;
            if (_paths.TryGet(path[..end], out int folder) && HidesIn(folder, RankOfName(folder, path[(end + 1)..length])))
                return true;
            end = next < 0 ? -1 : length;
        }

        // What patterns hide of the files that were there at the start has been found. A file may be new.
        length = path.Length;
        if (RankOfPath(path) > 0)
            return true;
        length = 0;
        return false;
    }

    /// <summary>
    /// Returns the handle of the highest layer that hides a canonical path of the game's own files, or a folder around it; null if none
    /// does.
    /// </summary>
    public int? FindLayer(ReadOnlySpan<char> path) =>
        CoversOwn(path, out int length) ? _layers[RankOfPath(path[..length]) - 1].Handle : null;

    /// <summary>
    /// Returns the handle of the highest layer that hides a canonical path, or a folder around it, of lower layers or of the game's own
    /// files; null if none does. Allocates: for tools.
    /// </summary>
    public int? FindHider(string path)
    {
        int rank = 0;
        for (int end = path.IndexOf('\\'); end >= 0;)
        {
            int next = path.IndexOf('\\', end + 1);
            string covered = next < 0 ? path : path[..next];
            if (_paths.TryGet(path.AsSpan(0, end), out int folder))
                rank = Math.Max(rank, RankOfName(folder, covered.AsSpan(end + 1)));
            rank = Math.Max(rank, RankByRules(covered));
            end = next;
        }

        return rank == 0 ? null : _layers[rank - 1].Handle;
    }

    /// <summary>
    /// Determines whether a canonical real path belongs to layers and higher layers hide all of these files or folders from the game.
    /// Checks every layer.
    /// </summary>
    public bool CoversReal(ReadOnlySpan<char> real)
    {
        bool isHidden = false;
        for (int i = 0; i < _layers.Length; i++)
        {
            if (_layers[i] is not { Enabled: true, Folder: { OnlyHides: false } folder } layer)
                continue;
            ReadOnlySpan<char> root = NtPath.FolderToCanonical(folder.Root);
            if (real.Length <= root.Length || !VirtualPath.IsSameOrBelow(real, root))
                continue;
            string path = string.Concat(_paths.CopyPath(layer.RootId), real[root.Length..]);
            if (!_paths.TryGet(VirtualPath.GetParent(path), out int parent) || !Hides(parent, VirtualPath.GetName(path), i))
                return false;
            isHidden = true;
        }

        return isHidden;
    }

    /// <summary>
    /// Finds the real path that a name has in the highest layer that hides it. A file that is created anew under the name goes there.
    /// Returns false if that layer has no real folder.
    /// </summary>
    /// <param name="path">The canonical path.</param>
    /// <param name="place">The real path in real-path form; it need not exist.</param>
    public bool TryGetPlace(ReadOnlySpan<char> path, out string place)
    {
        place = "";
        int rank = RankOfPath(path);
        if (rank == 0)
            return false;
        FolderLayer layer = _layers[rank - 1].Folder!;
        if (layer.OnlyHides)
            return false;
        place = string.Concat(layer.Root, path[(layer.VirtualLength + 1)..]);
        return true;
    }

    /// <summary>Returns the hidden names of a folder that the game's own folder may have, in no particular order.</summary>
    public IEnumerable<string> NamesIn(int folderId)
    {
        if (!_parents.Contains(folderId))
            yield break;
        foreach (Node node in Nodes)
        {
            if (node.ParentId == folderId)
                yield return node.Name;
        }
    }

    private IEnumerable<Node> Nodes
    {
        get
        {
            foreach (Node first in _names.Values)
            {
                for (Node? node = first; node is not null; node = node.Next)
                    yield return node;
            }
        }
    }

    private void Add(int parentId, string name, int rank)
    {
        _parents.Add(parentId);
        (int, uint) key = (parentId, NameHash.Of(name));
        // Later layers are higher: the first match is the highest.
        _names[key] = new Node(parentId, name, rank, _names.GetValueOrDefault(key));
    }

    private int RankOfName(int parentId, ReadOnlySpan<char> name)
    {
        if (!_names.TryGetValue((parentId, NameHash.Of(name)), out Node? node))
            return 0;
        while (node is not null && !CaseFolding.Equals(node.Name, name))
            node = node.Next;
        return node?.Rank ?? 0;
    }

    private bool HidesIn(int folderId, int rank) => rank > 0 && rank >= RankOf(folderId);

    /// <summary>Returns the rank of a canonical path that no layer supplies, by its name and by patterns.</summary>
    private int RankOfPath(ReadOnlySpan<char> path)
    {
        int rank = _paths.TryGet(VirtualPath.GetParent(path), out int parent) ? RankOfName(parent, VirtualPath.GetName(path)) : 0;
        return Math.Max(rank, RankByRules(path));
    }

    private int RankByRules(int folderId, ReadOnlySpan<char> name)
    {
        foreach (Rule rule in _rules)
        {
            if (folderId >= 0 && rule.Pattern.MayMatch(name))
                return RankByRules(string.Concat(_paths.CopyPath(folderId), @"\", name));
        }

        return 0;
    }

    private int RankByRules(ReadOnlySpan<char> path)
    {
        ReadOnlySpan<char> name = VirtualPath.GetName(path);
        for (int i = _rules.Count - 1; i >= 0; i--)
        {
            Rule rule = _rules[i];
            int root = rule.Root.Length;
            if (path.Length > root + 1 && path[root] == '\\' && rule.Pattern.MayMatch(name) && rule.Pattern.Matches(path[(root + 1)..])
                && CaseFolding.Equals(path[..root], rule.Root))
                return rule.Rank;
        }

        return 0;
    }

    /// <summary>Assigns ranks to folders, parents first (parents have lower ids).</summary>
    private void RankFolders()
    {
        foreach (Node node in Nodes)
        {
            if (_paths.TryGet(string.Concat(_paths.CopyPath(node.ParentId), @"\", node.Name), out int id))
                _folderRanks[id] = Math.Max(_folderRanks[id], node.Rank);
        }

        for (int id = 0; id < _folderRanks.Length; id++)
        {
            if (_rules.Count > 0)
                _folderRanks[id] = Math.Max(_folderRanks[id], RankByRules(_paths.CopyPath(id)));
            int parent = _paths.GetNode(id)->Parent;
            if (parent >= 0)
                _folderRanks[id] = Math.Max(_folderRanks[id], _folderRanks[parent]);
        }
    }
}
