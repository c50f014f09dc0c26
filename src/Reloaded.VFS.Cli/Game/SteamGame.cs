using System.Text.RegularExpressions;
using Microsoft.Win32;

namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// A game of a Steam library, from its <c>appmanifest_*.acf</c>. The folder <c>steamapps</c> has such a file for each game, and
/// <c>steamapps/common</c> contains the games' folders.
/// </summary>
/// <param name="AppId">Steam's number of the game.</param>
/// <param name="LibraryFolder">The folder <c>steamapps</c>.</param>
internal sealed partial record SteamGame(string AppId, string LibraryFolder)
{
    private const long LongestFile = 1 << 20;

    private static readonly string[] s_tools = ["Proton", "Steam Linux Runtime", "Steamworks Common", "Steam Controller"];

    /// <summary>Gets the prefix that Proton creates for the game. It may not exist yet.</summary>
    public string Prefix => Path.Combine(LibraryFolder, "compatdata", AppId, "pfx");

    /// <summary>
    /// Returns the game that a program belongs to, or null if the program isn't in a Steam library or the library doesn't know the game.
    /// </summary>
    /// <param name="program">An absolute path.</param>
    public static SteamGame? Find(string program) => Find(program, out _);

    /// <summary>Returns the folder of the game that a file or folder belongs to (<c>installdir</c>), or null if it belongs to none.</summary>
    /// <param name="path">An absolute path, which may be the game's folder itself.</param>
    public static string? FindFolder(string path) => Find(Path.Combine(path, "x"), out string? folder) is null ? null : folder;

    /// <summary>Returns a library's games that are installed, without Steam's own tools.</summary>
    /// <param name="library">The folder <c>steamapps</c>.</param>
    public static IEnumerable<LibraryGame> ListIn(string library)
    {
        foreach ((string name, string appId, string folder) in Manifests(library))
        {
            string path = Path.Combine(library, "common", Path.GetFileName(folder));
            if (!s_tools.Any(tool => name.StartsWith(tool, StringComparison.OrdinalIgnoreCase)) && Directory.Exists(path))
                yield return new(name, path, appId);
        }
    }

    private static SteamGame? Find(string program, out string? folder)
    {
        string? below = Path.GetDirectoryName(program);
        for (string? at = Path.GetDirectoryName(below); at is not null; below = at, at = Path.GetDirectoryName(at))
        {
            if (Path.GetFileName(at).Equals("common", StringComparison.OrdinalIgnoreCase)
                && Path.GetDirectoryName(at) is { } library && FindIn(library, Path.GetFileName(below!)) is { } appId)
            {
                folder = below;
                return new SteamGame(appId, library);
            }
        }

        folder = null;
        return null;
    }

    private static string? FindIn(string library, string folder) => Manifests(library)
        .Where(game => game.Folder.Equals(folder, StringComparison.OrdinalIgnoreCase)).Select(game => game.AppId).FirstOrDefault();

    private static List<(string Name, string AppId, string Folder)> Manifests(string library)
    {
        List<(string, string, string)> games = [];
        // A library that can't be read counts as one that doesn't know the game.
        FileErrors.Ignore(() =>
        {
            foreach (string file in Directory.EnumerateFiles(library, "appmanifest_*.acf"))
            {
                if (new FileInfo(file).Length > LongestFile)
                    continue;
                string text = File.ReadAllText(file);
                if (ValueOf(text, "installdir") is { Length: > 0 } folder && ValueOf(text, "appid") is { Length: > 0 } id
                    && id.All(char.IsAsciiDigit))
                    games.Add((ValueOf(text, "name") is { Length: > 0 } name ? name : folder, id, folder));
            }
        });
        return games;
    }

    /// <summary>Returns the first value of a key, in any letter case. Backslashes and quotes are escaped by a backslash.</summary>
    private static string? ValueOf(string text, string key) => ValuesOf(text, key).FirstOrDefault();

    [GeneratedRegex("\"([^\"]*)\"[ \\t]+\"((?:[^\"\\\\]|\\\\.)*)\"")]
    private static partial Regex Pairs();

    /// <summary>Returns all values of a key, in any letter case.</summary>
    internal static IEnumerable<string> ValuesOf(string text, string key) => Pairs().Matches(text)
        .Where(pair => pair.Groups[1].Value.Equals(key, StringComparison.OrdinalIgnoreCase)).Select(pair => Unescape(pair.Groups[2].Value));

    private static string Unescape(string value) =>
        value.Replace("\\\"", "\"", StringComparison.Ordinal).Replace(@"\\", @"\", StringComparison.Ordinal);
}

/// <summary>A game that is installed in a Steam library.</summary>
/// <param name="Name">The name by which Steam shows it.</param>
/// <param name="Folder">The game's folder.</param>
/// <param name="AppId">Steam's number of the game.</param>
internal sealed record LibraryGame(string Name, string Folder, string AppId);

/// <summary>The variables by which Steam marks its own child processes.</summary>
/// <remarks>
/// Steam games that Steam hasn't started restart themselves through it, and come back without what was put into them. With SteamAppId and
/// SteamGameId in their environment they don't (Steamworks, SteamAPI_RestartAppIfNecessary). SteamOverlayGameId is for Steam's overlay.
/// </remarks>
internal static class SteamAppId
{
    private const string AppId = "SteamAppId";
    private const string GameId = "SteamGameId";
    private const long LongestFile = 4096;
    private const string OverlayGameId = "SteamOverlayGameId";

