using Reloaded.VFS.PathRecords;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Layers;

/// <summary>
/// What layers hide of the layers below them, and of the game's own, as of one merge. A hidden folder hides all that is in it. The rank of
/// a path is one more than the place of the highest layer that hides it, 0 for none: what lower layers have there isn't seen, that layer's
/// own and what higher ones have is. Of the game's own every hidden path is out of sight, whatever its rank. Immutable, read from any
/// thread; questions that are asked for an open allocate nothing.
/// </summary>
internal sealed unsafe class HiddenPaths
{
    private readonly record struct Rule(PathPattern Pattern, int Rank, int RootId);

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
                _rules.Add(new Rule(pattern, i + 1, layers[i].RootId));
        }

        _folderRanks = new int[paths.Count];
        RankFolders();
    }

    /// <summary>What the enabled ones of these layers hide, lowest priority first; null where they hide nothing.</summary>
    public static HiddenPaths? Create(Layer[] layers, PathTable paths) =>
        Array.Exists(layers, layer => layer is { Enabled: true, Folder.Listing.Hides.IsEmpty: false })
            ? new HiddenPaths(layers, paths)
            : null;

    /// <summary>The folders that have hidden names, each once.</summary>
    public IEnumerable<int> Parents => _parents;

    /// <summary>The rank of a folder: it, or a folder that it is in, is hidden.</summary>
    public int RankOf(int folderId) => (uint)folderId < (uint)_folderRanks.Length ? _folderRanks[folderId] : 0;

    /// <summary>Whether a folder has names that may be hidden, of any layer.</summary>
    public bool MayHideIn(int folderId) => _rules.Count > 0 || _parents.Contains(folderId);

    /// <summary>Whether a layer's file isn't seen, since its name is hidden, or a folder that it is in.</summary>
    /// <param name="folderId">The folder that it is in.</param>
    /// <param name="name">Its name.</param>
    /// <param name="place">The layer's.</param>
    public bool Hides(int folderId, ReadOnlySpan<char> name, int place) =>
        place < RankOf(folderId) - 1 || place < Math.Max(RankOfName(folderId, name), RankByRules(folderId, name)) - 1;

    /// <summary>Whether a real folder of a layer may have a name on disk that is no part of the layer.</summary>
    public bool LeavesOut(int folderId, ReadOnlySpan<char> name) => _leftOut.Contains((folderId, NameHash.Of(name)));

    /// <summary>
    /// Whether a name of the game's own is hidden in a folder. What a layer hides in a folder that a higher one hides doesn't count:
    /// nothing of it is left there.
    /// </summary>
    public bool HidesOwn(int folderId, ReadOnlySpan<char> name) =>
        RankOfName(folderId, name) is > 0 and var rank && rank >= RankOf(folderId);

    /// <summary>Whether a canonical path of the game's own is hidden, or lies in a folder that is.</summary>
    /// <param name="path">The path.</param>
    /// <param name="length">The characters of the path up to the end of the outermost hidden name.</param>
    public bool CoversOwn(ReadOnlySpan<char> path, out int length)
    {
        for (int end = path.IndexOf('\\'); end >= 0;)
        {
            int next = path[(end + 1)..].IndexOf('\\');
            length = next < 0 ? path.Length : end + 1 + next;
            if (_paths.TryGet(path[..end], out int folder) && HidesOwn(folder, path[(end + 1)..length]))
                return true;
            end = next < 0 ? -1 : length;
        }

        length = 0;
        return false;
    }

    /// <summary>
    /// The handle of the highest layer that hides a canonical path of the game's own, or a folder that it lies in; null where none does.
    /// </summary>
    public int? FindLayer(ReadOnlySpan<char> path)
    {
        if (!CoversOwn(path, out int length))
            return null;
        path = path[..length];
        return _paths.TryGet(VirtualPath.GetParent(path), out int parent)
            ? _layers[RankOfName(parent, VirtualPath.GetName(path)) - 1].Handle
            : null;
    }

    /// <summary>
    /// The handle of the highest layer that hides a canonical path, or a folder that it lies in, of lower layers or of the game's own; null
    /// where none does. For questions: it allocates.
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
    /// Whether a real path, canonical, is a file or folder of layers, and all of these hide it from the game: higher layers do. Looks at
    /// every layer.
    /// </summary>
    /// <param name="real">The path.</param>
    public bool CoversReal(ReadOnlySpan<char> real)
    {
        bool isHidden = false;
        for (int i = 0; i < _layers.Length; i++)
        {
            if (_layers[i] is not { Enabled: true, Folder: { } folder } layer)
                continue;
            ReadOnlySpan<char> root = NtPath.ToCanonical(folder.Root).TrimEnd('\\');
            if (real.Length <= root.Length || !VirtualPath.IsSameOrBelow(real, root))
                continue;
            string path = string.Concat(_paths.CopyPath(layer.RootId), real[root.Length..]);
            if (!_paths.TryGet(VirtualPath.GetParent(path), out int parent) || !Hides(parent, VirtualPath.GetName(path), i))
                return false;
            isHidden = true;
        }

        return isHidden;
    }

    /// <summary>Where the highest layer that hides a name would have it: what is made anew under the name goes there.</summary>
    /// <param name="path">The canonical path.</param>
    /// <param name="place">The real path in target form; nothing need be there.</param>
    public bool TryGetPlace(ReadOnlySpan<char> path, out string place)
    {
        place = "";
        int rank = _paths.TryGet(VirtualPath.GetParent(path), out int parent) ? RankOfName(parent, VirtualPath.GetName(path)) : 0;
        if (rank == 0)
            return false;
        FolderLayer layer = _layers[rank - 1].Folder!;
        place = string.Concat(layer.Root, path[(layer.VirtualLength + 1)..]);
        return true;
    }

    /// <summary>The hidden names of a folder that the game's own folder may have, in no particular order.</summary>
    public IEnumerable<string> NamesIn(int folderId)
    {
        if (!_parents.Contains(folderId))
            yield break;
        foreach (Node first in _names.Values)
        {
            for (Node? node = first; node is not null; node = node.Next)
            {
                if (node.ParentId == folderId)
                    yield return node.Name;
            }
        }
    }

    private void Add(int parentId, string name, int rank)
    {
        _parents.Add(parentId);
        (int, uint) key = (parentId, NameHash.Of(name));
        Node? first = _names.GetValueOrDefault(key);
        // Later layers are higher: the first that is found is the highest.
        _names[key] = new Node(parentId, name, rank, first);
    }

    private int RankOfName(int parentId, ReadOnlySpan<char> name)
    {
        if (!_names.TryGetValue((parentId, NameHash.Of(name)), out Node? node))
            return 0;
        while (node is not null && !CaseFolding.Equals(node.Name, name))
            node = node.Next;
        return node?.Rank ?? 0;
    }

    private int RankByRules(int folderId, ReadOnlySpan<char> name)
    {
        if (_rules.Count == 0)
            return 0;
        string path = string.Concat(_paths.CopyPath(folderId), @"\", name);
        return RankByRules(path);
    }

    private int RankByRules(string path)
    {
        for (int i = _rules.Count - 1; i >= 0; i--)
        {
            int root = _paths.GetRecord(_rules[i].RootId)->Length;
            if (path.Length > root + 1 && path[root] == '\\' && _rules[i].Pattern.Matches(path.AsSpan(root + 1))
                && CaseFolding.Equals(path.AsSpan(0, root), _paths.CopyPath(_rules[i].RootId)))
                return _rules[i].Rank;
        }

        return 0;
    }

    /// <summary>Parents have lower ids.</summary>
    private void RankFolders()
    {
        foreach (Node first in _names.Values)
        {
            for (Node? node = first; node is not null; node = node.Next)
            {
                if (_paths.TryGet(string.Concat(_paths.CopyPath(node.ParentId), @"\", node.Name), out int id))
                    _folderRanks[id] = Math.Max(_folderRanks[id], node.Rank);
            }
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
