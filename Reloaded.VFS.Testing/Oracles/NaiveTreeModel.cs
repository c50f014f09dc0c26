using Reloaded.VFS.Layers;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Testing.Oracles;

/// <summary>A model that makes the same random changes to a virtual file system and to plain lists of layers.</summary>
internal sealed class NaiveTreeModel(VirtualFileSystem files, Random random)
{
    private sealed class Layer
    {
        public int Handle;
        public bool Enabled = true;
        public string Target = "";
        public bool IsFile;
        public string Source = "";

        /// <summary>Relative folders ("" is the root) in the order of the listing.</summary>
        public List<string> Folders = [];

        /// <summary>Relative folders and names in the order of the listing; appended ones last.</summary>
        public List<(string Folder, string Name)> Files = [];
    }

    private static readonly string[] s_names = ["a", "b", "data", "Äther", "ǆ", "İ", "x.dds", "long name with blanks.txt"];
    private static readonly string[] s_targets = [@"C:\g", @"C:\g\data", @"C:\g\a\b", @"C:\", @"C:\other\g", @"E:\", @"\\srv\share\g"];

    private readonly List<Layer> _order = [];
    private readonly HashSet<string> _declared = [];
    private readonly Dictionary<string, string> _firstSeen = [];
    private int _sources;

    public int Changes { get; private set; }

    /// <summary>Makes one random change.</summary>
    public void Change()
    {
        Changes++;
        switch (random.Next(_order.Count == 0 ? 4 : 12))
        {
            case 0 or 1 or 2:
                AddFolder();
                break;
            case 3 or 4:
                AddFile();
                break;
            case 5 or 6:
                Append();
                break;
            case 7:
                Layer removed = Pick();
                _order.Remove(removed);
                Assert.True(files.Remove(removed.Handle));
                Assert.False(files.Remove(removed.Handle));
                break;
            case 8 or 9:
                Layer switched = Pick();
                switched.Enabled = random.Next(2) == 0;
                Assert.True(files.SetEnabled(switched.Handle, switched.Enabled));
                break;
            case 10:
                Reorder();
                break;
            default:
                string target = random.GetItems(s_targets, 1)[0];
                Note(files.GetPath(files.AddTarget(AnyCase(target))).ToString());
                _declared.Add(VirtualPath.Canonicalize(target));
                break;
        }
    }

    public NaiveTree Build()
    {
        var claims = new List<NaiveTree.Claim>();
        foreach (string target in _declared)
            claims.Add(new NaiveTree.Claim(target.Split('\\'), false, int.MaxValue, 0, null, true));
        for (int rank = 0; rank < _order.Count; rank++)
        {
            Layer layer = _order[rank];
            if (!layer.Enabled)
                continue;
            if (layer.IsFile)
            {
                claims.Add(new NaiveTree.Claim(layer.Target.Split('\\'), true, rank, layer.Handle, layer.Source, true));
                continue;
            }

            foreach (string folder in layer.Folders)
                claims.Add(new NaiveTree.Claim(Join(layer.Target, folder).Split('\\'), false, rank, layer.Handle,
                    Join(layer.Source, folder) + '\\', folder.Length == 0));
            foreach ((string folder, string name) in layer.Files.OrderBy(f => layer.Folders.IndexOf(f.Folder)))
                claims.Add(new NaiveTree.Claim(Join(Join(layer.Target, folder), name).Split('\\'), true, rank, layer.Handle,
                    Join(Join(layer.Source, folder), name)));
        }

        return new NaiveTree(claims, path => _firstSeen[path]);
    }

    /// <summary>Returns a path in random letter case.</summary>
    public string AnyCase(string path)
    {
        char[] chars = path.ToCharArray();
        for (int i = 0; i < chars.Length; i++)
        {
            char upper = CaseFolding.ToUpper(chars[i]);
            char lower = char.ToLowerInvariant(chars[i]);
            // Only a lower case that Windows folds back.
            chars[i] = random.Next(2) == 0 || CaseFolding.ToUpper(lower) != upper ? upper : lower;
        }

        return new string(chars);
    }

    private void AddFolder()
    {
        var layer = new Layer
        {
            Target = VirtualPath.Canonicalize(AnyCase(random.GetItems(s_targets, 1)[0])),
            Source = $@"D:\s{_sources++}",
        };
        var known = new HashSet<string> { "" };
        layer.Folders.Add("");
        var paths = new List<string>();
        for (int i = random.Next(12); i > 0; i--)
        {
            string folder = "";
            for (int depth = random.Next(4); depth > 0; depth--)
            {
                folder = Join(folder, Name());
                if (known.Add(folder))
                    layer.Folders.Add(folder);
            }

            if (random.Next(8) == 0)
            {
                paths.Add(folder.Length == 0 ? Join(folder, "empty") + '\\' : folder + '\\');
                if (folder.Length == 0 && known.Add("empty"))
                    layer.Folders.Add("empty");
                continue;
            }

            string name = Name();
            paths.Add(Join(folder, name));
            layer.Files.Add((folder, name));
        }

        Note(layer.Target);
        foreach (string folder in layer.Folders)
            Note(Join(layer.Target, folder));
        Layer? above = Place();
        layer.Handle = files.AddFolder(TestListings.Of([.. paths]), layer.Source, layer.Target, new LayerOptions { Below = above?.Handle });
        _order.Insert(above is null ? _order.Count : _order.IndexOf(above), layer);
    }

    private void AddFile()
    {
        string folder = VirtualPath.Canonicalize(AnyCase(random.GetItems(s_targets, 1)[0]));
        for (int depth = random.Next(3); depth > 0; depth--)
            folder = Join(folder, Name());
        string name = Name();
        var layer = new Layer
        {
            IsFile = true,
            Target = Join(folder, name),
            Source = random.Next(2) == 0 ? $@"D:\s{_sources++}\real" : $@"D:\s\{name}",
        };
        Note(folder);
        Layer? above = Place();
        layer.Handle = files.AddFile(layer.Source, layer.Target, new LayerOptions { Below = above?.Handle });
        _order.Insert(above is null ? _order.Count : _order.IndexOf(above), layer);
    }

    private void Append()
    {
        Layer layer = Pick();
        if (layer.IsFile)
        {
            Assert.False(files.TryAppendFile(layer.Handle, layer.Target));
            return;
        }

        string folder = random.GetItems(layer.Folders.ToArray(), 1)[0];
        // Among folders that differ in letter case only, the first one listed.
        folder = layer.Folders.First(f => NaiveTree.Fold(f) == NaiveTree.Fold(folder));
        string name = Name();
        Assert.True(files.TryAppendFile(layer.Handle, Join(Join(layer.Target, AnyCase(folder)), name)));
        Assert.False(files.TryAppendFile(layer.Handle, @"Q:\nowhere\at all"));
        if (!layer.Files.Any(f => NaiveTree.Fold(Join(f.Folder, f.Name)) == NaiveTree.Fold(Join(folder, name))))
            layer.Files.Add((folder, name));
    }

    private void Reorder()
    {
        Layer[] named = [.. _order.Where(_ => random.Next(2) == 0)];
        Layer[] shuffled = [.. named];
        random.Shuffle(shuffled);
        int[] places = [.. named.Select(l => _order.IndexOf(l))];
        for (int i = 0; i < places.Length; i++)
            _order[places[i]] = shuffled[i];
        files.Reorder([.. shuffled.Select(l => l.Handle)]);
    }

    private Layer Pick() => _order[random.Next(_order.Count)];

    private Layer? Place() => _order.Count > 0 && random.Next(3) == 0 ? Pick() : null;

    private string Name() => AnyCase(random.GetItems(s_names, 1)[0]);

    private static string Join(string folder, string name) => folder.Length == 0 ? name : name.Length == 0 ? folder : $@"{folder}\{name}";

    private void Note(string path)
    {
        for (int end = path.IndexOf('\\'); ; end = path.IndexOf('\\', end + 1))
        {
            string folder = end < 0 ? path : path[..end];
            _firstSeen.TryAdd(NaiveTree.Fold(folder), folder[(folder.LastIndexOf('\\') + 1)..]);
            if (end < 0)
                return;
        }
    }
}
