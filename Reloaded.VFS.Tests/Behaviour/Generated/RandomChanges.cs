using System.Globalization;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// Many changes of few names: each name is created, replaced, renamed, removed and created again as something else, many times, while
/// handles stay open. So the calls meet missing names, files, folders, deleted names, names that exist again, names below a file, and a
/// folder in place of a file. Names that are a file in one tree and a folder in another aren't used. Differences that <c>docs/writes.md</c>
/// describes are left out: if a folder can't be renamed, the program copies it (the probe's <c>moveall</c>) with no handle open; if handles
/// of folders are kept, no folder is removed. Under the policy <c>overwrite</c>, a file with a kept handle that only reads or deletes is
/// changed by that handle only, because other commands would have the file copied or its name hidden at once. Such a handle isn't opened to
/// empty the file, and sets neither attributes nor times. A kept handle of a folder shares everything, and isn't queried about the folder.
/// </summary>
public sealed class RandomChanges
{
    private const int MostNames = 18, Slots = 4, FirstReader = 2;

    private static readonly string[] s_names = ["new.txt", "saved.tmp", "Neu ü.dat", "fresh", "A.TXT", "backup.bak", "E", "f.dat"];

    private readonly RandomTree _tree;
    private readonly Random _random;
    private readonly RandomPath _paths;
    private readonly bool _overwrites;
    private readonly List<string[]> _known = [];

    // Handles whose file may be deleted when they are closed: docs/writes.md describes how a rename by one differs.
    private readonly bool[] _passing = new bool[Slots];

    private readonly bool[] _ofFolder = new bool[Slots];

    // The names of files with a handle that only reads or deletes, under the policy overwrite.
    private readonly List<string[]>[] _held = [.. Enumerable.Range(0, Slots).Select(_ => new List<string[]>())];

    // If a folder is copied because it can't be renamed, hard links are lost, so scenarios with links rename no folder.
    private readonly bool _links;

    // The removal of a folder may complete with another of its handles than without the VFS.
    private readonly bool _keepsFolders;

    /// <summary>Prepares changes of a tree.</summary>
    /// <param name="tree">The tree.</param>
    /// <param name="seed">The seed, on which everything depends.</param>
    /// <param name="overwrites">Whether the policy is <c>overwrite</c>, whose documented differences are left out.</param>
    public RandomChanges(RandomTree tree, int seed, bool overwrites)
    {
        _tree = tree;
        _random = new Random((seed * 29) + 17);
        _paths = new RandomPath(tree, (seed * 23) + 3);
        _overwrites = overwrites;
        _links = _random.Next(2) == 0;
        _keepsFolders = _links && _random.Next(3) == 0;
        string[][] all = [.. tree.Files.Concat(tree.Folders.Skip(1)).Where(path => !IsInClash(path))];
        _random.Shuffle(all);
        _known.AddRange(all.Take(MostNames * 2 / 3));
    }

    /// <summary>
    /// Returns commands for a number of changes, with queries after some of them, and a listing of the whole tree at the end.
    /// </summary>
    public IReadOnlyList<string> Take(int count)
    {
        List<string> commands = [];
        for (int i = 0; i < count; i++)
        {
            Next(commands);
            if (_random.Next(4) == 0)
                Look(commands);
        }

        commands.Add("closekept");
        commands.Add($"treeall | {_tree.Folders[0][0]}");
        return commands;
    }

