using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Caching;

/// <summary>
/// A mods folder that changes at random, as people, unpackers and mod managers change one: names are added, removed, renamed, replaced and
/// swapped, links are redirected, and times are reset to what they were.
/// </summary>
internal sealed class RandomChanges
{
    private static readonly string[] s_names =
        ["a", "b.txt", "Data", "data", "textures", "x.dds", "größe", "模组", "mod.json", "readme.txt", "a.rvfshide", "b.mohidden",
            ".git", "odd ", "odd.", "what?", "dosdevices", "Long name of a file that is read seldom.bin"];

    private readonly Random _random;
    private readonly string _mods;
    private readonly string _outside;
    private int _unique;

    /// <summary>Creates the folders.</summary>
    /// <param name="seed">The seed, on which everything depends.</param>
    /// <param name="mods">The mods folder.</param>
    /// <param name="outside">A folder that links lead to.</param>
    public RandomChanges(int seed, string mods, string outside)
    {
        _random = new Random(seed);
        _mods = mods;
        _outside = outside;
        Directory.CreateDirectory(outside);
        for (int i = 0; i < 5; i++)
            Fill(Path.Combine(mods, $"mod {i}"), depth: 3);
        File.WriteAllText(Path.Combine(outside, "file"), "x");
        Fill(Path.Combine(outside, "folder"), depth: 1);
    }

    /// <summary>Gets a description of the last change.</summary>
    public string Last { get; private set; } = "";

    /// <summary>Makes one change, and often resets the times of the changed folders.</summary>
    public void Change()
    {
        string[] folders = [_mods, .. Directory.EnumerateDirectories(_mods, "*", Walk)];
        string folder = Pick(folders), other = Pick(folders);
        DateTime time = Directory.GetLastWriteTimeUtc(folder), otherTime = Directory.GetLastWriteTimeUtc(other);
        int kind = _random.Next(16);
        Last = $"{kind} in {folder}, {other}";
        try
        {
            Change(kind, folder, other);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A folder into itself, or a folder over a file: nothing has changed.
        }

        if (_random.Next(2) == 0)
        {
            SetBack(folder, time);
            SetBack(other, otherTime);
        }
    }

    // A change may go through a link by chance, but walking through links would leave the mods folder.
    private static EnumerationOptions Walk { get; } =
        new() { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };

    private void Change(int kind, string folder, string other)
    {
        string name = Path.Combine(folder, Pick(s_names));
        string[] entries = Directory.GetFileSystemEntries(folder);
        string old = entries.Length > 0 ? Pick(entries) : name;
        switch (kind)
        {
            case 0 or 1:
                File.WriteAllText(name, name.EndsWith("mod.json", StringComparison.Ordinal) ? """{ "exclude": ["x.dds"] }""" : "x");
                break;
            case 2:
                Remove(old);
                break;
            case 3:
                Move(old, name);
                break;
            case 4:
                Move(old, Path.Combine(other, Path.GetFileName(old)));
                break;
            case 5:
                Fill(name, depth: _random.Next(3));
                break;
            case 6:
                // A file becomes a folder of the same name, or the other way round.
                bool wasFolder = Directory.Exists(old);
                Remove(old);
                if (wasFolder)
                    File.WriteAllText(old, "");
                else
                    Fill(old, depth: 1);
                break;
            case 7:
                Swap(folder, other);
                break;
            case 8:
                Replace(folder);
                break;
            case 9:
                File.CreateSymbolicLink(name, Path.Combine(_outside, "file"));
                break;
            case 10:
                Directory.CreateSymbolicLink(name, Path.Combine(_outside, "folder"));
                break;
            case 11:
                File.CreateSymbolicLink(name, Path.Combine(_outside, "sometimes"));
                break;
            case 12:
                // The target of links is created, removed, and replaced.
                string target = Path.Combine(_outside, "sometimes");
                Remove(target);
                if (_random.Next(3) == 0)
                    File.WriteAllText(target, "");
                else if (_random.Next(2) == 0)
                    Fill(target, depth: 1);
                break;
            case 13:
                File.WriteAllText(Path.Combine(_outside, "folder", Pick(s_names)), "x");
                break;
            case 14:
                // The same names and the same time of last write, but another folder.
                if (folder != _mods)
                    Copy(folder);
                break;
            default:
                Swap(Pick(Directory.GetDirectories(_mods)), Pick(Directory.GetDirectories(_mods)));
                break;
        }
    }

    private void Fill(string folder, int depth)
    {
        Directory.CreateDirectory(folder);
        for (int i = _random.Next(5); i >= 0; i--)
            File.WriteAllText(Path.Combine(folder, $"{Pick(s_names).Trim('.', ' ', '?')}{_random.Next(4)}"), "");
        for (int i = depth == 0 ? 0 : _random.Next(4); i > 0; i--)
            Fill(Path.Combine(folder, $"f{_random.Next(6)}"), depth - 1);
    }

    private static void Remove(string path)
    {
        if (Directory.Exists(path) && new DirectoryInfo(path).LinkTarget is null)
            Directory.Delete(path, recursive: true);
        else
            File.Delete(path);
    }

    private static void Move(string from, string to)
    {
        if (Directory.Exists(from) && new DirectoryInfo(from).LinkTarget is null)
            Directory.Move(from, to);
        else
            File.Move(from, to, overwrite: true);
    }

    private void Swap(string left, string right)
    {
        if (left == _mods || right == _mods || left == right || left.StartsWith(right + "/", StringComparison.Ordinal)
            || right.StartsWith(left + "/", StringComparison.Ordinal))
            return;
        string between = Path.Combine(_outside, $"between {_unique++}");
        DateTime one = Directory.GetLastWriteTimeUtc(left), two = Directory.GetLastWriteTimeUtc(right);
        Directory.Move(left, between);
        Directory.Move(right, left);
        Directory.Move(between, right);
        if (_random.Next(2) == 0)
            return;
        // Resets the times, as if nothing had been moved.
        SetBack(left, one);
        SetBack(right, two);
    }

    private void Replace(string folder)
    {
        if (folder == _mods)
            return;
        DateTime time = Directory.GetLastWriteTimeUtc(folder);
        Directory.Delete(folder, recursive: true);
        Fill(folder, depth: 2);
        SetBack(folder, time);
    }

    private void Copy(string folder)
    {
        string copy = Path.Combine(_outside, $"copy {_unique++}");
        TemporaryFolder.Shell("cp -a \"$1\" \"$2\"", folder, copy);
        string name = Path.Combine(copy, Pick(s_names));
        DateTime time = Directory.GetLastWriteTimeUtc(copy);
        if (!Path.Exists(name))
            File.WriteAllText(name, "");
        SetBack(copy, time);
        Directory.Delete(folder, recursive: true);
        Directory.Move(copy, folder);
    }

    private static void SetBack(string folder, DateTime time)
    {
        if (Directory.Exists(folder))
            Directory.SetLastWriteTimeUtc(folder, time);
    }

    private T Pick<T>(T[] from) => from[_random.Next(from.Length)];
}
