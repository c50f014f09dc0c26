namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// The queries of a scenario: commands of the probe with random paths in random spellings, random patterns, classes, buffers and flags.
/// Each is a pair: the command, and, if Wine itself executes that wrongly, a replacement whose result without the VFS is the right one.
/// </summary>
public sealed class RandomCommands(RandomTree tree, int seed)
{
    private static readonly int[] Classes = [1, 2, 3, 12, 37, 38, 50, 60, 63, 78, 79, 80, 81];
    private static readonly string[] Patterns =
        ["*", "*.*", "*.txt", "?*", "*.", "a*", "*a", "*.d?s", "?.txt", "<.txt", "<\"*", ">>>>.txt", "*\"b", "*ü*", "*.b", "*~*",
            "????????.???", "*日*", "*.*.*", "no such", "nothing*"];

    private readonly Random _random = new(seed * 31 + 7);
    private readonly RandomPath _paths = new(tree, seed * 17 + 3);

    /// <summary>Returns a number of commands, the first of which lists the whole tree.</summary>
    public IReadOnlyList<(string Command, string Oracle)> Take(int count)
    {
        List<(string, string)> commands = [Same($"tree | {tree.Folders[0][0]}")];
        while (commands.Count < count)
            commands.Add(Next());
        return commands;
    }

    private (string, string) Next() => _random.Next(24) switch
    {
        0 or 1 => Same($"read | {_paths.Any()}"),
        2 => Same($"attributes | {_paths.Any()}"),
        3 => Same($"attributesex | {_paths.Any()}"),
        4 => Same($"info | {_paths.Any()}"),
        5 => Same($"ntopen | {_paths.AnyNt()}"),
        6 => OpenRelative(),
        7 => Create(),
        8 => Same($"{Pick("ntattributes", "ntfullattributes")} | {_paths.AnyNt()}"),
        9 => AttributesRelative(),
        10 => Same($"find | {_paths.Folder()}\\{Pattern()}"),
        11 => Same($"findex | {_paths.Folder()}\\{Pattern()} | {_random.Next(2)} | {_random.Next(2)} | {_random.Next(2) * 2}"),
        12 => Same($"ntlist | {_paths.Folder()} | {Pick(Classes)} | {Size()} | {Pick("all", "single")} | {Pattern()}"),
        13 => Same($"ntrestart | {_paths.Folder()} | {Pick(Classes)} | {Size()} | {PatternOrNone()} | {PatternOrNone()}"),
        14 => Same($"{Pick("ntlistdup", "ntlisttwo")} | {_paths.Folder()} | {Pick(Classes)} | {Size()}"),
        15 or 16 or 17 => Steps(),
        18 => Share(),
        19 => Same($"names | {_paths.Any()}"),
        20 => Same($"{Pick("dupnames", "finalpath")} | {_paths.Any()}"),
        21 => ByName(),
        22 => Same($"ntlistex | {_paths.Folder()} | {Pick(Classes)} | {Size()} | {_random.Next(4)} | {Pattern()}"),
        _ => _random.Next(2) == 0 ? Same($"map | {_paths.Any()}") : Same($"duplicate | {_paths.Folder()} | {_paths.Below()}"),
    };

    private (string, string) OpenRelative()
    {
        (string folder, string name) = _paths.Relative();
        return Same($"ntopen | {folder} | {name}");
    }

    // FILE_OPEN for any name; dispositions that would create or empty a file only for existing names, where they fail or clash.
    private (string, string) Create() => Same($"ntcreate | {Pick("1", "1", "2", "3")} | {Pick("40", "1", "0")} | {_paths.ExistingNt()}");

    // Wine 8 ignores the handle in these two functions; for a folder that only the game has, they are Wine's own.
    private (string, string) AttributesRelative()
    {
        string function = Pick("ntattributes", "ntfullattributes");
        (string folder, string name) = _paths.Relative(out string[] path);
        string absolute = $"{function} | {folder}\\{name}";
        return path.Length == 0 || tree.Owners(path).Any(owner => owner != 0)
            ? ($"{function} | {folder} | {name}", absolute)
            : Same(absolute);
    }

    private (string, string) ByName()
    {
        (string folder, string name) = _paths.Relative();
        return Same(_random.Next(2) == 0 ? $"ntbyname | {_paths.AnyNt()}" : $"ntbyname | {folder} | {name}");
    }

    private (string, string) Share()
    {
        (string first, string second) = _random.Next(4) == 0 ? _paths.FolderTwice() : _paths.TwoFiles();
        return Same($"ntshare | {Access()} | {_random.Next(8)} | {first} | {Access()} | {_random.Next(8)} | {second}");
    }

    private (string, string) Steps()
    {
        List<string> steps = [];
        int count = _random.Next(1, 10), number = Pick(Classes[..6]);
        for (int i = 0; i < count; i++)
        {
            if (_random.Next(6) == 0)
                number = Pick(Classes);
            string flags = (_random.Next(4) == 0 ? "s" : "") + (_random.Next(6) == 0 ? "r" : "") + (_random.Next(4) == 0 ? "e" : "");
            steps.Add($"{number},{Size()},{flags},{(i == 0 || _random.Next(4) == 0 ? PatternOrNone() : "-")}");
        }

        return Same($"ntsteps | {_paths.Folder()} | {string.Join(" | ", steps)}");
    }

    private string Pattern()
    {
        if (_random.Next(3) != 0)
            return Pick(Patterns);
        string name = _paths.Name();
        return _random.Next(3) switch
        {
            0 => name,
            1 => RandomCase.Of(name, _random),
            _ =>
                string.Concat(
                    name.Select(c => _random.Next(6) == 0 && !char.IsSurrogate(c)
                        ? "?"
                        : _random.Next(8) == 0 && !char.IsSurrogate(c) ? "*" : c.ToString())),
        };
    }

    private string PatternOrNone() => _random.Next(2) == 0 ? "-" : Pattern();

    private int Size() => _random.Next(5) switch
    {
        0 => _random.Next(0, 130),
        1 => _random.Next(90, 400),
        2 => _random.Next(256, 2048),
        3 => 4096,
        _ => _random.Next(1024, 65536),
    };

    private string Access() => Pick("1", "2", "80", "10000", "3", "120089", "120116");

    private static (string, string) Same(string command) => (command, command);

    private T Pick<T>(params T[] from) => from[_random.Next(from.Length)];
}
