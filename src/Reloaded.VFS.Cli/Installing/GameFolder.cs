using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>The folder of a game's program, as it is on disk. Names are found in any letter case, as on Windows.</summary>
internal sealed class GameFolder
{
    private GameFolder(string game, Dictionary<string, string> files, Dictionary<string, string> folders)
    {
        Game = game;
        Files = files;
        Folders = folders;
    }

    /// <summary>Gets the program.</summary>
    public string Game { get; }

    /// <summary>Gets the folder.</summary>
    public string Path => System.IO.Path.GetDirectoryName(Game)!;

    /// <summary>Gets the paths of the folder's files, by name.</summary>
    public IReadOnlyDictionary<string, string> Files { get; }

    /// <summary>Gets the paths of the folder's subfolders, by name.</summary>
    public IReadOnlyDictionary<string, string> Folders { get; }

    /// <summary>Gets the name of the folder <c>rvfs</c>, as spelled on disk if it exists.</summary>
    public string OwnName => Folders.TryGetValue(VfsConfiguration.FolderName, out string? own)
        ? System.IO.Path.GetFileName(own)
        : VfsConfiguration.FolderName;

    /// <summary>Gets the folder <c>rvfs</c>, which need not exist.</summary>
    public string Own => System.IO.Path.Combine(Path, OwnName);

    /// <summary>Lists the folder of a program.</summary>
    /// <exception cref="IOException">The folder can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the folder is denied.</exception>
    public static GameFolder Read(string game)
    {
        Dictionary<string, string> files = new(StringComparer.OrdinalIgnoreCase), folders = new(StringComparer.OrdinalIgnoreCase);
        // Of two names that differ in letter case the first one counts, in a stable order.
        foreach (FileSystemInfo entry in new DirectoryInfo(System.IO.Path.GetDirectoryName(game)!)
            .EnumerateFileSystemInfos("*", new EnumerationOptions { AttributesToSkip = 0 })
            .OrderBy(e => e.Name, StringComparer.Ordinal))
            (entry is DirectoryInfo ? folders : files).TryAdd(entry.Name, entry.FullName);
        return new GameFolder(game, files, folders);
    }

    /// <summary>Returns the folder without some of its files.</summary>
    /// <param name="paths">Paths relative to the folder, with slashes.</param>
    public GameFolder Without(IEnumerable<string> paths)
    {
        Dictionary<string, string> left = new(Files, StringComparer.OrdinalIgnoreCase);
        foreach (string path in paths)
            left.Remove(path);
        return new GameFolder(Game, left, new Dictionary<string, string>(Folders, StringComparer.OrdinalIgnoreCase));
    }
}
