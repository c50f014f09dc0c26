using System.Globalization;
using System.Text;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// The part of the trees that one scenario sees: a folder of its own, over the game and the mods at random. Now and then a mod has a file
/// where the trees below it have a folder, or the other way round: the mod's takes the whole name (<c>docs/mod-authors.md</c>), which the
/// same scenario asks by every route, but what it covers isn't asked by its own path (<c>docs/limits.md</c>).
/// </summary>
public sealed class RandomTree
{
    // Names as games and modders write them, and as neither would.
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

    /// <summary>A tree of its own for each seed. <paramref name="trees"/>: the game and the mods.</summary>
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

    /// <summary>The folders' paths, component by component; the first is the scenario's own.</summary>
    public IReadOnlyList<string[]> Folders => _folders;

    /// <summary>The files' paths.</summary>
    public IReadOnlyList<string[]> Files => _files;

    /// <summary>Names that are a file in one tree and a folder in another.</summary>
    public IReadOnlyList<string[]> Clashes => _clashes;

    /// <summary>The trees that have it, or something below it; 0 is the game.</summary>
    public IReadOnlyCollection<int> Owners(string[] path) =>
        _owners.TryGetValue(string.Join('/', path), out SortedSet<int>? owners) ? owners : [];

    /// <summary>
    /// Whether anything in it, or itself if it's a file, is in more than one tree: what is deleted there covers something else.
    /// </summary>
    public bool HasLosers(string[] path) =>
        _files.Concat(_clashes).Any(file => file.Take(path.Length).SequenceEqual(path) && Owners(file).Count > 1);

    /// <summary>What a tree has of it, in the language of <see cref="FixtureTree"/>. 0: the game.</summary>
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
        // Also where nothing is in them.
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
        // Only now: nothing else is to be put into them.
        _folders.AddRange(clashFolders);

        void AddClash(string[] path)
        {
            int top = _random.Next(1, _texts.Length);
            int[] lower = [.. Enumerable.Range(0, top).Where(_ => _random.Next(2) == 0)];
            bool isFile = _random.Next(2) == 0;
            string[] inner = [.. path, "inner.txt"];
            // The name in one letter case: which tree's is seen where the first one's is gone isn't the question here.
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
    /// A path as a tree cases it. Each may case a name in its own way, but always in the same:
    /// in one tree two cases would be two folders on a disk that tells them apart.
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

    // At least one.
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
        // No file system takes a longer one.
        return System.Text.Encoding.UTF8.GetByteCount(name + more + ending) > LongestName ? name + ending : name + more + ending;
    }

    // Not what Windows forbids, nor what means something in the fixture's language.
    private static bool IsValid(string name) => !name.EndsWith('.') && !name.EndsWith(' ') && Encoding.UTF8.GetByteCount(name) < 250;

    private T Pick<T>(IReadOnlyList<T> from) => from[_random.Next(from.Count)];
}
