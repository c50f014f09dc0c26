using System.Security.Cryptography;

namespace Reloaded.VFS.Testing.Oracles;

/// <summary>
/// The contents of the game's own files that a mod covers, at one moment: a game's calls through the VFS must leave each byte as it was
/// (docs/writes.md).
/// </summary>
/// <remarks>
/// A file is covered if the winning mod has its name, as a file or as a folder, or has a file in place of a folder above it.
/// </remarks>
public sealed class CoveredFiles
{
    private readonly string _game;
    private readonly SortedDictionary<string, string> _contents = new(StringComparer.Ordinal);

    private CoveredFiles(string game) => _game = game;

    /// <summary>Gets the number of covered files.</summary>
    public int Count => _contents.Count;

    /// <summary>Reads every covered file.</summary>
    /// <remarks><paramref name="mods"/> is the folder of <c>order.txt</c>; mods that the file doesn't list come last, by name.</remarks>
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

    /// <summary>Determines whether a path is a link without a target: no file or folder for a game, but one for .NET.</summary>
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

    /// <summary>Marks a name as covered; a name hidden by a marker is covered as by a file of that name.</summary>
    private static void SetCovered(Dictionary<string, bool> isFolder, string relative, bool folder)
    {
        if (!folder && relative.EndsWith(MergedFolder.HideEnding, StringComparison.OrdinalIgnoreCase))
            isFolder.TryAdd(relative[..^MergedFolder.HideEnding.Length], false);
        else
            isFolder[relative] = folder;
    }

    /// <summary>Returns a message about the first changed file, or null.</summary>
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
