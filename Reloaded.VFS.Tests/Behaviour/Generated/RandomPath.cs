namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>Paths into a tree, to what is there and what isn't, in the spellings that programs use.</summary>
public sealed class RandomPath(RandomTree tree, int seed)
{
    private readonly Random _random = new(seed);

    /// <summary>A file, a folder, or neither, as a Win32 path.</summary>
    public string Any() => Spell(Components());

    /// <summary>A file, a folder, or neither, for ntdll: also as an NT path.</summary>
    public string AnyNt() => SpellNt(Components());

    /// <summary>Something that is there, for ntdll.</summary>
    public string ExistingNt() => SpellNt(Existing());

    /// <summary>Two files, mostly the same one in two spellings.</summary>
    public (string First, string Second) TwoFiles()
    {
        if (tree.Files.Count == 0)
            return (Any(), "nothing");
        string[] file = Pick(tree.Files);
        return (Spell(file), Spell(_random.Next(4) == 0 ? Pick(tree.Files) : file));
    }

    /// <summary>A folder in two spellings.</summary>
    public (string First, string Second) FolderTwice()
    {
        string[] folder = Pick(tree.Folders);
        return (Spell(folder), Spell(folder));
    }

    /// <summary>A folder that mostly is there, without a backslash at its end.</summary>
    public string Folder() => _random.Next(12) == 0 ? Spell(Missing()) : Spell(Pick(tree.Folders));

    /// <summary>A name that is somewhere in the tree.</summary>
    public string Name() => tree.Files.Count == 0 ? "x" : Pick(tree.Files)[^1];

    /// <summary>A path to be taken relative to some folder; whether it leads anywhere depends on it.</summary>
    public string Below() => RandomCase.Of(Name(), _random);

    /// <summary>A folder that is there, and a path relative to it.</summary>
    public (string Folder, string Name) Relative() => Relative(out _);

    /// <summary>A folder that is there with its path, and a path relative to it.</summary>
    public (string Folder, string Name) Relative(out string[] folder)
    {
        string[] path = Components();
        int split = _random.Next(path.Length);
        while (split > 0 && !tree.Folders.Any(known => known.SequenceEqual(path[..split])))
            split--;
        folder = path[..split];
        return (split == 0 ? "." : Spell(path[..split]), string.Join('\\', path[split..].Select(Cased)));
    }

    private string[] Components() => _random.Next(4) == 0 ? Missing() : Existing();

    private string[] Existing() => tree.Files.Count != 0 && _random.Next(3) != 0 ? Pick(tree.Files) : Pick(tree.Folders);

    private string[] Missing() => _random.Next(4) switch
    {
        0 => [.. Pick(tree.Folders), "missing"],
        1 => [.. Pick(tree.Folders), "missing", "deeper.txt"],
        2 when tree.Files.Count != 0 && Pick(tree.Files) is var file && !tree.Clashes.Contains(file) => [.. file, "below"],
        _ => [.. Pick(tree.Folders)[..^1], "Missing" + _random.Next(100)],
    };

    /// <summary>A path of the tree's in some spelling and letter case, for Win32 and ntdll's own calls.</summary>
    internal string SpellNt(string[] path)
        => _random.Next(3) == 0 ? @"\??\<ROOT>\" + string.Join('\\', path.Select(Cased)) : Spell(path);

    /// <summary>A path of the tree's in some spelling and letter case.</summary>
    internal string Spell(string[] path)
    {
        string[] names = [.. path.Select(Cased)];
        string text = string.Join('\\', names);
        switch (_random.Next(10))
        {
            case 0: return @"<ROOT>\" + text;
            case 1: return @"\\?\<ROOT>\" + text;
            case 2: return @"\\.\<ROOT>\" + text;
            case 3: return "<ROOT/>/" + text.Replace('\\', '/');
            case 4: return text.Replace('\\', '/');
            case 5: return @".\" + text.Replace(@"\", @"\.\", StringComparison.Ordinal);
            case 6: return string.Join('\\', names.Select((name, i) => i == 0 ? name : $@"nowhere\..\{name}"));
            case 7: return text.Replace(@"\", @"\\", StringComparison.Ordinal);
            default: return text;
        }
    }

    /// <summary>A name in some letter case.</summary>
    internal string Cased(string name) => _random.Next(2) == 0 ? name : RandomCase.Of(name, _random);

    private T Pick<T>(IReadOnlyList<T> from) => from[_random.Next(from.Count)];
}
