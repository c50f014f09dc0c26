using System.Globalization;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// The changes of a scenario, in every way in which programs save, each followed by queries of the result. Differences from a merged folder
/// that <c>docs/writes.md</c> describes are left out: folders with several sources, such as one that takes a deleted file's place, are
/// renamed only under the policy <c>overwrite</c>, which copies them. Names that are a file in one tree and a folder in another aren't
/// changed.
/// </summary>
public sealed class RandomSaves(RandomTree tree, int seed, bool overwrites = false)
{
    private static readonly string[] NewNames = ["new.txt", "saved.tmp", "Neu ü.dat", "fresh", "A.TXT", "backup.bak"];

    private readonly Random _random = new(seed * 13 + 5);
    private readonly RandomPath _paths = new(tree, seed * 19 + 11);
    private readonly List<string[]> _created = [];
    private readonly List<string[]> _folders = []; // in place of files
    private readonly List<string[]> _linked = []; // names of files with several

    /// <summary>Returns a number of changes, each followed by one or two queries; a listing of the whole tree comes last.</summary>
    public IReadOnlyList<(string Command, string Oracle)> Take(int count)
    {
        List<string> commands = [];
        for (int i = 0; i < count; i++)
        {
            string[] target = Next(commands);
            Look(commands, target);
        }

        commands.Add($"tree | {tree.Folders[0][0]}");
        return [.. commands.Select(command => (command, command))];
    }

    private string[] Next(List<string> commands)
    {
        string[] file = File(), other = Pick(_random.Next(2), File(), New());
        switch (_random.Next(22))
        {
            case 0 or 1:
                commands.Add($"{Pick("create", "createnew", "openalways", "truncate", "append")} | {_paths.Spell(file)} | {Text()}");
                return file;
            case 2 or 3:
                commands.Add($"{Pick("create", "createnew", "openalways")} | {_paths.Spell(Create(other = New()))} | {Text()}");
                return other;
            case 4:
                commands.Add($"ntcreate | {_random.Next(6)} | {Pick("40", "40", "0", "1")} | {_paths.SpellNt(Create(other))}");
                return other;
            case 5:
                return CreateRelative(commands);
            case 6:
                commands.Add($"{Pick("delete", "deleteonclose")} | {_paths.Spell(file)}");
                return file;
            case 7:
                commands.Add($"ntdelete | {_paths.SpellNt(file)}");
                return file;
            case 8:
                commands.Add($"ntdispose | {Pick("13 | 1", "13 | 0", "64 | 1", "64 | 3", "64 | 0", "64 | 17")} | {_paths.Spell(file)}");
                return file;
            case 9 or 10:
                commands.Add($"{Pick("rename", "move")} | {_paths.Spell(file)} | {_paths.Spell(Create(other))}");
                return other;
            case 11:
                commands.Add($"create | {_paths.Spell(Create(other = Beside(file, ".tmp")))} | {Text()}");
                commands.Add($"rename | {_paths.Spell(other)} | {_paths.Spell(file)}");
                return file;
            case 12:
                commands.Add($"create | {_paths.Spell(Create(other = Beside(file, ".new")))} | {Text()}");
                // Without a backup's name Wine occasionally leaves a copy under a random name.
                commands.Add($"replace | {_paths.Spell(file)} | {_paths.Spell(other)} | {_paths.Spell(Beside(file, ".bak"))}");
                return file;
            case 13:
                commands.Add($"delete | {_paths.Spell(file)}");
                commands.Add($"createnew | {_paths.Spell(file)} | {Text()}");
                return file;
            case 14:
                _linked.AddRange([file, other]);
                commands.Add($"link | {_paths.Spell(Create(other))} | {_paths.Spell(file)}");
                return other;
            case 15:
                commands.Add($"copy | {_paths.Spell(file)} | {_paths.Spell(Create(other))}");
                return other;
            case 16:
                _linked.AddRange([file, other]);
                commands.Add(
                    $"ntrename | {Pick("10", "65", "11", "72")} | {_random.Next(2)} | {_paths.Spell(file)} | "
                        + $"\\??\\<ROOT>\\{string.Join('\\', Create(other))}");
                return other;
            case 17:
                other = InFolder();
                _linked.AddRange([file, other]);
                commands.Add(
                    $"ntrename | {Pick("10", "65", "11", "72")} | {Pick("0", "1", "3")} | {_paths.Spell(file)} | {other[^1]} | "
                        + $"{_paths.Spell(Create(other)[..^1])}");
                return other;
            case 18:
                other = InFolder();
                // In place of a deleted file: it may have several sources once it has content.
                _folders.Add(other);
                commands.Add($"mkdir | {_paths.Spell(Create(other))}");
                if (_random.Next(2) == 0)
                    commands.Add($"create | {_paths.Spell([.. other, "in it.txt"])} | {Text()}");
                return other;
            case 19:
                return ChangeFolder(commands);
            case 20:
                commands.Add($"setsize | {_paths.Spell(file)} | {_random.Next(5000)}");
                return file;
            default:
                commands.Add(_random.Next(2) == 0
                    ? $"setattributes | {_paths.Spell(file)} | {Pick("1", "2", "20", "80", "23")}"
                    : $"settime | {_paths.Spell(file)} | {_random.Next(500_000_000)}");
                return file;
        }
    }

