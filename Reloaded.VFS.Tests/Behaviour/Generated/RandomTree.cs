using System.Globalization;
using System.Text;
using Reloaded.VFS.Tests.Oracles;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// The part of the trees that one scenario sees: a folder of its own, over the game and the mods at random. A file never has the place of a
/// folder in another tree: what then holds is a rule (<c>docs/what-a-game-sees.md</c>) and no copy's outcome.
/// </summary>
public sealed class RandomTree
{
    // Names as games and modders write them, and as nobody would.
    private static readonly string[] Words =
    [
        "a", "b", "data", "Textures", "hero", "x", "long name with spaces", "ümlaut", "日本語", "ÀÉÎ", "straße", "ﬁne", "dots.in.name", ".hidden", "UPPER", "lower", "Mixed",
        "n0", "0", "~tilde~", "plus+", "comma,", "semi;colon", "at@", "a&b", "(1)", "{x}", "100%", "$cash", "no'quote", "-dash", "_", "é", "e\u0301", "ω", "Ω", "я", "i", "I", "ı", "İ", "ǆ", "ß", "😀",
        "averylongnamethatgoesonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandon",
    ];

    private static readonly string[] Endings = ["", ".txt", ".dds", ".TXT", ".b", ".tar.gz", ".dll", ".bin", ".a.b.c", ".longextension"];

    private readonly Random _random;
    private readonly List<string[]> _folders = [];
    private readonly List<string[]> _files = [];
    private readonly StringBuilder[] _texts;
    private readonly Dictionary<string, string>[] _spellings;

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
            foreach (int owner in SomeOwners(_random.Next(3) == 0 ? 0.8 : 0.3))
                _texts[owner].Append(Spell(owner, folder)).Append("/\n");
    }

    private void AddFiles(HashSet<string> taken)
    {
        int count = _random.Next(10) == 0 ? _random.Next(60, 250) : _random.Next(1, 20);
        for (int i = 0; i < count; i++)
        {
            string name = count > 60 ? $"f{_random.Next(10000)}{Pick(Endings)}" : Name(Pick(Endings));
            string[] path = [.. Pick(_folders), name];
            if (!IsValid(name) || !taken.Add(string.Join('/', path)))
                continue;
            _files.Add(path);
            foreach (int owner in SomeOwners(0.4))
                AddFile(owner, path);
        }
    }

    private void AddFile(int owner, string[] path)
    {
        StringBuilder text = _texts[owner];
        if (_random.Next(8) == 0)
            text.Append("[readonly] ");
        if (_random.Next(4) == 0)
            text.Append(CultureInfo.InvariantCulture, $"[{new DateTime(1995, 1, 1).AddMinutes(_random.Next(10_000_000)):s}] ");
        text.Append(Spell(owner, path));
        text.Append(_random.Next(3) == 0 ? $" : {_random.Next(_random.Next(4) == 0 ? 200_000 : 3000)}\n" : $" = {owner} has {_random.Next()}\n");
    }

    // Each tree may case a name in its own way, but always in the same: in one tree two cases would be two folders on a disk that tells them apart.
    private string Spell(int owner, string[] path)
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
        string name = Pick(Words);
        if (_random.Next(3) == 0)
            name += _random.Next(2) == 0 ? Pick(Words) : $"{_random.Next(100)}";
        return name + ending;
    }

    // Not what Windows forbids, nor what means something in the fixture's language.
    private static bool IsValid(string name) => !name.EndsWith('.') && !name.EndsWith(' ') && Encoding.UTF8.GetByteCount(name) < 250;

    private T Pick<T>(IReadOnlyList<T> from) => from[_random.Next(from.Count)];
}