    private void Next(List<string> commands)
    {
        switch (_random.Next(30))
        {
            case 0 or 1 or 2:
                commands.Add($"{Pick("create", "createnew", "openalways", "truncate", "append")} | {Path()} | {Text()}");
                break;
            case 3 or 4:
                commands.Add($"createdelete | {Path()} | {Text()} | {_random.Next(1, 5)}");
                break;
            case 5:
                commands.Add($"{Pick("delete", "deleteonclose")} | {Path()}");
                break;
            case 6:
                commands.Add($"delete | {Path()}");
                break;
            case 7:
                commands.Add($"{UnlessKept(1)}ntdelete | {NtPath()}");
                break;
            case 8:
                commands.Add($"{UnlessKept(3)}ntdispose | {Ways("13 | 1", "64 | 1", "64 | 3")} | {Path()}");
                break;
            case 9 or 10 or 11:
                Move(commands);
                break;
            case 12:
                commands.Add(_links
                    ? $"onfile | 3 | ntrename | {Pick(Ways("10", "65"), Ways("11", "72"))} | {Pick("0", "1", "3")} | {Path()} | {Absolute()}"
                    : $"onfile | 3 | ntrename | {Ways("10", "65")} | {Pick("0", "1", "3")} | {Path()} | {Absolute()}");
                break;
            case 13:
                string[] other = Any();
                commands.Add($"onfile | 3 | ntrename | {Ways("10", "65")} | {Pick("0", "1", "3")} | {Path()} | {_paths.Cased(other[^1])} | "
                    + _paths.Spell(other[..^1]));
                break;
            case 14:
                commands.Add(_links ? $"link | {Path()} | {Path()}" : $"copy | {Path()} | {Path()}");
                break;
            case 15:
                commands.Add($"copy | {Path()} | {Path()}");
                break;
            case 16:
                // Without a backup's name Wine occasionally leaves a copy under a random name. The target may be a folder only if the game
                // has made it, because others can't be renamed.
                commands.Add(!_links && _random.Next(2) == 0
                    ? $"replace | {_paths.Spell([_tree.Folders[0][0], "E"])} | {Path()} | {_paths.Spell([_tree.Folders[0][0], "old.bak"])}"
                    : $"onfile | 1 | replace | {Path()} | {Path()} | {Path()}");
                break;
            case 17 or 18:
                commands.Add($"mkdir | {Path()}");
                break;
            case 19 when !_keepsFolders:
                commands.Add($"{Pick("rmdir", "rdclose")} | {Path()}");
                break;
            case 20 when !_keepsFolders:
                commands.Add($"{Pick("rdall", "rmdir")} | {Folder()}");
                break;
            case 21:
                commands.Add($"setsize | {Path()} | {_random.Next(5000)}");
                break;
            case 22:
                commands.Add($"mapwrite | {Path()} | {_random.Next(3)} | {Text()} | {Pick("grow", "copy", "closed", "grow")}");
                break;
            case 23:
                commands.Add($"setattributes | {Path()} | {Pick("1", "2", "20", "80", "23", "80")}");
                break;
            case 24:
                commands.Add($"settime | {Path()} | {_random.Next(500_000_000)}");
                break;
            case 25:
                commands.Add($"ntcreate | {_random.Next(6)} | {Pick("40", "40", "0", "1")} | {NtPath()}");
                break;
            // A copy that replaces a rename would leave open handles behind.
            case 26 when _links:
                Keep(commands);
                break;
            case > 26 when _links:
                UseKept(commands);
                break;
            default:
                commands.Add($"{Pick("create", "openalways", "append")} | {Path()} | {Text()}");
                break;
        }
    }

    private void Move(List<string> commands)
    {
        string way = Pick("0", "1", "1", "3");
        commands.Add(_links ? $"onfile | 3 | ntrename | {Ways("10", "65")} | {Pick("0", "1", "3")} | {Path()} | {Absolute()}"
            : $"moveall | {Path()} | {Path()} | {way}");
    }

    private void Keep(List<string> commands)
    {
        int slot = Slot();
        if (_overwrites && slot >= FirstReader && _random.Next(2) == 0)
        {
            KeepReader(commands, slot);
            return;
        }

        bool changes = _overwrites || slot < FirstReader;
        string access = changes ? Pick("C0000000", "C0010000", "40000000") : Pick("80000000", "10000");
        string flags = access == "C0010000" ? Pick("0", "0", "4000000") : "0";
        bool isOfFolder = _keepsFolders && flags == "0" && _random.Next(3) == 0;
        // The command keeps no handle of a folder, and the slot then holds what it had before.
        _passing[slot] |= flags != "0";
        _ofFolder[slot] |= isOfFolder;
        commands.Add($"{(isOfFolder ? "" : "onfile | 2 | ")}keep | {slot} | {(isOfFolder ? Folder() : Path())} | {access} | "
            + $"{(_overwrites && isOfFolder ? "7" : Pick("7", "7", "7", $"{_random.Next(8)}"))} | {(isOfFolder ? 3 : _random.Next(1, 6))} | {flags}");
    }

    private void KeepReader(List<string> commands, int slot)
    {
        string access = Pick("80000000", "10000", "80010000"), flags = access == "80000000" ? "0" : Pick("0", "0", "4000000");
        string[] path = Any();
        _held[slot].Add(path);
        _passing[slot] |= flags != "0";
        commands.Add($"onfile | 2 | keep | {slot} | {_paths.Spell(path)} | {access} | 7 | 3 | {flags}");
    }

    private void UseKept(List<string> commands)
    {
        int slot = Slot(), to = slot < FirstReader ? _random.Next(FirstReader) : _random.Next(FirstReader, Slots), way = _random.Next(12);
        if (way == 7 && _passing[slot])
            way = 6;
        if (way == 8 && _ofFolder[slot])
            way = 11;
        // The handle leads to the folder as it was when it was opened.
        if (_overwrites && _ofFolder[slot] && way is (0 or 6 or 9))
            way = 11;
        if (way == 9 && _held[slot].Count > 0)
            way = 0;
        if (_overwrites && _ofFolder[slot] && way == 0)
            way = 11;
        string[] renamed = way == 7 ? Any() : [];
        if (way == 7 && _held[slot].Count > 0)
            _held[slot].Add(renamed);
        if (way == 10)
            _held[to].AddRange(_held[slot]);
        else if (way > 10)
            _held[slot].Clear();
        _passing[slot] |= way == 8;
        _passing[to] |= way == 10 && _passing[slot];
        _ofFolder[to] |= way == 10 && _ofFolder[slot];
        commands.Add(way switch
        {
            0 => $"keptread | {slot}",
            1 or 2 => $"keptwrite | {slot} | {Pick("0", "-1", "2")} | {Text()}",
            3 => $"keptsize | {slot} | {_random.Next(300)}",
            4 => $"keptmap | {slot}",
            5 => $"keptpoke | {slot} | {_random.Next(3)} | {Text()}",
            6 => $"keptinfo | {slot}",
            7 => $"keptrename | {slot} | {Ways("10", "65")} | {Pick("0", "1", "3")} | {Absolute(renamed)}",
            8 => $"keptdispose | {slot} | {Pick(Ways("13 | 1", "64 | 1"), Ways("13 | 0", "64 | 0"))}",
            9 => $"keptbasic | {slot} | {_random.Next(500_000_000)} | {Pick("0", "1", "2", "20", "80")}",
            10 => $"keptcopy | {to} | {slot}",
            _ => $"keptclose | {slot}",
        });
    }

