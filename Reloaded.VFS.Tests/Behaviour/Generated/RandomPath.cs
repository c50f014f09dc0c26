namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>Random paths into a tree, to existing and missing names, in the spellings that programs use.</summary>
public sealed class RandomPath(RandomTree tree, int seed)
{
    private readonly Random _random = new(seed);

    /// <summary>Returns the Win32 path of a file, a folder, or a missing name.</summary>
    public string Any() => Spell(Components());

    /// <summary>Returns the path of a file, a folder, or a missing name, for ntdll: also as an NT path.</summary>
    public string AnyNt() => SpellNt(Components());

    /// <summary>Returns the path of an existing name, for ntdll.</summary>
    public string ExistingNt() => SpellNt(Existing());

    /// <summary>Returns two paths of files, usually of the same file in two spellings.</summary>
    public (string First, string Second) TwoFiles()
    {
        if (tree.Files.Count == 0)
            return (Any(), "nothing");
        string[] file = Pick(tree.Files);
        return (Spell(file), Spell(_random.Next(4) == 0 ? Pick(tree.Files) : file));
    }

    /// <summary>Returns the path of a folder in two spellings.</summary>
    public (string First, string Second) FolderTwice()
    {
        string[] folder = Pick(tree.Folders);
        return (Spell(folder), Spell(folder));
    }

    /// <summary>Returns the path of a folder, which usually exists, without a backslash at its end.</summary>
    public string Folder() => _random.Next(12) == 0 ? Spell(Missing()) : Spell(Pick(tree.Folders));

    /// <summary>Returns a name from anywhere in the tree.</summary>
    public string Name() => tree.Files.Count == 0 ? "x" : Pick(tree.Files)[^1];

    /// <summary>Returns a path relative to some folder; it exists only in some folders.</summary>
    public string Below() => RandomCase.Of(Name(), _random);

    /// <summary>Returns an existing folder, and a path relative to it.</summary>
    public (string Folder, string Name) Relative() => Relative(out _);

    /// <summary>Returns an existing folder, its path, and a path relative to it.</summary>
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

    /// <summary>Returns a path of the tree in some spelling and letter case, for Win32's and ntdll's own functions.</summary>
    internal string SpellNt(string[] path)
        => _random.Next(3) == 0 ? @"\??\<ROOT>\" + string.Join('\\', path.Select(Cased)) : Spell(path);

    /// <summary>Returns a path of the tree in some spelling and letter case.</summary>
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

    /// <summary>Returns a name in some letter case.</summary>
    internal string Cased(string name) => _random.Next(2) == 0 ? name : RandomCase.Of(name, _random);

    private T Pick<T>(IReadOnlyList<T> from) => from[_random.Next(from.Count)];
}
