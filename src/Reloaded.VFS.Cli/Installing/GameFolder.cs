using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>The folder of a game's program, as it is on disk: names are looked for in any letter case, as Windows does.</summary>
internal sealed class GameFolder
{
    private GameFolder(string game, Dictionary<string, string> files, Dictionary<string, string> folders)
    {
        Game = game;
        Files = files;
        Folders = folders;
    }

    /// <summary>The program.</summary>
    public string Game { get; }

    /// <summary>The folder.</summary>
    public string Path => System.IO.Path.GetDirectoryName(Game)!;

    /// <summary>The paths of its files, by name.</summary>
    public IReadOnlyDictionary<string, string> Files { get; }

    /// <summary>The paths of its folders, by name.</summary>
    public IReadOnlyDictionary<string, string> Folders { get; }

    /// <summary>The name of the folder <c>rvfs</c>: as it is spelled on disk, where it is there.</summary>
    public string OwnName => Folders.TryGetValue(VfsConfiguration.FolderName, out string? own)
        ? System.IO.Path.GetFileName(own)
        : VfsConfiguration.FolderName;

    /// <summary>The folder <c>rvfs</c>, which needn't be there.</summary>
    public string Own => System.IO.Path.Combine(Path, OwnName);

    /// <summary>Lists the folder of a program.</summary>
    /// <exception cref="IOException">It can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static GameFolder Read(string game)
    {
        Dictionary<string, string> files = new(StringComparer.OrdinalIgnoreCase), folders = new(StringComparer.OrdinalIgnoreCase);
        // Of two names that differ in letter case the first counts, in any order that stays.
        foreach (FileSystemInfo entry in new DirectoryInfo(System.IO.Path.GetDirectoryName(game)!)
            .EnumerateFileSystemInfos("*", new EnumerationOptions { AttributesToSkip = 0 })
            .OrderBy(e => e.Name, StringComparer.Ordinal))
            (entry is DirectoryInfo ? folders : files).TryAdd(entry.Name, entry.FullName);
        return new GameFolder(game, files, folders);
    }

    /// <summary>The folder without some of its files.</summary>
    /// <param name="paths">Paths below the folder, with slashes.</param>
    public GameFolder Without(IEnumerable<string> paths)
    {
        Dictionary<string, string> left = new(Files, StringComparer.OrdinalIgnoreCase);
        foreach (string path in paths)
            left.Remove(path);
        return new GameFolder(Game, left, new Dictionary<string, string>(Folders, StringComparer.OrdinalIgnoreCase));
    }
}
