namespace Reloaded.VFS.Cli.Game;

/// <summary>The search for a game's folder, which may lie above that of its program.</summary>
internal static class GameFolders
{
    /// <summary>The number of folders above a program that may be its game's, if no Steam library says which one is.</summary>
    private const int MostLevels = 4;

    private static readonly string[] s_helpers =
        ["unins", "setup", "install", "vc_redist", "vcredist", "dxsetup", "dxwebsetup", "dotnet", "unitycrashhandler", "crashpad",
            "crashreport", "crashsender", "crashrpt", "crashhandler", "rvfs"];

    // Folders in a game's that have programs which aren't the game.
    private static readonly string[] s_left = [VfsConfiguration.FolderName, "_CommonRedist", "__Installer", "Redist", "Engine", "support"];

    private static readonly EnumerationOptions s_anyCase =
        new() { MatchCasing = MatchCasing.CaseInsensitive, IgnoreInaccessible = true, AttributesToSkip = 0 };

    /// <summary>Determines whether mods or a configuration lie in a folder.</summary>
    public static bool HasMods(string folder) =>
        Directory.Exists(VfsConfiguration.DefaultModsOf(folder)) || File.Exists(VfsConfiguration.GetFile(folder));

    /// <summary>
    /// Returns the game's folder for the folder of its program: the nearest one from there on that has mods, otherwise the one that a Steam
    /// library names, otherwise the program's own.
    /// </summary>
    /// <param name="folder">The program's folder, absolute.</param>
    public static string Of(string folder)
    {
        if (HasMods(folder))
            return folder;
        string? steam = SteamGame.FindFolder(folder);
        return Above(folder, steam).FirstOrDefault(HasMods) ?? steam ?? folder;
    }

    /// <summary>
    /// Returns the nearest folder from a folder on that is a game's: one that has mods, that a Steam library names or in which a game was
    /// started before. Otherwise that is the folder itself if it alone has a program: a tool may lie in a game's folder, and anything in a
    /// folder above. Returns null if there is none, or none for certain.
    /// </summary>
    /// <param name="folder">The folder, absolute.</param>
    public static string? FindFrom(string folder)
    {
        if (HasMods(folder))
            return folder;
        string? steam = SteamGame.FindFolder(folder);
        string[] above = [.. Above(folder, steam)];
        return above.FirstOrDefault(HasMods) ?? steam ?? above.Prepend(folder).FirstOrDefault(at => KnownGames.FindProgram(at) is not null)
            ?? (FindUncertain(folder) is [var only] && only == folder ? folder : null);
    }

    /// <summary>Returns the folders from a folder on, the nearest first, that may be a game's because they have a program.</summary>
    /// <param name="folder">The folder, absolute.</param>
    public static IReadOnlyList<string> FindUncertain(string folder) =>
        [.. Above(folder, null).Prepend(folder).Where(at => !IsUsersOwn(at) && ProgramsIn(at).Count > 0)];

    /// <summary>
    /// Returns the folders above a program's that may be its game's, the nearest first: up to the one that Steam names, otherwise a few, but
    /// no user's home folder and nothing above one.
    /// </summary>
    public static IEnumerable<string> Above(string folder, string? steam)
    {
        string at = folder;
        for (int level = 0; (steam is not null || level < MostLevels) && at != steam; level++)
        {
            if (Path.GetDirectoryName(at) is not { } above || IsUsersOwn(above))
                yield break;
            yield return at = above;
        }
    }

    /// <summary>Returns the programs in a folder that may be the game, by name.</summary>
    public static IReadOnlyList<string> ProgramsIn(string folder) =>
        FileErrors.Ignore<string[]>(
            () => [.. Directory.EnumerateFiles(folder, "*.exe", s_anyCase).Where(IsGame).Order(StringComparer.OrdinalIgnoreCase)], []);

    /// <summary>Returns the programs of a game that may be the game itself: those in its folder, otherwise those in the folders below it.</summary>
    /// <param name="folder">The game's folder.</param>
    public static IReadOnlyList<string> ProgramsOf(string folder)
    {
        if (ProgramsIn(folder) is { Count: > 0 } own)
            return own;
        var below = new EnumerationOptions
        {
            MatchCasing = MatchCasing.CaseInsensitive,
            IgnoreInaccessible = true,
            RecurseSubdirectories = true,
            MaxRecursionDepth = MostLevels,
            AttributesToSkip = FileAttributes.ReparsePoint,
        };
        string[] found = FileErrors.Ignore<string[]>(() => [.. Directory.EnumerateFiles(folder, "*.exe", below)
            .Where(file => IsGame(file) && !Path.GetRelativePath(folder, file).Split(Path.DirectorySeparatorChar)[..^1]
                .Any(part => s_left.Contains(part, StringComparer.OrdinalIgnoreCase)))
            .Order(StringComparer.OrdinalIgnoreCase)], []);
        string[] shipping = [.. found.Where(file => file.EndsWith("-Shipping.exe", StringComparison.OrdinalIgnoreCase))];
        return shipping.Length > 0 ? shipping : found;
    }

    private static bool IsGame(string file)
    {
        string name = Path.GetFileName(file);
        return !s_helpers.Any(helper => name.StartsWith(helper, StringComparison.OrdinalIgnoreCase));
    }

    private static bool IsUsersOwn(string folder)
    {
        string home = UserFolders.Home;
        return Path.GetDirectoryName(folder) is null || (home.Length > 0
            && (home + Path.DirectorySeparatorChar).StartsWith(Path.TrimEndingDirectorySeparator(folder) + Path.DirectorySeparatorChar,
                StringComparison.OrdinalIgnoreCase));
    }
}
