namespace Reloaded.VFS.Cli.Installing;

/// <summary>The folder of a game's program, as it is on disk. Names are found in any letter case, as on Windows.</summary>
/// <param name="Game">The program.</param>
/// <param name="Files">The paths of the folder's files, by name.</param>
/// <param name="Folders">The paths of the folder's subfolders, by name.</param>
internal sealed record GameFolder(string Game, IReadOnlyDictionary<string, string> Files, IReadOnlyDictionary<string, string> Folders)
{
    public string Path => System.IO.Path.GetDirectoryName(Game)!;

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
        return this with { Files = left };
    }
}

/// <summary>The system's own DLLs for a game, with the properties of Wine that matter.</summary>
/// <param name="SystemFolder">The folder with Windows' DLLs, or Wine's.</param>
/// <param name="Prefix">The Wine prefix in which the game runs, on Linux.</param>
/// <param name="Steam">The Steam game, on Linux.</param>
internal sealed record GamePrefix(string SystemFolder, string? Prefix, SteamGame? Steam)
{
    private static readonly string s_system32 = Path.Combine("drive_c", "windows", "system32");

    /// <summary>Returns the folder with the DLLs for programs of a width.</summary>
    public string SystemFolderOf(bool is64Bit) => is64Bit ? SystemFolder : Path.Combine(Path.GetDirectoryName(SystemFolder)!, "syswow64");

    /// <summary>Finds the prefix of a game.</summary>
    /// <remarks>
    /// On Windows, and inside Wine, this is the running system. On Linux it is the prefix that Proton has created for a Steam game, the
    /// prefix that contains the game, or the user's own (<c>WINEPREFIX</c>), which is created if necessary.
    /// </remarks>
    /// <exception cref="CliException">Proton has created no prefix yet, or there is no Wine.</exception>
    public static GamePrefix Find(string game)
    {
        GamePrefix found = Where(game);
        if (found.Prefix is null || Directory.Exists(found.SystemFolder))
            return found;
        if (found.Steam is not null)
            throw new CliException($"Proton hasn't created this game's prefix yet ('{found.Prefix}').",
                "Start the game once without mods, then install again.");
        WineInstallation.Find().EnsurePrefix();
        return found;
    }

    /// <summary>Finds the prefix of a game, which may not exist yet. Creates none.</summary>
    public static GamePrefix Where(string game)
    {
        if (OperatingSystem.IsWindows())
            return new GamePrefix(Environment.SystemDirectory, null, null);
        bool given = !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("WINEPREFIX"));
        SteamGame? steam = given ? null : SteamGame.Find(game);
        string prefix = steam?.Prefix ?? (given ? null : FindAround(game)) ?? WineInstallation.FindPrefix();
        return new GamePrefix(Path.Combine(prefix, s_system32), prefix, steam);
    }

    /// <summary>Returns the prefix whose drive C: contains the game.</summary>
    private static string? FindAround(string game) => Path.GetDirectoryName(FolderPath.Upwards(Path.GetDirectoryName(game))
        .FirstOrDefault(at => Path.GetFileName(at) == "drive_c" && Directory.Exists(Path.Combine(Path.GetDirectoryName(at)!, s_system32))));
}
