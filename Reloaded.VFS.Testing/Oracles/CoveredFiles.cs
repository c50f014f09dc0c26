using System.Security.Cryptography;

namespace Reloaded.VFS.Testing.Oracles;

/// <summary>
/// The game's own files that a mod covers by its name, as they are on disk at a moment: what a game does through the VFS must leave each of
/// them as it was, byte by byte (docs/writes.md). A file is covered where the winning mod has its name, as a file or as a folder, or has a
/// file in the place of a folder above it.
/// </summary>
public sealed class CoveredFiles
{
    private readonly string _game;
    private readonly SortedDictionary<string, string> _contents = new(StringComparer.Ordinal);

    private CoveredFiles(string game) => _game = game;

    /// <summary>How many there are.</summary>
    public int Count => _contents.Count;

    /// <summary>
    /// Reads every such file. <paramref name="mods"/>: the folder with <c>order.txt</c>; mods that it doesn't name come last, by name.
    /// </summary>
    public static CoveredFiles Of(string game, string mods)
    {
        CoveredFiles covered = new(game);
        Dictionary<string, bool> isFolder = new(StringComparer.OrdinalIgnoreCase);
        if (!Directory.Exists(mods))
            return covered;
        string order = Path.Combine(mods, "order.txt");
        string[] listed = File.Exists(order)
            ? [.. File.ReadAllLines(order).Select(line => line.Trim()).Where(line => line.Length > 0)]
            : [];
        IEnumerable<string> enabled = listed.Concat(
            Directory.GetDirectories(mods).Select(Path.GetFileName).OfType<string>().Order(StringComparer.Ordinal)
            .Where(name => !listed.Contains(name) && !listed.Contains("-" + name)));
        foreach (string mod in enabled.Select(name => Path.Combine(mods, name)).Where(Directory.Exists))
        {
            foreach (string path in Directory.EnumerateFileSystemEntries(mod, "*", SearchOption.AllDirectories).Where(path => !IsDead(path)))
                SetCovered(isFolder, Path.GetRelativePath(mod, path), Directory.Exists(path));
        }

        foreach (string path in Directory.EnumerateFiles(game, "*", SearchOption.AllDirectories))
        {
            string relative = Path.GetRelativePath(game, path);
            if (!relative.StartsWith("rvfs" + Path.DirectorySeparatorChar, StringComparison.OrdinalIgnoreCase)
                && IsCovered(relative, isFolder))
                covered._contents.Add(relative, Content(path));
        }

        return covered;
    }

    /// <summary>A link that leads nowhere is no file and no folder to a game, but it is to .NET.</summary>
    private static bool IsDead(string path)
    {
        if (Directory.Exists(path) || new FileInfo(path).LinkTarget is null)
            return false;
        try
        {
            File.OpenHandle(path).Dispose();
            return false;
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return true;
        }
    }

    /// <summary>What a marker hides is covered as by a file of that name.</summary>
    private static void SetCovered(Dictionary<string, bool> isFolder, string relative, bool folder)
    {
        if (!folder && relative.EndsWith(MergedFolder.HideEnding, StringComparison.OrdinalIgnoreCase))
            isFolder.TryAdd(relative[..^MergedFolder.HideEnding.Length], false);
        else
            isFolder[relative] = folder;
    }

    /// <summary>The first of them that isn't what it was; null where all are.</summary>
    public string? FindChange()
    {
        foreach ((string path, string content) in _contents)
        {
            string now = Content(Path.Combine(_game, path));
            if (now != content)
                return $"the game's own {path}, which a mod covers, was {content} and is {now}";
        }

        return null;
    }

    private static bool IsCovered(string path, Dictionary<string, bool> isFolder)
    {
        if (isFolder.ContainsKey(path))
            return true;
        for (string? above = Path.GetDirectoryName(path); !string.IsNullOrEmpty(above); above = Path.GetDirectoryName(above))
        {
            if (isFolder.TryGetValue(above, out bool folder) && !folder)
                return true;
        }

        return false;
    }

    private static string Content(string path)
    {
        if (!File.Exists(path))
            return "not there";
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        return $"{file.Length} bytes, {Convert.ToHexStringLower(SHA256.HashData(file))[..16]}";
    }
}