    private void Look(List<string> commands)
    {
        string[][] held = [.. _held.SelectMany(names => names)];
        string[] path = held.Length > 0 && _random.Next(2) == 0 ? Pick(held) : Any();
        commands.Add(_random.Next(8) switch
        {
            0 => $"read | {_paths.Spell(path)}",
            1 => $"attributesex | {_paths.Spell(path)}",
            2 => $"info | {_paths.Spell(path)}",
            3 => $"names | {_paths.Spell(path)}",
            4 => $"ntbyname | {_paths.Spell(path)}",
            5 => $"ntlist | {_paths.Spell(path[..^1])} | {Pick("1", "3", "37")} | 4096 | all",
            6 => $"find | {_paths.Spell(path)}*",
            _ => $"find | {_paths.Spell(path[..^1])}\\*",
        });
    }

    private string UnlessKept(int argument) => _keepsFolders ? $"onfile | {argument} | " : "";

    private string Path() => _paths.Spell(Any());

    private string NtPath() => _paths.SpellNt(Any());

    private string Absolute() => Absolute(Any());

    private string Absolute(string[] path) => $@"\??\<ROOT>\{string.Join('\\', path.Select(_paths.Cased))}";

    /// <summary>Determines whether a path is that of a held file, of a folder that contains one, or of a name below one.</summary>
    private bool IsHeld(string[] path) => _held.SelectMany(names => names).Any(held =>
        path.Take(held.Length).SequenceEqual(held.Take(path.Length), StringComparer.OrdinalIgnoreCase));

    private int Slot() => _random.Next(Slots);

    /// <summary>
    /// Returns a name, usually one that was used before; otherwise a new one: in some folder, in place of a deleted name, or below a file.
    /// </summary>
    private string[] Any()
    {
        string[] path = AnyOfAll();
        return IsHeld(path) ? [_tree.Folders[0][0], "unlike.held"] : path;
    }

    private string[] AnyOfAll()
    {
        if (_known.Count > 0 && _random.Next(4) != 0)
            return Pick([.. _known]);
        string[] around = _known.Count > 0 && _random.Next(2) == 0 ? Pick([.. _known]) : Folder(known: true);
        string[] path = [.. around, _random.Next(3) == 0 ? _paths.Name() : Pick(s_names)];
        if (path.Length > 7 || IsInClash(path))
            path = [_tree.Folders[0][0], Pick(s_names)];
        if (IsInClash(path))
            return [_tree.Folders[0][0], "unlike.any"];
        if (!_known.Any(known => known.SequenceEqual(path, StringComparer.OrdinalIgnoreCase)))
        {
            if (_known.Count >= MostNames)
                _known[_random.Next(_known.Count)] = path;
            else
                _known.Add(path);
        }

        return path;
    }

    private string Folder() => _paths.Spell(Folder(known: true) is var folder && IsHeld(folder) ? [_tree.Folders[0][0], "unlike.held"] : folder);

    private string[] Folder(bool known)
    {
        string[][] folders = [.. _tree.Folders.Where(folder => !IsInClash(folder) && (!known || folder.Length > 1))];
        return folders.Length == 0 || _random.Next(4) == 0 ? known ? [_tree.Folders[0][0], "E"] : _tree.Folders[0] : Pick(folders);
    }

    private bool IsInClash(string[] path) =>
        _tree.Clashes.Any(clash => path.Take(clash.Length).SequenceEqual(clash, StringComparer.OrdinalIgnoreCase)
            || clash.Take(path.Length).SequenceEqual(path, StringComparer.OrdinalIgnoreCase));

    private string Text() => "saved " + _random.Next(100_000).ToString(CultureInfo.InvariantCulture);

    /// <summary>Returns a way that every system supports, or one of those that Wine 8 refuses before it checks anything else.</summary>
    private string Ways(string everywhere, params string[] newer) => WinePrefix.IsNeeded ? everywhere : Pick([everywhere, .. newer]);

    private T Pick<T>(params T[] from) => from[_random.Next(from.Length)];
}
