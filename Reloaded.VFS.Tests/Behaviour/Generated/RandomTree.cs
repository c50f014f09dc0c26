using System.Globalization;
using System.Text;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// The part of the trees that one scenario sees: its own folder, with files of the game and the mods at random. Occasionally a mod has a
/// file where the trees below it have a folder, or the other way round: the mod's takes the whole name (<c>docs/order.md</c>), which
/// the scenario queries in every kind of call, except that it doesn't query what the name covers by its own path (<c>docs/limits.md</c>).
/// </summary>
public sealed class RandomTree
{
    // Typical names of games and mods, and unusual ones.
    private const int LongestName = 220;

    private static readonly string[] Words =
    [
        "a", "b", "data", "Textures", "hero", "x", "long name with spaces", "ümlaut", "日本語", "ÀÉÎ", "straße", "ﬁne", "dots.in.name",
        ".hidden", "UPPER", "lower", "Mixed",
        "n0", "0", "~tilde~", "plus+", "comma,", "semi;colon", "at@", "a&b", "(1)", "{x}", "100%", "$cash", "no'quote", "-dash", "_", "é",
        "e\u0301", "ω", "Ω", "я", "i", "I", "ı", "İ", "ǆ", "ß", "😀",
        "averylongnamethatgoesonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandon",
    ];

    private static readonly string[] Endings = ["", ".txt", ".dds", ".TXT", ".b", ".tar.gz", ".dll", ".bin", ".a.b.c", ".longextension"];

    private readonly Random _random;
    private readonly List<string[]> _folders = [];
    private readonly List<string[]> _files = [];
    private readonly StringBuilder[] _texts;
    private readonly Dictionary<string, string>[] _spellings;
    private readonly Dictionary<string, SortedSet<int>> _owners = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<string[]> _clashes = [];

