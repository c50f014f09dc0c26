namespace Reloaded.VFS.Benchmarks.Inputs;

/// <summary>A generator for the tree of a <see cref="TreeShape"/> from a fixed seed.</summary>
public sealed class TreeGenerator
{
    private sealed class Folder(int parent, string name, string path, int depth, TreePart part)
    {
        public readonly int Parent = parent;
        public readonly string Name = name;
        public readonly string Path = path;
        public readonly int Depth = depth;
        public readonly TreePart Part = part;
        public double Weight;
        public int Files;
    }

    private const ulong Seed = 0x5EED_0F_F01DE25;

    private readonly TreeShape _shape;
    private readonly SeededRandom _random = new(Seed);
    private readonly NameGenerator _names;
    private readonly List<Folder> _folders = [];
    private readonly Dictionary<string, int> _byPath = new(StringComparer.OrdinalIgnoreCase);

    private TreeGenerator(TreeShape shape)
    {
        _shape = shape;
        _names = new NameGenerator(_random);
    }

    /// <summary>Generates the tree of a shape.</summary>
    /// <exception cref="ArgumentException">The shape has fewer folders than its parts alone.</exception>
    public static FolderTree Create(TreeShape shape)
    {
        var generator = new TreeGenerator(shape);
        generator.AddFolders();
        generator.ShareOutFiles();
        return new FolderTree(shape.Name, shape.VirtualFolder, $@"D:\Mods\{shape.Name}", generator.NameFiles());
    }

    private void AddFolders()
    {
        _folders.Add(new Folder(-1, "", "", 0, _shape.Parts[0]));
        _byPath.Add("", 0);
        foreach (TreePart part in _shape.Parts)
            GetOrAdd(part.Path, part);
        int left = _shape.FolderCount - _folders.Count;
        if (left < 0)
            throw new ArgumentException($"The shape {_shape.Name} has {_folders.Count} folders at least.");

        double shares = _shape.Parts.Sum(part => part.Folders);
        double due = 0;
        int added = 0;
        foreach (TreePart part in _shape.Parts)
        {
            due += left * part.Folders / shares;
            AddFolders(part, (int)Math.Round(due) - added);
            added = (int)Math.Round(due);
        }
    }

    private int GetOrAdd(string path, TreePart part)
    {
        if (_byPath.TryGetValue(path, out int known))
            return known;
        int split = path.LastIndexOf('\\');
        int parent = GetOrAdd(split < 0 ? "" : path[..split], part);
        return Add(parent, path[(split + 1)..], part);
    }

    private int Add(int parent, string name, TreePart part)
    {
        string path = parent == 0 ? name : $@"{_folders[parent].Path}\{name}";
        if (!_byPath.TryAdd(path, _folders.Count))
            return -1;
        _folders.Add(new Folder(parent, name, path, _folders[parent].Depth + 1, part));
        return _folders.Count - 1;
    }

    /// <summary>Adds each folder below an existing one of the part, preferably a new one, so that the tree also grows deep.</summary>
    private void AddFolders(TreePart part, int count)
    {
        int top = _byPath[part.Path];
        int limit = _folders[top].Depth + part.Depth;
        var open = new List<int> { top };
        while (count > 0)
        {
            // The square root of an even number between 0 and 1 is near 1 more often.
            int parent = _random.Chance(0.2) ? top : open[Math.Min(open.Count - 1, (int)(Math.Sqrt(_random.NextDouble()) * open.Count))];
            int id = Add(parent, _names.Folder(part.Style, _folders[parent].Depth - _folders[top].Depth), part);
            if (id < 0)
                continue;
            count--;
            if (_folders[id].Depth < limit)
                open.Add(id);
        }
    }

    /// <summary>Distributes the files: most folders get a few, some none, and a few a large part of all files.</summary>
    private void ShareOutFiles()
    {
        double heaviest = Math.Clamp(_folders.Count / 10.0, 4, 400);
        foreach (Folder folder in _folders)
            folder.Weight = _random.Chance(0.15) ? 0 : folder.Part.Files * Math.Min(Math.Pow(_random.NextDouble(), -0.8), heaviest);
        foreach (TreePart part in _shape.Parts)
            _folders[_byPath[part.Path]].Weight = 0;
        double inTops = _shape.Parts.Sum(part => part.TopFiles);
        double scale = (1 - inTops) * _shape.FileCount / _folders.Sum(folder => folder.Weight);
        foreach (Folder folder in _folders)
            folder.Files = (int)(folder.Weight * scale);
        foreach (TreePart part in _shape.Parts)
            _folders[_byPath[part.Path]].Files = (int)(part.TopFiles * _shape.FileCount);

        int missing = _shape.FileCount - _folders.Sum(folder => folder.Files);
        Folder[] used = [.. _folders.Where(folder => folder.Weight > 0)];
        for (int i = 0; i < missing; i++)
            used[i % used.Length].Files++;
    }

    private List<TreeFolder> NameFiles()
    {
        var named = new List<TreeFolder>();
        var seen = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        ILookup<int, string> subfolders = _folders.ToLookup(folder => folder.Parent, folder => folder.Name);
        for (int i = 0; i < _folders.Count; i++)
        {
            seen.Clear();
            seen.UnionWith(subfolders[i]);
            var files = new string[_folders[i].Files];
            _names.BeginFolder();
            for (int f = 0; f < files.Length; f++)
            {
                string name = _names.File(_folders[i].Part.Style, f);
                // A duplicate name gets a number, as programs do.
                for (int n = 2; !seen.Add(name); n++)
                    name = $"{Path.GetFileNameWithoutExtension(name)}~{n}{Path.GetExtension(name)}";
                files[f] = name;
            }

            named.Add(new TreeFolder(_folders[i].Parent, _folders[i].Name, _folders[i].Path, files));
        }

        return named;
    }
}