    private string[] CreateRelative(List<string> commands)
    {
        string[] folder = Folder(), path = _random.Next(2) == 0 ? InFolder() : File();
        if (!path.Take(folder.Length).SequenceEqual(folder))
            folder = path[..^1];
        string name = string.Join('\\', Create(path)[folder.Length..].Select(_paths.Cased));
        commands.Add(_random.Next(5) == 0
            ? $"ntdelete | {_paths.Spell(folder)} | {name}"
            : $"ntcreate | {_random.Next(6)} | {Pick("40", "0")} | {_paths.Spell(folder)} | {name}");
        return path;
    }

    // The folder is removed, with or without its content, or renamed, the latter only if one tree alone has it or if it is copied.
    private string[] ChangeFolder(List<string> commands)
    {
        string[] folder = Folder();
        if (folder.Length == 1 || tree.Clashes.Any(clash => clash.Take(folder.Length).SequenceEqual(folder)))
            return folder;
        // Links in a copied folder stay behind.
        bool isRenamed = overwrites
            ? !_linked.Any(path => path.Take(folder.Length).SequenceEqual(folder))
            : !tree.HasLosers(folder) && tree.Owners(folder).Count == 1
                && !_created.Any(path => path.Length > folder.Length && path.Take(folder.Length).SequenceEqual(folder));
        switch (_random.Next(isRenamed ? 5 : 4))
        {
            case 0:
                commands.Add($"{Pick("rmdir", "rdclose")} | {_paths.Spell(folder)}");
                return folder;
            case 1:
                commands.Add($"rdall | {_paths.Spell(folder)}");
                // A name with a whiteout keeps it.
                if (_random.Next(2) == 0)
                    commands.Add($"mkdir | {_paths.Spell(folder)}");
                return folder;
            case 2:
                // Once only: if asked again by the same handle, Wine 8 takes a folder with content for an empty one.
                commands.Add($"rdundo | {_paths.Spell(folder)} | 1");
                return folder;
            case 3:
                // Wine 8 lacks the other class, for which folders aren't checked first.
                commands.Add($"ntdispose | 13 | 1 | {_paths.Spell(folder)}");
                return folder;
            default:
                string[] other = [.. folder[..^1], "renamed folder"];
                commands.Add($"move | {_paths.Spell(folder)} | {_paths.Spell(other)}");
                return other;
        }
    }

    private void Look(List<string> commands, string[] target)
    {
        string path = _paths.Spell(target);
        commands.Add(_random.Next(5) switch
        {
            0 => $"read | {path}",
            1 => $"attributesex | {path}",
            2 => $"ntbyname | {path}",
            3 => $"names | {path}",
            _ => $"info | {path}",
        });
        commands.Add(_random.Next(3) switch
        {
            0 => $"find | {path}*",
            1 => $"ntlist | {_paths.Spell(target[..^1])} | {Pick("1", "3", "37")} | 4096 | all",
            _ => $"find | {_paths.Spell(target[..^1])}\\*",
        });
    }

    private string[] File()
    {
        for (int i = 0; i < 20 && tree.Files.Count != 0; i++)
        {
            string[] file = tree.Files[_random.Next(tree.Files.Count)];
            if (!IsInClash(file) && !_folders.Any(folder => folder.SequenceEqual(file, StringComparer.OrdinalIgnoreCase)))
                return file;
        }

        return New();
    }

    private string[] Folder()
    {
        string[] folder = tree.Folders[_random.Next(tree.Folders.Count)];
        return IsInClash(folder) ? tree.Folders[0] : folder;
    }

    // Occasionally in a folder that doesn't exist.
    private string[] New() => _random.Next(8) == 0 ? [.. Folder(), "nowhere", NewName()] : InFolder();

    private string[] InFolder()
    {
        string[] path = [.. Folder(), NewName()];
        return tree.Clashes.Any(clash => clash.SequenceEqual(path, StringComparer.OrdinalIgnoreCase))
            ? [.. path[..^1], "unlike.any"]
            : path;
    }

    private string NewName() => _random.Next(3) == 0 ? RandomCase.Of(_paths.Name(), _random) : NewNames[_random.Next(NewNames.Length)];

    private string[] Create(string[] path)
    {
        _created.Add(path);
        return path;
    }

    private bool IsInClash(string[] path) => tree.Clashes.Any(clash => path.Take(clash.Length).SequenceEqual(clash));

    private static string[] Beside(string[] path, string ending) => [.. path[..^1], path[^1] + ending];

    private string Text() => "saved " + _random.Next(100_000).ToString(CultureInfo.InvariantCulture);

    private T Pick<T>(params T[] from) => from[_random.Next(from.Length)];

    private static T Pick<T>(int index, params T[] from) => from[index];
}