    /// <summary>Creates the tree of a seed. <paramref name="trees"/> is the number of trees, the game's included.</summary>
    public RandomTree(int seed, int trees)
    {
        _random = new Random(seed);
        _texts = [.. Enumerable.Range(0, trees).Select(_ => new StringBuilder())];
        _spellings = [.. Enumerable.Range(0, trees).Select(_ => new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase))];
        HashSet<string> taken = new(StringComparer.OrdinalIgnoreCase);
        _folders.Add([$"S{seed}"]);
        AddFolders(taken);
        AddFiles(taken);
    }

    /// <summary>Gets the folders' paths as components; the first is the scenario's own folder.</summary>
    public IReadOnlyList<string[]> Folders => _folders;

    /// <summary>Gets the files' paths.</summary>
    public IReadOnlyList<string[]> Files => _files;

    /// <summary>Gets the names that are a file in one tree and a folder in another.</summary>
    public IReadOnlyList<string[]> Clashes => _clashes;

    /// <summary>Returns the trees that have a path, or something below it; 0 is the game.</summary>
    public IReadOnlyCollection<int> Owners(string[] path) =>
        _owners.TryGetValue(string.Join('/', path), out SortedSet<int>? owners) ? owners : [];

    /// <summary>
    /// Determines whether a file, or anything in a folder, is in more than one tree, so that deleting it hides something else.
    /// </summary>
    public bool HasLosers(string[] path) =>
        _files.Concat(_clashes).Any(file => file.Take(path.Length).SequenceEqual(path) && Owners(file).Count > 1);

    /// <summary>Returns a tree's part of the scenario, in the format of <see cref="FixtureTree"/>; 0 is the game.</summary>
    public string Text(int tree) => _texts[tree].ToString();

    private void AddFolders(HashSet<string> taken)
    {
        int count = _random.Next(0, 7);
        for (int i = 0; i < count; i++)
        {
            string[] path = [.. Pick(_folders), Name("")];
            if (path.Length <= 6 && taken.Add(string.Join('/', path)))
                _folders.Add(path);
        }
        // Including empty folders.
        foreach (string[] folder in _folders)
        {
            foreach (int owner in SomeOwners(_random.Next(3) == 0 ? 0.8 : 0.3))
            {
                Own(owner, folder);
                _texts[owner].Append(Spell(owner, folder)).Append("/\n");
            }
        }
    }

    private void AddFiles(HashSet<string> taken)
    {
        int count = _random.Next(10) == 0 ? _random.Next(60, 250) : _random.Next(1, 20);
        List<string[]> clashFolders = [];
        for (int i = 0; i < count; i++)
        {
            string name = count > 60 ? $"f{_random.Next(10000)}{Pick(Endings)}" : Name(Pick(Endings));
            string[] path = [.. Pick(_folders), name];
            if (!IsValid(name) || !taken.Add(string.Join('/', path)))
                continue;
            if (_random.Next(25) == 0)
            {
                AddClash(path);
                continue;
            }

            _files.Add(path);
            foreach (int owner in SomeOwners(0.4))
                AddFile(owner, path);
        }
        // Added last, so that nothing else is put into them.
        _folders.AddRange(clashFolders);

        void AddClash(string[] path)
        {
            int top = _random.Next(1, _texts.Length);
            int[] lower = [.. Enumerable.Range(0, top).Where(_ => _random.Next(2) == 0)];
            bool isFile = _random.Next(2) == 0;
            string[] inner = [.. path, "inner.txt"];
            // The name in one letter case, because which tree's spelling is seen after the first one is gone isn't tested here.
            foreach (Dictionary<string, string> spellings in _spellings)
                spellings["/" + string.Join('/', path)] = path[^1];
            foreach (int owner in lower.Length == 0 ? [0] : lower)
                AddFile(owner, isFile ? inner : path);
            AddFile(top, isFile ? path : inner);
            _files.Add(isFile ? path : inner);
            _clashes.Add(path);
            if (!isFile)
                clashFolders.Add(path);
        }
    }

    private void Own(int owner, string[] path)
    {
        for (int length = 1; length <= path.Length; length++)
        {
            string key = string.Join('/', path[..length]);
            if (!_owners.TryGetValue(key, out SortedSet<int>? owners))
                _owners[key] = owners = [];
            owners.Add(owner);
        }
    }

    private void AddFile(int owner, string[] path)
    {
        Own(owner, path);
        StringBuilder text = _texts[owner];
        if (_random.Next(8) == 0)
            text.Append("[readonly] ");
        if (_random.Next(4) == 0)
            text.Append(CultureInfo.InvariantCulture, $"[{new DateTime(1995, 1, 1).AddMinutes(_random.Next(10_000_000)):s}] ");
        text.Append(Spell(owner, path));
        text.Append(
            _random.Next(3) == 0 ? $" : {_random.Next(_random.Next(4) == 0 ? 200_000 : 3000)}\n" : $" = {owner} has {_random.Next()}\n");
    }

    /// <summary>
    /// Returns a path in a tree's letter case. Each tree may have its own letter case for a name, but only one: in one tree two would be
    /// two folders on a case-sensitive disk.
    /// </summary>
    public string Spell(int owner, string[] path)
    {
        StringBuilder result = new();
        string logical = "";
        foreach (string name in path)
        {
            logical += "/" + name;
            if (!_spellings[owner].TryGetValue(logical, out string? spelled))
                _spellings[owner][logical] = spelled = _random.Next(4) == 0 ? RandomCase.Of(name, _random) : name;
            result.Append(result.Length == 0 ? "" : "/").Append(spelled);
        }

        return result.ToString();
    }

    // Returns at least one tree.
    private int[] SomeOwners(double share)
    {
        int[] owners = [.. Enumerable.Range(0, _texts.Length).Where(_ => _random.NextDouble() < share)];
        return owners.Length == 0 ? [_random.Next(_texts.Length)] : owners;
    }

    private string Name(string ending)
    {
        string name = Pick(Words), more = "";
        if (_random.Next(3) == 0)
            more = _random.Next(2) == 0 ? Pick(Words) : $"{_random.Next(100)}";
        // No file system allows a longer one.
        return System.Text.Encoding.UTF8.GetByteCount(name + more + ending) > LongestName ? name + ending : name + more + ending;
    }

    // Excludes what Windows forbids, and what has a meaning in the fixture's format.
    private static bool IsValid(string name) => !name.EndsWith('.') && !name.EndsWith(' ') && Encoding.UTF8.GetByteCount(name) < 250;

    private T Pick<T>(IReadOnlyList<T> from) => from[_random.Next(from.Count)];
}