    /// <summary>Gets a value indicating whether the environment contains the id, as that of Steam's own child does.</summary>
    public static bool IsGiven => ((string[])[AppId, GameId]).Any(name => Environment.GetEnvironmentVariable(name) is { Length: > 0 });

    /// <summary>
    /// Returns the id, from the environment, or else from <c>steam_appid.txt</c> beside the game, or else from the game's library
    /// (<see cref="SteamGame"/>), or null if none has one.
    /// </summary>
    /// <param name="game">The program, an absolute path.</param>
    public static string? Find(string game)
    {
        if (Environment.GetEnvironmentVariable(AppId) is { Length: > 0 } appId)
            return appId;
        if (Environment.GetEnvironmentVariable(GameId) is { Length: > 0 } gameId)
            return gameId;
        return ReadBeside(Path.GetDirectoryName(game)!) ?? SteamGame.Find(game)?.AppId;
    }

    /// <summary>Sets the variables in this process's environment, which the game inherits. A variable that is already set stays.</summary>
    /// <param name="game">The program, an absolute path.</param>
    public static void Apply(string game)
    {
        if (Find(game) is not { } id)
            return;
        foreach (string name in (string[])[AppId, GameId, OverlayGameId])
        {
            if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable(name)))
                Environment.SetEnvironmentVariable(name, id);
        }
    }

    private static string? ReadBeside(string gameFolder) => FileErrors.Ignore(() =>
    {
        string path = Path.Combine(gameFolder, "steam_appid.txt");
        if (new FileInfo(path) is not { Exists: true, Length: < LongestFile })
            return null;
        string text = File.ReadAllText(path).Trim(' ', '\t', '\r', '\n', '\0', '\ufeff');
        return text.Length is > 0 and <= 20 && text.All(char.IsAsciiDigit) ? text : null;
    }, null);
}

/// <summary>The libraries of every Steam on this system: each installation names its own in <c>libraryfolders.vdf</c>.</summary>
internal static class SteamLibraries
{
    private const long LongestFile = 1 << 20;

    // Below the home folder: Debian's and Arch's packages, Flatpak, Snap.
    private static readonly string[] s_linux =
        [".local/share/Steam", ".steam/steam", ".steam/root", ".steam/debian-installation",
            ".var/app/com.valvesoftware.Steam/.local/share/Steam", "snap/steam/common/.local/share/Steam"];

    /// <summary>Returns the games of all libraries, by name.</summary>
    public static IReadOnlyList<LibraryGame> ListGames() =>
        [.. Roots().SelectMany(FoldersOf).Select(Real).Distinct(StringComparer.Ordinal).SelectMany(SteamGame.ListIn)
            .DistinctBy(game => game.Folder).OrderBy(game => game.Name, StringComparer.OrdinalIgnoreCase)];

    /// <summary>Returns the folders <c>steamapps</c> that an installation of Steam uses.</summary>
    /// <param name="root">The installation's folder.</param>
    public static IEnumerable<string> FoldersOf(string root)
    {
        string own = Path.Combine(root, "steamapps"), list = Path.Combine(own, "libraryfolders.vdf");
        yield return own;
        foreach (string folder in Read(list))
            yield return Path.Combine(folder, "steamapps");
    }

    private static IEnumerable<string> Read(string list) =>
        FileErrors.Ignore(() => new FileInfo(list) is { Exists: true, Length: <= LongestFile }
            ? SteamGame.ValuesOf(File.ReadAllText(list), "path")
            : [], []);

    private static IEnumerable<string> Roots()
    {
        if (!OperatingSystem.IsWindows())
        {
            string home = UserFolders.Home;
            return s_linux.Select(folder => Path.Combine(home, folder)).Where(Directory.Exists);
        }

        using RegistryKey? key = Registry.CurrentUser.OpenSubKey(@"Software\Valve\Steam");
        return key?.GetValue("SteamPath") is string path && path.Length > 0 ? [Path.GetFullPath(path)] : [];
    }

    // The same installation has several names, which are links. A link that leads round in a circle stays as it is.
    private static string Real(string folder) => FileErrors.Ignore(() =>
    {
        foreach (string at in FolderPath.Upwards(folder))
        {
            if (new DirectoryInfo(at) is { Exists: true } info && info.ResolveLinkTarget(returnFinalTarget: true) is { } target)
                return Path.GetFullPath(target.FullName + folder[at.Length..]);
        }

        return folder;
    }, folder);
}
