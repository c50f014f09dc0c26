using System.Text.RegularExpressions;

namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// A game of a Steam library, as its <c>appmanifest_*.acf</c> says: the folder <c>steamapps</c> has such a file for each game, and
/// <c>steamapps/common</c> has the games' folders.
/// </summary>
/// <param name="AppId">Steam's number of it.</param>
/// <param name="LibraryFolder">The folder <c>steamapps</c>.</param>
internal sealed partial record SteamGame(string AppId, string LibraryFolder)
{
    private const long LongestFile = 1 << 20;

    /// <summary>The prefix that Proton makes for it. It may not be there yet.</summary>
    public string Prefix => Path.Combine(LibraryFolder, "compatdata", AppId, "pfx");

    /// <summary>The game that a program belongs to; null where it lies in no Steam library, or the library doesn't know it.</summary>
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
            // A library that can't be read says nothing.
        }

        return null;
    }

    /// <summary>The first value of a key, in any letter case. Backslash and quote have a backslash before them in such a file.</summary>
    private static string? ValueOf(string text, string key) =>
        Pairs().Matches(text).FirstOrDefault(m => m.Groups[1].Value.Equals(key, StringComparison.OrdinalIgnoreCase)) is { } pair
            ? pair.Groups[2].Value.Replace("\\\"", "\"", StringComparison.Ordinal).Replace(@"\\", @"\", StringComparison.Ordinal)
            : null;

    [GeneratedRegex("\"([^\"]*)\"[ \\t]+\"((?:[^\"\\\\]|\\\\.)*)\"")]
    private static partial Regex Pairs();
}

/// <summary>
/// Games of Steam that weren't started by it restart themselves through it, and come back without what was put into them. With SteamAppId
/// and SteamGameId in their environment they don't (Steamworks, SteamAPI_RestartAppIfNecessary). SteamOverlayGameId is for Steam's overlay.
/// </summary>
internal static class SteamAppId
{
    private const string AppId = "SteamAppId";
    private const string GameId = "SteamGameId";
    private const long LongestFile = 4096;
    private const string OverlayGameId = "SteamOverlayGameId";

    /// <summary>Whether the environment has it, as Steam's own child's has.</summary>
    public static bool IsGiven => ((string[])[AppId, GameId]).Any(name => Environment.GetEnvironmentVariable(name) is { Length: > 0 });

    /// <summary>
    /// The id: of the environment, else of <c>steam_appid.txt</c> beside the game, else of the library that the game lies in
    /// (<see cref="SteamGame"/>); null where none has one.
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

    /// <summary>Sets the variables in this process's environment, which the game inherits. One that is set already stays.</summary>
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
