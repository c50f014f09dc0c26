using System.Text.RegularExpressions;

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

    /// <summary>Gets the prefix that Proton creates for the game. It may not exist yet.</summary>
    public string Prefix => Path.Combine(LibraryFolder, "compatdata", AppId, "pfx");

    /// <summary>
    /// Returns the game that a program belongs to, or null if the program isn't in a Steam library or the library doesn't know the game.
    /// </summary>
    /// <param name="program">An absolute path.</param>
    public static SteamGame? Find(string program)
    {
        string? below = Path.GetDirectoryName(program);
        for (string? at = Path.GetDirectoryName(below); at is not null; below = at, at = Path.GetDirectoryName(at))
        {
            if (Path.GetFileName(at).Equals("common", StringComparison.OrdinalIgnoreCase)
                && Path.GetDirectoryName(at) is { } library && FindIn(library, Path.GetFileName(below!)) is { } appId)
                return new SteamGame(appId, library);
        }

        return null;
    }

    private static string? FindIn(string library, string folder)
    {
        try
        {
            foreach (string file in Directory.EnumerateFiles(library, "appmanifest_*.acf"))
            {
                if (new FileInfo(file).Length > LongestFile)
                    continue;
                string text = File.ReadAllText(file);
                if (ValueOf(text, "installdir") is { } name && name.Equals(folder, StringComparison.OrdinalIgnoreCase)
                    && ValueOf(text, "appid") is { Length: > 0 } id && id.All(char.IsAsciiDigit))
                    return id;
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A library that can't be read counts as one that doesn't know the game.
        }

        return null;
    }

    /// <summary>
    /// Returns the first value of a key, in any letter case. In such a file, backslashes and quotes are escaped by a backslash.
    /// </summary>
    private static string? ValueOf(string text, string key) =>
        Pairs().Matches(text).FirstOrDefault(m => m.Groups[1].Value.Equals(key, StringComparison.OrdinalIgnoreCase)) is { } pair
            ? pair.Groups[2].Value.Replace("\\\"", "\"", StringComparison.Ordinal).Replace(@"\\", @"\", StringComparison.Ordinal)
            : null;

    [GeneratedRegex("\"([^\"]*)\"[ \\t]+\"((?:[^\"\\\\]|\\\\.)*)\"")]
    private static partial Regex Pairs();
}

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

    private static string? ReadBeside(string gameFolder)
    {
        try
        {
            string path = Path.Combine(gameFolder, "steam_appid.txt");
            string text = new FileInfo(path) is { Exists: true, Length: < LongestFile } ? File.ReadAllText(path).Trim(' ', '\t', '\r', '\n', '\0', '\ufeff') : "";
            return text.Length is > 0 and <= 20 && text.All(char.IsAsciiDigit) ? text : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
